"""Processes and their children, from /proc."""

from __future__ import annotations

import time
from pathlib import Path


def children_of(pid: int) -> list[tuple[int, str]]:
    """Every descendant of a process with its command line."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found: list[tuple[int, str]] = []
    pending = list(parents.get(pid, ()))
    while pending:
        child = pending.pop()
        pending += parents.get(child, ())
        try:
            line = (Path("/proc") / str(child) / "cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            continue
        found.append((child, line.decode("utf-8", "replace")))
    return found


def judges(pid: int) -> list[int]:
    """The checking processes of a server."""
    return [child for child, line in children_of(pid) if "holdfast_server.judge" in line]


def alive(pid: int) -> bool:
    try:
        state = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def gone_soon(pids: list[int], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while any(alive(pid) for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def resident_bytes(pid: int) -> int:
    for line in (Path("/proc") / str(pid) / "status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0
