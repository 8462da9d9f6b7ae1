"""The requests of an editor to the server alone, registered with pygls. Each only converts and hands on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from holdfast_server.alone.menu import KINDS, name_range, refactorings
from holdfast_server.alone.state import State
from holdfast_server.convert import protocol
from holdfast_server.desk.answers import error_of, refuses_by_error
from holdfast_server.desk.desk import Decision, Deliver, Refuse
from holdfast_server.desk.hold import Hold
from holdfast_server.desk.quick_fixes import quick_fixes, read_fix
from holdfast_server.judgement import Wish

_ERROR = 1


class RawParams:
    """The raw parameters of the requests that are being handled, by the object that pygls made of them."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[int, tuple[object, Mapping[str, Any], int | str]] = {}

    def put(self, params: object, raw: Mapping[str, Any], identity: int | str) -> None:
        # The object itself is kept, so that its identity stays its own.
        self._known[id(params)] = params, raw, identity
        self._state.hold(identity)

    @contextmanager
    def handling(self, params: object) -> Iterator[tuple[Mapping[str, Any], Hold]]:
        _, raw, identity = self._known.pop(id(params))
        try:
            yield raw, self._state.hold(identity)
        finally:
            self._state.release(identity)


def register(server: LanguageServer, state: State, raws: RawParams) -> None:
    """Register every handler; those that may wait run in threads of pygls."""

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        del params
        for problem in state.session.problems():
            state.desk.tell(problem)
        _pull_settings(state)
        state.judge.warm(state.session.snapshot())

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: types.DidChangeConfigurationParams) -> None:
        settings = params.settings
        if not settings:
            _pull_settings(state)
        for problem in state.session.problems():
            state.desk.tell(problem)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        del params

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        del params

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.Range | None:
        with raws.handling(params) as (raw, _):
            found = name_range(raw, state.session.snapshot())
        return None if found is None else protocol.name_range(found)

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    @server.thread()
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        with raws.handling(params) as (raw, hold):
            span = {"start": raw["position"], "end": raw["position"]}
            wish = Wish("rename", raw["textDocument"]["uri"], span, raw["newName"])
            return protocol.workspace_edit(_edit(state, wish, hold))

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, protocol.code_action_options(KINDS))
    def actions(params: types.CodeActionParams) -> list[types.CodeAction | types.Command]:
        with raws.handling(params) as (raw, _):
            snapshot = state.session.snapshot()
            ours = quick_fixes(raw, state.desk.shown, state.last_wish, snapshot, state.commands)
            return protocol.code_actions([*refactorings(raw, snapshot, state.commands), *ours])

    @server.feature(types.CODE_ACTION_RESOLVE)
    @server.thread()
    def resolve(params: types.CodeAction) -> types.CodeAction:
        with raws.handling(params) as (raw, hold):
            data = raw.get("data")
            if not isinstance(data, Mapping) or not isinstance(data.get("wish"), Mapping):
                return params
            action = {key: value for key, value in raw.items() if key != "data"}
            return protocol.code_action({**action, "edit": _edit(state, _wish(data["wish"]), hold)})

    _register_commands(server, state)


def _register_commands(server: LanguageServer, state: State) -> None:
    @server.command(state.commands.dismiss)
    def dismiss(*arguments: Any) -> None:
        del arguments
        state.desk.dismiss()

    @server.command(state.commands.rename)
    @server.thread()
    def rename(*arguments: Any) -> None:
        if len(arguments) == 3:
            uri, position, name = map(_plain, arguments)
            _apply(state, Wish("rename", uri, {"start": position, "end": position}, name))

    @server.command(state.commands.fix)
    @server.thread()
    def fix(*arguments: Any) -> None:
        plain = [_plain(each) for each in arguments]
        wish = read_fix(plain)
        if wish is not None:
            state.last_wish = wish
            _hand_over(state, state.desk.deliver(plain[0], wish, Hold()), wish)

    @server.command(state.commands.apply)
    @server.thread()
    def apply(*arguments: Any) -> None:
        raw = _plain(arguments[0]) if arguments else None
        if isinstance(raw, Mapping):
            _apply(state, _wish(raw))


def _edit(state: State, wish: Wish, hold: Hold) -> Mapping[str, Any]:
    """The edit for the editor; a refusal is an error, or no edits where an error would be passed over."""
    decision = state.refactor(wish, hold)
    if isinstance(decision, Deliver):
        return decision.edit
    if not decision.cancelled and not refuses_by_error(state.session.snapshot()):
        if not decision.told:
            state.desk.tell(decision.message, _ERROR)
        return {"changes": {}}
    error = error_of(decision)
    raise JsonRpcException(error["message"], error["code"])


def _apply(state: State, wish: Wish) -> None:
    """Make an edit by our own request, for editors that cannot complete an action."""
    _hand_over(state, state.refactor(wish, Hold()), wish)


def _hand_over(state: State, decision: Decision, wish: Wish) -> None:
    if isinstance(decision, Refuse):
        if not decision.told:
            state.desk.tell(decision.message, _ERROR)
    else:
        state.request("workspace/applyEdit", {"label": wish.kind, "edit": decision.edit})


def _wish(raw: Mapping[str, Any]) -> Wish:
    kinds = ("extract-variable", "extract-function", "inline")
    kind = raw.get("kind")
    if kind not in kinds:
        raise JsonRpcException("this action is not one of ours", -32602)
    return Wish(str(kind), raw.get("uri"), raw.get("range"))


def _plain(value: Any) -> Any:
    """An argument of a command as plain JSON; pygls may have made an object of it."""
    from lsprotocol import converters

    return converters.get_converter().unstructure(value) if hasattr(value, "__attrs_attrs__") else value


def _pull_settings(state: State) -> None:
    if not state.session.snapshot().features.configuration:
        return
    answer = state.request("workspace/configuration", {"items": [{"section": "holdfast"}]})

    def read(future: Any) -> None:
        values = None if future.cancelled() else future.result()
        if isinstance(values, list) and values:
            state.session.configure(values[0])

    answer.add_done_callback(read)
