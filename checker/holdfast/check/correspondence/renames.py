"""Which public names the edit exchanged: what traces of before and after call the same thing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.python.names.table import BINDING_ROLES, Role
from holdfast.python.project.facts import FileFacts


def renames_of_declarations(pair: Pair, affected: Affected) -> Mapping[str, str]:
    """Names of module and class level declarations that the edit exchanged one for one.

    A new name that was there before, or an old one that is still there, is no rename: the texts were
    only aligned that way.
    """
    found: dict[str, str] = {}
    for token in affected.tokens:
        facts = pair.before.facts(token.file)
        place = pair.to_after(token)
        if facts is None or place is None:
            continue
        old = facts.text[token.start : token.end]
        if token.file in pair.exchanged:
            if _declares_publicly(facts, token.start, token.end, old):
                found[old] = pair.exchanged[token.file][1]
            continue
        after = pair.after.facts(place.file)
        new = (pair.after.world.text(place.file) or "")[place.start : place.end]
        if after is None or not _declares_publicly(facts, token.start, token.end, old):
            continue
        if not _declared_anywhere(facts, new) and not _declared_anywhere(after, old):
            found[old] = new
    return found


def names_still_declared(pair: Pair, renamed: Collection[str]) -> frozenset[str]:
    """Old names that something of the world after still has: a parameter, a member, a variable."""
    return frozenset(name for name in renamed if _is_declared(pair, name))


def _is_declared(pair: Pair, name: str) -> bool:
    for file in pair.after.index.files_with(name):
        facts = pair.after.facts(file)
        if facts is None:
            continue
        if any(name in members for members in facts.members.values()):
            return True
        if any(item.name == name and item.role in BINDING_ROLES for item in facts.names.occurrences):
            return True
    return False


def _declared_anywhere(facts: FileFacts, name: str) -> bool:
    if facts.declaring(0, name) is not None:
        return True
    return any(name in members for members in facts.members.values())


def _declares_publicly(facts: FileFacts, start: int, end: int, name: str) -> bool:
    declaration = facts.declaring(0, name)
    if declaration is not None and (declaration.start, declaration.end) == (start, end):
        return declaration.role is not Role.IMPORT
    return any(
        (start, end) in member.tokens for members in facts.members.values() for member in members.values()
    )
