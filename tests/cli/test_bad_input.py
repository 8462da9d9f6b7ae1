"""Bad input of every kind: one clear sentence, exit code 2, and nothing changed on disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli.command import APP, git, refused, repository, write
from holdfast.engines import Crash, EngineRequest, Refusal
from holdfast.text.world import World


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"app.py": APP, "pyproject.toml": "", "notes.txt": "ceiling\n"})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("app.py:2:1", "x"), "app.py:2:1: there is no name here."),
        (("app.py:1:9", "x"), "app.py:1:9: there is no name here."),
        (("app.py:1:11", "x"), "app.py:1:11: there is no name here."),
        (("app.py:4:1", "x"), "app.py:4:1: the keyword `def` stands here, not a name."),
        (("app.py:99:1", "x"), "app.py:99:1: the file has only 5 lines."),
        (("app.py:1:99", "x"), "app.py:1:99: line 1 has only 12 characters."),
        (("app.py:0:1", "x"), "'app.py:0:1': lines and columns count from 1."),
        (("app.py:1", "x"), "'app.py:1' is not a place; write it as PATH:LINE:COL."),
        (("app.py:1:1", "class"), "`class` is a keyword of Python and cannot be a name."),
        (("app.py:1:1", "1x"), "'1x' cannot be a name in Python."),
        (("app.py:1:1", "a b"), "'a b' cannot be a name in Python."),
        (("app.py:1:1", ""), "'' cannot be a name in Python."),
        (("gone.py:1:1", "x"), "gone.py: there is no such file."),
        (("notes.txt:1:1", "x"), "notes.txt is not a Python file (.py or .pyi)."),
        ((".:1:1", "x"), ". is a folder; name a Python file in it."),
        (
            ("app.py:1:1", "x", "--engine", "nobody"),
            "no engine is called 'nobody'; choose jedi, rope or lsp:COMMAND.",
        ),
    ],
)
def test_places_and_names(project: Path, words: tuple[str, ...], sentence: str) -> None:
    assert refused(project, "rename", *words, "--apply") == sentence


def test_missing_words(project: Path) -> None:
    assert "the following arguments are required: NEW" in refused(project, "rename", "app.py:1:1")
    assert "is a single position; select code" in refused(project, "extract-variable", "app.py:1:1", "x")
    assert "the selection is empty" in refused(project, "extract-variable", "app.py:2:1-3:1", "x")


def test_a_path_outside_the_workspace(project: Path) -> None:
    write(project.parent, {"other.py": "x = 1\n"})
    (project / "link.py").symlink_to(project.parent / "other.py")
    for path in ("../other.py", str(project.parent / "other.py"), "link.py"):
        assert "is outside the workspace" in refused(project, "rename", f"{path}:1:1", "y", "--apply")


def test_a_binary_file(project: Path) -> None:
    (project / "data.py").write_bytes(b"\x00\x01\xff" * 20)
    assert refused(project, "rename", "data.py:1:1", "x").startswith("data.py cannot be used: ")


def test_a_wrongly_encoded_file(project: Path) -> None:
    (project / "data.py").write_bytes("größe = 1\n".encode("latin-1"))
    assert refused(project, "rename", "data.py:1:1", "x").startswith("data.py cannot be used: ")


def test_an_unreadable_file(project: Path) -> None:
    """A link that leads nowhere stands in for missing rights, which do not stop an administrator."""
    (project / "loop.py").symlink_to("loop.py")
    assert "loop.py" in refused(project, "rename", "loop.py:1:1", "x")
    if os.geteuid() != 0:
        (project / "app.py").chmod(0)
        assert "cannot be read" in refused(project, "rename", "app.py:1:1", "x")
        (project / "app.py").chmod(0o644)


def test_an_ignored_file(tmp_path: Path) -> None:
    project = repository(tmp_path, {"app.py": APP, ".gitignore": "build/\n"})
    write(project, {"build/gen.py": "x = 1\n"})
    assert "is not part of the project" in refused(project, "rename", "build/gen.py:1:1", "y")


def test_merge_conflict_markers(project: Path) -> None:
    write(project, {"app.py": "x = 1\n<<<<<<< ours\ny = 1\n=======\ny = 2\n>>>>>>> theirs\n"})
    assert (
        refused(project, "rename", "app.py:1:1", "z")
        == "app.py:2: has merge conflict markers; resolve them first."
    )


def test_a_broken_pyproject(project: Path) -> None:
    write(project, {"pyproject.toml": "[tool.holdfast\n"})
    assert "pyproject.toml is not valid TOML" in refused(project, "rename", "app.py:1:1", "x")


def test_engines_that_do_not_offer_it(project: Path) -> None:
    assert (
        refused(project, "move", "app.py:4:5", "b.py")
        == "jedi does not offer move; use --engine rope or lsp:COMMAND."
    )
    for kind in ("pull-up", "push-down", "member-class-to-top", "safe-delete"):
        assert refused(project, kind, "app.py:4:5") == (
            f"no engine offers {kind}; make the edit yourself and check it with "
            f"`check-refactoring diff --as {kind}`."
        )


def test_a_language_server_that_is_not_there(project: Path) -> None:
    sentence = refused(project, "rename", "app.py:1:1", "x", "--engine", "lsp:/nowhere/server --stdio")
    assert "/nowhere/server" in sentence


def test_an_engine_refuses(project: Path) -> None:
    """A name inside a comment is a word at a position, but no engine finds a thing there."""
    write(project, {"app.py": "x = 1  # ceiling\n"})
    assert refused(project, "rename", "app.py:1:11", "top", "--apply").startswith("jedi refuses: ")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Refusal("jedi: no,\n  not here"), "jedi: no, not here."),
        (Crash("KeyError: 'x'", "Traceback …"), "jedi failed, and nothing was changed: KeyError: 'x'."),
        (Crash("", ""), "jedi failed, and nothing was changed: it gave no reason."),
    ],
)
def test_an_engine_refuses_or_crashes(
    project: Path, monkeypatch: pytest.MonkeyPatch, answer: Refusal | Crash, sentence: str
) -> None:
    class Engine:
        engine = "jedi"

        def propose(self, request: EngineRequest, world: World, root: str | None = None) -> Refusal | Crash:
            return answer

        def close(self) -> None: ...

    monkeypatch.setattr("holdfast.cli.refactor.open_engine", lambda name: Engine())
    assert refused(project, "rename", "app.py:1:1", "top", "--apply") == sentence


def test_signatures(project: Path) -> None:
    words = ("change-signature", "--engine", "rope")
    assert "is not a parameter list" in refused(project, *words, "app.py:4:5", "a b")
    assert "there is nothing to change" in refused(project, *words, "app.py:4:5", "limit")
    assert "point at the name behind `def`" in refused(project, *words, "app.py:1:1", "a")
    assert "only plain parameters" in refused(project, *words, "app.py:4:5", "*limit")
    assert "is not a new parameter" in refused(project, *words, "app.py:4:5", "limit, a", "--value", "b=1")
    assert "--value takes NAME=EXPRESSION" in refused(project, *words, "app.py:4:5", "a", "--value", "b")


def test_git_is_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = repository(tmp_path / "project", {"app.py": APP})
    git(project, "status")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git" in refused(project, "diff")


def test_roots(project: Path) -> None:
    assert "nowhere is not a folder" in refused(project, "rename", "app.py:1:1", "x", "--root", "nowhere")
    assert "is not a Python version" in refused(project, "rename", "app.py:1:1", "x", "--python-version", "x")
