"""Generated programs as values: files, labelled intervals, and what one might refactor in them.

A generator writes a `Draft` (files with marks, suggestions that name labels); `finished` takes the
marks out and turns both into offsets. Nothing here knows how a draft came about, or what a refactoring
engine is: a suggestion is a wish in words that the refactorings' own requests are made from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from holdfast.gen.holes import TemplateError, render
from holdfast.text.interval import Interval

MAIN = "main.py"
TARGET = "target"
REFERENCES = "references"
SELECTION = "selection"


class Wish(NamedTuple):
    """A refactoring that a generator proposes for the first interval with some label.

    `kind` is a refactoring's name in snake case (`rename`, `extract_variable`, `inline_function`,
    `pull_up_method`, …); `name` is the new name, or where something is to go (a class, a module), or
    empty; `why` says what is special about it (`fresh`, `taken in the same scope`, …).
    """

    kind: str
    label: str
    name: str
    why: str


class Suggestion(NamedTuple):
    """A wish in a finished program: `at` is the interval to which it applies."""

    kind: str
    at: Interval
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What a generator writes: markup by file name, and wishes."""

    files: Mapping[str, str]
    wishes: tuple[Wish, ...] = ()
    entry: str = MAIN


@dataclass(frozen=True, slots=True)
class GeneratedProgram:
    """A program that runs: `python entry` in a folder with `files` prints what it computes.

    `labels["target"]` holds the declarations of the thing that the program is about,
    `labels["references"]` every other token that names it, `labels["selection"]` the code to extract.
    `choices` names the variants by dimension: one each, several where variants were merged.
    """

    files: Mapping[str, str]
    entry: str
    labels: Mapping[str, tuple[Interval, ...]]
    description: str
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    suggestions: tuple[Suggestion, ...] = ()
    generator: str = ""

    def text_at(self, interval: Interval) -> str:
        """The text of an interval of this program."""
        return self.files[interval.file][interval.start : interval.end]


def finished(
    draft: Draft,
    *,
    generator: str = "",
    description: str = "",
    choices: Mapping[str, tuple[str, ...]] | None = None,
) -> GeneratedProgram:
    """The program of a draft."""
    files: dict[str, str] = {}
    labels: dict[str, tuple[Interval, ...]] = {}
    for file, markup in draft.files.items():
        text, spans = render(markup)
        files[file] = text
        for label, offsets in spans.items():
            found = tuple(Interval(file, start, end) for start, end in offsets)
            labels[label] = labels.get(label, ()) + found
    if draft.entry not in files:
        raise TemplateError(f"{generator}: no file {draft.entry!r}")
    suggestions = []
    for kind, label, name, why in draft.wishes:
        if label not in labels:
            raise TemplateError(f"{generator}: a wish for {label!r}, which nothing is marked with")
        suggestions.append(Suggestion(kind, labels[label][0], name, why))
    return GeneratedProgram(
        files, draft.entry, labels, description, choices or {}, tuple(suggestions), generator
    )


def renames(label: str, **names: str) -> tuple[Wish, ...]:
    """Renames of one label: `fresh="total"`, `taken_in_same_scope="other"`, …"""
    return tuple(Wish("rename", label, name, why.replace("_", " ")) for why, name in names.items())
