"""Functions that only compute: a call of one changes nothing that anybody could see.

Such a call may happen earlier, later, once more or once less, as long as what it looks at stays the same.
The proof is by the plain reading of the function's own code (`readings`).
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from holdfast.check.code.builtin_calls import computation_of_builtin
from holdfast.check.code.made_objects import makes_objects
from holdfast.check.code.methods_by_name import METHODS_OF_OTHERS, computation_of_method_named
from holdfast.check.code.readings import read_code
from holdfast.python.project.classes import classes_in, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.library import Calculation, calculation_of, is_certain
from holdfast.python.project.own_members import decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue, FunctionValue, Value
from holdfast.python.traces.identity import Computation
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side


def computation_of_call(
    program: Program, file: str, node: ast.Call
) -> tuple[Computation, list[FunctionValue]] | None:
    """What the call computes, and the functions of the project that it may run."""
    called = evaluate(program, file, node.func)
    if not called.items or not called.complete:
        return computation_by_name(program, node)
    functions: list[FunctionValue] = []
    parts: list[Computation] = []
    for value in called.items:
        if isinstance(value, ExternalValue):
            part = _of_library(program, value) or computation_of_builtin(program, file, node, value)
        elif isinstance(value, FunctionValue):
            all_of_them = with_overrides(program, value)
            if all_of_them is None:
                return None
            functions += all_of_them
            found = [computation(program, item.file, item.scope) for item in all_of_them]
            part = _joined([item for item in found if item]) if all(found) else None
        else:
            part = None
        if part is None:
            return None
        parts.append(part)
    return _joined(parts), functions


def computation(program: Program, file: str, scope: int) -> Computation | None:
    """What a call of the function depends on, if it only computes."""
    return program.memory.ask(("computation", file, scope), lambda: _computation(program, file, scope), None)


def computation_in_both(side: Side, file: str, node: ast.Call) -> Computation | None:
    """What the call depends on, if it only computes, and does so in both worlds."""
    known = computation_of_call(side.program, file, node) if side.sees_computations else None
    if known is None:
        return None
    other = side.pair.after if side.is_before else side.pair.before
    for function in known[1]:
        facts = side.program.facts(function.file)
        assert facts is not None
        names = facts.names
        occurrence = names.occurrences[names.occurrence_of_node[names.scopes[function.scope].node]]
        place = Interval(function.file, occurrence.start, occurrence.end)
        there = side.pair.became(place) if side.is_before else side.pair.was(place)
        facts_there = None if there is None else other.facts(there.file)
        if there is None or facts_there is None:
            return None
        scope = next(
            (
                facts_there.names.scope_of_node[one]
                for one, index in facts_there.names.occurrence_of_node.items()
                if facts_there.names.occurrences[index].start == there.start
                and one in facts_there.names.scope_of_node
            ),
            None,
        )
        if scope is None or computation(other, there.file, scope) is None:
            return None
    return known[0]


def computation_by_name(program: Program, node: ast.Call) -> tuple[Computation, list[FunctionValue]] | None:
    """A method of an object whose class is not known, where all that have the name only compute."""
    if not isinstance(node.func, ast.Attribute):
        return None
    name = node.func.attr
    known = computation_of_method_named(node, name)
    functions = [
        FunctionValue(key.file, scope, True, key)
        for file in program.index.files_with(name)
        for key in classes_in(program, file)
        if (member := own_member(program, key, name)) is not None
        for scope in (member.functions if member.kind is Kind.METHOD else (-1,))
    ]
    if not functions:
        return None if known is None else (known, [])
    if name in METHODS_OF_OTHERS or any(item.scope < 0 for item in functions):
        return None
    found = [computation(program, item.file, item.scope) for item in functions]
    parts = [item for item in found if item is not None]
    return (_joined([*parts, *([known] if known else [])]), functions) if all(found) else None


def _joined(parts: list[Computation]) -> Computation:
    return Computation(
        frozenset(name for part in parts for name in part.attributes),
        any(part.looks_around for part in parts),
        any(part.makes for part in parts),
        all(part.cannot_fail for part in parts),
        all(part.immutable for part in parts),
        any(part.fails for part in parts),
    )


def _of_library(program: Program, value: Value) -> Computation | None:
    instance = isinstance(value, ExternalValue) and value.instance
    name = qualified_name(program, value)
    known = calculation_of(name, instance=instance)
    if known is None:
        return None
    return Computation(
        frozenset(),
        known is Calculation.CONTENTS,
        known is Calculation.OBJECT,
        is_certain(name, instance=instance),
        immutable=known is not Calculation.OBJECT,
    )


def with_overrides(program: Program, value: FunctionValue) -> list[FunctionValue] | None:
    """The function, and those of classes below that a call through an instance may reach instead."""
    facts = program.facts(value.file)
    if facts is None:
        return None
    found = [value]
    if value.receiver is not None:
        name = facts.names.scopes[value.scope].name
        for key in subclasses(program, value.receiver):
            member = own_member(program, key, name)
            if member is not None:
                if member.kind is not Kind.METHOD:
                    return None
                found += [FunctionValue(key.file, scope, True, key) for scope in member.functions]
    return found


def _computation(program: Program, file: str, scope: int) -> Computation | None:
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if facts is None or not isinstance(node, ast.FunctionDef):
        return None
    if any(decorator_name(item) not in ("staticmethod", "classmethod") for item in node.decorator_list):
        return None
    reading = read_code(program, file, facts, scope, node)
    if reading is None:
        return None
    makes = makes_objects(node) or reading.makes
    return Computation(
        frozenset(reading.attributes), reading.looks_around, makes, _cannot_fail(node), fails=reading.fails
    )


#: What no value refuses.
_NEVER_FAILING = (
    *(ast.Return, ast.Assign, ast.If, ast.Pass, ast.Expr, ast.Constant, ast.Name, ast.BoolOp, ast.IfExp),
    *(
        ast.Compare,
        ast.Eq,
        ast.NotEq,
        ast.Is,
        ast.IsNot,
        ast.boolop,
        ast.UnaryOp,
        ast.Not,
        ast.Tuple,
        ast.List,
    ),
    ast.expr_context,
)


def _cannot_fail(node: ast.FunctionDef) -> bool:
    """Does the function only look at variables and hand out what they hold?"""
    return all(isinstance(inner, _NEVER_FAILING) for statement in node.body for inner in ast.walk(statement))


def computation_of_property(program: Program, file: str, scope: int) -> Computation | None:
    """A getter is a function behind a decorator that is known."""
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if facts is None or not isinstance(node, ast.FunctionDef):
        return None
    if [decorator_name(item) for item in node.decorator_list] != ["property"]:
        return None

    def read() -> Computation | None:
        reading = read_code(program, file, facts, scope, node)
        if reading is None:
            return None
        return Computation(
            frozenset(reading.attributes), reading.looks_around, False, False, fails=reading.fails
        )

    return program.memory.ask(("computation of property", file, scope), read, None)
