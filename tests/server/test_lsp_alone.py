"""End to end with the server alone, in editors of two makes as pytest-lsp knows them; its warnings are errors here."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import client_capabilities
from server.lsp_editor import Editor, eventually, leave, needs_confirmation, raw, start_editor
from server.raw_client import SERVER, apply_edit
from server.small_project import APP, USE, make_project

pytestmark = [pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="module")]

SHORT = "def first(items):\n    return items and items[0]\n"
EXTRACTED = APP.replace("    return limit * ceiling", "    extracted = limit * ceiling\n    return extracted")


@pytest_asyncio.fixture(params=["visual_studio_code", "neovim"], scope="module", loop_scope="module")
async def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Editor]:
    root = make_project(tmp_path_factory.mktemp(request.param))
    (root / "short.py").write_text(SHORT)
    started = await start_editor(SERVER, [root], client_capabilities(request.param), budget=30)
    started.set_configuration({"budget": 30}, section="holdfast")
    for name in ("app.py", "use.py", "short.py"):
        started.open(root / name)
    yield started
    await leave(started)


def documents(editor: Editor) -> tuple[str, str]:
    return (editor.folder / "app.py").as_uri(), (editor.folder / "use.py").as_uri()


def renamed(new: str, uri: str, use: str) -> dict[str, str]:
    return {uri: APP.replace("ceiling", new), use: USE.replace("ceiling", new)}


def previews(editor: Editor) -> bool:
    """Whether the editor can show an edit before it is made."""
    workspace = editor.capabilities.workspace if editor.capabilities else None
    edits = workspace.workspace_edit if workspace else None
    return edits is not None and edits.change_annotation_support is not None


@pytest.mark.parametrize("engine", ["jedi", "rope"])
async def test_a_safe_rename(editor: Editor, engine: str) -> None:
    uri, use = documents(editor)
    editor.configure(engine=engine, onUnsafe="confirm")
    edit = await editor.rename(uri, "fresh")
    assert not needs_confirmation(edit)
    assert apply_edit({uri: APP, use: USE}, raw(edit)) == renamed("fresh", uri, use)
    assert not editor.findings(uri)


async def test_an_unsafe_rename_is_confirmed_in_a_preview_or_by_a_question(editor: Editor) -> None:
    uri, use = documents(editor)
    editor.configure(engine="jedi", onUnsafe="confirm")
    editor.asked.clear()
    editor.buttons["Apply it all the same"] = "Apply"
    edit = await editor.rename(uri, "limit")
    assert needs_confirmation(edit) is previews(editor)
    assert len(editor.asked) == (0 if previews(editor) else 1)
    assert apply_edit({uri: APP, use: USE}, raw(edit)) == renamed("limit", uri, use)
    assert [each.code for each in editor.findings(uri)] == ["HF101"]
    editor.buttons["Apply it all the same"] = "Cancel"
    if not previews(editor):
        with pytest.raises(JsonRpcException):
            await editor.rename(uri, "limit")


async def test_an_unsafe_rename_is_blocked(editor: Editor) -> None:
    uri, _ = documents(editor)
    editor.configure(onUnsafe="block")
    with pytest.raises(JsonRpcException, match="parameter `limit`"):
        await editor.rename(uri, "limit")


async def test_an_unsafe_rename_is_warned_about(editor: Editor) -> None:
    uri, use = documents(editor)
    editor.configure(onUnsafe="warn")
    editor.messages.clear()
    edit = await editor.rename(uri, "limit")
    assert not needs_confirmation(edit)
    assert apply_edit({uri: APP, use: USE}, raw(edit)) == renamed("limit", uri, use)
    assert await eventually(lambda: editor.told("parameter `limit`"))


async def test_the_name_at_a_place(editor: Editor) -> None:
    uri, _ = documents(editor)
    found = await editor.text_document_prepare_rename_async(
        types.PrepareRenameParams(types.TextDocumentIdentifier(uri), types.Position(3, 6))
    )
    assert found == types.Range(types.Position(3, 4), types.Position(3, 9))


async def test_extract_variable(editor: Editor) -> None:
    """Resolved later where the editor can; else by a command and `workspace/applyEdit`."""
    uri, _ = documents(editor)
    actions = await editor.actions(uri, (4, 11, 26), "refactor.extract")
    assert [each.title for each in actions] == ["Extract variable", "Extract function"]
    edit = await editor.choose(actions[0])
    assert not needs_confirmation(edit)
    assert apply_edit({uri: APP}, raw(edit))[uri] == EXTRACTED


async def test_an_unsafe_extraction(editor: Editor) -> None:
    editor.configure(onUnsafe="warn")
    uri = (editor.folder / "short.py").as_uri()
    actions = await editor.actions(uri, (1, 21, 29), "refactor.extract.variable")
    editor.messages.clear()
    await editor.choose(actions[0])
    assert await eventually(lambda: editor.findings(uri))
    assert editor.told("changes what the code means")
