"""Functions of the project that cannot fail: everything that their code does is certain.

What a test in the same function makes certain counts: `if not values: return 0` in front of a division by their
number. Such functions are asked about where they only compute, so that nothing changes in between.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.certainty.attributes import surely_has
from holdfast.check.certainty.failing import Found, certainty, gone_through, least
from holdfast.check.certainty.kind_sets import are_ordered, calculated, is_number, is_text
from holdfast.check.certainty.kinds import kinds_of
from holdfast.check.certainty.tested import is_tested, without_none
from holdfast.check.certainty.uses import known_kinds
from holdfast.check.code.computations import with_overrides
from holdfast.python.names.table import Occurrence
from holdfast.python.project.classes import classes_in, own_member
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.own_members import Member, decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, FunctionValue
from holdfast.python.traces.certainty import Certainty

_STATEMENTS = (
    *(ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.For, ast.Pass, ast.Expr),
    *(ast.Break, ast.Continue),
)
_PLAIN = (
    ast.expr_context,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
    ast.comprehension,
    ast.arguments,
)


def certainty_of_function(program: Program, file: str, node: ast.Call, function: FunctionValue) -> Found:
    """Whether a call of it can fail; that the arguments fit the parameters is taken for granted."""
    del file, node
    found = with_overrides(program, function)
    if found is None:
        return None
    return least(certainty_of_body(program, item.file, item.scope) for item in found)


def certainty_of_body(program: Program, file: str, scope: int) -> Found:
    return program.memory.ask(("fails", file, scope), lambda: _of_body(program, file, scope), None, None)


def getter_cannot_fail(program: Program, owner: ClassKey, member: Member) -> bool:
    facts = program.facts(owner.file)
    node = facts.names.scopes[member.functions[0]].node if facts is not None else None
    if not isinstance(node, ast.FunctionDef) or len(member.functions) != 1:
        return False
    if [decorator_name(item) for item in node.decorator_list] != ["property"]:
        return False
    return certainty_of_body(program, owner.file, member.functions[0]) is Certainty.SURE


def _of_body(program: Program, file: str, scope: int) -> Found:
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if facts is None or not isinstance(node, ast.FunctionDef):
        return None
    if any(
        decorator_name(item) not in ("staticmethod", "classmethod", "property")
        for item in node.decorator_list
    ):
        return None
    return least(_of_nodes(program, file, facts, node.body))


def _of_nodes(program: Program, file: str, facts: FileFacts, body: list[ast.stmt]) -> Iterator[Found]:
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AnnAssign):
            waiting += [node.target, *([node.value] if node.value else [])]
            continue
        yield _of_node(program, file, facts, node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            waiting += [
                node.func.value,
                *node.args,
                *node.keywords,
            ]  # that the method is there belongs to the call
        else:
            waiting += ast.iter_child_nodes(node)


def _of_node(program: Program, file: str, facts: FileFacts, node: ast.AST) -> Found:
    match node:
        case ast.For(iter=iterable):
            return gone_through(program, file, iterable)
        case ast.Assign(targets=targets):
            return Certainty.SURE if all(isinstance(item, ast.Name) for item in targets) else None
        case ast.AugAssign():
            return certainty(program, file, node)
    if isinstance(node, (*_STATEMENTS, *_PLAIN)):
        return Certainty.SURE
    found = certainty(program, file, node)
    if found is None:
        match node:
            case ast.Attribute():
                return _of_attribute(program, file, facts, node)
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), left=left, right=right) if not is_text(
                kinds_of(program, file, left)
            ):
                return _of_division(program, file, facts, node, left, right)
            case ast.Compare() | ast.BinOp():
                return _where_tested(program, file, facts, node)
    return found


def _of_division(
    program: Program, file: str, facts: FileFacts, node: ast.expr, left: ast.expr, right: ast.expr
) -> Found:
    """A division by what was tested not to be nought."""
    (one, first), (other, second) = known_kinds(program, file, left), known_kinds(program, file, right)
    if not is_number(other) or not is_tested(facts, node, right):
        return None
    return min(first, second) if is_number(one) else Certainty.FITS if one is None else None


def _of_attribute(program: Program, file: str, facts: FileFacts, node: ast.Attribute) -> Found:
    """An attribute of what was tested not to be None, or of an object that its attributes tell the class of."""
    kinds = without_none(program, file, facts, node.value)
    if kinds is not None:
        return Certainty.SURE if all(surely_has(program, kind, node.attr) for kind in kinds) else None
    if not isinstance(node.value, ast.Name) or kinds_of(program, file, node.value) is not None:
        return None
    index = facts.names.occurrence_of_node.get(node.value)
    if index is None:
        return None
    variable = facts.names.occurrences[index]
    asked = {
        use.node.attr
        for use in facts.names.attributes
        if isinstance(use.node.value, ast.Name)
        and (other := facts.names.occurrence_of_node.get(use.node.value)) is not None
        and facts.names.occurrences[other].owner == variable.owner
        and facts.names.occurrences[other].name == variable.name
    }
    if not have_all(program, asked, node.attr):
        return None
    return Certainty.ASKED if _is_parameter(facts, variable) else Certainty.FITS


def _is_parameter(facts: FileFacts, variable: Occurrence) -> bool:
    bindings = facts.bindings.get((variable.owner, variable.name), ())
    return any(isinstance(facts.node_of_occurrence.get(index), ast.arg) for index in bindings)


def have_all(program: Program, asked: set[str], name: str) -> bool:
    """Has every class of the project that has these attributes that one, too?"""
    rarest = min(asked, key=lambda item: len(program.index.files_with(item)), default=None)
    if rarest is None:
        return False
    keys = [
        key
        for file in program.index.files_with(rarest)
        for key in classes_in(program, file)
        if own_member(program, key, rarest) is not None
    ]
    keys = [key for key in keys if all(surely_has(program, key, item) for item in asked)]
    return bool(keys) and all(surely_has(program, key, name) for key in keys)


def _where_tested(program: Program, file: str, facts: FileFacts, node: ast.Compare | ast.BinOp) -> Found:
    """A comparison or calculation with what was tested not to be None."""
    match node:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[right]):
            pass
        case ast.BinOp(left=left, right=right):
            pass
        case _:
            return None
    one, other = (
        kinds_of(program, file, item) or without_none(program, file, facts, item) for item in (left, right)
    )
    if one is None or other is None:
        return None
    if isinstance(node, ast.BinOp):
        return Certainty.SURE if calculated(node.op, one, other) is not None else None
    return Certainty.SURE if are_ordered(one, other) else None
