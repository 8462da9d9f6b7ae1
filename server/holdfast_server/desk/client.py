"""The editor, as the desk talks to it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, Protocol


class Client(Protocol):
    """Sends our own messages; both methods may be called from any thread."""

    def notify(self, method: str, params: Mapping[str, Any]) -> None: ...

    def request(self, method: str, params: Mapping[str, Any]) -> Future[Any]:
        """The result; an error of the editor is a result of None."""
        ...

    def publish(self, uri: str, ours: list[dict[str, Any]]) -> None:
        """Show our diagnostics of a document, together with those of others."""
        ...
