"""The editor at one moment: an immutable value that a check runs on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from holdfast.errors import InputError
from holdfast.text.positions import Unit
from holdfast.wire.uris import PathStyle, document_key, path_of_uri, relative_file

from holdfast_server.session.documents import Document
from holdfast_server.session.features import Features
from holdfast_server.settings import Settings


@dataclass(frozen=True, slots=True)
class Snapshot:
    settings: Settings = field(default_factory=Settings)
    features: Features = field(default_factory=Features)
    #: The unit of columns that client and server agreed on.
    unit: Unit = "utf-16"
    #: Paths of the workspace's folders, none inside another.
    folders: tuple[str, ...] = ()
    #: Open documents by `document_key`.
    documents: Mapping[str, Document] = field(default_factory=dict)
    style: PathStyle = field(default_factory=PathStyle.here)

    def document(self, uri: str) -> Document | None:
        return self.documents.get(document_key(uri, self.style))

    def key(self, uri: str) -> str:
        return document_key(uri, self.style)


def outermost(folders: tuple[str, ...], style: PathStyle) -> tuple[str, ...]:
    """The folders that lie in no other: one file then belongs to one world only."""
    return tuple(
        folder
        for number, folder in enumerate(folders)
        if not any(relative_file(folder, other, style) is not None for other in folders)
        and folder not in folders[:number]
    )


def folder_path(uri: object, style: PathStyle) -> str | None:
    """The path of a workspace folder; None for one that is not on this disk."""
    if not isinstance(uri, str):
        return None
    try:
        return path_of_uri(uri, style)
    except InputError:
        return None
