"""Attributes whose names a descriptor takes: `year = Column(int)`, where `Column` has a `__set_name__`.

A descriptor that keeps the name to itself, to store values under it or to complain, hides nothing. One that
gives it away (to the class that it stands in, or to whoever asks) may make a column of a table of it. A text
that still has the old name is then evidence that somebody expects it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import exchanged_in_texts, left_in_code, left_in_data
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import classes_in, order_of, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.lookup import find_member
from holdfast.python.project.members import Named, resolve_attribute
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, InstanceValue
from holdfast.text.interval import Interval

_BY_NAME = frozenset({"getattr", "setattr", "hasattr", "delattr"})


def check_descriptor_names(pair: Pair, affected: Affected) -> Iterator[Finding]:
    if not pair.before.index.files_with("__set_name__"):
        return
    for file in sorted({token.file for token in affected.tokens}):
        for key in classes_in(pair.before, file):
            for name, member in own_members(pair.before, key).items():
                token = Interval(file, *member.token)
                if token in affected.tokens and member.kind is Kind.CLASS_ATTRIBUTE:
                    for descriptor in _descriptors(pair.before, file, member):
                        yield from _of_attribute(pair, affected, descriptor, name, token)


def _of_attribute(
    pair: Pair, affected: Affected, descriptor: ClassKey, name: str, token: Interval
) -> Iterator[Finding]:
    given = _given_away(pair.before, descriptor)
    if given is None:
        return
    texts = [text for text in (*left_in_code(pair, name), *left_in_data(pair, name)) if text.is_data]
    for text in texts:
        message = f'"{name}" stands here, and the descriptor makes something of the name, which was renamed'
        clauses = (Clause(token, "this was renamed"), Clause(given, "the name is given away here"))
        yield Finding("HF104", Severity.WARNING, text.place, message, clauses)
    if not texts and not exchanged_in_texts(pair, affected, name):
        message = f"the descriptor gives the name `{name}` away; what is made of it would be another"
        leaving = Clause(given, "the name is given away here")
        yield Finding("HF501", Severity.INFORMATION, token, message, (leaving,))


def _descriptors(program: Program, file: str, member: Member) -> Iterator[ClassKey]:
    """The classes of the project with `__set_name__` that the attribute holds an instance of."""
    facts = program.facts(file)
    for target in member.targets if facts is not None else ():
        statement = parents_of(facts).get(target) if facts is not None else None
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        for item in evaluate(program, file, value).items if value is not None else ():
            if isinstance(item, InstanceValue) and find_member(program, item.key, "__set_name__") is not None:
                yield item.key


def _given_away(program: Program, key: ClassKey) -> Interval | None:
    """Where the name leaves the descriptor, if it does."""
    hit = find_member(program, key, "__set_name__")
    facts = program.facts(hit.owner.file) if hit is not None else None
    if hit is None or facts is None or not hit.member.functions:
        return None
    node = facts.names.scopes[hit.member.functions[0]].node
    if not isinstance(node, ast.FunctionDef) or len(node.args.args) < 3:
        return None
    owner, name = (item.arg for item in node.args.args[1:3])
    kept: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id == owner and isinstance(each.ctx, ast.Load):
            return Interval(hit.owner.file, facts.tree.start(each), facts.tree.end(each))
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Name) and each.value.id == name:
            # Under another spelling (`"_" + name`) it is a place to store values, and no name of anything.
            kept |= {target.attr for target in each.targets if isinstance(target, ast.Attribute)}
    for attribute in sorted(kept):
        place = _read_for_more(program, key, attribute)
        if place is not None:
            return place
    return None


def _read_for_more(program: Program, key: ClassKey, attribute: str) -> Interval | None:
    """A read of the kept name that is for more than to store values under it or to tell a person."""
    own = {item for item in order_of(program, key).classes if isinstance(item, ClassKey)}
    tokens = {
        Interval(item.file, *token)
        for item in own
        for name, member in own_members(program, item).items()
        if name == attribute
        for token in member.tokens
    }
    for file in sorted(program.index.files_with(attribute)):
        facts = program.facts(file)
        if facts is None:
            continue
        for use in facts.names.attributes:
            if use.name != attribute or not isinstance(use.node.ctx, ast.Load):
                continue
            if _is_harmless(facts, use.node):
                continue
            named = resolve_attribute(program, file, use)
            if isinstance(named, Named) and any(item.interval in tokens for item in named.declarations):
                return Interval(file, use.start, use.end)
    return None


def _is_harmless(facts: FileFacts, node: ast.expr) -> bool:
    """Does the name only choose where an object keeps the value, or stand in a message?"""
    around = parents_of(facts).get(node)
    match around:
        case ast.Subscript(value=ast.Attribute(attr="__dict__")) | ast.FormattedValue():
            return True
        case ast.Call(func=called):
            if last_name(called) in _BY_NAME:
                return True
            base = called.value if isinstance(called, ast.Attribute) else None
            return isinstance(base, ast.Attribute) and base.attr == "__dict__"
        case ast.BinOp():
            return True
        case _:
            return False
