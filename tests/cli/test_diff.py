"""`diff`: ranges, the index, the working copy, and what a commit message asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import APP, commit, git, refused, repository, run, write
from holdfast.cli import diff
from holdfast.refactorings.request import Kind, Request

#: A local variable appears that captures the untouched read of the global.
CAPTURED = APP.replace(
    "def scale(limit):\n", "def scale(limit):\n    for ceiling in range(3):\n        pass\n"
)
ALTERED = APP.replace("10", "11")
ALTERED_AND_CAPTURED = CAPTURED.replace("10", "11")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return repository(tmp_path / "project", {"app.py": APP})


def test_the_working_copy(project: Path) -> None:
    assert run(project, "diff").code == 0
    write(project, {"app.py": CAPTURED})
    ran = run(project, "diff", "--format", "json")
    assert ran.code == 1, ran
    first = ran.json()["findings"][0]
    assert (first["code"], first["path"], first["line"]) == ("HF101", "app.py", 5)


def test_partially_staged_files(project: Path) -> None:
    write(project, {"app.py": ALTERED})
    git(project, "add", "app.py")
    write(project, {"app.py": CAPTURED})
    assert run(project, "diff", "--staged").code == 0
    assert run(project, "diff").code == 1
    git(project, "add", "app.py")
    write(project, {"app.py": APP})
    assert run(project, "diff", "--staged").code == 1
    assert run(project, "diff").code == 0


def test_ranges(project: Path) -> None:
    commit(project, {"app.py": ALTERED}, "second")
    commit(project, {"app.py": ALTERED_AND_CAPTURED}, "third")
    assert run(project, "diff", "HEAD~2", "HEAD~1").code == 0
    assert run(project, "diff", "HEAD~1", "HEAD").code == 1
    assert run(project, "diff", "HEAD~1..HEAD").code == 1
    assert run(project, "diff", "HEAD~1").code == 1
    assert run(project, "diff", "HEAD", "HEAD").code == 0


def test_where_two_branches_parted(project: Path) -> None:
    git(project, "checkout", "-q", "-b", "topic")
    commit(project, {"new.py": "x = 1\n"}, "topic")
    git(project, "checkout", "-q", "main")
    commit(project, {"app.py": CAPTURED}, "a capture on main")
    git(project, "checkout", "-q", "topic")
    assert run(project, "diff", "main...topic").code == 0
    assert run(project, "diff", "topic..main").code == 1
    assert run(project, "diff", "topic...main").code == 1


def test_from_a_folder_inside(project: Path) -> None:
    write(project, {"app.py": CAPTURED, "docs/index.txt": ""})
    ran = run(project / "docs", "diff", "--format", "json")
    assert ran.json()["findings"][0]["path"] == "app.py"
    assert run(project.parent, "diff", "--root", "project").code == 1


def test_the_first_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, {"app.py": APP})
    git(tmp_path, "add", "app.py")
    assert run(tmp_path, "diff", "--staged").code == 0
    assert "no commit yet" in refused(tmp_path, "diff", "HEAD~1", "HEAD")


def test_a_detached_head(project: Path) -> None:
    commit(project, {"app.py": CAPTURED}, "second")
    git(project, "checkout", "-q", "--detach", "HEAD")
    assert run(project, "diff", "HEAD~1", "HEAD").code == 1


def test_a_shallow_clone(project: Path, tmp_path: Path) -> None:
    commit(project, {"app.py": ALTERED}, "second")
    git(tmp_path, "clone", "-q", "--depth", "1", project.as_uri(), "shallow")
    clone = tmp_path / "shallow"
    write(clone, {"app.py": ALTERED_AND_CAPTURED})
    git(clone, "add", "app.py")
    assert run(clone, "diff", "--staged").code == 1
    assert "shallow clone" in refused(clone, "diff", "HEAD~1", "HEAD")


def test_a_moved_file(project: Path) -> None:
    git(project, "mv", "app.py", "core.py")
    assert run(project, "diff", "--staged").code == 0


def test_a_submodule_is_left_alone(project: Path, tmp_path: Path) -> None:
    other = repository(tmp_path / "other", {"lib.py": "x = 1\n"})
    git(project, "submodule", "add", "-q", other.as_uri(), "lib")
    assert run(project, "diff", "--staged").code == 0
    git(project, "commit", "-q", "-m", "lib")
    write(project, {"app.py": CAPTURED})
    git(project, "add", "app.py")
    assert run(project, "diff", "--staged").code == 1


def test_an_unfinished_merge(project: Path) -> None:
    git(project, "checkout", "-q", "-b", "other")
    commit(project, {"app.py": APP.replace("10", "20")}, "theirs")
    git(project, "checkout", "-q", "main")
    commit(project, {"app.py": APP.replace("10", "30")}, "ours")
    git(project, "merge", "-q", "other", check=False)
    assert "A merge is not finished: app.py has conflicts" in refused(project, "diff", "--staged")
    git(project, "add", "app.py")
    assert "merge conflict markers" in refused(project, "diff", "--staged")


def test_bad_input(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "nowhere is not a commit of this repository" in refused(project, "diff", "nowhere")
    assert "leave out BASE and HEAD" in refused(project, "diff", "--staged", "HEAD")
    assert "is not inside a git repository" in refused(tmp_path, "diff")
    assert "cannot be read" in refused(project, "diff", "--staged", "--message-file", "nowhere")
    (project / "app.py").write_bytes(b"x = 1\0\xff\n")
    assert "app.py is not usable after the change" in refused(project, "diff")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git" in refused(project, "diff")


def asked(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> Kind:
    """Which question the command asks."""
    seen: list[Request] = []

    def record(_session: object, _change: object, request: Request) -> int:
        seen.append(request)
        return 0

    monkeypatch.setattr(diff, "_check", record)
    assert run(folder, "diff", *words).code == 0
    return seen[0].kind


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("refactor: rename ceiling", Kind.REFACTORING),
        ("refactor(core)!: rename ceiling", Kind.REFACTORING),
        ("Refactoring of scale", Kind.REFACTORING),
        ("Fix the limit\n\nAnd refactor a little", Kind.EDIT),
        ("fix: the refactoring of yesterday", Kind.EDIT),
        ("Add a feature", Kind.EDIT),
    ],
)
def test_the_message_chooses_the_question(
    project: Path, monkeypatch: pytest.MonkeyPatch, message: str, kind: Kind
) -> None:
    commit(project, {"app.py": ALTERED}, message)
    assert asked(monkeypatch, project, "HEAD~1", "HEAD") is kind
    write(project, {"message": f"{message}\n# refactor\n"})
    assert asked(monkeypatch, project, "--staged", "--message-file", "message") is kind
    assert asked(monkeypatch, project, "HEAD~1", "HEAD", "--as", "edit") is Kind.EDIT
    assert asked(monkeypatch, project, "HEAD~1", "HEAD", "--as", "inline") is Kind.INLINE


def test_a_range_is_a_refactoring_only_as_a_whole(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(project, {"app.py": ALTERED}, "refactor: one")
    commit(project, {"app.py": APP}, "fix: two")
    assert asked(monkeypatch, project, "HEAD~2", "HEAD") is Kind.EDIT
    assert asked(monkeypatch, project, "HEAD~2", "HEAD~1") is Kind.REFACTORING


def test_the_pattern_is_a_setting(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {"pyproject.toml": "[tool.holdfast]\nrefactoring-message = '^cleanup'\n"})
    commit(project, {"app.py": ALTERED}, "cleanup of scale")
    assert asked(monkeypatch, project, "HEAD~1", "HEAD") is Kind.REFACTORING
    commit(project, {"app.py": APP}, "refactor: scale")
    assert asked(monkeypatch, project, "HEAD~1", "HEAD") is Kind.EDIT
