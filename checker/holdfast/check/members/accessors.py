"""Properties that took the place of a field: can the field's users still use them?

A property without a setter refuses to be assigned, one without a deleter to be deleted; one that reads or
writes itself in place of a field behind it calls itself without end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, classes_in
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.members import Named, resolve_attribute
from holdfast.python.project.own_members import PROPERTY_DECORATORS, Member, decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


class _Property(NamedTuple):
    """A property that only the world after has."""

    name: str
    #: Every token that declares it, in the text after.
    tokens: frozenset[Interval]
    #: What it can do besides being read.
    has: frozenset[str]


def check_accessors(pair: Pair) -> Iterator[Finding]:
    made: list[_Property] = []
    yield from _defaults_lost(pair)
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None:
            continue
        for members in facts[1].members.values():
            for member in members.values():
                if member.kind is Kind.PROPERTY and not _was_property(facts[0], member):
                    yield from _endless(pair, file, facts, member)
                    made.append(_property(new_file, facts[1], member))
    for item in made:
        yield from _refused(pair, item)


def _defaults_lost(pair: Pair) -> Iterator[Finding]:
    """Fields of a dataclass whose default would be the property: it is bound to the same name further down."""
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None:
            continue
        before = {class_info(pair.before, key).name: key for key in classes_in(pair.before, file)}
        for key in classes_in(pair.after, new_file):
            old = before.get(class_info(pair.after, key).name)
            if old is None or not makes_fields(pair.after, key):
                continue
            for name, token in _fields_under_properties(pair, key).items():
                had_default = _declared(pair.before, old).get(name, (None, False))[1]
                if had_default or _stands_before_required(pair, key, name):
                    place, quoted = pair.shown_at(Interval(new_file, *token))
                    what = "its default" if had_default else "a default, before fields that have none"
                    message = f"the property would become {what}: the class makes a parameter of `{name}`"
                    yield Finding("HF202", Severity.ERROR, place, message, quoted=quoted)


def _declared(program: Program, key: ClassKey) -> dict[str, tuple[ast.AnnAssign, bool]]:
    """The annotated names of a class body, and whether each has a value."""
    return {
        statement.target.id: (statement, statement.value is not None)
        for statement in class_node(program, key).body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def _fields_under_properties(pair: Pair, key: ClassKey) -> dict[str, tuple[int, int]]:
    """Annotated names that a property of the same class body takes over, with their tokens."""
    facts = pair.after.facts(key.file)
    assert facts is not None
    found: dict[str, tuple[int, int]] = {}
    declared = _declared(pair.after, key)
    for statement in class_node(pair.after, key).body:
        if isinstance(statement, ast.FunctionDef) and statement.name in declared:
            words = {decorator_name(item) for item in statement.decorator_list}
            # One that knows of the property that it is may take it for what it stands for.
            if words & PROPERTY_DECORATORS and not _asks_for_property(class_node(pair.after, key)):
                target = declared[statement.name][0].target
                found[statement.name] = facts.tree.start(target), facts.tree.end(target)
    return found


def _asks_for_property(node: ast.ClassDef) -> bool:
    return any(
        isinstance(inner, ast.Name) and inner.id == "property" and isinstance(inner.ctx, ast.Load)
        for statement in node.body
        if isinstance(statement, ast.FunctionDef)
        for body in statement.body
        for inner in ast.walk(body)
    )


def _stands_before_required(pair: Pair, key: ClassKey, name: str) -> bool:
    names = list(declared := _declared(pair.after, key))
    return any(not declared[other][1] for other in names[names.index(name) + 1 :])


def _was_property(before: FileFacts, member: Member) -> bool:
    return any(
        members[member.name].kind is Kind.PROPERTY
        for members in before.members.values()
        if member.name in members
    )


def _property(file: str, facts: FileFacts, member: Member) -> _Property:
    has: set[str] = set()
    for scope in member.functions:
        node = facts.names.scopes[scope].node
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        words = {decorator_name(item) for item in node.decorator_list} & PROPERTY_DECORATORS
        has |= words
    tokens = frozenset(Interval(file, *token) for token in member.tokens)
    return _Property(member.name, tokens, frozenset(has))


def _refused(pair: Pair, item: _Property) -> Iterator[Finding]:
    """Stores to the property that it has no setter for, wherever they stand."""
    if "cached_property" in item.has or "lazyproperty" in item.has:
        return  # the value is stored under the property's own name
    for file in sorted(pair.after.index.files_with(item.name)):
        facts = pair.after.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            context = use.node.ctx
            if use.name != item.name or isinstance(context, ast.Load):
                continue
            needed, what = (
                ("setter", "assigned") if isinstance(context, ast.Store) else ("deleter", "deleted")
            )
            if needed in item.has:
                continue
            found = resolve_attribute(pair.after, file, use)
            if isinstance(found, Named) and any(one.interval in item.tokens for one in found.declarations):
                place, quoted = pair.shown_at(Interval(file, use.start, use.end))
                severity = Severity.ERROR if found.exact else Severity.WARNING
                message = f"`{item.name}` would be a property that cannot be {what}"
                shown, line = pair.shown_at(min(item.tokens))
                clause = Clause(shown, f"this property has no {needed}", line)
                yield Finding("HF201", severity, place, message, (clause,), quoted=quoted)


def _endless(pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], member: Member) -> Iterator[Finding]:
    for scope in member.functions:
        node = facts[1].names.scopes[scope].node
        if not isinstance(node, ast.FunctionDef) or not node.args.args:
            continue
        words = {decorator_name(item) for item in node.decorator_list}
        context: type[ast.expr_context] = ast.Store if "setter" in words else ast.Load
        for inner in ast.walk(node):
            if not isinstance(inner, ast.Attribute) or inner.attr != member.name:
                continue
            receiver = inner.value
            if isinstance(receiver, ast.Name) and receiver.id == node.args.args[0].arg:
                if isinstance(inner.ctx, context):
                    place, quoted = _field(pair, file, facts, member, inner)
                    message = f"the property `{member.name}` would call itself without end"
                    yield Finding("HF206", Severity.ERROR, place, message, quoted=quoted)
                    return


def _field(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], member: Member, inner: ast.Attribute
) -> tuple[Interval, str | None]:
    """The field that the property replaces, or else where the property was inserted."""
    for members in facts[0].members.values():
        if member.name in members:
            return Interval(file, *members[member.name].token), None
    tree = facts[1].tree
    return pair.shown_at(Interval(pair.file_after(file) or file, tree.start(inner), tree.end(inner)))
