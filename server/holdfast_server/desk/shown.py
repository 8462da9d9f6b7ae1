"""The findings that are on the screen, and where they stand while the user goes on typing.

A finding is visible as long as every file that it speaks of has the text from before the edit or the text
from after it; so findings follow an edit that is made all the same, and vanish with the next change.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import Any, Final

from holdfast.errors import InputError
from holdfast.wire.uris import path_of_uri
from holdfast.workspace.decode import Decoded, decode

from holdfast_server.convert.diagnostics import diagnostic
from holdfast_server.judgement import Judged, Shown, Variant
from holdfast_server.session.documents import text_key
from holdfast_server.session.snapshot import Snapshot

_BEFORE: Final = 0
_AFTER: Final = 1
_OTHER: Final = 2


class ShownFindings:
    """The findings of the last refactoring. Mutable, for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._findings: tuple[Shown, ...] = ()
        self._variants: Mapping[str, Variant] = {}
        self._keys: Mapping[str, tuple[str, str]] = {}
        #: By document key: which text a document has now.
        self._states: dict[str, int] = {}
        self._uris: dict[str, str] = {}

    def show(self, judged: Judged, snapshot: Snapshot) -> frozenset[str]:
        """Put the findings of a check in the place of all others. Returns the URIs whose diagnostics changed."""
        with self._lock:
            old = self._visible_uris()
            self._findings, self._variants = judged.findings, judged.variants
            self._keys = {snapshot.key(uri): keys for uri, keys in judged.states.items()}
            self._uris = {snapshot.key(uri): uri for uri in judged.states}
            self._states = dict.fromkeys(self._keys, _BEFORE)
            for key in self._keys:
                # A check that went on in the background may find its edit made already, in files on disk too.
                document = snapshot.documents.get(key)
                text = document.text if document else _text_on_disk(self._uris[key], snapshot)
                self._states[key] = self._state(key, text)
            return frozenset(old | self._visible_uris())

    def clear(self) -> frozenset[str]:
        with self._lock:
            old = self._visible_uris()
            self._findings, self._variants = (), {}
            self._keys, self._states, self._uris = {}, {}, {}
            return frozenset(old)

    def documents_changed(self, keys: Iterable[str], snapshot: Snapshot) -> frozenset[str]:
        """Some documents changed. Returns the URIs whose diagnostics have to be published anew."""
        if not self._keys:
            return frozenset()
        with self._lock:
            concerned = [key for key in keys if key in self._keys]
            old = dict(self._states)
            for key in concerned:
                document = snapshot.documents.get(key)
                text = document.text if document else _text_on_disk(self._uris[key], snapshot)
                self._states[key] = self._state(key, text)
            if old == self._states:
                return frozenset()
            return frozenset(finding.place.uri for finding in self._findings)

    def diagnostics(self, uri: str, snapshot: Snapshot) -> list[dict[str, Any]]:
        """Our diagnostics of one document, as they should be on the screen."""
        with self._lock:
            key = snapshot.key(uri)
            return [
                diagnostic(finding, self._is_after(snapshot), snapshot.features)
                for finding in self._findings
                if self._visible(finding) and snapshot.key(finding.place.uri) == key
            ]

    def findings(self, uri: str, snapshot: Snapshot) -> list[tuple[Shown, dict[str, Any]]]:
        """The visible findings of one document with their diagnostics, for quick fixes."""
        with self._lock:
            key = snapshot.key(uri)
            return [
                (finding, diagnostic(finding, self._is_after(snapshot), snapshot.features))
                for finding in self._findings
                if self._visible(finding) and snapshot.key(finding.place.uri) == key
            ]

    def variant(self, finding: Shown) -> Variant | None:
        """The safe variant of a finding, where there is one."""
        return None if finding.variant is None else self._variants.get(finding.variant)

    def all_before(self) -> bool:
        """Whether nothing of the edit has been made yet."""
        return all(state == _BEFORE for state in self._states.values())

    def all_after(self) -> bool:
        """Whether the whole edit has been made, as far as files are concerned that findings speak of."""
        return all(
            state == _AFTER or (state == _BEFORE and len(set(self._keys[key])) == 1)
            for key, state in self._states.items()
        )

    def _is_after(self, snapshot: Snapshot) -> Any:
        return lambda uri: self._states.get(snapshot.key(uri)) == _AFTER

    def _visible(self, finding: Shown) -> bool:
        uris = {finding.place.uri, *(place.uri for place, _ in finding.related)}
        by_uri = {uri: key for key, uri in self._uris.items()}
        return all(self._states.get(by_uri.get(uri, "")) in (_BEFORE, _AFTER) for uri in uris)

    def _visible_uris(self) -> set[str]:
        return {finding.place.uri for finding in self._findings if self._visible(finding)}

    def _state(self, key: str, text: str | None) -> int:
        before, after = self._keys[key]
        now = text_key(text)
        if now == before:
            return _BEFORE
        return _AFTER if now == after else _OTHER


def _text_on_disk(uri: str, snapshot: Snapshot) -> str | None:
    try:
        path = path_of_uri(uri, snapshot.style)
        if path is None:
            return None
        with open(path, "rb") as stream:
            content = decode(stream.read(), python=True)
    except (OSError, InputError):
        return None
    return content.text if isinstance(content, Decoded) else None
