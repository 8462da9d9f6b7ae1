"""What a test on the way to an expression makes certain of a value.

The tests are those of the same function that stand around the expression, and those in front of it that leave the
function where they hold. Nothing may bind the value anew in between: asked is only about functions that compute.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.certainty.called_kinds import leaves
from holdfast.check.certainty.kind_sets import NONE, Kinds
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program

Decision = tuple[ast.expr, bool]


def is_tested(facts: FileFacts, node: ast.AST, value: ast.expr) -> bool:
    """Is it known here that the value is true: not nought, not empty?"""
    wanted = {ast.dump(value)}
    match value:
        case ast.Call(func=ast.Name(id="len"), args=[inner]):
            wanted.add(ast.dump(inner))
    return any(_tells_true(test, outcome, wanted) for test, outcome in decisions(facts, node))


def decisions(facts: FileFacts, node: ast.AST) -> Iterator[Decision]:
    """The tests that were decided on the way to the node, with how."""
    child, parent = node, facts.parents.get(node)
    while parent is not None and not isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        match parent:
            case ast.IfExp(test=test, body=body, orelse=orelse) if child in (body, orelse):
                yield from _atoms(test, child is body)
            case ast.If(test=test) if child is not test:
                yield from _atoms(test, child in parent.body)
            case ast.BoolOp(op=op, values=values) if isinstance(child, ast.expr):
                for earlier in values[: values.index(child)]:
                    yield from _atoms(earlier, isinstance(op, ast.And))
            case _:
                pass
        yield from _in_front(parent, child)
        child, parent = parent, facts.parents.get(parent)
    if parent is not None:
        yield from _in_front(parent, child)


def _in_front(parent: ast.AST, child: ast.AST) -> Iterator[Decision]:
    """Tests before the child that leave where they hold."""
    for name in ("body", "orelse"):
        statements = getattr(parent, name, None)
        if isinstance(statements, list) and child in statements:
            for statement in statements[: statements.index(child)]:
                if isinstance(statement, ast.If) and leaves(statement.body) and not statement.orelse:
                    yield from _atoms(statement.test, False)


def _atoms(test: ast.expr, outcome: bool) -> Iterator[Decision]:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _atoms(operand, not outcome)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == outcome:
            for value in values:
                yield from _atoms(value, outcome)
        case _:
            yield test, outcome


def _tells_true(test: ast.expr, outcome: bool, wanted: set[str]) -> bool:
    if ast.dump(test) in wanted:
        return outcome
    match test:
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=int() as limit)]):
            if ast.dump(left) not in wanted:
                return False
            match op:
                case ast.Eq():
                    return limit == 0 and not outcome
                case ast.NotEq():
                    return limit == 0 and outcome
                case ast.Gt():
                    return limit >= 0 and outcome
                case ast.GtE():
                    return limit >= 1 and outcome
                case ast.LtE():
                    return limit >= 0 and not outcome
                case ast.Lt():
                    return limit >= 1 and not outcome
    return False


def without_none(program: Program, file: str, facts: FileFacts, value: ast.expr) -> Kinds | None:
    """The classes of a value that is declared to be one of them or None, where it was tested not to be None."""
    from holdfast.check.certainty.optional import optional_kinds

    kinds = optional_kinds(program, file, value)
    if kinds is None:
        return None
    wanted = ast.dump(value)
    if any(_tells_there(test, outcome, wanted) for test, outcome in decisions(facts, value)):
        return kinds - {NONE}
    return None


def _tells_there(test: ast.expr, outcome: bool, wanted: str) -> bool:
    if ast.dump(test) == wanted:
        return outcome
    match test:
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=None)]):
            if ast.dump(left) != wanted:
                return False
            return outcome if isinstance(op, ast.IsNot | ast.NotEq) else not outcome
    return False
