"""An editor built on pytest-lsp's client: checks every message against the protocol, answers as it is told."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import register_lsp_features
from server.raw_client import BIN


def _converter() -> Any:
    """lsprotocol's, with two mistakes of it put right.

    It cannot read `notebookDocumentSync` of a server, which nobody here looks at, and takes an action with a
    command for a bare command.
    """
    converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in (types.NotebookDocumentSyncOptions, types.NotebookDocumentSyncRegistrationOptions):
        converter.register_structure_hook(kind, lambda value, _: value)
    converter.register_structure_hook(
        types.Command | types.CodeAction,
        lambda value, _: converter.structure(
            value, types.Command if isinstance(value.get("command"), str) else types.CodeAction
        ),
    )
    return converter


_CONVERTER = _converter()


class Editor(LanguageClient):
    """Remembers what it was asked, and applies nothing: tests look at the edits."""

    def __init__(self) -> None:
        super().__init__(converter_factory=_converter)
        self.folder = Path()
        #: The unit of columns that was agreed on.
        self.unit = "utf-16"
        self.asked: list[types.ShowMessageRequestParams] = []
        self.applied: list[types.WorkspaceEdit] = []
        #: The button that is pressed for each question, by a word in it.
        self.buttons: dict[str, str] = {"incomplete": "Ask again"}
        #: Seconds before a button is pressed.
        self.hesitation = 0.0

    def open(self, path: Path) -> str:
        uri = path.as_uri()
        item = types.TextDocumentItem(uri, types.LanguageKind.Python, 1, path.read_text("utf-8"))
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def configure(self, **settings: Any) -> None:
        self.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings={"holdfast": settings})
        )

    async def rename(
        self, uri: str, new_name: str, line: int = 0, column: int = 2
    ) -> types.WorkspaceEdit | None:
        return await self.text_document_rename_async(
            types.RenameParams(
                text_document=types.TextDocumentIdentifier(uri),
                position=types.Position(line, column),
                new_name=new_name,
            )
        )

    async def actions(
        self, uri: str, span: tuple[int, int, int], kind: str
    ) -> list[types.CodeAction | types.Command]:
        """The menu at a range within one line."""
        line, start, end = span
        found = await self.text_document_code_action_async(
            types.CodeActionParams(
                text_document=types.TextDocumentIdentifier(uri),
                range=types.Range(types.Position(line, start), types.Position(line, end)),
                context=types.CodeActionContext(diagnostics=[], only=[kind]),
            )
        )
        return list(found or ())

    async def execute(self, command: types.Command) -> None:
        await self.workspace_execute_command_async(
            types.ExecuteCommandParams(command=command.command, arguments=command.arguments)
        )

    async def choose(self, action: types.CodeAction | types.Command) -> types.WorkspaceEdit | None:
        """Choose an entry of a menu as an editor does; the edit that comes of it, whichever way it comes."""
        if isinstance(action, types.Command):
            return await self.edit_after(action)
        if action.edit is None and action.command is None:
            action = await self.code_action_resolve_async(action)
        if action.edit is not None or action.command is None:
            return action.edit
        return await self.edit_after(action.command)

    async def edit_after(self, command: types.Command) -> types.WorkspaceEdit | None:
        """The edit that a command makes the server ask for."""
        self.applied.clear()
        await self.execute(command)
        await eventually(lambda: self.applied, 5)
        return self.applied[-1] if self.applied else None

    def findings(self, uri: str) -> list[types.Diagnostic]:
        return [each for each in self.diagnostics.get(uri, ()) if each.source == "holdfast"]

    def told(self, words: str) -> bool:
        return any(words in each.message for each in self.messages)


async def start_editor(
    command: Sequence[str],
    folders: Sequence[Path],
    capabilities: types.ClientCapabilities | Mapping[str, Any],
    **settings: Any,
) -> Editor:
    """Start a server as an editor that has these folders open."""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    config = ClientServerConfig(list(command), client_factory=_editor, server_env=environment)
    editor = await config.start()
    assert isinstance(editor, Editor)
    editor.folder = folders[0]
    able: types.ClientCapabilities = (
        capabilities
        if isinstance(capabilities, types.ClientCapabilities)
        else _CONVERTER.structure(capabilities, types.ClientCapabilities)
    )
    answer = await editor.initialize_session(
        types.InitializeParams(
            capabilities=able,
            root_uri=folders[0].as_uri(),
            workspace_folders=[types.WorkspaceFolder(each.as_uri(), each.name) for each in folders],
            initialization_options={"holdfast": settings},
        )
    )
    editor.unit = str(_CONVERTER.unstructure(answer.capabilities.position_encoding) or "utf-16")
    return editor


async def leave(editor: Editor) -> None:
    await asyncio.wait_for(editor.shutdown_session(), 20)
    await editor.stop()  # type: ignore[no-untyped-call]


async def eventually(condition: Callable[[], Any], seconds: float = 20) -> bool:
    """Whether something comes true before long."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while loop.time() < end:
        if condition():
            return True
        await asyncio.sleep(0.02)
    return False


def raw(value: object) -> Any:
    """A value of the protocol as plain JSON."""
    return _CONVERTER.unstructure(value)


def needs_confirmation(edit: types.WorkspaceEdit | None) -> bool:
    """Whether every single edit is marked; half of them would be an error of ours."""
    assert edit is not None
    marks = []
    for step in edit.document_changes or ():
        assert isinstance(step, types.TextDocumentEdit)
        marks += [isinstance(each, types.AnnotatedTextEdit) for each in step.edits]
    if not any(marks):
        assert not edit.change_annotations
        return False
    assert all(marks)
    assert edit.change_annotations
    assert all(each.needs_confirmation for each in edit.change_annotations.values())
    return True


def _editor() -> Editor:
    editor = Editor()
    register_lsp_features(editor)

    async def asked(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        editor.asked.append(params)
        await asyncio.sleep(editor.hesitation)
        button = next((name for words, name in editor.buttons.items() if words in params.message), None)
        return None if button is None else types.MessageActionItem(button)

    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        editor.applied.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    own = {types.WINDOW_SHOW_MESSAGE_REQUEST: asked, types.WORKSPACE_APPLY_EDIT: apply}
    register_lsp_features(editor, own)
    return editor
