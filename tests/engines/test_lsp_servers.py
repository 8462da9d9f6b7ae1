"""Real language servers as engines; each has its own way of saying the same edit."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from engines.project_for_engines import MAIN, SHAPES, after, at, request, snapshot, write_texts
from holdfast.engines import Limits, Proposal, Refusal
from holdfast.engines.lsp_engine import LspEngine
from holdfast.refactorings.request import Kind
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree

BIN = Path(sys.executable).parent
SERVERS = {
    "jedi-language-server": "jedi-language-server",
    "pylsp": "pylsp",
    "ty": "ty server",
    "pyrefly": "pyrefly lsp",
    "zuban": "zuban server",
    "pyright": "pyright-langserver --stdio",
    "basedpyright": "basedpyright-langserver --stdio",
}
LIMITS = Limits(seconds=30, ready_seconds=15)


def server(name: str) -> LspEngine:
    program, _, rest = SERVERS[name].partition(" ")
    if not (BIN / program).exists():
        pytest.skip(f"{program} is not installed; `make setup` installs the group of peers")
    return LspEngine(f"'{BIN / program}' {rest}", limits=LIMITS)


@pytest.mark.slow
@pytest.mark.parametrize("name", SERVERS)
def test_rename_reaches_other_files_and_writes_nothing(name: str, tmp_path: Path) -> None:
    root = write_texts(tmp_path)
    world = World.over(DiskTree(root))
    before = snapshot(root)
    with server(name) as engine:
        answer = engine.propose(request(Kind.RENAME, at("double(value"), "twice"), world, str(root))
    found = after(answer, world)
    assert found.keys() == {"geometry/shapes.py", "main.py"}
    # jedi-language-server ends an edit behind the end of the last line; an editor takes that for the end
    # of the line, and so do we: the file gets one more newline.
    assert found["geometry/shapes.py"].rstrip("\n") + "\n" == SHAPES.replace("double(", "twice(")
    assert found["main.py"] == MAIN.replace("double", "twice")
    assert isinstance(answer, Proposal)
    for file, replacements in answer.edit_set.replacements.items():
        text = world.text(file) or ""
        changes = {(text[start:end], new) for start, end, new in replacements} - {("", "\n")}
        assert changes == {("double", "twice")}
    assert snapshot(root) == before
    assert not os.path.exists(root / ".ropeproject")


@pytest.mark.slow
@pytest.mark.parametrize("name", SERVERS)
def test_columns_behind_other_characters_are_right(name: str) -> None:
    source = "total = 1\ns = '\U0001f600\xe9'; print(total); t = '\U0001f600', total\n"
    world = World.of({"m.py": source})
    with server(name) as engine:
        answer = engine.propose(request(Kind.RENAME, (0, 0), "amount", "m.py"), world)
    assert after(answer, world) == {"m.py": source.replace("total", "amount")}
    assert isinstance(answer, Proposal)
    assert answer.notes == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jedi-language-server", "pylsp", "pyrefly"])
def test_extract_and_inline_by_edit_and_by_command(name: str, tmp_path: Path) -> None:
    root = write_texts(tmp_path)
    world = World.over(DiskTree(root))
    before = snapshot(root)
    selected = at("value * factor", length=len("value * factor"))
    with server(name) as engine:
        variable = engine.propose(request(Kind.EXTRACT_VARIABLE, selected, "product"), world, str(root))
        function = engine.propose(request(Kind.EXTRACT_FUNCTION, selected), world, str(root))
        inlined = engine.propose(request(Kind.INLINE, at("doubled =")), world, str(root))
        assert engine.starts == 1
    assert isinstance(variable, Proposal)
    assert any("chooses the new name itself" in note for note in variable.notes)
    text = after(variable, world)["geometry/shapes.py"]
    assert text.count("value * factor") == 1
    assert "doubled = value" not in text
    assert "def " in after(function, world)["geometry/shapes.py"].replace(SHAPES, "")
    assert "doubled" not in after(inlined, world)["geometry/shapes.py"]
    assert snapshot(root) == before


@pytest.mark.slow
def test_a_server_without_refactorings_says_so() -> None:
    world = World.of({"m.py": "x = 1 + 2\n"})
    with server("ty") as engine:
        answer = engine.propose(request(Kind.EXTRACT_VARIABLE, (4, 9), "y", "m.py"), world)
    assert isinstance(answer, Refusal)
    assert "does not offer this refactoring here" in answer.message


@pytest.mark.slow
def test_the_pyright_family_is_waited_for_until_it_has_read_the_project(tmp_path: Path) -> None:
    texts = {f"user_{number}.py": "from origin import shared\nprint(shared)\n" for number in range(60)}
    texts["origin.py"] = "shared = 1\n"
    root = write_texts(tmp_path, texts)
    world = World.over(DiskTree(root))
    for name in ("pyright", "pyrefly"):
        with server(name) as engine:
            answer = engine.propose(request(Kind.RENAME, (0, 0), "common", "origin.py"), world, str(root))
        assert isinstance(answer, Proposal)
        assert len(answer.edit_set.replacements) == 61, name
