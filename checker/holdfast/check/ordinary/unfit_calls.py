"""Calls that an ordinary edit left alone, of functions that no longer take what they pass.

The parameters of a function changed and one of its callers was missed: a parameter is new and needs a value,
or is gone, or has another position. What a changed function does with its values is what commits are for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.calls.call_fits import at_position, fits
from holdfast.check.ordinary.kept_calls import Function, KeptCall, Target
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import own_member
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.own_members import plainly_decorated
from holdfast.python.project.program import Program
from holdfast.python.project.values import FunctionValue, Value
from holdfast.text.interval import Interval


def takes_other_parameters(before: Function, after: Function) -> bool:
    return _spelled(before) != _spelled(after)


def unfit_call(pair: Pair, call: KeptCall) -> Iterator[Finding]:
    if _is_taken_below(pair.after, call.value, call.node):
        return
    problem = _problem(call.old.node, call.new.node, call.node, call.old.taken, call.new.taken)
    if problem is not None:
        shown, quoted = pair.shown_at(function_token(pair.after, call.new))
        severity = Severity.ERROR if call.exact else Severity.WARNING
        clause = Clause(shown, "the parameters of this function change", quoted)
        yield Finding("HF109", severity, call.place, problem, (clause,))


def function_token(program: Program, target: Target) -> Interval:
    facts = program.facts(target.file)
    assert facts is not None
    item = facts.names.occurrences[facts.names.occurrence_of_node[target.node]]
    return Interval(target.file, item.start, item.end)


def _spelled(node: Function) -> object:
    """The parameters without annotations and values of defaults."""
    arguments = node.args
    plain = (
        [item.arg for item in part] for part in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
    )
    rest = (arguments.vararg and arguments.vararg.arg, arguments.kwarg and arguments.kwarg.arg)
    needed = [default is None for default in arguments.kw_defaults]
    return [*plain], rest, len(arguments.defaults), needed


def _is_taken_below(program: Program, value: Value, call: ast.Call) -> bool:
    """May the object be of a class below, whose own method takes the call?"""
    if not isinstance(value, FunctionValue) or value.receiver is None:
        return False
    facts = program.facts(value.file)
    name = facts.names.scopes[value.scope].name if facts is not None else ""
    for key in subclasses(program, value.receiver):
        member = own_member(program, key, name)
        if member is None:
            continue
        facts = program.facts(key.file)
        node = (
            facts.names.scopes[member.functions[0]].node if facts is not None and member.functions else None
        )
        if not isinstance(node, Function) or not plainly_decorated(node):
            return True
        if fits(node, call, taken=int(value.bound)):
            return True
    return False


def _problem(old: Function, new: Function, call: ast.Call, taken_before: int, taken_after: int) -> str | None:
    if not fits(old, call, taken=taken_before):
        return None
    if not fits(new, call, taken=taken_after):
        return f"`{new.name}` would no longer take the arguments of this call"
    if any(isinstance(item, ast.Starred) for item in call.args):
        return None
    names = {item.arg for item in (*new.args.posonlyargs, *new.args.args)}
    for position in range(len(call.args)):
        first = at_position(old, position + taken_before)
        second = at_position(new, position + taken_after)
        if first is not None and second is not None and first != second and first in names:
            return f"an argument of this call would arrive in another parameter than `{first}`"
        if (
            first is None
            and second is not None
            and old.args.vararg is not None
            and new.args.vararg is not None
        ):
            # A new parameter that is needed takes what was the first of the others; an optional one is in the way.
            if second in _optional(new):
                return f"an argument of this call is one of `*{old.args.vararg.arg}` and would arrive in `{second}`"
    return None


def _optional(function: Function) -> set[str]:
    plain = [*function.args.posonlyargs, *function.args.args]
    return {item.arg for item in plain[len(plain) - len(function.args.defaults) :]}
