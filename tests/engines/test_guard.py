"""The fence around an engine's process, tried from inside one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ATTEMPTS = {
    "write": "open(victim, 'w')",
    "append": "open(victim, 'a')",
    "update": "open(victim, 'r+')",
    "low-level": "os.open(victim, os.O_WRONLY)",
    "create": "open(folder + '/new', 'x')",
    "remove": "os.remove(victim)",
    "rename away": "os.rename(victim, allowed + '/x')",
    "rename over": "open(allowed + '/x', 'w').close(); os.rename(allowed + '/x', victim)",
    "replace": "open(allowed + '/x', 'w').close(); os.replace(allowed + '/x', victim)",
    "make folder": "os.mkdir(folder + '/sub')",
    "remove folder": "os.mkdir(allowed + '/y'); os.rmdir(folder)",
    "link": "os.symlink(victim, folder + '/link')",
    "hard link": "os.link(victim, folder + '/hard')",
    "mode": "os.chmod(victim, 0)",
    "times": "os.utime(victim)",
    "truncate": "os.truncate(victim, 0)",
    "whole tree": "shutil.rmtree(folder)",
    "through a link": "os.symlink(folder, allowed + '/l'); open(allowed + '/l/new', 'w')",
    "up and over": "open(allowed + '/../outside/victim', 'w')",
    "process": "subprocess.run(['true'])",
    "shell": "os.system('true')",
    "exec": "os.execv('/bin/true', ['true'])",
    "fork": "os.fork()",
    "network": "socket.create_connection(('127.0.0.1', 9), 1)",
}


def run(tmp_path: Path, attempt: str) -> str:
    (tmp_path / "outside").mkdir()
    (tmp_path / "allowed").mkdir()
    (tmp_path / "outside/victim").write_text("whole")
    script = (
        "import os, shutil, socket, subprocess\n"
        "from holdfast.engines.guard import forbid_writes\n"
        f"folder, allowed = {str(tmp_path / 'outside')!r}, {str(tmp_path / 'allowed')!r}\n"
        "victim = folder + '/victim'\n"
        "forbid_writes([allowed])\n"
        "try:\n"
        f"    {attempt}\n"
        "except PermissionError as error:\n"
        "    print('stopped' if 'an engine tried to' in str(error) else error)\n"
        "else:\n"
        "    print('done')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_changes_outside_are_stopped(tmp_path: Path, attempt: str) -> None:
    assert run(tmp_path, attempt) == "stopped"
    assert (tmp_path / "outside/victim").read_text() == "whole"
    assert [path.name for path in (tmp_path / "outside").iterdir()] == ["victim"]


@pytest.mark.parametrize(
    "attempt",
    [
        "open(victim).read()",
        "os.listdir(folder)",
        "open(allowed + '/new', 'w').write('x')",
        "os.mkdir(allowed + '/sub'); os.rmdir(allowed + '/sub')",
        "open(os.devnull, 'w').write('x')",
    ],
)
def test_reading_and_writing_inside_are_not(tmp_path: Path, attempt: str) -> None:
    assert run(tmp_path, attempt) == "done"
