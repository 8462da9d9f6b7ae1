"""A case as a value. Offsets and intervals are those of the texts without marker lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from holdfast.text.interval import Interval


class Side(Enum):
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class ExpectedFinding:
    """`!slug(@a => @b)`: a finding of this name at the marked place that mentions these places in order."""

    slug: str
    labels: tuple[str, ...] = ()

    def __str__(self) -> str:
        inside = " => ".join(f"@{label}" for label in self.labels)
        return f"!{self.slug}({inside})" if inside else f"!{self.slug}"


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked interval. A marked proposal rewrites it if `edited`, with `new_text` or else the new name."""

    place: Interval
    side: Side = Side.BEFORE
    label: str | None = None
    edited: bool = False
    new_text: str | None = None
    findings: tuple[ExpectedFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseRequest:
    """What is asked for. `target` is the label of the place that it acts on."""

    kind: str
    target: str | None = None
    new_name: str | None = None
    proposal: str = "marked"
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The verdict that a person wrote down, and the code of the refusal when it is `refused`."""

    verdict: str
    code: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One case. `after` holds only files that differ, None for a file that is gone."""

    request: CaseRequest
    before: Mapping[str, str]
    expect: Expectation
    prose: str = ""
    name: str = "case"
    after: Mapping[str, str | None] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    run: str | None = None
    rendered: Mapping[str, str] = field(default_factory=dict)

    def labels(self, side: Side = Side.BEFORE) -> dict[str, Interval]:
        """The labelled intervals of one side."""
        return {mark.label: mark.place for mark in self.marks if mark.label is not None and mark.side is side}

    @property
    def target(self) -> Interval | None:
        """The place that the request acts on."""
        return None if self.request.target is None else self.labels()[self.request.target]
