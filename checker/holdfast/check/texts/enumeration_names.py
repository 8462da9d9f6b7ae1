"""Members of enumerations that are found by their names: `Level[word]`, `Level.__members__`, `level.name`.

The word comes from somewhere. Where a text of the project, or a file of data, still has the old name, that
is where it comes from, as far as anybody can tell. Where there is no such text, the look-up is a place that
a person should see.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import LeftText, exchanged_in_texts, left_in_code, left_in_data
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, classes_in, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.lookup import find_class_member, has_ancestor, is_enumeration
from holdfast.python.project.values import ClassKey, ClassValue, InstanceValue
from holdfast.text.interval import Interval

_TABLES = frozenset({"__members__", "_member_map_"})
_FOLDING = frozenset({"upper", "lower", "casefold", "title", "capitalize", "swapcase"})
_TEXTUAL = frozenset({"enum.StrEnum"})


class _LookUp(NamedTuple):
    """A place that goes from names to members, or (`reads`) from members to names."""

    place: Interval
    reads: bool
    any_case: bool


def check_enumeration_names(pair: Pair, affected: Affected) -> Iterator[Finding]:
    for file in sorted({token.file for token in affected.tokens}):
        for key in classes_in(pair.before, file):
            renamed = {
                name: Interval(file, *member.token)
                for name, member in own_members(pair.before, key).items()
                if member.kind is Kind.CLASS_ATTRIBUTE and Interval(file, *member.token) in affected.tokens
            }
            if renamed and is_enumeration(pair.before, key):
                lookups = list(_lookups(pair, key))
                for name, token in sorted(renamed.items()):
                    yield from _of_member(pair, affected, key, name, token, lookups)


def _of_member(
    pair: Pair, affected: Affected, key: ClassKey, name: str, token: Interval, lookups: list[_LookUp]
) -> Iterator[Finding]:
    value = _value_made_of_name(pair, key, name)
    if value is not None:
        texts = [text for text in _texts(pair, key, value, any_case=False) if text.is_whole or text.is_value]
        for text in texts:
            message = f'"{value}" is made of the name of the member, which was renamed'
            yield Finding("HF104", Severity.WARNING, text.place, message, (Clause(token, "of this"),))
        if not texts and not exchanged_in_texts(pair, affected, value):
            message = f"the value of the member is made of its name, and would no longer be {value!r}"
            yield Finding("HF501", Severity.INFORMATION, token, message)
    if not lookups:
        return
    asking = [each for each in lookups if not each.reads]
    any_case = any(each.any_case for each in asking)
    texts = [
        text
        for text in _texts(pair, key, name, any_case=any_case)
        if (text.is_whole if not asking else _is_the_name(text, name))
    ]
    where = (asking or lookups)[0].place
    for text in texts:
        message = f'"{name}" still stands here, and members are found by their names'
        clauses = (Clause(token, "it names this"), Clause(where, "by this"))
        yield Finding("HF104", Severity.WARNING, text.place, message, clauses)
    if texts or any(exchanged_in_texts(pair, affected, word) for word in {name, name.lower()}):
        return
    for each in asking:
        message = f"members are looked up by name here, and `{name}` was renamed"
        yield Finding("HF501", Severity.INFORMATION, each.place, message, (Clause(token, "this one"),))


def _texts(pair: Pair, key: ClassKey, name: str, *, any_case: bool) -> Iterator[LeftText]:
    resolved: dict[str, frozenset[ast.AST]] = {}
    for text in left_in_code(pair, name, any_case=any_case):
        file = text.place.file
        if file not in resolved:
            resolved[file] = frozenset(_indices_of_enumerations(pair, file))
        if text.node not in resolved[file]:
            yield text
    yield from left_in_data(pair, name, any_case=any_case)


def _is_the_name(text: LeftText, name: str) -> bool:
    """Is this word the name of the member, and not a word of some sentence?"""
    if text.text[text.start : text.end] != name:
        return text.is_whole or text.is_value
    return not name.islower() or text.is_whole or text.is_value


def _indices_of_enumerations(pair: Pair, file: str) -> Iterator[ast.AST]:
    """Texts that look a member up directly: which one that is, is known, and judged elsewhere."""
    facts = pair.before.facts(file)
    for node in ast.walk(facts.tree.module) if facts is not None else ():
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            if any(isinstance(item, ClassValue) for item in evaluate(pair.before, file, node.value).items):
                yield node.slice


def _value_made_of_name(pair: Pair, key: ClassKey, name: str) -> str | None:
    """What `auto()` gives a member of a `StrEnum`, or of a class that makes values of names itself."""
    for statement in class_node(pair.before, key).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=called)) if target == name:
                if last_name(called) != "auto":
                    return None
                made = find_class_member(pair.before, key, "_generate_next_value_")
                if made is not None and made.member.functions:
                    return name.lower() if _lowers(pair, made.owner, made.member.functions[0]) else name
                return name.lower() if has_ancestor(pair.before, key, _TEXTUAL) else None
    return None


def _lowers(pair: Pair, owner: ClassKey, scope: int) -> bool:
    facts = pair.before.facts(owner.file)
    node = facts.names.scopes[scope].node if facts is not None else None
    return node is not None and any(
        isinstance(each, ast.Attribute) and each.attr == "lower" for each in ast.walk(node)
    )


def _lookups(pair: Pair, key: ClassKey) -> Iterator[_LookUp]:
    info = class_info(pair.before, key)
    names = {info.name, *(name for each in _importing(pair, key) for name in each.aliases.get(info.name, ()))}
    for file in sorted(pair.before.index.files_with_any(names) | {key.file}):
        facts = pair.before.facts(file)
        if facts is None or not any(word in facts.text for word in ("[", *_TABLES, "getattr", ".name")):
            continue
        counted = {
            node.args[0]
            for node in ast.walk(facts.tree.module)
            if isinstance(node, ast.Call) and last_name(node.func) == "len" and len(node.args) == 1
        }
        for node in ast.walk(facts.tree.module):
            if node not in counted:  # who counts the members asks for no name
                yield from _lookup(pair, key, file, facts, node)


def _importing(pair: Pair, key: ClassKey) -> Iterator[FileFacts]:
    for file in pair.before.importers(key.file):
        facts = pair.before.facts(file)
        if facts is not None:
            yield facts


def _lookup(pair: Pair, key: ClassKey, file: str, facts: FileFacts, node: ast.AST) -> Iterator[_LookUp]:
    base: ast.expr | None = None
    reads = False
    match node:
        case ast.Subscript(value=value, slice=index, ctx=ast.Load()) if not isinstance(index, ast.Constant):
            base = None if _is_type(index) else value
        case ast.Attribute(value=value, attr=name) if name in _TABLES:
            base = None if _is_about_no_name(facts, node) else value
        case ast.Call(func=ast.Name(id="getattr"), args=[value, name, *_]) if not isinstance(
            name, ast.Constant
        ):
            base = value
        case ast.Attribute(value=value, attr="name", ctx=ast.Load()):
            base, reads = value, True
    if base is None:
        return
    items = evaluate(pair.before, file, base).items
    if reads:
        found = any(isinstance(item, InstanceValue) and item.key == key for item in items)
        found = found or _goes_through(pair, key, file, facts, base)
    else:
        found = any(isinstance(item, ClassValue) and item.key == key for item in items)
    if found and isinstance(node, ast.expr):
        place = Interval(file, facts.tree.start(node), facts.tree.end(node))
        folds = any(isinstance(each, ast.Attribute) and each.attr in _FOLDING for each in ast.walk(node))
        tables = isinstance(node, ast.Attribute) and node.attr in _TABLES
        yield _LookUp(place, reads, folds or (tables and ".upper()" in facts.text))


def _is_about_no_name(facts: FileFacts, node: ast.AST) -> bool:
    """`len(Level.__members__)`, `Level.__members__.values()`: the names are not looked at."""
    match parents_of(facts).get(node):
        case ast.Call(func=ast.Name(id="len")) | ast.Attribute(attr="values"):
            return True
        case _:
            return False


def _is_type(index: ast.expr) -> bool:
    """`Flags[int]` in an annotation would be a type, were the class generic."""
    return isinstance(index, ast.Slice | ast.Tuple)


def _goes_through(pair: Pair, key: ClassKey, file: str, facts: FileFacts, node: ast.expr) -> bool:
    """Is this the variable of a loop over the enumeration?"""
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return False
    found = facts.names.occurrences[index]
    for binding in facts.bindings.get((found.owner, found.name), ()):
        target = facts.node_of_occurrence.get(binding)
        bound = facts.bound_values.get(target) if target is not None else None
        if bound is not None and bound.how == "element":
            items = evaluate(pair.before, file, bound.node).items
            if any(isinstance(item, ClassValue) and item.key == key for item in items):
                return True
    return False
