"""What one place where a value is read says about it: that it is a number, a text, or something else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.certainty.kind_sets import TEXT, WHOLE, is_number
from holdfast.check.certainty.kinds import kinds_of
from holdfast.check.certainty.tested import decisions
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program

NUMBER, IS_TEXT, OTHER = "number", "text", "other"
#: In front of what a place says that is only come to under a condition.
PERHAPS = "perhaps "
Evidence = Iterator[str]

_TEXT_METHODS = frozenset(
    {
        *("capitalize", "casefold", "endswith", "isalnum", "isalpha", "isdigit", "isspace", "join", "ljust"),
        *("lower", "lstrip", "removeprefix", "removesuffix", "rjust", "rstrip", "splitlines", "startswith"),
        *("strip", "swapcase", "title", "upper", "zfill"),
    }
)
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
NUMERIC = (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow)
_ASKING = frozenset({"isinstance", "type", "issubclass", "hasattr", "callable"})
_OF_NUMBERS = frozenset({"abs", "round", "divmod", "range"})


def used(program: Program, file: str, facts: FileFacts, node: ast.expr) -> Evidence:
    """What one place where the value is read says about it."""
    conditional = any(True for _ in decisions(facts, node))
    for evidence in _said(program, file, facts, node):
        yield PERHAPS + evidence if conditional and evidence != OTHER else evidence


def _said(program: Program, file: str, facts: FileFacts, node: ast.expr) -> Evidence:
    parent = facts.parents.get(node)
    match parent:
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for op, one, other in zip(ops, [left, *comparators], comparators, strict=False):
                if node is one or node is other:
                    yield from _compared(
                        program, file, op, other if node is one else one, is_left=node is one
                    )
        case ast.BinOp(left=left, op=op, right=right):
            yield from _calculated(program, file, op, right if node is left else left)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
            yield NUMBER
        case ast.Attribute(attr=method):
            yield IS_TEXT if method in _TEXT_METHODS else OTHER
        case ast.Call(func=called_here) if node is called_here:
            yield OTHER
        case ast.Call(func=ast.Name(id=called)):
            if called in _ASKING or called == "len":
                yield OTHER
            elif called in _OF_NUMBERS:
                yield NUMBER
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str() as spec)])):
            if spec[-1:] in tuple("defgEFG%xX"):
                yield NUMBER
        case ast.Subscript() | ast.Starred() | ast.For() | ast.comprehension() if node is not _index(parent):
            yield OTHER
        case ast.match_case() | ast.Match():
            yield OTHER


def _index(parent: ast.AST) -> ast.AST | None:
    return getattr(parent, "slice", None)


def _compared(program: Program, file: str, op: ast.cmpop, other: ast.expr, *, is_left: bool) -> Evidence:
    if isinstance(op, ast.In | ast.NotIn):
        if not is_left:
            yield OTHER
        return
    if isinstance(other, ast.Constant) and other.value is None:
        yield OTHER
        return
    kinds = (
        kinds_of(program, file, other) if isinstance(other, ast.Constant | ast.UnaryOp | ast.Call) else None
    )
    if kinds is not None:
        if is_number(kinds):
            yield NUMBER
        elif kinds == TEXT:
            yield IS_TEXT
        elif not isinstance(op, _ORDERED):
            yield OTHER


def _calculated(program: Program, file: str, op: ast.operator, other: ast.expr) -> Evidence:
    if isinstance(op, NUMERIC):
        kinds = kinds_of(program, file, other)
        yield NUMBER if kinds is None or is_number(kinds) else OTHER
        return
    kinds = kinds_of(program, file, other)
    if isinstance(op, ast.Add) and kinds is not None:
        yield NUMBER if is_number(kinds) else IS_TEXT if kinds == TEXT else OTHER
    elif isinstance(op, ast.Mult) and kinds is not None and not kinds <= WHOLE:
        yield NUMBER if is_number(kinds) else OTHER
