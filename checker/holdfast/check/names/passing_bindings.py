"""Names that a statement binds for its own code: the variables of loops, `with`, handlers, patterns and `:=`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

from holdfast.python.names.table import Occurrence, Role
from holdfast.python.project.facts import FileFacts, statements

LOOPS = (ast.For, ast.AsyncFor)
_Construct = (
    ast.For | ast.AsyncFor | ast.With | ast.AsyncWith | ast.ExceptHandler | ast.match_case | ast.NamedExpr
)


class PassingBinding(NamedTuple):
    number: int
    token: Occurrence
    #: What binds the name, and the interval of the code that it is bound for.
    construct: _Construct
    start: int
    end: int


def passing_bindings(facts: FileFacts, wanted: Collection[int]) -> Iterator[PassingBinding]:
    """Those among the wanted occurrences that a statement binds and reads itself.

    Not those of a loop that is left by `break`, which searches for a value, or that does not read its variable:
    it is there to set it.
    """
    nodes = {facts.node_of_occurrence[number]: number for number in wanted}
    for construct, target in _targets(facts, nodes):
        number = nodes[target]
        item = facts.names.occurrences[number]
        start, end = _extent(facts, construct)
        is_used = any(
            other.role is Role.READ
            and (other.owner, other.name) == (item.owner, item.name)
            and start <= other.start < end
            for other in facts.names.occurrences
        )
        if is_used and not (isinstance(construct, LOOPS) and _is_left_early(construct)):
            yield PassingBinding(number, item, construct, start, end)


def is_of_loop_above(facts: FileFacts, token: int, offset: int) -> bool:
    """Is the token the variable of a loop that ends above the offset?"""
    return any(
        facts.tree.start(loop.target) <= token < facts.tree.end(loop.target)
        and facts.tree.end(loop) <= offset
        for loop in statements(facts.tree.module)
        if isinstance(loop, LOOPS)
    )


def _targets(facts: FileFacts, wanted: Collection[ast.AST]) -> Iterator[tuple[_Construct, ast.AST]]:
    for node in ast.walk(facts.tree.module):
        targets: list[ast.AST | None] = []
        if isinstance(node, ast.For | ast.AsyncFor | ast.NamedExpr):
            targets = [node.target]
        elif isinstance(node, ast.With | ast.AsyncWith):
            targets = [item.optional_vars for item in node.items]
        elif isinstance(node, ast.match_case):
            targets = [node.pattern]
        elif isinstance(node, ast.ExceptHandler):
            if node in wanted:
                yield node, node
            continue
        else:
            continue
        for target in targets:
            for part in ast.walk(target) if target is not None else ():
                if part in wanted:
                    yield node, part


def _extent(facts: FileFacts, construct: _Construct) -> tuple[int, int]:
    if isinstance(construct, ast.match_case | ast.ExceptHandler):
        return facts.tree.start(construct.body[0]), facts.tree.end(construct.body[-1])
    place = facts.tree.start(construct), facts.tree.end(construct)
    if isinstance(construct, ast.NamedExpr):
        around = [
            (facts.tree.start(statement), facts.tree.end(statement))
            for statement in statements(facts.tree.module)
            if isinstance(statement, ast.stmt)
        ]
        return min((one for one in around if one[0] <= place[0] < one[1]), key=lambda one: one[1] - one[0])
    return place


def _is_left_early(loop: ast.For | ast.AsyncFor) -> bool:
    waiting: list[ast.AST] = [*loop.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.For | ast.AsyncFor | ast.While):
            waiting.extend(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))
    return False
