"""Keys of written-out tables that an ordinary edit took away, under untouched code that asks for them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.exports import lookup
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.values import ModuleValue
from holdfast.text.interval import Interval


def check_constant_tables(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is None or facts[0].tree.error or facts[1].tree.error:
            continue
        before, after = (_tables(each) for each in facts)
        for name, keys in before.items():
            lost = keys - after.get(name, keys)
            if lost and not _is_filled(pair, name):
                yield from _asked(pair, file, name, lost)


def _tables(facts: FileFacts) -> dict[str, frozenset[object]]:
    """The variables of the module that are bound once, to a dictionary with all its keys written down."""
    found: dict[str, frozenset[object]] = {}
    for (owner, name), indices in facts.bindings.items():
        target = (
            facts.node_of_occurrence.get(indices[0]) if owner == MODULE_SCOPE and len(indices) == 1 else None
        )
        bound = facts.bound_values.get(target) if target is not None else None
        if bound is not None and bound.how == "value" and isinstance(bound.node, ast.Dict):
            if bound.node.keys and all(isinstance(key, ast.Constant) for key in bound.node.keys):
                found[name] = frozenset(key.value for key in bound.node.keys if isinstance(key, ast.Constant))
    return found


def _is_filled(pair: Pair, name: str) -> bool:
    """May something put keys into a table of that name, or hand it on?"""
    for file in pair.after.index.files_with(name):
        facts = pair.after.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            match node:
                case ast.Subscript(value=value, ctx=ast.Store()) if _is_called(value, name):
                    return True
                case ast.Attribute(value=value, attr="update" | "setdefault") if _is_called(value, name):
                    return True
                case ast.Call(args=arguments) if any(_is_called(item, name) for item in arguments):
                    return True
    return False


def _is_called(node: ast.expr, name: str) -> bool:
    return getattr(node, "id", getattr(node, "attr", None)) == name


def _asked(pair: Pair, file: str, name: str, lost: frozenset[object]) -> Iterator[Finding]:
    declared = lookup(pair.before, file, name).declarations
    for other in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(other)
        if facts is None or pair.file_after(other) is None:
            continue
        for node in ast.walk(facts.tree.module):
            if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
                continue
            if not isinstance(node.slice, ast.Constant) or node.slice.value not in lost:
                continue
            place = Interval(other, facts.tree.start(node), facts.tree.end(node))
            if pair.tokens(other).is_touched(place.start, place.end) or not _names(
                pair, file, name, other, node.value
            ):
                continue
            message = f"the table `{name}` would have no key {node.slice.value!r}, which is asked for here"
            clauses = tuple(Clause(item.interval, "this table") for item in declared)
            yield Finding("HF103", Severity.WARNING, place, message, clauses)


def _names(pair: Pair, file: str, name: str, other: str, node: ast.expr) -> bool:
    """Does the expression name the table, in its module or from elsewhere?"""
    facts = pair.before.facts(other)
    if isinstance(node, ast.Attribute) and node.attr == name:
        return evaluate(pair.before, other, node.value).items == (ModuleValue(ModuleFile(file)),)
    index = facts.names.occurrence_of_node.get(node) if facts is not None else None
    if facts is None or index is None or not isinstance(node, ast.Name):
        return False
    item = facts.names.occurrences[index]
    found = lookup(pair.before, other, item.name) if item.owner == MODULE_SCOPE else None
    wanted = {each.interval for each in lookup(pair.before, file, name).declarations}
    return found is not None and {each.interval for each in found.declarations} == wanted
