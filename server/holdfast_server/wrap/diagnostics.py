"""The wrapped server's diagnostics, remembered so that ours can be shown beside them."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

#: Beyond this the documents that were heard of longest ago are forgotten.
_MOST_BYTES: Final = 32 * 1024 * 1024


class TheirDiagnostics:
    """The last `publishDiagnostics` parameters of each document. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bodies: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def heard(self, key: str, params: Mapping[str, Any]) -> None:
        body = json.dumps(params).encode()
        with self._lock:
            self._bytes -= len(self._bodies.pop(key, b""))
            if not params.get("diagnostics"):
                return
            self._bodies[key] = body
            self._bytes += len(body)
            while self._bytes > _MOST_BYTES and self._bodies:
                _, old = self._bodies.popitem(last=False)
                self._bytes -= len(old)

    def params(self, key: str, uri: str) -> dict[str, Any]:
        with self._lock:
            body = self._bodies.get(key)
        return json.loads(body) if body else {"uri": uri, "diagnostics": []}


def together(params: Mapping[str, Any], ours: list[dict[str, Any]]) -> dict[str, Any]:
    theirs = params.get("diagnostics")
    return {**params, "diagnostics": [*(theirs if isinstance(theirs, list) else []), *ours]}
