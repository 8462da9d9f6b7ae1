"""Git changes as two worlds, made with the real git."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from holdfast.errors import InputError
from holdfast.text.world import changed_files
from holdfast.workspace.conflicts import conflict_markers
from holdfast.workspace.git import (
    GitChange,
    Repository,
    commits_change,
    merge_base,
    open_repository,
    staged_change,
    working_change,
)


@pytest.fixture(autouse=True)
def _no_settings_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "gitconfig").write_text(
        '[user]\nname = A\nemail = a@example.org\n[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n'
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def git(root: Path, *arguments: str, check: bool = True) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], check=check, capture_output=True, text=True)
    return done.stdout.strip()


def write(root: Path, files: dict[str, str | bytes]) -> None:
    for file, content in files.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_bytes(content if isinstance(content, bytes) else content.encode())


def commit(root: Path, files: dict[str, str | bytes], message: str = "change") -> str:
    write(root, files)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def repository(root: Path) -> Iterator[Repository]:
    with open_repository(root) as opened:
        yield opened


def texts(change: GitChange) -> dict[str, tuple[str | None, str | None]]:
    assert changed_files(change.before, change.after) == change.changed
    return {file: (change.before.text(file), change.after.text(file)) for file in sorted(change.changed)}


def test_two_commits(root: Path, repository: Repository) -> None:
    first = commit(root, {"a.py": "a = 1\n", "b.py": "b = 1\n", "c.py": "c = 1\n", "n.txt": "n"})
    (root / "c.py").unlink()
    commit(root, {"a.py": "a = 2\n", "d.py": "d = 1\n", "n.txt": "m"})
    change = commits_change(repository, first)
    assert texts(change) == {
        "a.py": ("a = 1\n", "a = 2\n"),
        "c.py": ("c = 1\n", None),
        "d.py": (None, "d = 1\n"),
    }
    assert change.after.files() == {"a.py", "b.py", "d.py"}
    assert change.after.text("b.py") is change.before.text("b.py")
    assert change.before_tree.text("n.txt") == "n"
    assert change.after_tree.text("n.txt") == "m"


def test_a_partially_staged_file_is_seen_as_staged(root: Path, repository: Repository) -> None:
    commit(root, {"a.py": "a = 1\n"})
    write(root, {"a.py": "a = 2\n"})
    git(root, "add", "a.py")
    write(root, {"a.py": "a = 3\n", "untracked.py": "u = 1\n"})
    assert texts(staged_change(repository)) == {"a.py": ("a = 1\n", "a = 2\n")}
    assert texts(working_change(repository)) == {
        "a.py": ("a = 1\n", "a = 3\n"),
        "untracked.py": (None, "u = 1\n"),
    }


def test_the_first_commit(root: Path, repository: Repository) -> None:
    write(root, {"a.py": "a = 1\n"})
    git(root, "add", "a.py")
    assert texts(staged_change(repository)) == {"a.py": (None, "a = 1\n")}
    assert texts(working_change(repository)) == {"a.py": (None, "a = 1\n")}
    with pytest.raises(InputError, match="no commit yet"):
        commits_change(repository, "HEAD~1")
    with pytest.raises(InputError, match="no commit yet"):
        commits_change(repository, "HEAD")


def test_renames_are_told(root: Path, repository: Repository) -> None:
    body = "".join(f"value_{n} = {n}\n" for n in range(30))
    first = commit(root, {"old.py": body, "pkg/x.py": "x = 1\n" * 9})
    git(root, "mv", "old.py", "new.py")
    write(root, {"new.py": body.replace("value_3 ", "other_3 ")})
    git(root, "add", "-A")
    assert staged_change(repository).renamed == {"old.py": "new.py"}
    git(root, "commit", "-q", "-m", "rename")
    change = commits_change(repository, first)
    assert change.renamed == {"old.py": "new.py"}
    assert change.changed == {"old.py", "new.py"}


def test_working_copy_deletions_and_file_mode(root: Path, repository: Repository) -> None:
    commit(root, {"a.py": "a = 1\n", "b.py": "b = 1\n"})
    (root / "a.py").unlink()
    (root / "b.py").chmod(0o755)
    assert texts(working_change(repository)) == {"a.py": ("a = 1\n", None)}


def test_a_shallow_clone(tmp_path: Path, root: Path) -> None:
    commit(root, {"a.py": "a = 1\n"})
    commit(root, {"a.py": "a = 2\n"})
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{root}", str(tmp_path / "shallow"))
    with open_repository(tmp_path / "shallow") as shallow:
        write(tmp_path / "shallow", {"a.py": "a = 3\n"})
        assert texts(working_change(shallow)) == {"a.py": ("a = 2\n", "a = 3\n")}
        with pytest.raises(InputError, match="shallow clone; fetch it first"):
            commits_change(shallow, "HEAD~1")


def test_submodules_and_links_are_skipped(tmp_path: Path, root: Path, repository: Repository) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    commit(other, {"inner.py": "i = 1\n"})
    commit(root, {"a.py": "a = 1\n"})
    git(root, "submodule", "--quiet", "add", f"file://{other}", "sub")
    (root / "link.py").symlink_to("a.py")
    write(root, {"a.py": "a = 2\n"})
    git(root, "add", "-A")
    assert texts(staged_change(repository)) == {"a.py": ("a = 1\n", "a = 2\n")}
    git(root, "commit", "-q", "-m", "add a submodule")
    write(root, {"sub/inner.py": "i = 2\n"})
    assert texts(working_change(repository)) == {}
    assert commits_change(repository, "HEAD~1").after.files() == {"a.py"}


def test_a_detached_head(root: Path, repository: Repository) -> None:
    first = commit(root, {"a.py": "a = 1\n"})
    commit(root, {"a.py": "a = 2\n"})
    git(root, "checkout", "-q", first)
    write(root, {"a.py": "a = 5\n"})
    assert texts(working_change(repository)) == {"a.py": ("a = 1\n", "a = 5\n")}


def test_an_unfinished_merge_is_refused(root: Path, repository: Repository) -> None:
    commit(root, {"a.py": "a = 1\n"})
    git(root, "checkout", "-q", "-b", "side")
    commit(root, {"a.py": "a = 2\n"})
    git(root, "checkout", "-q", "main")
    commit(root, {"a.py": "a = 3\n"})
    git(root, "merge", "-q", "side", check=False)
    for change in (staged_change, working_change):
        with pytest.raises(InputError, match=r"A merge is not finished: a\.py"):
            change(repository)
    assert merge_base(repository, "main", "side") == git(root, "rev-parse", "main~1")


def test_conflict_markers_that_were_committed_are_refused(root: Path, repository: Repository) -> None:
    commit(root, {"a.py": "a = 1\n"})
    write(root, {"a.py": "<<<<<<< HEAD\na = 2\n=======\na = 3\n>>>>>>> side\n"})
    git(root, "add", "a.py")
    with pytest.raises(InputError, match="merge conflict markers") as refused:
        staged_change(repository)
    assert (refused.value.file, refused.value.offset) == ("a.py", 0)
    assert conflict_markers('text = """\n<<<<<<< a\n=======\n>>>>>>> b\n"""\n') is None


def test_newlines_that_git_converts_are_no_change(root: Path, repository: Repository) -> None:
    commit(root, {".gitattributes": "*.py text\n", "a.py": "a = 1\nb = 2\n"})
    write(root, {"a.py": "a = 1\r\nb = 3\r\n"})
    assert texts(working_change(repository)) == {"a.py": ("a = 1\nb = 2\n", "a = 1\nb = 3\n")}
    commit(root, {".gitattributes": "*.py -text\n", "a.py": "a = 1\nb = 2\n"})
    write(root, {"a.py": "a = 1\r\nb = 2\r\n"})
    assert texts(working_change(repository)) == {"a.py": ("a = 1\nb = 2\n", "a = 1\r\nb = 2\r\n")}


def test_a_file_without_text_is_named(root: Path, repository: Repository) -> None:
    commit(root, {"a.py": "a = 1\n"})
    write(root, {"a.py": b"a = '\xff'\n"})
    change = working_change(repository)
    assert change.unreadable == {"a.py": "it is not valid utf-8 at byte 5"}
    assert change.after.text("a.py") is None


def test_odd_names_and_declared_encodings(root: Path, repository: Repository) -> None:
    odd = "n\xe4me with \u20ac\tand tab.py"
    first = commit(root, {odd: "x = 1\n", "latin.py": b"# coding: latin-1\nx = '\xe9'\n"})
    commit(root, {odd: "x = 2\n", "latin.py": b"# coding: latin-1\ny = '\xe9'\n"})
    change = commits_change(repository, first)
    assert change.changed == {odd, "latin.py"}
    assert change.after.text("latin.py") == "# coding: latin-1\ny = '\xe9'\n"


def test_the_index_of_a_hook_is_honoured(
    root: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commit(root, {"a.py": "a = 1\n", "b.py": "b = 1\n"})
    write(root, {"a.py": "a = 2\n", "b.py": "b = 2\n"})
    # What `git commit a.py` does: an index of its own, in which only that file is added.
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "next-index"))
    git(root, "read-tree", "HEAD")
    git(root, "add", "a.py")
    assert texts(staged_change(repository)) == {"a.py": ("a = 1\n", "a = 2\n")}


def test_nothing_of_the_repository_s_configuration_is_run(
    root: Path, repository: Repository, tmp_path: Path
) -> None:
    first = commit(root, {"a.py": "a = 1\n", ".gitattributes": "*.py diff=evil filter=evil=x\n"})
    trap = tmp_path / "trap"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {trap}\n")
    script.chmod(0o755)
    for setting in (
        "core.fsmonitor",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "core.pager",
    ):
        git(root, "config", setting, str(script))
    for setting in ("clean", "smudge", "process"):
        git(root, "config", f"filter.evil=x.{setting}", str(script))
    commit_id = git(root, "commit-tree", "HEAD^{tree}", "-m", "x")
    trap.unlink(missing_ok=True)
    write(root, {"a.py": "a = 2\n"})
    working_change(repository)
    staged_change(repository)
    commits_change(repository, first, commit_id)
    assert not trap.exists()


def test_a_bare_repository_compares_commits_only(tmp_path: Path, root: Path) -> None:
    first = commit(root, {"a.py": "a = 1\n"})
    commit(root, {"a.py": "a = 2\n"})
    git(tmp_path, "clone", "-q", "--bare", str(root), str(tmp_path / "bare"))
    with open_repository(tmp_path / "bare") as bare:
        assert texts(commits_change(bare, first)) == {"a.py": ("a = 1\n", "a = 2\n")}
        with pytest.raises(InputError, match="bare repository"):
            staged_change(bare)


def test_no_repository_no_git_no_revision(
    tmp_path: Path, root: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(root, {"a.py": "a = 1\n"})
    for revision in ("nonsense", "--output=x", ""):
        with pytest.raises(InputError, match="is not a commit of this repository"):
            commits_change(repository, revision)
    with pytest.raises(InputError, match="is not inside a git repository"):
        open_repository(tmp_path)
    with pytest.raises(InputError, match="is not a folder"):
        open_repository(tmp_path / "missing")
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match="git is not installed"):
        open_repository(root)


def test_a_folder_inside_the_repository_finds_its_top(root: Path) -> None:
    commit(root, {"pkg/a.py": "a = 1\n"})
    with open_repository(root / "pkg") as inner:
        assert inner.root == os.path.realpath(root)


def test_the_reading_process_ends_with_the_repository(root: Path) -> None:
    first = commit(root, {"a.py": "a = 1\n"})
    commit(root, {"a.py": "a = 2\n"})
    opened = open_repository(root)
    commits_change(opened, first)
    process = opened.reader._process
    assert process is not None
    opened.close()
    assert process.poll() is not None


def test_many_files_cost_few_questions(root: Path, repository: Repository) -> None:
    first = commit(root, {f"p{n % 20}/m{n}.py": f"x{n} = 1\n" * 40 for n in range(1500)})
    commit(root, {f"p{n % 20}/m{n}.py": f"y{n} = 1\n" * 40 for n in range(0, 1500, 2)})
    start = time.process_time()
    change = commits_change(repository, first)
    assert len(change.changed) == 750
    assert time.process_time() - start < 2.0
