"""A change of a small project that uses every operation, and killing at a chosen step of writing it.

Run as a script it kills a child at every step in turn and prints what was found, as JSON. It is a
process of its own because it forks, which a test runner with threads must not.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path

from holdfast.text.edits import CreateFile, DeleteFile, EditSet, RenameFile, Replacement
from holdfast.text.world import World
from holdfast.workspace.apply import apply_edit_set, pending, recover
from holdfast.workspace.disk import DiskTree, Listing

BEFORE: dict[str, bytes] = {
    "app.py": b"import pkg.a\r\nold = 1\r\n",
    "bom.py": b"\xef\xbb\xbfold = 1\n",
    "latin.py": b"# coding: latin-1\nold = '\xe9'\n",
    "one.py": b"one = 1\n",
    "two.py": b"two = 2\n",
    "gone.py": b"gone = 1\n",
    "pkg/__init__.py": b"",
    "pkg/a.py": b"old = 3\n",
    "pkg/data.bin": b"\x00\x01",
    "pkg/inner/b.py": b"b = 1\n",
    "stays.py": b"stays = 1\n",
}
AFTER: dict[str, bytes] = {
    "app.py": b"import pkg.a\r\nnew = 1\r\n",
    "bom.py": b"\xef\xbb\xbfnew = 1\n",
    "latin.py": b"# coding: latin-1\nnew = '\xe9'\n",
    "one.py": b"two = 2\n",
    "two.py": b"uno = 1\n",
    "lib/__init__.py": b"",
    "lib/a.py": b"new = 3\n",
    "lib/data.bin": b"\x00\x01",
    "lib/inner/b.py": b"b = 1\n",
    "fresh/made.py": b"made = 1\n",
    "stays.py": b"stays = 1\n",
}
FOLDERS = {"pkg": "lib"}


def edit_set() -> EditSet:
    return EditSet.of(
        {
            "app.py": [Replacement(14, 17, "new")],
            "bom.py": [Replacement(0, 3, "new")],
            "latin.py": [Replacement(18, 21, "new")],
            "one.py": [Replacement(0, 3, "uno")],
            "pkg/a.py": [Replacement(0, 3, "new")],
        },
        [
            RenameFile("one.py", "two.py"),
            RenameFile("two.py", "one.py"),
            DeleteFile("gone.py"),
            RenameFile("pkg/__init__.py", "lib/__init__.py"),
            RenameFile("pkg/a.py", "lib/a.py"),
            RenameFile("pkg/inner/b.py", "lib/inner/b.py"),
            CreateFile("fresh/made.py", "made = 1\n"),
        ],
    )


def write_project(root: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(root, ignore_errors=True)
    for file, data in files.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def read_project(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def world_of(root: Path) -> World:
    python = frozenset(file for file in BEFORE if file.endswith(".py"))
    return World.over(DiskTree(root, Listing(python, frozenset())))


def torn(root: Path) -> list[str]:
    """Files of the project that are neither as before nor as after."""
    found = []
    for file, data in read_project(root).items():
        if file.startswith(".holdfast/") or file.endswith(".holdfast"):
            continue
        if data not in (BEFORE.get(file), AFTER.get(file)):
            found.append(file)
    return found


def killed_at(step: int, root: Path, *, recovering: bool = False) -> str | None:
    """Write the change in a child that is killed before its `step`th step; the step's name, or None."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        seen = 0

        def fault(name: str) -> None:
            nonlocal seen
            seen += 1
            if seen == step:
                os.write(writer, name.encode())
                os.kill(os.getpid(), signal.SIGKILL)

        if recovering:
            recover(root, fault=fault)
        else:
            apply_edit_set(root, edit_set(), world_of(root), moved_folders=FOLDERS, fault=fault)
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as stream:
        return stream.read() or None


def main(root: Path) -> None:
    report: dict[str, list[object]] = {"steps": [], "problems": []}
    step = 0
    while True:
        step += 1
        write_project(root, BEFORE)
        name = killed_at(step, root)
        if name is None:
            break
        report["steps"].append(name)
        if torn(root):
            report["problems"].append([name, "torn", torn(root)])
        # The first recovery is killed as well, at its middle; the second must do.
        if pending(root):
            killed_at(1 + step % 12, root, recovering=True)
            if torn(root):
                report["problems"].append([name, "torn by recovery", torn(root)])
        recover(root)
        left = read_project(root)
        own = [file for file in left if file.startswith(".holdfast/")]
        if pending(root) or any(file.endswith((".holdfast", ".holdfast-back")) for file in left):
            report["problems"].append([name, "left behind", sorted(left)])
        clean = {file: data for file, data in left.items() if file not in own}
        if clean not in (BEFORE, AFTER):
            report["problems"].append([name, "half", sorted(clean)])
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
