"""What is asked of an engine and what comes back. Plain values, the same for every engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from holdfast.refactorings.request import Kind
from holdfast.text.edits import EditSet


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A refactoring to be made: of the name at `start`, or of the selection [`start`, `end`).

    Offsets are characters of the world's text. `options` are the engine's own (see its module).
    """

    kind: Kind
    file: str
    start: int
    end: int
    new_name: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how large an engine may grow before it is stopped."""

    #: For one request, the engine's own start included.
    seconds: float = 60.0
    #: Past this the operating system refuses the engine more (where it can), and it answers with a crash.
    memory_bytes: int = 4 * 1024**3
    #: An engine that is larger than this after an answer is replaced before the next question.
    restart_bytes: int = 700 * 1024**2
    #: How long a language server may go on indexing before it is asked anyway.
    ready_seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edit that fits the world that the engine was asked about."""

    edit_set: EditSet
    engine: str
    #: Sentences for the person: edits outside the workspace that were left out, wrong columns, and so on.
    notes: tuple[str, ...] = ()
    #: Folders that move as a whole, old to new; their files in the world are in the edit set.
    moved_folders: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The engine, or Holdfast on its behalf, declined with a reason that a person can act on."""

    message: str


@dataclass(frozen=True, slots=True)
class Crash:
    """The engine failed: an exception of its own, a dead or silent process, memory."""

    message: str
    traceback: str = ""


EngineAnswer: TypeAlias = Proposal | Refusal | Crash
