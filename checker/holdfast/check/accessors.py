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
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.members import Named, resolve_attribute
from holdfast.python.project.own_members import PROPERTY_DECORATORS, Member, decorator_name
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
