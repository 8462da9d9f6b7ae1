"""Which tokens of a file carry an affected name and are there in both worlds, each resolved by reading alone."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.pair import Pair
from holdfast.python.names.table import AttributeUse, KeywordUse
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.fixtures import FixtureUse, fixture_uses
from holdfast.python.project.keywords import resolve_keyword
from holdfast.python.project.members import Absent, MemberResult, Named, resolve_attribute
from holdfast.text.interval import Interval


def mentions(facts: FileFacts, affected: Affected) -> bool:
    """Has the file a member token of an affected name, so that it is worth a look?"""
    names = affected.names
    if any(use.name in names or _written(facts, use) in names for use in facts.names.attributes):
        return True
    if any(use.name in names for use in facts.names.keywords):
        return True
    return "fixture" in facts.text or "def test" in facts.text


def tokens_of(
    pair: Pair, affected: Affected, file: str, before: FileFacts, after: FileFacts
) -> Iterator[MemberToken]:
    new_file = pair.file_after(file) or file
    attributes = {use.start: use for use in after.names.attributes}
    keywords = {use.start: use for use in after.names.keywords}
    for use in before.names.attributes:
        if use.name in affected.names or _written(before, use) in affected.names:
            place = pair.tokens(file).to_after(use.start, use.end)
            other = attributes.get(place[0]) if place else None
            if other is not None:
                first = resolve_attribute(pair.before, file, use)
                second = resolve_attribute(pair.after, new_file, other)
                yield _token(file, "attribute", use, other, first, second)
    for word in before.names.keywords:
        if word.name in affected.names:
            place = pair.tokens(file).to_after(word.start, word.end)
            another = keywords.get(place[0]) if place else None
            if another is not None:
                first = resolve_keyword(pair.before, file, word)
                second = resolve_keyword(pair.after, new_file, another)
                yield _token(file, "keyword", word, another, first, second)
    yield from _fixtures(pair, affected, file, new_file)


def _written(facts: FileFacts, use: AttributeUse) -> str:
    """The name as it stands in the text, before mangling."""
    return facts.text[use.start : use.end]


def _token(
    file: str,
    kind: str,
    use: AttributeUse | KeywordUse,
    other: AttributeUse | KeywordUse,
    before: MemberResult,
    after: MemberResult,
) -> MemberToken:
    return MemberToken(Interval(file, use.start, use.end), use.name, other.name, kind, before, after)


def _fixtures(pair: Pair, affected: Affected, file: str, new_file: str) -> Iterator[MemberToken]:
    uses = [use for use in fixture_uses(pair.before, file) if use.name in affected.names]
    if not uses:
        return
    after = {use.interval: use for use in fixture_uses(pair.after, new_file)}
    for use in uses:
        place = pair.to_after(use.interval)
        if place is None or not use.fixtures:
            continue
        other = after.get(place)
        name = (pair.after.world.text(new_file) or "")[place.start : place.end]
        second = _fixture_result(other)
        yield MemberToken(use.interval, use.name, name, "fixture", Named(use.fixtures, True), second)


def _fixture_result(use: FixtureUse | None) -> MemberResult:
    if use is None or not use.fixtures:
        return Absent((), True)
    return Named(use.fixtures, True)
