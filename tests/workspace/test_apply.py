"""Writing an edit set: all or nothing, exactly, and recoverable after a kill at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from holdfast.errors import InputError
from holdfast.text.edits import CreateFile, DeleteFile, EditSet, RenameFile, Replacement
from holdfast.text.world import World
from holdfast.workspace.apply import apply_edit_set, pending, recover
from holdfast.workspace.disk import DiskTree
from workspace import change_for_kills as change


def first_word(new: str, file: str = "a.py") -> EditSet:
    return EditSet.of({file: [Replacement(0, 1, new)]})


def one_file(root: Path, data: bytes = b"x = 1\n") -> World:
    root.mkdir(exist_ok=True)
    (root / "a.py").write_bytes(data)
    return World.over(DiskTree(root))


def test_every_operation_at_once(tmp_path: Path) -> None:
    root = tmp_path / "project"
    change.write_project(root, change.BEFORE)
    changed = apply_edit_set(root, change.edit_set(), change.world_of(root), moved_folders=change.FOLDERS)
    assert change.read_project(root) == change.AFTER
    assert "stays.py" not in changed
    assert not (root / "pkg").exists()
    assert not (root / ".holdfast").exists()


def test_killed_at_every_step(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, change.__file__, str(tmp_path / "project")],
        capture_output=True,
        check=True,
        timeout=120,
    )
    report = json.loads(done.stdout)
    assert report["problems"] == []
    # Steps before and after the point of no return are both in it.
    assert {"begin", "commit", "remove journal"} <= set(report["steps"])
    assert len(report["steps"]) > 30


@pytest.mark.slow
def test_killed_at_random_times(tmp_path: Path) -> None:
    root = tmp_path / "project"
    script = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]); import change_for_kills as c\n"
        "root = Path(sys.argv[1])\n"
        "world = c.world_of(root); edit = c.edit_set(); print('ready', flush=True)\n"
        "c.apply_edit_set(root, edit, world, moved_folders=c.FOLDERS)\n"
    )
    chosen = random.Random(7)
    interrupted = 0
    for _ in range(40):
        change.write_project(root, change.BEFORE)
        with subprocess.Popen(
            [sys.executable, "-c", script, str(root), os.path.dirname(change.__file__)],
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chosen.random() * 0.05)
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert change.torn(root) == []
        interrupted += pending(root)
        recover(root)
        left = {
            file: data
            for file, data in change.read_project(root).items()
            if not file.startswith(".holdfast/")
        }
        assert left in (change.BEFORE, change.AFTER)
        assert not pending(root)
    assert interrupted > 0


def test_the_next_run_finishes_the_last_one_first(tmp_path: Path) -> None:
    root = tmp_path / "project"
    world = one_file(root)

    class Stop(BaseException):
        pass

    def stop(step: str) -> None:
        if step == "replace a.py":
            raise Stop

    with pytest.raises(Stop):
        apply_edit_set(root, first_word("y"), world, fault=stop)
    assert pending(root)
    assert (root / "a.py").read_bytes() == b"x = 1\n"
    with pytest.raises(InputError) as refused:
        apply_edit_set(root, first_word("z"), world)
    assert refused.value.code == "HF603"
    assert (root / "a.py").read_bytes() == b"y = 1\n"
    assert not pending(root)


def test_an_interrupted_change_is_undone_when_somebody_else_has_gone_on(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    for name in ("a.py", "b.py", "c.py"):
        (root / name).write_bytes(b"x = 1\n")
    edit = EditSet.of({name: [Replacement(0, 1, "y")] for name in ("a.py", "b.py", "c.py")})

    class Stop(BaseException):
        pass

    def stop(step: str) -> None:
        if step == "replace b.py":
            raise Stop

    with pytest.raises(Stop):
        apply_edit_set(root, edit, World.over(DiskTree(root)), fault=stop)
    assert (root / "a.py").read_bytes() == b"y = 1\n"
    (root / "c.py").write_bytes(b"mine = 1\n")
    recovery = recover(root)
    assert recovery is not None
    assert (recovery.outcome, recovery.left_alone) == ("undone", ("c.py",))
    assert [(root / name).read_bytes() for name in ("a.py", "b.py", "c.py")] == [
        b"x = 1\n",
        b"x = 1\n",
        b"mine = 1\n",
    ]


def test_a_file_that_changed_on_disk_is_stale(tmp_path: Path) -> None:
    world = one_file(tmp_path)
    assert world.text("a.py") == "x = 1\n"
    (tmp_path / "a.py").write_bytes(b"z = 1\n")
    with pytest.raises(InputError) as refused:
        apply_edit_set(tmp_path, first_word("y"), world)
    assert refused.value.code == "HF603"
    assert refused.value.file == "a.py"
    assert os.listdir(tmp_path) == ["a.py"]


def test_a_change_during_the_writing_is_noticed_and_undone(tmp_path: Path) -> None:
    world = one_file(tmp_path)

    def meddle(step: str) -> None:
        if step == "commit":
            (tmp_path / "a.py").write_bytes(b"mine = 1\n")

    with pytest.raises(InputError) as refused:
        apply_edit_set(tmp_path, first_word("y"), world, fault=meddle)
    assert refused.value.code == "HF603"
    assert (tmp_path / "a.py").read_bytes() == b"mine = 1\n"
    assert os.listdir(tmp_path) == ["a.py"]


def test_a_link_that_leads_outside_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "outside.py").write_bytes(b"x = 1\n")
    (root / "a.py").symlink_to(tmp_path / "outside.py")
    with pytest.raises(InputError) as refused:
        apply_edit_set(root, first_word("y"), World.over(DiskTree(root)))
    assert refused.value.code == "HF602"
    assert (tmp_path / "outside.py").read_bytes() == b"x = 1\n"


def test_a_folder_that_leads_outside_is_refused_for_new_files_too(tmp_path: Path) -> None:
    root = tmp_path / "project"
    (tmp_path / "elsewhere").mkdir()
    world = one_file(root)
    (root / "linked").symlink_to(tmp_path / "elsewhere")
    for edit in (
        EditSet.of({}, [CreateFile("linked/new.py", "")]),
        EditSet.of({}, [RenameFile("a.py", "linked/a.py")]),
    ):
        with pytest.raises(InputError) as refused:
            apply_edit_set(root, edit, world)
        assert refused.value.code == "HF602"
    assert os.listdir(tmp_path / "elsewhere") == []
    assert (root / "a.py").exists()


def test_a_link_inside_is_written_through_and_stays_a_link(tmp_path: Path) -> None:
    root = tmp_path / "project"
    world = one_file(root)
    (root / "link.py").symlink_to("a.py")
    world = World.over(DiskTree(root))
    apply_edit_set(root, first_word("y", "link.py"), world)
    assert (root / "link.py").is_symlink()
    assert (root / "a.py").read_bytes() == b"y = 1\n"
    world = World.over(DiskTree(root))
    both = EditSet.of({"a.py": [Replacement(0, 1, "z")], "link.py": [Replacement(0, 1, "w")]})
    with pytest.raises(InputError, match="under another name"):
        apply_edit_set(root, both, world)


@pytest.mark.parametrize(
    ("data", "written"),
    [
        (b"x = 1\r\ny = 2", b"yy = 1\r\ny = 2"),
        (b"\xef\xbb\xbfx = '\xe2\x82\xac'\n", b"\xef\xbb\xbfyy = '\xe2\x82\xac'\n"),
        (b"x = 1 # coding: latin-1\n\xe9\n", None),
    ],
)
def test_bytes_that_were_not_edited_stay(tmp_path: Path, data: bytes, written: bytes | None) -> None:
    world = one_file(tmp_path, data)
    if written is None:
        assert world.text("a.py") is None
        return
    apply_edit_set(tmp_path, first_word("yy"), world)
    assert (tmp_path / "a.py").read_bytes() == written


def test_an_encoding_that_lacks_the_new_name_is_refused(tmp_path: Path) -> None:
    world = one_file(tmp_path, b"# coding: latin-1\nx = 1\n")
    with pytest.raises(InputError, match="has no '\u03b1'"):
        apply_edit_set(tmp_path, EditSet.of({"a.py": [Replacement(18, 19, "\u03b1")]}), world)
    assert (tmp_path / "a.py").read_bytes() == b"# coding: latin-1\nx = 1\n"


def test_mode_is_kept_also_by_a_rename(tmp_path: Path) -> None:
    world = one_file(tmp_path)
    (tmp_path / "a.py").chmod(0o754)
    apply_edit_set(tmp_path, first_word("y"), world)
    assert (tmp_path / "a.py").stat().st_mode & 0o777 == 0o754
    world = World.over(DiskTree(tmp_path))
    apply_edit_set(tmp_path, EditSet.of({}, [RenameFile("a.py", "sub/b.py")]), world)
    assert (tmp_path / "sub/b.py").stat().st_mode & 0o777 == 0o754
    assert not (tmp_path / "a.py").exists()


def test_names_that_are_taken_on_disk_are_refused(tmp_path: Path) -> None:
    world = one_file(tmp_path)
    assert world.files() == {"a.py"}
    (tmp_path / "b.py").write_bytes(b"late = 1\n")
    for edit in (
        EditSet.of({}, [RenameFile("a.py", "b.py")]),
        EditSet.of({}, [CreateFile("b.py", "x")]),
    ):
        with pytest.raises(InputError) as refused:
            apply_edit_set(tmp_path, edit, world)
        assert refused.value.code == "HF608"
    assert (tmp_path / "b.py").read_bytes() == b"late = 1\n"


def test_repository_internals_are_never_written(tmp_path: Path) -> None:
    world = one_file(tmp_path)
    for file in (".git/hooks/pre-commit", ".holdfast/x.py"):
        with pytest.raises(InputError) as refused:
            apply_edit_set(tmp_path, EditSet.of({}, [CreateFile(file, "x")]), world)
        assert refused.value.code == "HF602"


def test_a_second_writer_is_told_to_wait(tmp_path: Path) -> None:
    world = one_file(tmp_path)
    refusals = []

    def another(step: str) -> None:
        if step == "commit":
            try:
                apply_edit_set(tmp_path, first_word("z"), world)
            except InputError as error:
                refusals.append(error.message)

    apply_edit_set(tmp_path, first_word("y"), world, fault=another)
    assert len(refusals) == 1
    assert "Another Holdfast" in refusals[0]
    assert (tmp_path / "a.py").read_bytes() == b"y = 1\n"


def test_delete_and_create_in_one_edit_replaces(tmp_path: Path) -> None:
    world = one_file(tmp_path)
    edit = EditSet.of({}, [DeleteFile("a.py"), CreateFile("a.py", "fresh\n")])
    apply_edit_set(tmp_path, edit, world)
    assert (tmp_path / "a.py").read_bytes() == b"fresh\n"


def test_a_journal_that_is_none_is_reported(tmp_path: Path) -> None:
    (tmp_path / ".holdfast").mkdir()
    (tmp_path / ".holdfast/journal.json").write_text("{}")
    with pytest.raises(InputError, match="not a journal"):
        recover(tmp_path)
