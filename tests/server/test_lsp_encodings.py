"""Columns around the real servers, in whatever unit they and the editor agree on."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from server.lsp_editor import leave, needs_confirmation, raw, start_editor
from server.raw_client import ABLE
from server.real_servers import SERVERS, RealServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120), pytest.mark.asyncio]

TEXT = "ceiling = 10\n\n\ndef scale(limit):\n    return 'äö😀😀', limit, ceiling\n\n\nprint(scale(3))\n"
BEFORE_USE = "    return 'äö😀😀', limit, "
COLUMN = {
    "utf-8": len(BEFORE_USE.encode()),
    "utf-16": len(BEFORE_USE.encode("utf-16-le")) // 2,
    "utf-32": len(BEFORE_USE),
}


@pytest.mark.parametrize("server", SERVERS, ids=lambda server: server.name)
async def test_findings_and_edits_have_columns_of_the_agreed_unit(server: RealServer, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'example'\n")
    (tmp_path / "app.py").write_text(TEXT, "utf-8")
    able = {**ABLE, "general": {"positionEncodings": ["utf-8", "utf-32", "utf-16"]}}
    editor = await start_editor(server.wrapped, [tmp_path], able, budget=30)
    uri = editor.open(tmp_path / "app.py")
    column = COLUMN[editor.unit]
    edit = await editor.rename(uri, "limit")
    assert needs_confirmation(edit)
    starts = {
        (each["range"]["start"]["line"], each["range"]["start"]["character"])
        for step in raw(edit)["documentChanges"]
        for each in step["edits"]
    }
    # pylsp exchanges the whole text.
    assert starts == ({(0, 0)} if server.name == "pylsp" else {(0, 0), (4, column)})
    (finding,) = editor.findings(uri)
    assert finding.range == types.Range(types.Position(4, column), types.Position(4, column + 7))
    await leave(editor)
