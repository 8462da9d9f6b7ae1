"""Fields that an edit stores under another name, behind a property or behind methods.

Readers and writers that name the field arrive at the accessors. Code that asks an object for all it holds
(`vars(x)`, `x.__dict__`, `asdict(x)`) sees the new name, and code that takes the name from a text misses the
accessors that are methods.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.objects.kinds import known_classes
from holdfast.check.pair import Pair
from holdfast.check.texts.key_texts import key_texts
from holdfast.check.texts.object_listings import Listing, listings
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, classes_in, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import last_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.own_members import PROPERTY_DECORATORS, decorator_name
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_BY_NAME = frozenset({"getattr", "setattr", "hasattr", "delattr"})


class Hidden(NamedTuple):
    """A field of a class of before that is stored under another name after."""

    owner: ClassKey
    name: str
    token: Interval
    #: What still works under the old name: the functions above that need no method.
    works: frozenset[str]


def check_hidden_fields(pair: Pair) -> Iterator[Finding]:
    for field in hidden_fields(pair):
        family = frozenset({field.owner, *subclasses(pair.before, field.owner)})
        clause = Clause(field.token, "this field would be stored under another name")
        for listing in listings(pair.before, field.name, class_info(pair.before, field.owner).name):
            if _is_left(pair, listing.file, listing.node):
                yield from _listed(pair, field, family, listing, clause)
        yield from _named_by_text(pair, field, family, clause)
        if "getattr" not in field.works:
            yield from _taken_by_name(pair, field, clause)
            yield from _named_in_format(pair, field, clause)


def hidden_fields(pair: Pair) -> Iterator[Hidden]:
    for file in pair.rewritten_python_files():
        new_file = pair.file_after(file)
        if pair.facts(file) is None or new_file is None:
            continue
        after = {class_info(pair.after, key).name: key for key in classes_in(pair.after, new_file)}
        for key in classes_in(pair.before, file):
            other = after.get(class_info(pair.before, key).name)
            if other is not None:
                yield from _hidden(pair, key, other)


def _hidden(pair: Pair, before: ClassKey, after: ClassKey) -> Iterator[Hidden]:
    old, new = own_members(pair.before, before), own_members(pair.after, after)
    appeared = {name for name, member in new.items() if name not in old and not member.functions}
    prefix = f"_{class_info(pair.after, after).name.lstrip('_')}__"
    stored = {name.removeprefix(prefix).strip("_") for name in appeared if name.startswith("_")}
    for name, member in old.items():
        if member.functions or member.classes or name.strip("_") not in stored:
            continue
        hit = find_class_member(pair.after, after, name)
        works: frozenset[str] = frozenset()
        if hit is not None:
            if hit.member.kind is not Kind.PROPERTY:
                continue
            works = _works(pair, hit.owner, hit.member.functions)
        yield Hidden(before, name, Interval(before.file, *member.token), works)


def _works(pair: Pair, owner: ClassKey, functions: tuple[int, ...]) -> frozenset[str]:
    facts = pair.after.facts(owner.file)
    assert facts is not None
    nodes = [facts.names.scopes[scope].node for scope in functions]
    words = {decorator_name(item) for node in nodes for item in getattr(node, "decorator_list", ())}
    words &= PROPERTY_DECORATORS
    found = {"getattr", "hasattr"}
    found |= {"setattr"} if words & {"setter", "cached_property"} else set()
    found |= {"delattr"} if words & {"deleter", "cached_property"} else set()
    return frozenset(found)


def _is_left(pair: Pair, file: str, node: ast.expr) -> bool:
    facts = pair.before.facts(file)
    if facts is None or pair.file_after(file) is None:
        return False
    return not pair.tokens(file).is_touched(facts.tree.start(node), facts.tree.end(node))


def _place(pair: Pair, file: str, node: ast.expr) -> Interval:
    facts = pair.before.facts(file)
    assert facts is not None
    return Interval(file, facts.tree.start(node), facts.tree.end(node))


def _listed(
    pair: Pair, field: Hidden, family: frozenset[ClassKey], listing: Listing, clause: Clause
) -> Iterator[Finding]:
    kinds = known_classes(pair.before, listing.file, listing.of) if listing.of is not None else None
    if kinds is not None and not _meets(pair, kinds, family):
        return
    is_near = kinds is not None or listing.names_class
    if not is_near and kinds is None and listing.key is None:
        return
    message = f"what is listed here would have another name for `{field.name}`"
    severity = Severity.WARNING if is_near else Severity.INFORMATION
    yield Finding("HF104", severity, _place(pair, listing.file, listing.node), message, (clause,))


def _meets(pair: Pair, kinds: frozenset[ClassKey], family: frozenset[ClassKey]) -> bool:
    return any(kind in family or family & {*subclasses(pair.before, kind)} for kind in kinds)


def _named_by_text(
    pair: Pair, field: Hidden, family: frozenset[ClassKey], clause: Clause
) -> Iterator[Finding]:
    """`setattr(target, key, value)` where some text is the old name, and `getattr(target, "old")`."""
    refused = _BY_NAME - field.works
    texts: list[Interval] | None = None
    for file in sorted(pair.before.index.files_with_any(refused)) if refused else ():
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if not _asks(node, refused) or not isinstance(node, ast.Call) or not _is_left(pair, file, node):
                continue
            written = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
            if written is not None and written != field.name:
                continue
            kinds = known_classes(pair.before, file, node.args[0])
            if kinds is None or not _meets(pair, kinds, family):
                continue
            if written is None and texts is None:
                texts = [text.place for text in key_texts(pair, field.name)]
            if written is not None or texts:
                message = f"`{field.name}` would no longer be what this asks for by name"
                spelled = [Clause(place, "this text is its name") for place in (texts or [])[:1]]
                place = _place(pair, file, node)
                yield Finding("HF104", Severity.WARNING, place, message, (clause, *spelled))


def _taken_by_name(pair: Pair, field: Hidden, clause: Clause) -> Iterator[Finding]:
    """`attrgetter("old")`, where nothing else has an attribute of that name."""
    if defined_in(pair.after, field.name) or is_everyday(field.name):
        return
    for file in sorted(pair.before.index.files_with("attrgetter") & pair.before.index.files_with(field.name)):
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if not isinstance(node, ast.Call) or last_name(node.func) != "attrgetter":
                continue
            texts = [item.value for item in node.args if isinstance(item, ast.Constant)]
            if field.name in texts and _is_left(pair, file, node):
                message = f"`{field.name}` would no longer be what this asks for by name"
                yield Finding("HF104", Severity.WARNING, _place(pair, file, node), message, (clause,))


def _named_in_format(pair: Pair, field: Hidden, clause: Clause) -> Iterator[Finding]:
    """`"{0.old}".format(thing)`"""
    named = re.compile(rf"\{{[^{{}}]*\.{re.escape(field.name)}\b")
    for file in sorted(pair.before.index.files_with(field.name)):
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            match node:
                case ast.Constant(value=str(text)) if named.search(text) and _is_left(pair, file, node):
                    message = f"`{field.name}` would no longer be what this text asks for by name"
                    yield Finding("HF104", Severity.WARNING, _place(pair, file, node), message, (clause,))


def _asks(node: ast.AST, names: frozenset[str]) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in names
        and len(node.args) >= 2
    )
