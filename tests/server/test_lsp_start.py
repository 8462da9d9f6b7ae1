"""End to end: a rename right after the start, which some servers answer with the open file alone.

Whether they do depends on the machine; whatever they hand out first, the user ends up with the whole rename.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from server.lsp_editor import leave, needs_confirmation, raw, start_editor
from server.raw_client import ABLE
from server.real_servers import SERVERS, RealServer
from server.small_project import make_project

HASTY = [each for each in SERVERS if each.name in ("pyright", "pyrefly")]


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.asyncio
@pytest.mark.parametrize("server", HASTY, ids=lambda server: server.name)
async def test_a_rename_right_after_the_start(server: RealServer, tmp_path: Path) -> None:
    root = make_project(tmp_path)
    body = "".join(f"\n\ndef f{number}(a):\n    return a * ceiling\n" for number in range(60))
    for number in range(150):
        (root / f"part{number}.py").write_text("from app import ceiling\n" + body)
    editor = await start_editor(server.wrapped, [root], ABLE, budget=30)
    editor.hesitation = 1.0
    edit = await editor.rename(editor.open(root / "app.py"), "fresh")
    assert not needs_confirmation(edit)
    whole = raw(edit)
    assert len(whole.get("documentChanges") or whole.get("changes")) == 152
    assert all("incomplete" in each.message for each in editor.asked)
    assert not editor.messages
    await leave(editor)
