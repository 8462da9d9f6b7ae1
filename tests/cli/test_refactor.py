"""Engine commands end to end: the real jedi and rope propose, the real checker judges."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from cli.command import APP, refused, run, snapshot, write

BOX = """\
class Box:
    size = 1

    def grow(self, by, times):
        return self.size + by * times


def use(box: Box):
    return Box().grow(2, 3)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write(tmp_path, {"app.py": APP, "pyproject.toml": "[project]\nname = 'x'\n"})


def test_a_capture_is_refused_and_nothing_is_written(project: Path) -> None:
    before = snapshot(project)
    ran = run(project, "rename", "app.py:1:1", "limit", "--apply", "--format", "json")
    assert ran.code == 1
    data = ran.json()
    assert data["verdict"] == "unsafe"
    assert data["findings"][0]["code"] == "HF101"
    assert (data["findings"][0]["line"], data["findings"][0]["column"]) == (5, 20)
    assert "nothing was changed, because of the findings above" in ran.err
    assert snapshot(project) == before


def test_a_rename_is_shown_and_then_applied(project: Path) -> None:
    before = snapshot(project)
    ran = run(project, "rename", "app.py:5:20", "top")
    assert ran.code == 0
    assert ran.out.startswith("safe: ")
    assert snapshot(project) == before
    ran = run(project, "rename", "app.py:5:20", "top", "--apply")
    assert ran.code == 0
    assert ran.err == "check-refactoring: changed 1 file\n"
    assert (project / "app.py").read_text() == APP.replace("ceiling", "top")
    assert set(snapshot(project)) == set(before)


def test_crlf_and_encodings_survive(project: Path) -> None:
    text = "# coding: latin-1\r\ngröße = 1\r\nprint(größe)\r\n"
    (project / "alt.py").write_bytes(text.encode("latin-1"))
    assert run(project, "rename", "alt.py:2:1", "maß", "--apply").code == 0
    assert (project / "alt.py").read_bytes() == text.replace("größe", "maß").encode("latin-1")


def test_extract_and_inline(project: Path) -> None:
    write(project, {"a.py": "def f(x):\n    y = x * 2\n    return y + 1\n"})
    ran = run(project, "extract-variable", "a.py:3:12-3:17", "result", "--apply")
    assert ran.code == 0, ran
    assert "result = y + 1\n" in (project / "a.py").read_text()
    ran = run(project, "inline", "a.py:2:5", "--apply", "--engine", "rope")
    assert ran.code == 0, ran
    assert "result = x * 2 + 1\n" in (project / "a.py").read_text()


def test_rope_changes_a_signature(project: Path) -> None:
    write(project, {"box.py": BOX})
    ran = run(project, "change-signature", "box.py:4:9", "self, times, by", "--engine", "rope", "--apply")
    assert ran.code == 0, ran
    text = (project / "box.py").read_text()
    assert "def grow(self, times, by):" in text
    assert "grow(3, 2)" in text


def test_rope_moves_a_function(project: Path) -> None:
    write(
        project,
        {
            "one.py": "import os\n\n\ndef helper():\n    return 1\n",
            "two.py": "x = 1\n",
            "use.py": "import one\n\nprint(one.helper())\n",
        },
    )
    ran = run(project, "move", "one.py:4:5", "two.py", "--engine", "rope", "--apply")
    assert ran.code == 0, ran
    assert "def helper" in (project / "two.py").read_text()
    assert "two.helper()" in (project / "use.py").read_text()


def test_rope_organises_imports(project: Path) -> None:
    write(
        project,
        {
            "one.py": "import os\nimport sys\n\nprint(sys.path)\n",
            "use.py": "import one\n\nprint(one.os.sep)\n",
        },
    )
    words = ("organise-imports", "one.py", "--engine", "rope", "--apply")
    before = snapshot(project)
    ran = run(project, *words, "--format", "json")
    assert ran.code == 1, ran
    assert [(each["path"], each["line"]) for each in ran.json()["findings"]] == [("use.py", 3)]
    assert snapshot(project) == before
    (project / "use.py").unlink()
    ran = run(project, *words)
    assert ran.code == 0, ran
    assert "import os" not in (project / "one.py").read_text()


def test_rope_renames_a_module(project: Path) -> None:
    write(project, {"one.py": "x = 1\n", "use.py": "import one\n\nprint(one.x)\n"})
    ran = run(project, "rename", "one.py", "uno", "--engine", "rope", "--apply")
    assert ran.code == 0, ran
    assert (project / "uno.py").read_text() == "x = 1\n"
    assert not (project / "one.py").exists()
    assert (project / "use.py").read_text() == "import uno\n\nprint(uno.x)\n"


@pytest.mark.slow
def test_jedi_renames_no_module(project: Path) -> None:
    assert "jedi does not rename app.py as a module; use --engine rope" in refused(
        project, "rename", "app.py", "other"
    )


def test_any_language_server(project: Path) -> None:
    server = shlex.quote(str(Path(sys.executable).with_name("jedi-language-server")))
    ran = run(project, "rename", "app.py:1:1", "top", "--engine", f"lsp:{server}", "--apply")
    assert ran.code == 0, ran
    assert (project / "app.py").read_text() == APP.replace("ceiling", "top")


def test_the_engine_is_a_setting(project: Path) -> None:
    write(project, {"pyproject.toml": "[tool.holdfast]\nengine = 'nobody'\n"})
    assert "no engine is called 'nobody'" in refused(project, "rename", "app.py:1:1", "top")


def test_an_interrupted_apply_is_finished_by_the_next_run(project: Path) -> None:
    """The journal of a run that was killed between two files."""
    from holdfast.text.edits import EditSet, Replacement
    from holdfast.text.world import World
    from holdfast.workspace.apply import apply_edit_set, pending
    from holdfast.workspace.disk import DiskTree

    write(project, {"b.py": "x = 1\n", "c.py": "x = 1\n"})
    edits = EditSet({file: (Replacement(0, 1, "y"),) for file in ("b.py", "c.py")})

    class Killed(BaseException):
        pass

    reached: list[str] = []

    def fault(step: str) -> None:
        reached.append(step)
        if (project / "b.py").read_text() != (project / "c.py").read_text():
            raise Killed

    with pytest.raises(Killed):
        apply_edit_set(project, edits, World.over(DiskTree(project)), fault=fault)
    assert pending(project), reached
    ran = run(project, "rename", "app.py:1:1", "top")
    assert "an earlier --apply was stopped while writing; it was completed" in ran.err
    assert ran.code == 0
    assert {(project / name).read_text() for name in ("b.py", "c.py")} == {"y = 1\n"}
    assert not pending(project)
