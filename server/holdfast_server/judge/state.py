"""The editor's state as it travels to the judging process: whole values, and only what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from holdfast.text.positions import Unit

from holdfast_server.session.documents import Document
from holdfast_server.session.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class State:
    """What a check needs to know of the editor."""

    folders: tuple[str, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)
    unit: Unit = "utf-16"
    document_changes: bool = True
    trusted: bool = False
    interpreter: str | None = None
    python_version: tuple[int, int] | None = None
    source_roots: tuple[str, ...] = ()
    #: Seconds that a batch of member questions may take.
    patience: float = 60.0


def write_state(snapshot: Snapshot, known: Mapping[str, Document]) -> dict[str, Any]:
    """A snapshot as a message; of the documents only those that differ from the `known` ones."""
    documents: dict[str, Any] = {key: None for key in known if key not in snapshot.documents}
    for key, document in snapshot.documents.items():
        if known.get(key) is not document:
            documents[key] = [document.uri, document.text, document.version]
    settings = snapshot.settings
    return {
        "folders": list(snapshot.folders),
        "documents": documents,
        "unit": snapshot.unit,
        "document_changes": snapshot.features.document_changes,
        "trusted": settings.trusted,
        "interpreter": settings.interpreter,
        "python_version": settings.python_version,
        "source_roots": list(settings.source_roots),
        "patience": settings.patience,
    }


def read_state(raw: Mapping[str, Any], known: Mapping[str, Document]) -> State:
    documents = dict(known)
    for key, value in raw["documents"].items():
        if value is None:
            documents.pop(key, None)
        else:
            documents[key] = Document(*value)
    version = raw["python_version"]
    return State(
        folders=tuple(raw["folders"]),
        documents=documents,
        unit=raw["unit"],
        document_changes=raw["document_changes"],
        trusted=raw["trusted"],
        interpreter=raw["interpreter"],
        python_version=(version[0], version[1]) if version else None,
        source_roots=tuple(raw["source_roots"]),
        patience=raw["patience"],
    )
