"""Messages from the editor: read along the way, handed on as they are unless they are for us."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Final

from holdfast.wire.frames import BadFrame, Frame, Message, encode

from holdfast_server.actions import refactoring_of_command
from holdfast_server.desk.quick_fixes import quick_fixes
from holdfast_server.judgement import Wish
from holdfast_server.streams import bytes_to_pass_on
from holdfast_server.wrap.capabilities import offers, resolves
from holdfast_server.wrap.connection import Connection, plain_id
from holdfast_server.wrap.own_commands import resolve_offer, run_own_command
from holdfast_server.wrap.pending import Tracked

#: Requests whose answers are looked at.
_TRACKED: Final = frozenset(
    {
        "initialize",
        "textDocument/rename",
        "textDocument/codeAction",
        "codeAction/resolve",
        "workspace/willRenameFiles",
        "workspace/executeCommand",
    }
)


def take_from_editor(connection: Connection, item: Frame | BadFrame) -> None:
    """Handle one thing that came from the editor; nothing in it can raise."""
    if isinstance(item, BadFrame):
        # The server would have got these bytes without us; what it makes of them is its own affair.
        connection.to_server.write(bytes_to_pass_on(item))
        return
    message = item.content()
    if not isinstance(message, Message):
        connection.to_server.write(item.raw)
        return
    if message.is_response and connection.editor_link.is_ours(message):
        connection.editor_link.answered(message)
        return
    if message.method is None or not _is_for_us(connection, message):
        connection.to_server.write(_passed_on(connection, item, message))


def _is_for_us(connection: Connection, message: Message) -> bool:
    """Take what is meant for us and nobody else; read along in everything else."""
    method, identity = str(message.method), message.id
    params = message.fields.get("params")
    params = params if isinstance(params, Mapping) else {}
    changed = connection.session.hear(method, params)
    if changed:
        connection.desk.documents_changed(changed)
    match method:
        case "$/cancelRequest":
            connection.cancel_hold(("editor", plain_id(params.get("id"))))
        case "window/workDoneProgress/cancel":
            return connection.desk.cancel_progress(params.get("token"))
        case "initialized":
            _say_problems(connection)
            if connection.session.snapshot().settings.enabled:
                connection.judge.warm(connection.session.snapshot())
        case "workspace/didChangeConfiguration":
            _pull_settings(connection, params)
        case "workspace/executeCommand" if identity is not None:
            if params.get("command") in connection.commands.all():
                _in_thread(run_own_command, connection, identity, params)
                return True
            wish = connection.announced(params) or _wish_of_command(connection, params)
            if wish is not None:
                connection.command_begins(wish)
        case "codeAction/resolve" if identity is not None:
            data = params.get("data")
            if isinstance(data, Mapping) and data.get("holdfast") == connection.commands.token:
                _in_thread(resolve_offer, connection, identity, params)
                return True
            if connection.capabilities and not resolves(connection.capabilities):
                # We promised to complete actions, the server did not: its actions are complete as they are.
                connection.to_editor.write(encode({"jsonrpc": "2.0", "id": identity, "result": params}).raw)
                return True
        case "textDocument/codeAction" if identity is not None:
            document = params.get("textDocument")
            uri = document.get("uri") if isinstance(document, Mapping) else None
            connection.last_place = (uri, params.get("range"))
            if connection.capabilities and not offers(connection.capabilities, "codeActionProvider"):
                _answer_alone(connection, identity, params)
                return True
        case _:
            pass
    if identity is not None and method in _TRACKED:
        connection.pending.add(identity, Tracked(method, params))
    return False


def _passed_on(connection: Connection, frame: Frame, message: Message) -> bytes:
    """The bytes for the server: those that came, but for settings that are ours and not the server's."""
    if message.method != "initialize":
        return frame.raw
    params = message.fields.get("params")
    options = params.get("initializationOptions") if isinstance(params, Mapping) else None
    if not isinstance(params, Mapping) or not isinstance(options, Mapping) or "holdfast" not in options:
        return frame.raw
    kept: Mapping[str, Any] = {key: value for key, value in options.items() if key != "holdfast"}
    return encode({**message.fields, "params": {**params, "initializationOptions": kept}}).raw


def _answer_alone(connection: Connection, identity: int | str, params: Mapping[str, Any]) -> None:
    """The server offers no code actions; those that the editor asks for can only be ours."""
    snapshot = connection.session.snapshot()
    actions = quick_fixes(params, connection.desk.shown, connection.last_wish, snapshot, connection.commands)
    connection.to_editor.write(encode({"jsonrpc": "2.0", "id": identity, "result": actions}).raw)


def _wish_of_command(connection: Connection, params: Mapping[str, Any]) -> Wish | None:
    kind = refactoring_of_command(params.get("command"))
    uri, span = connection.last_place
    return None if kind is None else Wish(kind, uri, span)


def _pull_settings(connection: Connection, params: Mapping[str, Any]) -> None:
    """Editors that announce a change without saying what changed are asked."""
    settings = params.get("settings")
    if isinstance(settings, Mapping) and "holdfast" in settings:
        _say_problems(connection)
        return
    if settings or not connection.session.snapshot().features.configuration:
        return
    answer = connection.request("workspace/configuration", {"items": [{"section": "holdfast"}]})

    def read(future: Any) -> None:
        values = None if future.cancelled() else future.result()
        if isinstance(values, list) and values:
            connection.session.configure(values[0])
            _say_problems(connection)

    answer.add_done_callback(read)


def _say_problems(connection: Connection) -> None:
    for problem in connection.session.problems():
        connection.desk.tell(problem)


def _in_thread(function: Any, *arguments: Any) -> None:
    threading.Thread(target=function, args=arguments, name="holdfast-command", daemon=True).start()
