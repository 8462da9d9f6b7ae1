"""A folder as the base of a world: what is listed, what is read, and when it is read again."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from holdfast.errors import InputError
from holdfast.text.world import World
from holdfast.workspace.decode import Decoded, Undecodable, decode
from holdfast.workspace.disk import DiskTree, Listing, problems


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    for file, content in files.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def settle(root: Path) -> None:
    """Make every file old enough for its stamp to be trusted."""
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            os.utime(path, (1_000_000_000, 1_000_000_000))


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True)


def test_lists_python_and_other_text_apart_and_leaves_out_what_is_not_source(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.py": "",
            "pkg/b.pyi": "",
            "setup.cfg": "",
            "docs/index.md": "",
            "logo.png": b"\x89PNG",
            "__pycache__/a.cpython-311.pyc": b"",
            "node_modules/x/y.py": "",
            "env/pyvenv.cfg": "",
            "env/lib/z.py": "",
            "cache/CACHEDIR.TAG": "",
            "cache/c.py": "",
            "x.egg-info/d.py": "",
        },
    )
    tree = DiskTree(tmp_path)
    assert tree.files() == {"a.py", "pkg/b.pyi"}
    assert tree.other_files() == {"setup.cfg", "docs/index.md"}


def test_git_decides_what_is_ignored_where_there_is_git(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitignore": "generated/\n*.gen.py\n",
            "kept.py": "",
            "new.py": "",
            "deleted.py": "",
            "generated/g.py": "",
            "m.gen.py": "",
            "sub/pyvenv.cfg": "",
            "sub/tracked_env.py": "",
            "n\xe4me \u20ac.py": "",
        },
    )
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "kept.py", "deleted.py", ".gitignore")
    (tmp_path / "deleted.py").unlink()
    assert DiskTree(tmp_path).files() == {"kept.py", "new.py", "n\xe4me \u20ac.py"}
    # A folder that git ignores as a whole is still read when somebody points at it.
    assert DiskTree(tmp_path / "generated").files() == {"g.py"}


def test_without_git_the_folder_is_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {".gitignore": "b.py\n", "a.py": "", "b.py": ""})
    git(tmp_path, "init", "-q")
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert DiskTree(tmp_path).files() == {"a.py", "b.py"}


def test_link_loops_and_links_within_the_project_list_nothing_twice(tmp_path: Path) -> None:
    root = write(tmp_path / "root", {"pkg/a.py": "x"})
    other = write(tmp_path / "other", {"lib/b.py": "y"})
    (root / "pkg/loop").symlink_to(root)
    (root / "again").symlink_to(root / "pkg")
    (root / "broken").symlink_to(root / "nothing")
    (root / "outside").symlink_to(other)
    (other / "back").symlink_to(other)
    (root / "up").symlink_to(tmp_path)
    assert DiskTree(root).files() == {"pkg/a.py", "outside/lib/b.py"}
    git(root, "init", "-q")
    git(root, "add", "pkg/a.py", "outside")
    assert DiskTree(root).files() == {"pkg/a.py", "outside/lib/b.py"}


def test_files_without_text_are_listed_and_explained(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "binary.py": b"x\0y",
            "broken.py": b"x = '\xff'\n",
            "cookie.py": b"# coding: no-such-thing\n",
            "rot.py": b"# coding: rot13\n",
            "fine.py": b"# coding: cp1252\nx = '\x80'\n",
        },
    )
    tree = DiskTree(tmp_path)
    assert tree.text("fine.py") == "# coding: cp1252\nx = '\u20ac'\n"
    assert tree.text("no_such_file.py") is None
    assert tree.problem("no_such_file.py") is None
    assert problems(tree) == {
        "binary.py": "it is a binary file",
        "broken.py": "it is not valid utf-8 at byte 5",
        "cookie.py": "it declares the unknown encoding no-such-thing",
        "rot.py": "it declares rot13, which is no text encoding",
    }


def test_an_unreadable_file_is_explained(tmp_path: Path) -> None:
    # Also root cannot read a folder as a file.
    (tmp_path / "a.py").mkdir()
    tree = DiskTree(tmp_path, Listing(frozenset({"a.py"}), frozenset()))
    assert tree.text("a.py") is None
    assert "cannot be read" in (tree.problem("a.py") or "")


def test_a_folder_with_a_python_name_is_no_file(tmp_path: Path) -> None:
    write(tmp_path, {"odd.py/inner.py": "x"})
    assert DiskTree(tmp_path).files() == {"odd.py/inner.py"}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert DiskTree(tmp_path).files() == frozenset()


def test_refreshing_rereads_only_what_has_changed(tmp_path: Path) -> None:
    write(
        tmp_path, {"same.py": "same = 1\n", "edited.py": "old = 1\n", "touched.py": "t = 1\n", "gone.py": ""}
    )
    settle(tmp_path)
    first = DiskTree(tmp_path)
    texts = {file: first.text(file) for file in first.files()}
    (tmp_path / "edited.py").write_text("new = 1\n")
    os.utime(tmp_path / "touched.py")
    (tmp_path / "gone.py").unlink()
    write(tmp_path, {"fresh.py": "f = 1\n"})
    second = first.refreshed()
    assert second.files() == {"same.py", "edited.py", "touched.py", "fresh.py"}
    assert second.text("same.py") is texts["same.py"]
    assert second.text("touched.py") is texts["touched.py"]
    assert second.text("edited.py") == "new = 1\n"
    assert second.text("gone.py") is None
    assert first.text("edited.py") == "old = 1\n"


def test_a_change_within_the_clock_s_grain_is_not_missed(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "x = 1\n"})
    first = DiskTree(tmp_path)
    assert first.text("a.py") == "x = 1\n"
    stamp = os.stat(tmp_path / "a.py").st_mtime_ns
    with open(tmp_path / "a.py", "r+b") as stream:
        stream.write(b"y")
    os.utime(tmp_path / "a.py", ns=(stamp, stamp))
    assert first.refreshed().text("a.py") == "y = 1\n"


def test_a_world_over_a_folder_reads_lazily(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "x = 1\n", "b.py": "y = 1\n", "notes.txt": "x"})
    world = World.over(DiskTree(tmp_path))
    assert world.files() == {"a.py", "b.py"}
    (tmp_path / "b.py").write_text("late = 1\n")
    assert world.text("b.py") == "late = 1\n"
    assert world.text("notes.txt") == "x"


def test_a_file_or_nothing_is_no_folder(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": ""})
    for path in (tmp_path / "a.py", tmp_path / "missing"):
        with pytest.raises(InputError, match="is not a folder"):
            DiskTree(path)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = 1\r\ny\rz\n", "x = 1\r\ny\rz\n"),
        (b"\xef\xbb\xbfx", "x"),
        (
            b"#!/usr/bin/python\n# -*- coding: latin-1 -*-\n\xe9",
            "#!/usr/bin/python\n# -*- coding: latin-1 -*-\n\xe9",
        ),
        # The declaration counts in the second line only when the first is blank or a comment.
        (b"x = 1\n# coding: latin-1\n\xc3\xa9", "x = 1\n# coding: latin-1\n\xe9"),
        (b"\n\f # vim: set fileencoding=latin-1 :\n\xe9", "\n\f # vim: set fileencoding=latin-1 :\n\xe9"),
        (b"# coding: utf8\n\xc3\xa9", "# coding: utf8\n\xe9"),
        (b"", ""),
    ],
)
def test_decoding_follows_pep_263_and_keeps_newlines(data: bytes, text: str) -> None:
    content = decode(data, python=True)
    assert isinstance(content, Decoded)
    assert content.text == text


def test_a_mark_that_contradicts_the_declaration_is_no_text() -> None:
    assert isinstance(decode(b"\xef\xbb\xbf# coding: latin-1\n", python=True), Undecodable)
    assert isinstance(decode(b"\xef\xbb\xbf# coding: utf-8\n", python=True), Decoded)
