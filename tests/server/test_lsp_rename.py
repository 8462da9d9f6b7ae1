"""End to end around the real servers, in an editor of pytest-lsp: renames that are safe, confirmed, blocked, warned about."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from server.lsp_editor import Editor, eventually, leave, needs_confirmation, raw, start_editor
from server.raw_client import ABLE, apply_edit
from server.real_servers import SERVERS, RealServer
from server.small_project import APP, USE, make_project

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120), pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(params=SERVERS, ids=lambda server: server.name, scope="module", loop_scope="module")
async def editor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Editor]:
    server: RealServer = request.param
    root = make_project(tmp_path_factory.mktemp(server.name))
    started = await start_editor(server.wrapped, [root], ABLE, budget=30)
    started.open(root / "app.py")
    started.open(root / "use.py")
    yield started
    await leave(started)


def documents(editor: Editor) -> tuple[str, str]:
    return (editor.folder / "app.py").as_uri(), (editor.folder / "use.py").as_uri()


def renamed(new: str, uri: str, use: str) -> dict[str, str]:
    return {uri: APP.replace("ceiling", new), use: USE.replace("ceiling", new)}


async def test_a_safe_rename_passes(editor: Editor) -> None:
    """Also right after the start, when some servers hand out half a rename: the editor then asks again."""
    uri, use = documents(editor)
    edit = await editor.rename(uri, "fresh")
    assert not needs_confirmation(edit)
    assert apply_edit({uri: APP, use: USE}, raw(edit)) == renamed("fresh", uri, use)
    assert not editor.findings(uri)
    assert not editor.findings(use)
    assert all("incomplete" in each.message for each in editor.asked)


async def test_an_unsafe_rename_is_to_be_confirmed(editor: Editor) -> None:
    uri, use = documents(editor)
    editor.configure(onUnsafe="confirm")
    edit = await editor.rename(uri, "limit")
    assert needs_confirmation(edit)
    assert apply_edit({uri: APP, use: USE}, raw(edit)) == renamed("limit", uri, use)
    (finding,) = editor.findings(uri)
    assert finding.code == "HF101"
    assert finding.range.start == types.Position(4, 19)
    assert finding.related_information
    assert {each.location.range.start.line for each in finding.related_information} == {0, 3}


async def test_an_unsafe_rename_is_blocked(editor: Editor) -> None:
    uri, _ = documents(editor)
    editor.configure(onUnsafe="block")
    with pytest.raises(JsonRpcException, match="parameter `limit`"):
        await editor.rename(uri, "limit")
    assert editor.findings(uri)


async def test_an_unsafe_rename_is_warned_about(editor: Editor) -> None:
    uri, use = documents(editor)
    editor.configure(onUnsafe="warn")
    editor.messages.clear()
    edit = await editor.rename(uri, "limit")
    assert not needs_confirmation(edit)
    assert apply_edit({uri: APP, use: USE}, raw(edit)) == renamed("limit", uri, use)
    assert await eventually(lambda: editor.told("parameter `limit`"))
    assert editor.findings(uri)
