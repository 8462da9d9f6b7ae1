"""The session: the one owner of what the editor has told so far.

Feed it every message that comes from the editor, in order; take a snapshot at any time. It only reads: what
cannot be understood is left out, since the message goes on to somebody who can complain about it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from holdfast.errors import InputError
from holdfast.wire.uris import document_key

from holdfast_server.session.documents import Document, changed
from holdfast_server.session.features import Features, read_features, unit_named
from holdfast_server.session.snapshot import Snapshot, folder_path, outermost
from holdfast_server.settings import Settings, read_settings

#: Only Python is looked at; an editor may send its whole life through one server.
_LANGUAGES = ("python", "py", "")


class Session:
    """Mutable, for one connection; every reader takes snapshots. Safe for several threads."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._lock = threading.Lock()
        self._now = Snapshot(settings=settings or Settings())
        self._folders: tuple[str, ...] = ()
        self._problems: list[str] = []

    def snapshot(self) -> Snapshot:
        return self._now

    def problems(self) -> tuple[str, ...]:
        """Sentences about settings that could not be used; each is given once."""
        with self._lock:
            problems, self._problems = tuple(self._problems), []
        return problems

    def hear(self, method: str, params: object) -> frozenset[str]:
        """Take in a message from the editor. Returns the keys of the documents whose text it changed."""
        reader = _READERS.get(method)
        if reader is None or not isinstance(params, Mapping):
            return frozenset()
        with self._lock:
            try:
                return reader(self, params)
            except (InputError, KeyError, TypeError, AttributeError):
                return frozenset()

    def agree_on_unit(self, name: object) -> None:
        """The server's answer to `initialize` says which unit its columns have."""
        with self._lock:
            self._now = replace(self._now, unit=unit_named(name))

    def configure(self, raw: object) -> None:
        with self._lock:
            self._configure(raw)

    def _configure(self, raw: object) -> None:
        settings, problems = read_settings(raw, self._now.settings)
        self._now = replace(self._now, settings=settings)
        self._problems += problems

    def _initialize(self, params: Mapping[str, Any]) -> frozenset[str]:
        features: Features = read_features(params)
        self._now = replace(self._now, features=features)
        options = params.get("initializationOptions")
        if isinstance(options, Mapping) and "holdfast" in options:
            self._configure(options["holdfast"])
        folders = params.get("workspaceFolders")
        uris = [each.get("uri") for each in folders] if isinstance(folders, list) else []
        uris = uris or [params.get("rootUri")]
        paths = [folder_path(uri, self._now.style) for uri in uris]
        if not any(paths) and isinstance(params.get("rootPath"), str):
            paths = [params["rootPath"]]
        self._set_folders(tuple(path for path in paths if path))
        return frozenset()

    def _set_folders(self, folders: tuple[str, ...]) -> None:
        self._folders = folders
        self._now = replace(self._now, folders=outermost(folders, self._now.style))

    def _change_folders(self, params: Mapping[str, Any]) -> frozenset[str]:
        event = params["event"]
        style = self._now.style
        removed = {folder_path(each["uri"], style) for each in event.get("removed") or ()}
        added = (folder_path(each["uri"], style) for each in event.get("added") or ())
        kept = [folder for folder in self._folders if folder not in removed]
        self._set_folders((*kept, *(each for each in added if each and each not in kept)))
        return frozenset()

    def _open(self, params: Mapping[str, Any]) -> frozenset[str]:
        item = params["textDocument"]
        uri, text, version = item["uri"], item["text"], item.get("version")
        if item.get("languageId", "") not in _LANGUAGES or not isinstance(text, str):
            return frozenset()
        return self._put(Document(uri, text, version if isinstance(version, int) else None))

    def _change(self, params: Mapping[str, Any]) -> frozenset[str]:
        item = params["textDocument"]
        known = self._now.document(item["uri"])
        if known is None:
            return frozenset()
        version = item.get("version")
        number = version if isinstance(version, int) else None
        return self._put(changed(known, number, params.get("contentChanges"), self._now.unit))

    def _close(self, params: Mapping[str, Any]) -> frozenset[str]:
        key = document_key(params["textDocument"]["uri"], self._now.style)
        documents = {each: document for each, document in self._now.documents.items() if each != key}
        self._now = replace(self._now, documents=documents)
        return frozenset({key})

    def _save(self, params: Mapping[str, Any]) -> frozenset[str]:
        return frozenset({document_key(params["textDocument"]["uri"], self._now.style)})

    def _watched(self, params: Mapping[str, Any]) -> frozenset[str]:
        return frozenset(document_key(each["uri"], self._now.style) for each in params["changes"])

    def _configured(self, params: Mapping[str, Any]) -> frozenset[str]:
        settings = params.get("settings")
        if isinstance(settings, Mapping) and "holdfast" in settings:
            self._configure(settings["holdfast"])
        return frozenset()

    def _put(self, document: Document) -> frozenset[str]:
        key = document_key(document.uri, self._now.style)
        self._now = replace(self._now, documents={**self._now.documents, key: document})
        return frozenset({key})


_READERS = {
    "initialize": Session._initialize,
    "workspace/didChangeWorkspaceFolders": Session._change_folders,
    "workspace/didChangeConfiguration": Session._configured,
    "workspace/didChangeWatchedFiles": Session._watched,
    "textDocument/didOpen": Session._open,
    "textDocument/didChange": Session._change,
    "textDocument/didClose": Session._close,
    "textDocument/didSave": Session._save,
}
