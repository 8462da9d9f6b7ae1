"""Code unfolded along its ways: what comes behind a question is traced where the answer is known.

A helper may return what its caller does next: `None` to go on, a flag for `break`. Written out in the caller, the same
decisions are `return` and `break` themselves. In unfolded form nothing is asked twice on one way: where a test is
about to be asked whose answer was known before two ways came together, the code in between is traced on each of them,
through the ends of functions that were entered.

A `return` out of a loop, a `try` or a `with` keeps its value until control is out of it: so does code that breaks off
and goes on behind.

It is the last form that is asked for, where canonical form still parts. What has no such form, or one that is far
larger than the code, stays as it was.
"""
