"""Which public names the edit exchanged: what traces of before and after call the same thing."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.python.names.table import Role
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
