"""Messages from the wrapped server: edits are held and checked, everything else is handed on as it is.

Most messages are not even parsed: a look at the bytes tells that they cannot matter to us.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from holdfast.wire.frames import BadFrame, Frame, Message, encode

from holdfast_server.desk.hold import Hold
from holdfast_server.judgement import Wish
from holdfast_server.streams import bytes_to_pass_on
from holdfast_server.wrap.capabilities import merged_capabilities
from holdfast_server.wrap.connection import Connection, Identity, plain_id
from holdfast_server.wrap.holding import (
    check_actions,
    check_apply_edit,
    check_moves,
    check_rename,
    check_resolved,
)
from holdfast_server.wrap.pending import Tracked

_METHOD: Final = b'"method"'
#: The requests and notifications of a server that matter to us, as they stand in the bytes.
_NAMES: Final = (b"applyEdit", b"publishDiagnostics", b"cancelRequest")


def take_from_server(connection: Connection, item: Frame | BadFrame) -> None:
    """Handle one thing that came from the server; nothing in it can raise."""
    if isinstance(item, BadFrame):
        connection.to_editor.write(bytes_to_pass_on(item))
        return
    if not _may_matter(connection, item):
        connection.to_editor.write(item.raw)
        return
    message = item.content()
    if not isinstance(message, Message):
        connection.to_editor.write(item.raw)
    elif message.method is not None:
        _take_call(connection, item, message)
    elif connection.server_link.is_ours(message):
        connection.server_link.answered(message)
    else:
        tracked = connection.pending.take(message.id) if message.is_response else None
        if tracked is None:
            connection.to_editor.write(item.raw)
        else:
            _take_answer(connection, item, message, tracked)


def _may_matter(connection: Connection, frame: Frame) -> bool:
    raw = frame.raw
    if _METHOD not in raw:
        return bool(connection.pending) or connection.server_link.waits
    return any(name in raw for name in _NAMES) or bool(connection.pending)


def _take_call(connection: Connection, frame: Frame, message: Message) -> None:
    fields = message.fields
    if message.method == "textDocument/publishDiagnostics":
        connection.publish_theirs(frame, fields)
        return
    if message.method == "$/cancelRequest":
        params = fields.get("params")
        if isinstance(params, Mapping):
            connection.cancel_hold(("server", plain_id(params.get("id"))))
    wish = connection.running_command() if message.method == "workspace/applyEdit" else None
    if wish is None or message.id is None:
        connection.to_editor.write(frame.raw)
        return
    _hold(
        connection,
        ("server", message.id),
        frame,
        lambda hold: check_apply_edit(connection, frame, fields, wish, hold),
    )


def _take_answer(connection: Connection, frame: Frame, message: Message, tracked: Tracked) -> None:
    fields, params, identity = message.fields, tracked.params, message.id
    result = fields.get("result")
    assert identity is not None
    match tracked.method:
        case "initialize":
            connection.to_editor.write(_initialized(connection, frame, fields))
        case "workspace/executeCommand":
            connection.command_ended()
            connection.to_editor.write(frame.raw)
        case "textDocument/rename" if isinstance(result, Mapping):
            wish = _rename_wish(params)
            _hold(
                connection,
                ("editor", identity),
                frame,
                lambda hold: check_rename(connection, frame, fields, wish, hold),
            )
        case "workspace/willRenameFiles" if result is None or isinstance(result, Mapping):
            moves = _moves(params)
            _hold(
                connection,
                ("editor", identity),
                frame,
                lambda hold: check_moves(connection, frame, fields, moves, hold),
            )
        case "codeAction/resolve" if isinstance(result, Mapping):
            _hold(
                connection,
                ("editor", identity),
                frame,
                lambda hold: check_resolved(connection, frame, fields, hold),
            )
        case "textDocument/codeAction" if result is None or isinstance(result, list):
            _hold(
                connection,
                ("editor", identity),
                frame,
                lambda hold: check_actions(connection, frame, fields, params, hold),
            )
        case _:
            connection.to_editor.write(frame.raw)


def _hold(connection: Connection, identity: Identity, frame: Frame, work: Callable[[Hold], bytes]) -> None:
    """Have a message worked on in a thread of its own, and send what comes out in its place."""
    hold = connection.begin_hold(identity) if connection.session.snapshot().settings.enabled else None
    if hold is None:
        connection.to_editor.write(frame.raw)
        return

    def run() -> None:
        answer = frame.raw
        try:
            answer = work(hold)
        except Exception as error:
            connection.desk.tell_once("failed", f"Holdfast failed and lets the edit pass: {error!r}")
        finally:
            connection.end_hold(identity, hold)
            connection.to_editor.write(answer)

    threading.Thread(target=run, name="holdfast-hold", daemon=True).start()


def _initialized(connection: Connection, frame: Frame, fields: Mapping[str, Any]) -> bytes:
    """The answer to `initialize`, with our capabilities added."""
    result = fields.get("result")
    capabilities = result.get("capabilities") if isinstance(result, Mapping) else None
    if not isinstance(result, Mapping) or not isinstance(capabilities, Mapping):
        return frame.raw
    connection.capabilities = capabilities
    connection.session.agree_on_unit(capabilities.get("positionEncoding"))
    snapshot = connection.session.snapshot()
    if not snapshot.settings.enabled:
        return frame.raw
    merged = merged_capabilities(
        capabilities, commands=connection.commands.all(), resolves=snapshot.features.resolves_edits
    )
    return encode({**fields, "result": {**result, "capabilities": merged}}).raw


def _rename_wish(params: Mapping[str, Any]) -> Wish:
    document, position = params.get("textDocument"), params.get("position")
    uri = document.get("uri") if isinstance(document, Mapping) else None
    name = params.get("newName")
    return Wish(
        "rename",
        uri if isinstance(uri, str) else None,
        {"start": position, "end": position} if isinstance(position, Mapping) else None,
        name if isinstance(name, str) else None,
    )


def _moves(params: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    files = params.get("files")
    pairs = [(each.get("oldUri"), each.get("newUri")) for each in files] if isinstance(files, list) else []
    return tuple((old, new) for old, new in pairs if isinstance(old, str) and isinstance(new, str))
