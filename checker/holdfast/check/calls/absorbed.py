"""Functions whose parameters changed, looked at through their calls.

What a function got from one parameter it may now get from another, and what it computed itself its callers may
now compute for it. Function and calls then differ, and are the same together: each call is compared with the
function's code in its place. That says all there is to say where every mention of the function is such a call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.code.equivalence import Sides
from holdfast.check.code.sides import Side
from holdfast.python.names.table import ScopeKind
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.hierarchy import member_family
from holdfast.python.project.own_members import decorator_name
from holdfast.python.project.values import ClassKey
from holdfast.python.traces.identity import Signature

_PLAIN = frozenset({"staticmethod", "classmethod"})


def find_absorbed(sides: Sides) -> frozenset[str]:
    """The names of functions that are nothing but their calls, in both worlds."""
    before, after = (
        {
            (signature.key, signature.node.name)
            for place, signature in side.signatures.items()
            if not signature.only_passes_on
            and _is_plain(side, *place, signature)
            and _calls_of(side, *place, signature) is not None
        }
        for side in sides
    )
    return frozenset(name for _, name in before & after)


def files_with_calls(sides: Sides, names: frozenset[str]) -> frozenset[str]:
    """Files of before that may call one of them."""
    return sides.before.program.index.files_with_any(names)


def are_all_entered(sides: Sides) -> bool:
    """Was the code of each absorbed function looked at in place of each of its calls?"""
    for side in sides:
        for place, signature in side.signatures.items():
            if signature.node.name not in side.absorbed:
                continue
            for file, call in _calls_of(side, *place, signature) or ():
                subject = side.subject(file)
                if subject is None or call not in subject.entered:
                    return False
    return True


def _is_plain(side: Side, file: str, scope: int, signature: Signature) -> bool:
    """A function that nothing wraps, that no other takes the place of, and that is alone with its name."""
    facts = side.program.facts(file)
    if facts is None or any(decorator_name(item) not in _PLAIN for item in signature.node.decorator_list):
        return False
    name = signature.node.name
    if (name.startswith("__") and name.endswith("__")) or _definitions(side, name) != 1:
        return False
    owner = facts.enclosing_class(scope)
    return owner is None or len(member_family(side.program, ClassKey(file, owner), name).members) == 1


def _definitions(side: Side, name: str) -> int:
    return sum(
        scope.name == name and scope.kind is ScopeKind.FUNCTION
        for file in side.program.index.files_with(name)
        if (facts := side.program.facts(file)) is not None
        for scope in facts.names.scopes
    )


def _calls_of(side: Side, file: str, scope: int, signature: Signature) -> list[tuple[str, ast.Call]] | None:
    """Every mention of the function, if all of them are calls."""
    found = []
    for place, node, call in _mentions(side, signature.node.name):
        targets = targets_of(side.program, place, node)
        if (file, scope) in [target.function for target in targets.found]:
            if call is None or len(targets.found) != 1:
                return None
            found.append((place, call))
        elif not targets.complete and isinstance(node, ast.Attribute):
            return None
    return found or None


def _mentions(side: Side, name: str) -> Iterator[tuple[str, ast.expr, ast.Call | None]]:
    """Expressions that read something of that name, with the call that calls it."""
    for file in sorted(side.program.index.files_with(name)):
        facts = side.program.facts(file)
        if facts is None:
            continue
        calls = {node.func: node for node in ast.walk(facts.tree.module) if isinstance(node, ast.Call)}
        for node in ast.walk(facts.tree.module):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                if _may_name(side, file, node, name):
                    yield file, node, calls.get(node)


def _may_name(side: Side, file: str, node: ast.Name | ast.Attribute, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == name
    facts = side.program.facts(file)
    aliases = facts.aliases.get(name, frozenset()) if facts is not None else frozenset()
    return node.id == name or node.id in aliases
