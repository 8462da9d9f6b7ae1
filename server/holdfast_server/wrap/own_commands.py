"""The commands behind our quick fixes and menu entries. Each runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import Any

from holdfast.wire.frames import encode

from holdfast_server.desk.answers import error_of
from holdfast_server.desk.desk import Deliver, Refuse
from holdfast_server.desk.hold import Hold
from holdfast_server.desk.quick_fixes import read_fix
from holdfast_server.judgement import Wish
from holdfast_server.wrap.connection import Connection

_ERROR = 1


def run_own_command(connection: Connection, identity: int | str, params: Mapping[str, Any]) -> None:
    """Execute one of our commands and answer the request."""
    arguments = params.get("arguments")
    arguments = arguments if isinstance(arguments, list) else []
    hold = connection.begin_hold(("editor", identity)) or Hold()
    try:
        match params.get("command"):
            case connection.commands.dismiss:
                connection.desk.dismiss()
            case connection.commands.rename:
                _rename(connection, arguments, hold)
            case connection.commands.fix:
                _fix(connection, arguments, hold)
            case _:
                offer = connection.offered(arguments[0] if arguments else None)
                if offer is not None:
                    _apply(connection, offer.edit, offer.wish, hold)
    finally:
        connection.end_hold(("editor", identity), hold)
        connection.to_editor.write(encode({"jsonrpc": "2.0", "id": identity, "result": None}).raw)


def resolve_offer(connection: Connection, identity: int | str, action: Mapping[str, Any]) -> None:
    """Complete an action of the server's whose edit we have kept back until it is chosen."""
    offer = connection.offered(action["data"].get("offer"))
    theirs = {key: value for key, value in action.items() if key != "data"}
    if offer is None:
        connection.to_editor.write(encode({"jsonrpc": "2.0", "id": identity, "result": theirs}).raw)
        return
    hold = connection.begin_hold(("editor", identity)) or Hold()
    try:
        connection.last_wish = offer.wish
        decision = connection.desk.deliver(offer.edit, offer.wish, hold)
        answer: dict[str, Any]
        if isinstance(decision, Deliver):
            answer = {"result": {**theirs, "edit": decision.edit}}
        else:
            if not decision.told:
                connection.desk.tell(decision.message, _ERROR)
            answer = {"error": error_of(decision)}
    finally:
        connection.end_hold(("editor", identity), hold)
    connection.to_editor.write(encode({"jsonrpc": "2.0", "id": identity, **answer}).raw)


def ask_server_to_rename(connection: Connection, wish: Wish, hold: Hold) -> Mapping[str, Any] | None:
    """Ask the wrapped server for a rename on our own account."""
    if wish.range is None:
        return None
    future = connection.server_link.request(
        "textDocument/rename",
        {
            "textDocument": {"uri": wish.uri},
            "position": wish.range["start"],
            "newName": wish.new_name,
        },
    )
    try:
        result = hold.wait(future, connection.session.snapshot().settings.patience)
    except (TimeoutError, CancelledError):
        return None
    return result if isinstance(result, Mapping) else None


def _rename(connection: Connection, arguments: list[Any], hold: Hold) -> None:
    if len(arguments) != 3 or not isinstance(arguments[1], Mapping):
        return
    uri, position, name = arguments
    wish = Wish("rename", uri, {"start": position, "end": position}, name)
    edit = ask_server_to_rename(connection, wish, hold)
    if edit is None:
        connection.desk.tell(f"The server did not rename to `{name}`.")
        return
    connection.last_wish = wish
    _apply(connection, edit, wish, hold)


def _fix(connection: Connection, arguments: list[Any], hold: Hold) -> None:
    wish = read_fix(arguments)
    if wish is not None:
        connection.last_wish = wish
        _apply(connection, arguments[0], wish, hold)


def _apply(connection: Connection, edit: Mapping[str, Any], wish: Wish, hold: Hold) -> None:
    decision = connection.desk.deliver(edit, wish, hold)
    if isinstance(decision, Refuse):
        if not decision.told:
            connection.desk.tell(decision.message, _ERROR)
        return
    connection.request("workspace/applyEdit", {"label": wish.kind, "edit": decision.edit})
