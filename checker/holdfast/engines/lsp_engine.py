"""Any language server as an engine: `lsp:COMMAND`.

The server works on the user's folder, or on a folder of ours that holds a simulated world; unsaved
text goes to it as open documents. It answers with an edit, or asks us to apply one, which is taken for
its answer. Nothing that it asks for is carried out.

Options: `settings` (configuration, as the server's own documentation spells it), `title` (a regular
expression that chooses among code actions).
"""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from holdfast.engines.lsp_actions import action_filter, choose_action, kinds_asked_for
from holdfast.engines.lsp_client import LspClient, LspFailure
from holdfast.engines.lsp_initialize import initialize_params
from holdfast.engines.place import refused_at_once, word_at
from holdfast.engines.values import Crash, EngineAnswer, EngineRequest, Limits, Proposal, Refusal
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind
from holdfast.text.edits import EditSet
from holdfast.text.positions import LineIndex, Unit
from holdfast.text.world import World, changed_files
from holdfast.wire.names import FileNames
from holdfast.wire.workspace_edit import ExpectedRename, read_workspace_edit
from holdfast.workspace.shadow import ShadowTree

#: JSON-RPC's own errors that mean a broken server; every other one is a server that declines.
_CRASH_CODES = (-32603, -32700, -32001)
_ROPE_FOLDER = ".ropeproject"


class LspEngine:
    """One language server; started at the first question and kept for more about the same folder."""

    def __init__(self, command: str, *, limits: Limits | None = None) -> None:
        self.command = shlex.split(command, posix=os.name != "nt")
        if not self.command:
            raise InputError("lsp: needs a command, such as lsp:pylsp.")
        self.engine = f"lsp:{os.path.basename(self.command[0])}"
        self.limits = limits or Limits()
        self.starts = 0
        self._client: LspClient | None = None
        self._capabilities: Mapping[str, Any] = {}
        self._root = ""
        self._had_rope_folder = True
        self._world: World | None = None
        self._tree: ShadowTree | None = None
        self._settings: Mapping[str, Any] = {}

    def propose(self, request: EngineRequest, world: World, root: str | None = None) -> EngineAnswer:
        """Ask the server for an edit of `world`, whose base reads `root` where one is given."""
        refusal = refused_at_once(self.engine, request, world)
        if refusal is not None:
            return refusal
        text = world.text(request.file) or ""
        folder, on_disk = self._show(world, root)
        failure = self._start(folder, request.options.get("settings", {}))
        if failure is not None:
            return failure
        assert self._client is not None
        names = FileNames(folder, aliases=() if root is None else (os.path.abspath(root),))
        opened = self._open(self._client, request.file, world, names, on_disk)
        self._client.wait_until_quiet(names.uri(request.file), self.limits.ready_seconds)
        answer = self._ask(self._client, request, world, names, text)
        if isinstance(answer, Crash) or self._client.resident_bytes() > self.limits.restart_bytes * 4:
            self._stop()
        else:
            for uri in opened:
                self._client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        return answer

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
            self._tidy()
        if self._tree is not None:
            shutil.rmtree(os.path.dirname(self._tree.root), ignore_errors=True)
            self._tree = None

    def __enter__(self) -> LspEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        return None if self._client is None else self._client.process_id

    def _show(self, world: World, root: str | None) -> tuple[str, bool]:
        """The folder for the server to look at, and whether the world is on disk there as it is."""
        if root is not None:
            return os.path.realpath(root), not world.overlay
        if self._tree is None:
            scratch = os.path.realpath(tempfile.mkdtemp(prefix="holdfast-lsp-"))
            self._tree = ShadowTree(os.path.join(scratch, "tree"), None)
        self._tree.show(world)
        return self._tree.root, True

    def _start(self, folder: str, settings: Mapping[str, Any]) -> Refusal | Crash | None:
        if self._client is not None:
            if self._root == folder and self._settings == settings:
                return None
            self._stop()
        program = shutil.which(self.command[0])
        if program is None:
            return Refusal(f"{self.command[0]} is not installed or not on the PATH.")
        names = FileNames(folder)
        self._root, self._settings, self._world = folder, settings, None
        self._had_rope_folder = os.path.lexists(os.path.join(folder, _ROPE_FOLDER))
        folders = [{"uri": names.uri("").rstrip("/"), "name": os.path.basename(folder)}]
        self.starts += 1
        self._client = client = LspClient(
            [program, *self.command[1:]],
            folder=folder,
            settings=settings,
            folders=folders,
            memory_bytes=self.limits.memory_bytes,
        )
        result = client.request(
            "initialize", initialize_params(folder, folders, settings), self.limits.seconds
        )
        if isinstance(result, LspFailure):
            self._stop()
            return Crash(f"{self.engine} did not start: {result.message}")
        self._capabilities = (result or {}).get("capabilities") or {}
        client.notify("initialized", {})
        client.notify("workspace/didChangeConfiguration", {"settings": settings})
        return None

    def _open(self, client: LspClient, file: str, world: World, names: FileNames, on_disk: bool) -> list[str]:
        """Open the file in question and whatever is not on disk; tell what has changed since last time."""
        if self._world is not None and self._world is not world:
            before = self._world.files()
            events = []
            for each in sorted(changed_files(self._world, world)):
                kind = 3 if each not in world.files() else 2 if each in before else 1
                events.append({"uri": names.uri(each), "type": kind})
            if events:
                client.notify("workspace/didChangeWatchedFiles", {"changes": events})
        self._world = world
        unsaved = set() if on_disk else {each for each, text in world.overlay.items() if text is not None}
        opened = []
        for each in sorted(unsaved | {file}):
            document = {
                "uri": names.uri(each),
                "languageId": "python",
                "version": world.version(each) or 1,
                "text": world.text(each) or "",
            }
            client.notify("textDocument/didOpen", {"textDocument": document})
            opened.append(document["uri"])
        return [str(uri) for uri in opened]

    def _ask(
        self, client: LspClient, request: EngineRequest, world: World, names: FileNames, text: str
    ) -> EngineAnswer:
        unit = self._unit()
        lines = LineIndex(text)
        start = lines.position(min(request.start, len(text)), unit)
        end = lines.position(min(max(request.end, request.start), len(text)), unit)
        document = {"uri": names.uri(request.file)}
        client.take_applied()
        notes: list[str] = []
        expected = None
        if request.kind is Kind.RENAME:
            old = word_at(text, request.start)
            expected = None if not old else ExpectedRename(old, request.new_name or "")
            place = {"line": start.line, "character": start.column}
            params = {"textDocument": document, "position": place, "newName": request.new_name}
            raw = self._rename(client, params, old, request.file, world, names)
        else:
            span = {
                "start": {"line": start.line, "character": start.column},
                "end": {"line": end.line, "character": end.column},
            }
            raw = self._action(client, request, {"textDocument": document, "range": span})
            if request.new_name:
                notes.append(f"{self.engine} chooses the new name itself; {request.new_name} was not used.")
        if isinstance(raw, Refusal | Crash):
            return raw
        return self._proposal(raw, world, names, unit, expected, notes)

    def _proposal(
        self,
        raw: Any,
        world: World,
        names: FileNames,
        unit: Unit,
        expected: ExpectedRename | None,
        notes: list[str],
    ) -> EngineAnswer:
        try:
            read = read_workspace_edit(
                raw,
                world=world,
                names=names,
                unit=unit,
                expected=expected,
            )
        except InputError as error:
            return Refusal(f"{self.engine} made an edit that cannot be used: {error.message}")
        if read.edit_set.is_empty:
            return Refusal(f"{self.engine} found nothing to change at this place.")
        made_for = {file: world.text(file) or "" for file in read.edit_set.replacements}
        edit_set = _without_versions(read.edit_set, made_for)
        return Proposal(edit_set, self.engine, (*notes, *read.notes))

    def _rename(
        self,
        client: LspClient,
        params: Mapping[str, Any],
        old: str,
        file: str,
        world: World,
        names: FileNames,
    ) -> Any | Refusal | Crash:
        if not self._capabilities.get("renameProvider"):
            return Refusal(f"{self.engine} does not offer rename.")
        others = {each for each in world.files() if each != file and old and old in (world.text(each) or "")}
        deadline = time.monotonic() + self.limits.ready_seconds
        pause = 0.25
        while True:
            raw = self._result(client.request("textDocument/rename", params, self.limits.seconds))
            if raw is None:
                raw = Refusal(f"{self.engine} found nothing to rename at this place.")
            if isinstance(raw, Crash):
                return raw
            # Some servers answer before they have read the other files, with no sign that they have not.
            # A name that stands in other files is worth a second question, as long as the answer grows.
            if not others or (isinstance(raw, Mapping) and _documents(raw, names) & others):
                return raw
            if pause > 2.0 or time.monotonic() + pause > deadline:
                return raw
            time.sleep(pause)
            pause *= 2

    def _action(
        self, client: LspClient, request: EngineRequest, params: dict[str, Any]
    ) -> Any | Refusal | Crash:
        provider = self._capabilities.get("codeActionProvider")
        if not provider:
            return Refusal(f"{self.engine} offers no refactorings.")
        wanted = action_filter(request.kind, request.options.get("title"))
        if wanted is None:
            return Refusal(f"No language server offers {request.kind.value}.")
        params["context"] = {"diagnostics": [], "only": kinds_asked_for(request.kind), "triggerKind": 1}
        actions = self._result(client.request("textDocument/codeAction", params, self.limits.seconds))
        if isinstance(actions, Refusal | Crash):
            return actions
        action = choose_action(actions, wanted)
        if isinstance(action, str):
            return Refusal(f"{self.engine}: {action}")
        if "edit" not in action and isinstance(provider, Mapping) and provider.get("resolveProvider"):
            resolved = self._result(client.request("codeAction/resolve", action, self.limits.seconds))
            if isinstance(resolved, Refusal | Crash):
                return resolved
            action = resolved or action
        if action.get("edit"):
            return action["edit"]
        return self._command(client, action)

    def _command(self, client: LspClient, action: Mapping[str, Any]) -> Any | Refusal | Crash:
        """Carry out a code action that is a command: the edit comes back as a request to apply it."""
        command = action.get("command")
        if isinstance(command, str):
            command = action
        if not isinstance(command, Mapping):
            return Refusal(f"{self.engine} offers the refactoring but gives no edit.")
        params = {"command": command.get("command"), "arguments": command.get("arguments") or []}
        result = self._result(client.request("workspace/executeCommand", params, self.limits.seconds))
        if isinstance(result, Refusal | Crash):
            return result
        deadline = time.monotonic() + 2.0
        while not (applied := client.take_applied()):
            if time.monotonic() > deadline:
                return Refusal(f"{self.engine} made no edit.")
            time.sleep(0.02)
        if len(applied) > 1:
            return Refusal(f"{self.engine} makes this refactoring in {len(applied)} separate edits.")
        return applied[0]

    def _result(self, result: Any | LspFailure) -> Any | Refusal | Crash:
        if not isinstance(result, LspFailure):
            return result
        if result.kind == "error" and result.code not in _CRASH_CODES:
            return Refusal(f"{self.engine}: {result.message}")
        return Crash(f"{self.engine}: {result.message}")

    def _unit(self) -> Unit:
        unit = self._capabilities.get("positionEncoding")
        if unit == "utf-8":
            return "utf-8"
        return "utf-32" if unit == "utf-32" else "utf-16"

    def _stop(self) -> None:
        if self._client is not None:
            self._client.kill()
            self._client = None
            self._tidy()

    def _tidy(self) -> None:
        """Remove rope's folder where a server has left it, against our wish and with no way to prevent it."""
        if not self._had_rope_folder:
            shutil.rmtree(os.path.join(self._root, _ROPE_FOLDER), ignore_errors=True)


def _documents(raw: Mapping[str, Any], names: FileNames) -> set[str]:
    """The files that a WorkspaceEdit edits."""
    uris = list(raw.get("changes") or {})
    for step in raw.get("documentChanges") or []:
        if isinstance(step, Mapping) and isinstance(step.get("textDocument"), Mapping):
            uris.append(str(step["textDocument"].get("uri")))
    found = set()
    for uri in uris:
        try:
            found.add(names.file(uri))
        except InputError:
            continue
    return found


def _without_versions(edit_set: EditSet, made_for: Mapping[str, str]) -> EditSet:
    """What the edit fits is the text; a version number outside an editor says nothing."""
    return replace(edit_set, versions={}, made_for=made_for)
