"""Which expressions cannot fail: their own operation, where their operands could be had."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from holdfast.check.certainty.attributes import surely_has
from holdfast.check.certainty.format_specs import fits_spec
from holdfast.check.certainty.kind_sets import (
    CONTAINERS,
    HASHABLE,
    MAPPINGS,
    TEXT,
    are_ordered,
    calculated,
    is_number,
)
from holdfast.check.certainty.kinds import kinds_of
from holdfast.check.certainty.sized import is_sized
from holdfast.check.certainty.uses import known_kinds
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ModuleValue
from holdfast.python.traces.certainty import Certainty

SURE, FITS = Certainty.SURE, Certainty.FITS
Found = Certainty | None

_NEVER_FAILING = (
    *(ast.Constant, ast.Lambda, ast.BoolOp, ast.IfExp, ast.NamedExpr, ast.Tuple, ast.List, ast.Name),
    *(ast.Starred, ast.FormattedValue, ast.Slice, ast.keyword),
)
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def certainty(program: Program, file: str, node: ast.AST) -> Found:
    """How certain it is that the node's own operation does not fail; None where it may."""
    match node:
        case ast.Attribute():
            return _attribute(program, file, node)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            pairs = zip(ops, [left, *comparators], comparators, strict=False)
            return least(_compared(program, file, *pair) for pair in pairs)
        case ast.BinOp(left=left, op=op, right=right):
            return _calculated(program, file, op, left, right)
        case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
            return _calculated(program, file, op, target, value)
        case ast.UnaryOp(op=op, operand=operand):
            return SURE if isinstance(op, ast.Not) else number(program, file, operand)
        case ast.JoinedStr(values=values):
            return least(_formatted(program, file, value) for value in values)
        case ast.Call():
            from holdfast.check.certainty.calls import certainty_of_call  # which asks about functions in turn

            return certainty_of_call(program, file, node)
        case ast.Dict(keys=keys):
            return least(None if key is None else hashable(program, file, key) for key in keys)
        case ast.Set(elts=elements):
            return least(hashable(program, file, element) for element in elements)
        case ast.ListComp(generators=generators) | ast.GeneratorExp(generators=generators):
            return least(gone_through(program, file, each.iter) for each in generators)
        case ast.SetComp(elt=key, generators=generators) | ast.DictComp(key=key, generators=generators):
            through = [gone_through(program, file, each.iter) for each in generators]
            return least([hashable(program, file, key), *through])
    return SURE if isinstance(node, _NEVER_FAILING) else None


def least(found: Iterable[Found]) -> Found:
    """The least certain of all."""
    certain: Certainty = SURE
    for item in found:
        if item is None:
            return None
        certain = min(certain, item)
    return certain


def _attribute(program: Program, file: str, node: ast.Attribute) -> Found:
    kinds, certain = known_kinds(program, file, node.value)
    if kinds is not None:
        return certain if all(surely_has(program, kind, node.attr) for kind in kinds) else None
    bases = evaluate(program, file, node.value)
    if bases.complete and all(isinstance(item, ModuleValue | ClassValue) for item in bases.items):
        return SURE if evaluate(program, file, node).complete else None
    return None


def _compared(program: Program, file: str, op: ast.cmpop, left: ast.expr, right: ast.expr) -> Found:
    if isinstance(op, ast.In | ast.NotIn):
        return _contained(program, file, left, right)
    if not isinstance(op, _ORDERED):
        return SURE
    (one, first), (other, second) = known_kinds(program, file, left), known_kinds(program, file, right)
    if one is None or other is None:
        return None
    return min(first, second) if are_ordered(one, other) else None


def _contained(program: Program, file: str, left: ast.expr, right: ast.expr) -> Found:
    container, certain = known_kinds(program, file, right)
    if container is None or not container <= CONTAINERS:
        return None
    if container == TEXT:
        kinds, other = known_kinds(program, file, left)
        return min(certain, other) if kinds == TEXT else None
    if container <= {"builtins.list", "builtins.tuple", "collections.deque"}:
        return certain
    return least([certain, hashable(program, file, left)])


def hashable(program: Program, file: str, node: ast.expr) -> Found:
    """Can the value be a key? One whose type is not known fits, or it would fail wherever it is looked for."""
    if isinstance(node, ast.Tuple):
        return least(hashable(program, file, item) for item in node.elts)
    kinds = kinds_of(program, file, node)
    if kinds is None:
        return FITS if isinstance(node, ast.Name | ast.Attribute) else None
    if any(isinstance(kind, ClassKey) for kind in kinds):
        return None
    return SURE if kinds <= HASHABLE else None


def _calculated(program: Program, file: str, op: ast.operator, left: ast.expr, right: ast.expr) -> Found:
    (one, first), (other, second) = known_kinds(program, file, left), known_kinds(program, file, right)
    certain = min(first, second)
    if one is None or other is None:
        return None
    if isinstance(op, ast.Div | ast.FloorDiv | ast.Mod):
        is_divided = isinstance(right, ast.Constant) and bool(right.value)
        return certain if is_divided and is_number(one) and is_number(other) else None
    if isinstance(op, ast.Pow | ast.LShift | ast.RShift):
        counts = isinstance(right, ast.Constant) and isinstance(right.value, int)
        return certain if counts and one <= {"builtins.int"} else None
    return certain if calculated(op, one, other) is not None else None


def number(program: Program, file: str, node: ast.expr) -> Found:
    kinds, certain = known_kinds(program, file, node)
    return certain if is_number(kinds) else None


def text(program: Program, file: str, node: ast.expr) -> Found:
    kinds, certain = known_kinds(program, file, node)
    return certain if kinds == TEXT else None


def _formatted(program: Program, file: str, piece: ast.expr) -> Found:
    if not isinstance(piece, ast.FormattedValue) or piece.format_spec is None:
        return SURE
    spec = piece.format_spec
    if not isinstance(spec, ast.JoinedStr) or not all(isinstance(item, ast.Constant) for item in spec.values):
        return None
    written = "".join(str(item.value) for item in spec.values if isinstance(item, ast.Constant))
    kinds, certain = known_kinds(program, file, piece.value)
    if piece.conversion != -1:
        kinds, certain = TEXT, SURE
    return certain if kinds is not None and fits_spec(written, kinds) else None


def gone_through(program: Program, file: str, node: ast.expr) -> Found:
    """Can the value be gone through, as often as one likes?"""
    kinds, certain = known_kinds(program, file, node)
    if kinds is not None:
        return certain if kinds <= CONTAINERS else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ("keys", "values", "items") and not node.args:
            base, certain = known_kinds(program, file, node.func.value)
            return certain if base is not None and base <= MAPPINGS else None
    return FITS if is_sized(program, file, node) else None
