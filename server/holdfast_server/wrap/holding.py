"""What is done with each held message. A function returns the bytes that the editor gets in its place.

Runs in a thread of its own and may wait. Whatever is safe goes out byte for byte as it came.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from holdfast.wire.frames import Frame, encode

from holdfast_server.actions import refactoring_of_action, refactoring_of_command
from holdfast_server.desk import wording
from holdfast_server.desk.answers import error_answer, refuses_by_error, result_answer
from holdfast_server.desk.desk import Deliver, Refuse
from holdfast_server.desk.hold import Hold
from holdfast_server.desk.quick_fixes import quick_fixes
from holdfast_server.judgement import Judged, Wish
from holdfast_server.settings import OnUnsafe
from holdfast_server.wrap.connection import Connection, Offer
from holdfast_server.wrap.own_commands import ask_server_to_rename

_ERROR: Final = 1
_AUTOMATIC: Final = 2


def check_rename(
    connection: Connection, frame: Frame, fields: Mapping[str, Any], wish: Wish, hold: Hold
) -> bytes:
    connection.last_wish = wish
    decision = connection.desk.deliver(
        fields["result"], wish, hold, ask_again=lambda: ask_server_to_rename(connection, wish, hold)
    )
    if isinstance(decision, Deliver):
        same = not decision.changed and decision.edit is fields["result"]
        return frame.raw if same else result_answer(fields, decision.edit)
    return _refused(connection, fields, decision, {"changes": {}})


def check_moves(
    connection: Connection,
    frame: Frame,
    fields: Mapping[str, Any],
    moves: tuple[tuple[str, str], ...],
    hold: Hold,
) -> bytes:
    """Edits that go with files which the editor is about to move, whatever is answered."""
    if not moves:
        return frame.raw
    wish = Wish("move", moves[0][0], None, None, moves)
    connection.last_wish = wish
    edit = fields.get("result") or {"changes": {}}
    decision = connection.desk.deliver(edit, wish, hold, may_refuse=False)
    if isinstance(decision, Deliver) and decision.changed and fields.get("result"):
        return result_answer(fields, decision.edit)
    return frame.raw


def check_resolved(connection: Connection, frame: Frame, fields: Mapping[str, Any], hold: Hold) -> bytes:
    """An action that the user has chosen, completed by the server."""
    action = fields["result"]
    wish = _wish(connection, action)
    if wish is not None and action.get("command") is not None:
        connection.announce(action["command"], wish)
    edit = action.get("edit")
    if wish is None or not isinstance(edit, Mapping):
        return frame.raw
    connection.last_wish = wish
    decision = connection.desk.deliver(edit, wish, hold)
    if isinstance(decision, Deliver):
        return result_answer(fields, {**action, "edit": decision.edit}) if decision.changed else frame.raw
    without = {key: value for key, value in action.items() if key != "command"}
    return _refused(connection, fields, decision, {**without, "edit": {"changes": {}}})


def check_apply_edit(
    connection: Connection, frame: Frame, fields: Mapping[str, Any], wish: Wish, hold: Hold
) -> bytes:
    """An edit that the server wants to make after a refactoring command."""
    params = fields.get("params")
    edit = params.get("edit") if isinstance(params, Mapping) else None
    if not isinstance(params, Mapping) or not isinstance(edit, Mapping):
        return frame.raw
    connection.last_wish = wish
    decision = connection.desk.deliver(edit, wish, hold)
    if isinstance(decision, Deliver):
        if not decision.changed:
            return frame.raw
        return encode({**fields, "params": {**params, "edit": decision.edit}}).raw
    if not decision.told:
        connection.desk.tell(decision.message, _ERROR)
    answer = {"applied": False, "failureReason": decision.message}
    connection.to_server.write(encode({"jsonrpc": "2.0", "id": fields["id"], "result": answer}).raw)
    return b""


def check_actions(
    connection: Connection, frame: Frame, fields: Mapping[str, Any], params: Mapping[str, Any], hold: Hold
) -> bytes:
    """A menu: edits of refactorings in it are checked, commands are remembered, our quick fixes are added."""
    snapshot = connection.session.snapshot()
    result = fields.get("result")
    actions = result if isinstance(result, list) else []
    deadline = time.monotonic() + snapshot.settings.budget
    automatic = _at(params, "context").get("triggerKind") == _AUTOMATIC
    checked = []
    for action in actions:
        if not isinstance(action, Mapping):
            checked.append(action)
            continue
        wish = _wish(connection, action, params)
        if wish is not None:
            command = action.get("command")
            # A bare command has a name where an action has an object.
            connection.announce(action if isinstance(command, str) else command, wish)
        if wish is None or not isinstance(action.get("edit"), Mapping) or "disabled" in action:
            checked.append(action)
        elif automatic and snapshot.features.resolves_edits:
            # Menus that open by themselves are mostly not looked at; the edit is checked when it is chosen.
            checked.append(_kept_back(connection, action, wish))
        else:
            judged = connection.desk.judged_quietly(action["edit"], wish, hold, deadline - time.monotonic())
            checked.append(_marked(connection, action, wish, judged))
    ours = quick_fixes(params, connection.desk.shown, connection.last_wish, snapshot, connection.commands)
    if not ours and all(one is other for one, other in zip(checked, actions, strict=True)):
        return frame.raw
    return result_answer(fields, [*checked, *ours])


def _marked(
    connection: Connection, action: Mapping[str, Any], wish: Wish, judged: Judged | None
) -> Mapping[str, Any]:
    """The action as it came if it is not unsafe; otherwise one that says so and runs through us."""
    snapshot = connection.session.snapshot()
    if judged is None:
        if snapshot.features.resolves_edits:
            return _kept_back(connection, action, wish)
        return _through_us(connection, action, wish, str(action.get("title")))
    if judged.verdict != "unsafe":
        return action
    reason = wording.headline(judged, wording.what_is(wish.kind))
    if snapshot.settings.on_unsafe is OnUnsafe.BLOCK and snapshot.features.shows_disabled:
        kept = {key: value for key, value in action.items() if key not in ("edit", "command", "data")}
        return {**kept, "disabled": {"reason": reason}}
    return _through_us(connection, action, wish, f"{action.get('title')} (unsafe)")


def _kept_back(connection: Connection, action: Mapping[str, Any], wish: Wish) -> Mapping[str, Any]:
    number = connection.offer(Offer(action["edit"], wish))
    kept = {key: value for key, value in action.items() if key != "edit"}
    return {**kept, "data": {"holdfast": connection.commands.token, "offer": number}}


def _through_us(
    connection: Connection, action: Mapping[str, Any], wish: Wish, title: str
) -> Mapping[str, Any]:
    number = connection.offer(Offer(action["edit"], wish))
    kept = {
        key: value for key, value in action.items() if key not in ("edit", "command", "data", "isPreferred")
    }
    command = {"title": title, "command": connection.commands.apply, "arguments": [number]}
    return {**kept, "title": title, "command": command}


def _wish(
    connection: Connection, action: Mapping[str, Any], params: Mapping[str, Any] | None = None
) -> Wish | None:
    """The refactoring that an action stands for; None for an action that is none."""
    command = action.get("command")
    if isinstance(command, str):
        kind = refactoring_of_command(command)
    else:
        kind = refactoring_of_action(action.get("kind"), action.get("title"))
    if kind is None:
        return None
    uri, span = connection.last_place
    if params is not None:
        uri, span = _at(params, "textDocument").get("uri"), params.get("range")
    return Wish(kind, uri if isinstance(uri, str) else None, span if isinstance(span, Mapping) else None)


def _refused(connection: Connection, fields: Mapping[str, Any], refuse: Refuse, empty: object) -> bytes:
    if refuse.cancelled or refuses_by_error(connection.session.snapshot()):
        return error_answer(fields, refuse)
    if not refuse.told:
        connection.desk.tell(refuse.message, _ERROR)
    return result_answer(fields, empty)


def _at(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = value.get(key)
    return found if isinstance(found, Mapping) else {}
