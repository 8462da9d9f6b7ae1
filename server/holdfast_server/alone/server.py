"""The server alone on a pair of streams.

Frames are cut by `wire`, so that broken input ends nothing; pygls dispatches what they hold. Messages are
handled in order in this thread; whatever may wait runs in threads of pygls.
"""

from __future__ import annotations

import io
import logging
import signal
import sys
import traceback
from collections.abc import Mapping
from typing import Any, Final

from holdfast import __version__
from holdfast.wire.frames import BadFrame, Frame, Malformed, Message, encode
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from holdfast_server.alone.handlers import RawParams, register
from holdfast_server.alone.state import State
from holdfast_server.streams import Writer, pump

_PARSE_ERROR: Final = -32700
_INVALID_REQUEST: Final = -32600
_INVALID_PARAMS: Final = -32602
_NOT_INITIALIZED: Final = -32002


class _Server(LanguageServer):
    def report_server_error(self, error: Exception, source: Any) -> None:
        """Nothing that goes wrong inside is put on the user's screen; the log has it."""
        print(f"holdfast-server: {source.__name__}: {error}", file=sys.stderr)


def run_alone(incoming: io.RawIOBase, outgoing: io.RawIOBase) -> int:
    """Serve one editor until it leaves. Returns the exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # A refusal is an answer; pygls would log each with a traceback.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    writer = Writer(outgoing)
    dispatcher = _Dispatcher(writer)
    try:
        pump(incoming, dispatcher.take)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    finally:
        dispatcher.state.judge.close()
    # An editor that is gone without a word.
    return 1


class _Dispatcher:
    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.state = State(writer)
        self._raws = RawParams(self.state)
        self._server = _Server("holdfast-server", __version__)
        self._server.protocol.set_writer(writer)
        register(self._server, self.state, self._raws)
        self._initialized = False
        self._shut_down = False

    def take(self, item: Frame | BadFrame) -> None:
        """Handle one thing that came from the editor; only leaving raises."""
        content = item.content() if isinstance(item, Frame) else Malformed(item.reason)
        if isinstance(content, Malformed):
            print(f"holdfast-server: {content.reason}", file=sys.stderr)
            self._error(None, _PARSE_ERROR, content.reason)
            return
        try:
            self._dispatch(content)
        except Exception as error:
            traceback.print_exc()
            if content.is_request:
                self._error(content.id, _INVALID_PARAMS, f"{type(error).__name__}: {error}")

    def _dispatch(self, message: Message) -> None:
        if message.method is None:
            if self.state.link.is_ours(message):
                self.state.link.answered(message)
            return
        if self._refused(message):
            return
        raw = message.fields.get("params")
        raw = raw if isinstance(raw, Mapping) else {}
        if message.method == "$/cancelRequest":
            self.state.cancel(raw.get("id"))
            return
        if message.method == "window/workDoneProgress/cancel":
            self.state.desk.cancel_progress(raw.get("token"))
            return
        changed = self.state.session.hear(message.method, raw)
        if changed:
            self.state.desk.documents_changed(changed)
        self._hand_over(message, raw)

    def _hand_over(self, message: Message, raw: Mapping[str, Any]) -> None:
        """Let pygls handle the message."""
        protocol = self._server.protocol
        try:
            structured = protocol.structure_message({"jsonrpc": "2.0", **message.fields})
        except JsonRpcException as error:
            if message.is_request:
                self._error(message.id, _INVALID_PARAMS, str(error))
            return
        if message.is_request and message.method in _WAITING and message.id is not None:
            self._raws.put(structured.params, raw, message.id)
        protocol.handle_message(structured)
        if message.method == "initialize":
            self._initialized = True
            self.state.session.agree_on_unit(self._server.server_capabilities.position_encoding)
        elif message.method == "shutdown":
            self._shut_down = True

    def _refused(self, message: Message) -> bool:
        """Requests at the wrong time get an error, notifications at the wrong time nothing."""
        if message.method == "exit":
            return False
        if not self._initialized and message.method != "initialize":
            if message.is_request:
                self._error(message.id, _NOT_INITIALIZED, "the first request must be initialize")
            return True
        if self._shut_down or (self._initialized and message.method == "initialize"):
            if message.is_request:
                self._error(message.id, _INVALID_REQUEST, "no such request at this time")
            return True
        return False

    def _error(self, identity: int | str | None, code: int, text: str) -> None:
        error = {"code": code, "message": text}
        self._writer.write(encode({"jsonrpc": "2.0", "id": identity, "error": error}).raw)


#: Requests whose handlers take the raw parameters.
_WAITING: Final = frozenset(
    {
        "textDocument/rename",
        "textDocument/prepareRename",
        "textDocument/codeAction",
        "codeAction/resolve",
    }
)
