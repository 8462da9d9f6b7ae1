"""Code as a canonical trace: what it does, in which order, with which values, names and plumbing taken out.

This is D and C after contraction. Local variables are followed to the values they hold, so a variable
that only carries a value leaves no mark; a helper function that a refactoring made is entered at its
calls, so its parameters, arguments and return values leave none either. What remains are *steps* (calls,
stores, raises, yields, loops, branches that contain steps) in the order of evaluation, and *values* as
trees over steps, constants and parameters. Two pieces of code with equal traces do the same things, in
the same order, under the same conditions, with the same values.

`build` makes traces, `compare` says where two of them part. Nothing here knows what refactoring is
being checked.
"""
