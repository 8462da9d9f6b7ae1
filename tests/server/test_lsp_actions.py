"""End to end around the real servers: refactorings from menus, however their edits come, imports put in order, files moved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsprotocol import types
from server.lsp_editor import Editor, eventually, leave, needs_confirmation, raw, start_editor
from server.raw_client import ABLE, apply_edit
from server.real_servers import RUFF, SERVERS, RealServer
from server.small_project import APP, USE, make_project

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="module")]

SHORT = "def first(items):\n    return items and items[0]\n\n\ndef area(width, height):\n    return width * height + 1\n"
SAFE, UNSAFE = (5, 11, 25), (1, 21, 29)
UNSORTED = "import sys\nimport os\n\nprint(os.name, sys.path)\n"
#: Sorted, the other import comes last and wins.
SHADOWED = "from second import name\nfrom first import name\n\nprint(name)\n"
FILES = {
    "short.py": SHORT,
    "unsorted.py": UNSORTED,
    "shadowed.py": SHADOWED,
    "first.py": "name = 1\n",
    "second.py": "name = 2\n",
}
CAPABILITIES = {**ABLE, "workspace": {**ABLE["workspace"], "fileOperations": {"willRename": True}}}
EXTRACTING = [each for each in SERVERS if each.extracts]
ORGANISING = [each for each in (*SERVERS, RUFF) if each.organises_imports]
MOVING = [each for each in SERVERS if each.moves]


@pytest_asyncio.fixture(params=SERVERS, ids=lambda server: server.name, scope="module", loop_scope="module")
async def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Editor]:
    server: RealServer = request.param
    root = make_project(tmp_path_factory.mktemp(server.name))
    for name, text in FILES.items():
        (root / name).write_text(text)
    started = await start_editor(server.wrapped, [root], CAPABILITIES, budget=30)
    for name in ("app.py", "use.py", "short.py", "unsorted.py", "shadowed.py"):
        started.open(root / name)
    yield started
    await leave(started)


def by_server(servers: list[RealServer]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("editor", servers, ids=[each.name for each in servers], indirect=True)


async def offered(
    editor: Editor, name: str, span: tuple[int, int, int], kind: str, *words: str
) -> types.CodeAction | types.Command:
    """The first entry of the menu with these words; a server that is still starting offers nothing yet."""
    for _ in range(40):
        for action in await editor.actions((editor.folder / name).as_uri(), span, kind):
            if all(word in action.title.lower() for word in words):
                return action
        await asyncio.sleep(0.5)
    raise AssertionError(f"no {kind} is offered")


@by_server(EXTRACTING)
async def test_a_safe_extraction(editor: Editor) -> None:
    uri = (editor.folder / "short.py").as_uri()
    action = await offered(editor, "short.py", SAFE, "refactor", "extract", "variable")
    assert "unsafe" not in action.title
    edit = await editor.choose(action)
    assert not needs_confirmation(edit)
    after = apply_edit({uri: SHORT}, raw(edit))[uri]
    scope: dict[str, object] = {}
    exec(after, scope)
    assert eval("area(3, 4)", scope) == 13
    assert after.count("width * height") == 1
    assert not editor.findings(uri)


@by_server(EXTRACTING)
async def test_an_unsafe_extraction_is_to_be_confirmed(editor: Editor) -> None:
    uri = (editor.folder / "short.py").as_uri()
    edit = await editor.choose(await offered(editor, "short.py", UNSAFE, "refactor", "extract", "variable"))
    assert needs_confirmation(edit)
    assert {each.code for each in editor.findings(uri)} & {"HF203", "HF204", "HF205"}


@by_server([each for each in EXTRACTING if each.name != "pyrefly"])  # which offers nothing unasked
async def test_a_menu_that_opens_by_itself_is_checked_when_an_entry_is_chosen(editor: Editor) -> None:
    """Edits in such a menu are kept back and come with `codeAction/resolve`; commands are run as they are."""
    uri = (editor.folder / "short.py").as_uri()
    await offered(editor, "short.py", UNSAFE, "refactor", "extract", "variable")
    found = await editor.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri),
            range=types.Range(types.Position(1, 21), types.Position(1, 29)),
            context=types.CodeActionContext(
                diagnostics=[],
                only=[types.CodeActionKind.Refactor],
                trigger_kind=types.CodeActionTriggerKind.Automatic,
            ),
        )
    )
    action = next(each for each in found or () if "variable" in each.title.lower())
    assert isinstance(action, types.CodeAction)
    assert action.edit is None
    assert needs_confirmation(await editor.choose(action))
    assert editor.findings(uri)


@by_server(ORGANISING)
async def test_imports_are_put_in_order(editor: Editor) -> None:
    uri = (editor.folder / "unsorted.py").as_uri()
    action = await offered(editor, "unsorted.py", (0, 0, 0), "source.organizeImports", "organize")
    edit = await editor.choose(action)
    assert not needs_confirmation(edit)
    assert apply_edit({uri: UNSORTED}, raw(edit))[uri].startswith("import os\nimport sys\n"), edit
    assert not editor.findings(uri)


@by_server(ORGANISING)
async def test_an_order_in_which_another_import_wins_is_to_be_confirmed(editor: Editor) -> None:
    uri = (editor.folder / "shadowed.py").as_uri()
    action = await offered(editor, "shadowed.py", (0, 0, 0), "source.organizeImports", "organize")
    edit = await editor.choose(action)
    assert needs_confirmation(edit)
    assert editor.findings(uri)


@by_server(MOVING)
async def test_a_file_is_moved_with_its_importers(editor: Editor) -> None:
    uri, use = (editor.folder / "app.py").as_uri(), (editor.folder / "use.py").as_uri()
    moved = types.FileRename(uri, (editor.folder / "core.py").as_uri())
    edit = None
    for _ in range(40):
        edit = await editor.workspace_will_rename_files_async(types.RenameFilesParams([moved]))
        if edit is not None and (edit.changes or edit.document_changes):
            break
        await asyncio.sleep(0.5)
    assert not needs_confirmation(edit)
    texts = {(editor.folder / name).as_uri(): text for name, text in FILES.items()}
    after = apply_edit({**texts, uri: APP, use: USE}, raw(edit))
    assert after == {**texts, uri: APP, use: USE.replace("app", "core")}
    assert await eventually(lambda: not editor.findings(use))
