"""Our answers in place of the server's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from holdfast.wire.frames import encode

from holdfast_server.desk.desk import Refuse
from holdfast_server.session.snapshot import Snapshot
from holdfast_server.settings import RefuseBy

REQUEST_CANCELLED: Final = -32800
REQUEST_FAILED: Final = -32803


def refuses_by_error(snapshot: Snapshot) -> bool:
    """Whether a refusal is an error. Some editors would then ask another provider, which nobody checks."""
    match snapshot.settings.refuse_by:
        case RefuseBy.ERROR:
            return True
        case RefuseBy.EMPTY:
            return False
        case RefuseBy.AUTO:
            return not snapshot.features.errors_fall_through


def error_of(refuse: Refuse) -> dict[str, Any]:
    code = REQUEST_CANCELLED if refuse.cancelled else REQUEST_FAILED
    return {"code": code, "message": refuse.message}


def error_answer(fields: Mapping[str, Any], refuse: Refuse) -> bytes:
    return encode({"jsonrpc": "2.0", "id": fields.get("id"), "error": error_of(refuse)}).raw


def result_answer(fields: Mapping[str, Any], result: object) -> bytes:
    return encode({**fields, "result": result}).raw
