"""Shadow trees hold exactly the world that they show, and never touch the original."""

from __future__ import annotations

import os
from pathlib import Path

from holdfast.text.edits import EditSet, RenameFile, Replacement
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree
from holdfast.workspace.shadow import ShadowTree, shadow_pair
from holdfast.workspace.temporary import temporary_tree


def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for file, text in {
        "app.py": "import pkg.a\n",
        "pkg/__init__.py": "",
        "pkg/a.py": "x = 1\n",
        "pkg/inner/b.py": "y = 2\n",
        "lib/c.py": "z = 3\n",
        "data/readme.txt": "x\n",
    }.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def contents(folder: str) -> dict[str, str]:
    """Every Python file as a tool that follows links sees it."""
    found = {}
    for base, _, names in os.walk(folder, followlinks=True):
        for name in names:
            if name.endswith(".py"):
                path = os.path.join(base, name)
                found[os.path.relpath(path, folder)] = Path(path).read_text()
    return found


def expected(world: World) -> dict[str, str]:
    return {file: text for file in world.files() if (text := world.text(file)) is not None}


def test_shows_each_world_in_turn_and_leaves_the_original_alone(tmp_path: Path) -> None:
    root = project(tmp_path)
    original = contents(str(root))
    before = World.over(DiskTree(root))
    worlds = [
        before,
        before.with_buffers({"pkg/a.py": "x = 10\n"}),
        before.with_buffers({"pkg/inner/b.py": None, "pkg/new/d.py": "d = 1\n"}),
        before.apply(
            EditSet.of({"pkg/a.py": [Replacement(0, 1, "w")]}, [RenameFile("pkg/a.py", "lib/moved.py")])
        ),
        before,
        before.with_buffers({"pkg/a.py": "x = 11\n"}),
    ]
    with shadow_pair(str(root)) as (shadow, other):
        for world in worlds:
            shadow.show(world)
            assert contents(shadow.root) == expected(world)
        other.show(before)
        assert contents(other.root) == original
        assert contents(str(root)) == original
        kept = shadow.root
    assert not os.path.exists(kept)
    assert contents(str(root)) == original


def test_untouched_folders_are_single_links(tmp_path: Path) -> None:
    root = project(tmp_path)
    with shadow_pair(str(root)) as (shadow, _):
        shadow.show(World.over(DiskTree(root)).with_buffers({"pkg/a.py": "x = 10\n"}))
        assert os.path.islink(shadow.path("lib"))
        assert os.path.islink(shadow.path("pkg/inner"))
        assert os.path.islink(shadow.path("app.py"))
        assert not os.path.islink(shadow.path("pkg/a.py"))


def test_modification_times_rise_with_every_rewrite_even_back_to_the_original(tmp_path: Path) -> None:
    root = project(tmp_path)
    before = World.over(DiskTree(root))
    times = []
    with shadow_pair(str(root)) as (shadow, _):
        for text in ("x = 10\n", "x = 11\n", None, "x = 12\n", "x = 13\n"):
            shadow.show(before if text is None else before.with_buffers({"pkg/a.py": text}))
            times.append(os.stat(shadow.path("pkg/a.py")).st_mtime)
        shadow.show(before.with_buffers({"pkg/a.py": None}))
        assert not os.path.exists(shadow.path("pkg/a.py"))
        shadow.show(before)
        times.append(os.stat(shadow.path("pkg/a.py")).st_mtime)
        assert Path(shadow.path("pkg/a.py")).read_text() == "x = 1\n"
    assert times == sorted(set(times))


def test_an_unchanged_text_is_not_written_again(tmp_path: Path) -> None:
    root = project(tmp_path)
    world = World.over(DiskTree(root)).with_buffers({"pkg/a.py": "x = 10\n"})
    with shadow_pair(str(root)) as (shadow, _):
        shadow.show(world)
        first = os.stat(shadow.path("pkg/a.py")).st_mtime_ns
        shadow.show(world.with_buffers({"lib/c.py": "z = 4\n"}))
        assert os.stat(shadow.path("pkg/a.py")).st_mtime_ns == first


def test_paths_map_back_from_the_shadow_and_from_behind_links(tmp_path: Path) -> None:
    root = project(tmp_path)
    with shadow_pair(str(root)) as (shadow, _):
        shadow.show(World.over(DiskTree(root)))
        assert shadow.file(shadow.path("pkg/a.py")) == "pkg/a.py"
        assert shadow.file(os.path.realpath(shadow.path("lib/c.py"))) == "lib/c.py"
        assert shadow.file("/usr/lib/python3/os.py") is None
        assert shadow.file(shadow.root) is None


def test_a_world_without_a_folder_is_all_real_files(tmp_path: Path) -> None:
    shadow = ShadowTree(str(tmp_path / "shadow"), None)
    for texts in ({"a.py": "1", "p/b.py": "2"}, {"p/b.py": "3"}, {"a.py": "1", "p/q/c.py": "4"}):
        shadow.show(World.of(texts))
        assert contents(shadow.root) == texts


def test_a_later_process_takes_over_a_shadow(tmp_path: Path) -> None:
    root = project(tmp_path)
    before = World.over(DiskTree(root))
    first = ShadowTree(str(tmp_path / "shadow"), str(root))
    first.show(before.with_buffers({"pkg/a.py": "x = 10\n"}))
    stamp = os.stat(first.path("pkg/a.py")).st_mtime_ns
    second = ShadowTree(str(tmp_path / "shadow"), str(root))
    second.show(before)
    assert contents(second.root) == expected(before)
    assert os.stat(second.path("pkg/a.py")).st_mtime_ns > stamp


def test_a_temporary_tree_keeps_newlines_and_declared_encodings() -> None:
    texts = {
        "crlf.py": "x = 1\r\ny = '\u20ac'\r\n",
        "latin.py": "# coding: latin-1\nname = 'caf\xe9'\n",
        "deep/er/m.py": "",
    }
    with temporary_tree(World.of(texts)) as folder:
        assert {file: DiskTree(folder).text(file) for file in texts} == texts
        assert (Path(folder) / "latin.py").read_bytes().endswith(b"caf\xe9'\n")
    assert not os.path.exists(folder)
