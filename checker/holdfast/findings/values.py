"""Findings and outcomes as values.

A finding stands at a place of the *original* text and tells its story in located clauses: "this read of
`x`" / "bound to this parameter" / "would bind to this local instead". A verdict follows from the
findings and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from holdfast.records import dataclass, field
from holdfast.text.edits import EditSet
from holdfast.text.interval import Interval


class Severity(Enum):
    """An error is proven, a warning is inferred, an information is a place that was not seen."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


class Verdict(Enum):
    SAFE = "safe"
    UNSAFE = "unsafe"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Clause:
    """One located part of a finding's story.

    `place` is in the original text. What stands only in inserted text is placed where it was inserted,
    and `quoted` is then the inserted line.
    """

    place: Interval
    text: str
    quoted: str | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """A safe variant: what to do, and where known the edits that replace the whole proposal."""

    title: str
    #: Not hashed, since an edit set holds mappings; two fixes with other edits are still unequal.
    edits: EditSet | None = field(default=None, hash=False)
    #: For a rename: the name to ask for instead.
    new_name: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One unexpected change, at `place` of the original text."""

    code: str
    severity: Severity
    place: Interval
    message: str
    clauses: tuple[Clause, ...] = ()
    fix: Fix | None = None
    #: The inserted line, when what is wrong stands in inserted text.
    quoted: str | None = None
    #: An information that may hide a break makes the verdict unknown; a mere mention does not.
    may_hide_break: bool = True


class AcceptedBy(Enum):
    """Where a person said that a finding is fine."""

    COMMENT = "comment"
    BASELINE = "baseline"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding that a person has accepted, and where."""

    finding: Finding
    by: AcceptedBy


@dataclass(frozen=True, slots=True)
class Checked:
    """What was looked at, so that a verdict can be judged."""

    files: int = 0
    edges: int = 0
    #: Places that could not be seen, each a sentence.
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one check. Findings are in reading order, each only once."""

    findings: tuple[Finding, ...] = ()
    checked: Checked = field(default_factory=Checked)
    #: For --why: the evidence behind the verdict, one sentence each.
    evidence: tuple[str, ...] = ()
    #: Findings that the user has accepted; they take no part in the verdict.
    accepted: tuple[Accepted, ...] = ()

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.findings)


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """Unsafe with an error or a warning, unknown with an information that may hide a break, else safe."""
    verdict = Verdict.SAFE
    for finding in findings:
        if finding.severity is not Severity.INFORMATION:
            return Verdict.UNSAFE
        if finding.may_hide_break:
            verdict = Verdict.UNKNOWN
    return verdict


_SEVERITY_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFORMATION: 2}


def in_reading_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sorted by place, then severity, then code; duplicates dropped."""
    return tuple(
        sorted(
            dict.fromkeys(findings), key=lambda f: (f.place, _SEVERITY_ORDER[f.severity], f.code, f.message)
        )
    )
