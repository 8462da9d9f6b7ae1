"""What a check says, as values that travel between the process that checks and the one that serves.

Places are LSP ranges in the agreed unit, for the text before and for the text after the edit, because
findings follow an edit that the user makes all the same. Knows no pipe and no editor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

RawRange: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """The refactoring that an edit claims to be, in the editor's terms."""

    kind: str
    uri: str | None = None
    #: A range; for a rename the empty range at the position.
    range: RawRange | None = None
    new_name: str | None = None
    #: Files that the editor itself will move after the edit: old URI, new URI.
    moves: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    uri: str
    before: RawRange
    after: RawRange


@dataclass(frozen=True, slots=True)
class Variant:
    """A safe variant of an edit: another new name to ask for, or edits."""

    title: str
    name: str | None = None
    #: In place of the whole edit, while nothing of it has been made.
    edit: Mapping[str, Any] | None = None
    #: What is to be added once the edit has been made.
    rest: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """One finding, ready to be shown in an editor."""

    code: str
    severity: str
    message: str
    place: Place
    related: tuple[tuple[Place, str], ...] = ()
    #: The title of a safe variant among those of the whole check: many findings share one large edit.
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    verdict: Literal["safe", "unsafe", "unknown"]
    summary: str
    findings: tuple[Shown, ...] = ()
    #: Safe variants by title.
    variants: Mapping[str, Variant] = field(default_factory=dict)
    #: The text keys, before and after the edit, of every file that a finding speaks of, by URI.
    states: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    #: Sentences about the edit itself, e.g. columns in another unit than agreed.
    notes: tuple[str, ...] = ()
    #: The same edit with its columns put right, where they were wrong.
    corrected: Mapping[str, Any] | None = None
    #: Whether uses were left behind, as by a server that is still reading the project.
    incomplete: bool = False
    files: int = 0


@dataclass(frozen=True, slots=True)
class Refused:
    """The edit or the request cannot be used; `code` is HF6xx."""

    message: str
    code: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Holdfast itself failed; says nothing about the edit."""

    message: str
    #: The process is gone, perhaps for another question's sake: a new one may do better.
    died: bool = False


@dataclass(frozen=True, slots=True)
class Proposed:
    """An edit that an engine made: raw, with the engine's remarks."""

    edit: Mapping[str, Any]
    notes: tuple[str, ...] = ()


Verdict: TypeAlias = Judged | Refused | Failed | Proposed

_TYPES: Mapping[str, type[Any]] = {
    "judged": Judged,
    "refused": Refused,
    "failed": Failed,
    "proposed": Proposed,
}


def write_verdict(verdict: Verdict) -> dict[str, Any]:
    name = next(name for name, kind in _TYPES.items() if isinstance(verdict, kind))
    return {"type": name, **asdict(verdict)}


def read_verdict(raw: Mapping[str, Any]) -> Verdict:
    values = {key: value for key, value in raw.items() if key != "type"}
    verdict: Verdict
    match raw["type"]:
        case "judged":
            values["findings"] = tuple(_shown(each) for each in values["findings"])
            values["variants"] = {title: Variant(**each) for title, each in values["variants"].items()}
            values["states"] = {uri: (old, new) for uri, (old, new) in values["states"].items()}
            values["notes"] = tuple(values["notes"])
            verdict = Judged(**values)
        case "proposed":
            verdict = Proposed(values["edit"], tuple(values["notes"]))
        case "refused":
            verdict = Refused(**values)
        case _:
            verdict = Failed(values["message"])
    return verdict


def write_wish(wish: Wish) -> dict[str, Any]:
    return asdict(wish)


def read_wish(raw: Mapping[str, Any]) -> Wish:
    moves = tuple((old, new) for old, new in raw["moves"])
    return Wish(raw["kind"], raw["uri"], raw["range"], raw["new_name"], moves)


def _shown(raw: Mapping[str, Any]) -> Shown:
    related = tuple((Place(**place), text) for place, text in raw["related"])
    return Shown(**{**raw, "place": Place(**raw["place"]), "related": related})
