"""Engines: who can be asked to make an edit, and for which refactorings.

The registry is one explicit table. An engine proposes; it never writes. Each runs in a process of its
own; importing this package imports none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from holdfast.engines.values import (
    Crash,
    EngineAnswer,
    EngineRequest,
    Limits,
    Proposal,
    Refusal,
)
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind
from holdfast.text.world import World

__all__ = [
    "ENGINES",
    "Crash",
    "Engine",
    "EngineAnswer",
    "EngineRequest",
    "Limits",
    "Proposal",
    "Refusal",
    "open_engine",
    "supports",
]

#: Engine × refactoring. What a language server offers is known only when it is asked.
ENGINES: Final[Mapping[str, frozenset[Kind]]] = {
    "jedi": frozenset({Kind.RENAME, Kind.EXTRACT_VARIABLE, Kind.EXTRACT_FUNCTION, Kind.INLINE}),
    "rope": frozenset(
        {
            Kind.RENAME,
            Kind.EXTRACT_VARIABLE,
            Kind.EXTRACT_FUNCTION,
            Kind.INLINE,
            Kind.MOVE,
            Kind.CHANGE_SIGNATURE,
            Kind.ENCAPSULATE_FIELD,
            Kind.INTRODUCE_PARAMETER,
            Kind.ORGANISE_IMPORTS,
        }
    ),
    "lsp": frozenset(
        {
            Kind.RENAME,
            Kind.EXTRACT_VARIABLE,
            Kind.EXTRACT_FUNCTION,
            Kind.INLINE,
            Kind.MOVE,
            Kind.INTRODUCE_PARAMETER,
            Kind.ORGANISE_IMPORTS,
        }
    ),
}


class Engine(Protocol):
    """Something that can be asked for an edit of a world."""

    @property
    def engine(self) -> str: ...

    def propose(self, request: EngineRequest, world: World, root: str | None = None) -> EngineAnswer: ...

    def close(self) -> None: ...


def open_engine(name: str, *, limits: Limits | None = None, cache_folder: str | None = None) -> Engine:
    """The engine called `jedi`, `rope` or `lsp:COMMAND`; nothing is started before the first question."""
    if name.startswith("lsp:"):
        from holdfast.engines.lsp_engine import LspEngine

        return LspEngine(name[len("lsp:") :], limits=limits)
    if name not in ENGINES or name == "lsp":
        known = ", ".join(each for each in ENGINES if each != "lsp")
        raise InputError(f"no engine is called {name!r}; choose {known} or lsp:COMMAND.")
    from holdfast.engines.worker import EngineWorker

    return EngineWorker(name, limits=limits, cache_folder=cache_folder)


def supports(name: str, kind: Kind) -> bool:
    """Whether an engine can be asked for a refactoring at all."""
    return kind in ENGINES.get(name.partition(":")[0], frozenset())
