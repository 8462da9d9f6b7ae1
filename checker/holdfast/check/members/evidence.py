"""What to say of an attribute that nobody can resolve.

An unresolved `.old` that remains while nothing in reach defines `old` any more was missed: a warning.
While something else still defines it, the token may well mean that: an information. A token that was
renamed although others still define the old name is an information, too. Everything else is in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.classes import class_info
from holdfast.python.project.functional_records import fields_made_by_calls
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.check.objects.candidates import Owner
    from holdfast.check.objects.owners import Owners

#: Types whose attributes appear on values of every program.
EVERYDAY_TYPES = (str, bytes, int, float, list, dict, set, tuple, BaseException, type, object)


def weigh(pair: Pair, affected: Affected, tokens: Sequence[tuple[Interval, str, bool]]) -> Iterator[Finding]:
    """`tokens`: place, name and whether the edit changed it, for attributes that nobody resolved."""
    members = {name for name in affected.old_names if was_member(pair, affected, name)}
    reach: dict[str, frozenset[str]] = {}
    for interval, name, changed in tokens:
        if name not in members:
            continue
        others = defined_in(pair.after, name)
        if changed and not others:
            continue
        owners = _owners(pair, affected, interval, name)
        if not others and not is_everyday(name):
            if not owners.is_other:
                message = f"nothing defines `{name}` any more, but this attribute still has that name"
                yield Finding("HF104", Severity.WARNING, interval, message)
            continue
        if changed:
            yield from _changed(pair, interval, name, owners)
        elif owners.is_renamed or (owners.are_seen and owners.renamed):
            message = f"this attribute `{name}` still has the old name, and {_told(pair, owners.renamed)} has the new one"
            yield Finding("HF104", Severity.WARNING, interval, message)
        elif not owners.is_other:
            if interval.file in reach.setdefault(name, _reach(pair, affected, name)):
                message = f"it is not known whether this `{name}` is the one that was renamed"
                yield _unsure(interval, name, message)


def _changed(pair: Pair, interval: Interval, name: str, owners: Owners) -> Iterator[Finding]:
    if owners.is_other or (owners.are_seen and owners.others):
        message = f"`{name}` was renamed here, but it seems to belong to {_told(pair, owners.others)}, which keeps it"
        yield Finding("HF103", Severity.WARNING, interval, message)
    elif not owners.is_renamed_in_project:
        yield _unsure(interval, name, f"`{name}` was renamed here, but another `{name}` is still defined")


def _owners(pair: Pair, affected: Affected, interval: Interval, name: str) -> Owners:
    """Whose member this is, as far as callers and uses tell."""
    from holdfast.check.objects.owners import Asked, Owners, owners_of

    facts = pair.before.facts(interval.file)
    uses = facts.names.attributes if facts is not None else ()
    node = next((use.node for use in uses if use.start == interval.start), None)
    if node is None:
        return Owners()
    return owners_of(pair, affected, Asked(interval.file, node.value, name, node))


def _told(pair: Pair, owners: frozenset[Owner]) -> str:
    names = {
        class_info(pair.before, each).name
        if isinstance(each, ClassKey)
        else (each if isinstance(each, str) else each.name).removeprefix("builtins.")
        for each in owners
    }
    return ", ".join(f"`{each}`" for each in sorted(names))


def _unsure(interval: Interval, name: str, message: str) -> Finding:
    return Finding("HF502", Severity.INFORMATION, interval, message)


def was_member(pair: Pair, affected: Affected, name: str) -> bool:
    """Was a module or class level declaration of that name renamed, or only a local variable?"""
    for token in affected.tokens:
        facts = pair.before.facts(token.file)
        if facts is None or facts.text[token.start : token.end] != name:
            continue
        place = (token.start, token.end)
        if any(place in member.tokens for members in facts.members.values() for member in members.values()):
            return True
        if (*place, name) in fields_made_by_calls(facts):
            return True
        declaration = facts.declaring(MODULE_SCOPE, name)
        if declaration is not None and (declaration.start, declaration.end) == place:
            return True
    return False


def is_member(program: Program, name: str) -> bool:
    """Does any class in the world have a member of that name?"""
    return any(
        name in members
        for file in program.index.files_with(name)
        if (facts := program.facts(file)) is not None
        for members in facts.members.values()
    )


def defined_in(program: Program, name: str) -> bool:
    """Does any class, module or assignment to an attribute in the world define the name?"""
    for file in program.index.files_with(name):
        facts = program.facts(file)
        if facts is None:
            continue
        if any(name in members for members in facts.members.values()):
            return True
        if facts.declaring(MODULE_SCOPE, name) is not None:
            return True
        if any(field == name for _, _, field in fields_made_by_calls(facts)):
            return True
    return False


@cache
def _everyday_names() -> frozenset[str]:
    return frozenset(name for kind in EVERYDAY_TYPES for name in dir(kind))


def is_everyday(name: str) -> bool:
    """Do values of every program have an attribute of that name?"""
    return name in _everyday_names()


def _reach(pair: Pair, affected: Affected, name: str) -> frozenset[str]:
    """Files that share objects with the renamed declaration, as far as imports tell."""
    start = {
        token.file
        for token in affected.tokens
        if (pair.before.world.text(token.file) or "")[token.start : token.end] == name
    }
    found = set(start)
    waiting = list(start)
    while waiting:
        for file in pair.before.importers(waiting.pop()):
            if file not in found:
                found.add(file)
                waiting.append(file)
    return frozenset(found)
