"""Edits written into the text that they edit: `«old|new»`, `«|inserted»`, `«removed|»`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from holdfast.check import Options, check
from holdfast.check.correspondence.cut import edits_on_words
from holdfast.check.correspondence.moved import find_moved
from holdfast.check.correspondence.throughout import exchanged_throughout
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Outcome
from holdfast.python.project.program import Program
from holdfast.python.questions import MemberAnswers
from holdfast.refactorings.request import Kind, Request
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.positions import LineIndex
from holdfast.text.world import World

_MARK = re.compile(r"«([^|»]*)\|([^»]*)»")


class Edited(NamedTuple):
    before: World
    after: World
    edits: EditSet


def edited(files: Mapping[str, str]) -> Edited:
    """The worlds before and after the marked edits."""
    texts: dict[str, str] = {}
    replacements: dict[str, list[Replacement]] = {}
    for file, marked in files.items():
        text, end = "", 0
        for mark in _MARK.finditer(marked):
            text += marked[end : mark.start()]
            start, end = len(text), mark.end()
            text += mark[1]
            replacements.setdefault(file, []).append(Replacement(start, len(text), mark[2]))
        texts[file] = text + marked[end:]
    before = World.of(texts)
    edits = EditSet.of(replacements)
    return Edited(before, before.apply(edits), edits)


def pair_of(before: World, after: World, edits: EditSet | None = None) -> Pair:
    first, second = Program(before), Program(after)
    cut = edits_on_words(before, after, edits)
    pair = Pair(first, second, cut, exchanged=exchanged_throughout(first, second, cut))
    return Pair(first, second, cut, find_moved(pair), pair.exchanged)


def outcome_of(
    files: Mapping[str, str],
    kind: Kind = Kind.RENAME,
    *,
    options: Options | None = None,
    answers: MemberAnswers | None = None,
) -> Outcome:
    before, after, edits = edited(files)
    return check(before, after, Request(kind), edits=edits, options=options, answers=answers)


def told(
    files: Mapping[str, str], kind: Kind = Kind.RENAME, *, answers: MemberAnswers | None = None
) -> list[str]:
    """Each finding as `code file:line text`, in reading order."""
    before = edited(files).before
    return [shown(before, finding) for finding in outcome_of(files, kind, answers=answers).findings]


def told_between(
    before: Mapping[str, str], after: Mapping[str, str], kind: Kind = Kind.REFACTORING
) -> list[str]:
    one, other = World.of(before), World.of(after)
    return [shown(one, finding) for finding in check(one, other, Request(kind)).findings]


def shown(world: World, finding: Finding) -> str:
    place = finding.place
    text = world.text(place.file) or ""
    line = LineIndex(text).position(place.start)[0] + 1
    return f"{finding.code} {place.file}:{line} {text[place.start : place.end]}".strip()
