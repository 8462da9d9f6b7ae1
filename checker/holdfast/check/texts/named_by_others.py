"""Nested classes that somebody looks for by name: `attrs.get("Meta")`, or a framework that reads `Config`.

Such a class is there to be found in the class around it. Where it leaves that class and no name for it stays
behind, whoever looks does not find it and goes on without, mostly in silence.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import Role
from holdfast.python.project.classes import class_info, class_node, outside_ancestors
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import class_at
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

#: Methods of a mapping whose first argument is a key.
_KEYED = frozenset({"get", "pop", "setdefault", "__getitem__", "__contains__"})
_BY_NAME = frozenset({"getattr", "hasattr", "delattr", "attrgetter", "getattr_static"})


def check_named_by_others(pair: Pair) -> Iterator[Finding]:
    for old in pair.moved:
        info = class_at(pair.before, old)
        outer = _class_around(pair, info.key) if info is not None else None
        if info is None or outer is None:
            continue
        place = pair.became(class_info(pair.before, outer).interval)
        after = class_at(pair.after, place) if place is not None else None
        if after is None or find_class_member(pair.after, after.key, info.name) is not None:
            continue
        texts = list(_texts(pair, info.name))
        clause = Clause(old, "it finds this now")
        for text in texts:
            message = f"this asks for `{info.name}` by name, and `{after.name}` would no longer have it"
            yield Finding("HF104", Severity.WARNING, text, message, (clause,))
        if not texts and _is_for_others(pair, outer, info.name):
            message = (
                f"no code of the project names `{info.name}`: it is there for what `{after.name}` extends, "
                "which would no longer find it"
            )
            yield Finding("HF104", Severity.WARNING, old, message)


def _class_around(pair: Pair, key: ClassKey) -> ClassKey | None:
    facts = pair.before.facts(key.file)
    parent = facts.names.scopes[key.scope].parent if facts is not None else 0
    return ClassKey(key.file, parent) if facts is not None and parent in facts.members else None


def _texts(pair: Pair, name: str) -> Iterator[Interval]:
    """Texts with the name that are looked up in something, and that the edit leaves as they are."""
    for file in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(file)
        if facts is None or (f'"{name}"' not in facts.text and f"'{name}'" not in facts.text):
            continue
        for node in ast.walk(facts.tree.module):
            text = _looked_up(node)
            if isinstance(text, ast.Constant) and text.value == name:
                place = Interval(file, facts.tree.start(text), facts.tree.end(text))
                if not pair.tokens(file).is_touched(place.start, place.end):
                    yield place


def _looked_up(node: ast.AST) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=[first, *_]) if name in _KEYED:
            return first
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in _BY_NAME:
            return (
                arguments[0]
                if name == "attrgetter" and arguments
                else arguments[1:2][0]
                if arguments[1:]
                else None
            )
        case ast.Subscript(slice=ast.Constant() as key):
            return key
        case ast.Compare(left=ast.Constant() as left, ops=[ast.In() | ast.NotIn()]):
            return left
    return None


def _is_for_others(pair: Pair, outer: ClassKey, name: str) -> bool:
    """Does nobody here name the class, while the class around it belongs to something from outside?"""
    if not outside_ancestors(pair.before, outer) and not class_node(pair.before, outer).decorator_list:
        return False
    files = (pair.before.facts(file) for file in pair.before.index.files_with(name))
    return not any(_is_named(facts, name) for facts in files if facts is not None)


def _is_named(facts: FileFacts, name: str) -> bool:
    return any(use.name == name for use in facts.names.attributes) or any(
        item.name == name and item.role in (Role.READ, Role.IMPORT) for item in facts.names.occurrences
    )
