"""The changes that an engine computed, on their way from its process to ours, and their reading.

In the worker they are whole new texts, since that is what jedi and rope hand over. Here they become an
edit set, cut on tokens, that is known to fit the world: nothing outside the workspace, nothing computed
on another text than the world's.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from holdfast.engines.values import Crash, EngineAnswer, Proposal, Refusal
from holdfast.errors import InputError
from holdfast.text.difference import difference
from holdfast.text.edits import CreateFile, DeleteFile, EditSet, FileOperation, RenameFile, Replacement
from holdfast.text.world import World

_NEWLINE = re.compile(r"\r\n?|\n")
_LONE_LF = re.compile(r"(?<!\r)\n")


def digest(text: str) -> int:
    """Tells texts apart; against mistakes, not against attackers."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass")) << 32 | len(text)


def read_answer(answer: Mapping[str, Any], *, engine: str, world: World) -> EngineAnswer:
    """An answer of a worker process as a value."""
    if "refused" in answer:
        return Refusal(str(answer["refused"]))
    if "crashed" in answer:
        return Crash(str(answer["crashed"]), str(answer.get("traceback", "")))
    try:
        return _proposal(answer, engine, world)
    except InputError as error:
        return Refusal(f"{engine} made an edit that cannot be used: {error.message}")


def _proposal(answer: Mapping[str, Any], engine: str, world: World) -> Proposal | Refusal:
    outside = sorted(answer.get("outside", ()))
    if outside:
        return Refusal(
            f"{engine} wants to edit {outside[0]}"
            + (f" and {len(outside) - 1} more files" if len(outside) > 1 else "")
            + ", outside the workspace; nothing was changed."
        )
    replacements: dict[str, tuple[Replacement, ...]] = {}
    made_for: dict[str, str] = {}
    for file, (seen, new) in answer.get("changed", {}).items():
        before = world.text(file)
        if before is None:
            raise InputError(f"{file} is not one of the workspace's readable Python files", file=file)
        replacements[file] = _fitted(file, before, seen, new)
        made_for[file] = before
    operations: list[FileOperation] = [
        CreateFile(file, text) for file, text in answer.get("created", {}).items()
    ]
    operations += [DeleteFile(file) for file in answer.get("deleted", ())]
    folders: dict[str, str] = dict(answer.get("folders", ()))
    operations += _renames(world, dict(answer.get("renamed", ())), folders)
    edit_set = EditSet.of(replacements, operations, made_for=made_for)
    world.apply(edit_set)
    return Proposal(edit_set, engine, tuple(answer.get("notes", ())), folders)


def _renames(world: World, renamed: dict[str, str], folders: dict[str, str]) -> list[FileOperation]:
    moved = dict(renamed)
    for old, new in folders.items():
        prefix = old.rstrip("/") + "/"
        for file in world.files():
            if file.startswith(prefix):
                moved.setdefault(file, new.rstrip("/") + "/" + file[len(prefix) :])
    return [RenameFile(old, new) for old, new in sorted(moved.items())]


def _fitted(file: str, before: str, seen: int, new: str) -> tuple[Replacement, ...]:
    """The difference in terms of the world's own text, which an engine may have read with other newlines."""
    if digest(before) == seen:
        if "\r\n" in before and not _LONE_LF.search(before):
            # jedi writes lines of its own with a bare \n into any file.
            new = _LONE_LF.sub("\r\n", new)
        return difference(before, new)
    plain = _NEWLINE.sub("\n", before)
    if digest(plain) != seen:
        raise InputError(
            f"{file} is not what the engine has read; save it and ask again", code="HF603", file=file
        )
    newline = _usual_newline(before)
    # Offsets in `plain` right behind each newline that is two characters in `before`.
    doubled: list[int] = []
    for match in _NEWLINE.finditer(before):
        if match[0] == "\r\n":
            doubled.append(match.end() - len(doubled) - 1)
    return tuple(
        Replacement(
            start + bisect_left(doubled, start + 1),
            end + bisect_left(doubled, end + 1),
            text.replace("\n", newline),
        )
        for start, end, text in difference(plain, new)
    )


def _usual_newline(text: str) -> str:
    counts = {"\n": 0, "\r\n": 0, "\r": 0}
    for match in _NEWLINE.finditer(text):
        counts[match[0]] += 1
    return max(counts, key=lambda newline: counts[newline])
