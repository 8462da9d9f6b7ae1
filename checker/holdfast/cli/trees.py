"""`check-refactoring trees BEFORE AFTER [--as KIND]`: two folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from holdfast.cli.arguments import parser_of
from holdfast.cli.commands import Command
from holdfast.cli.kinds import add_kind, request_named
from holdfast.cli.session import open_session
from holdfast.errors import InputError
from holdfast.text.world import World

if TYPE_CHECKING:
    from holdfast.workspace.disk import DiskTree


def run(command: Command, words: list[str]) -> int:
    parser = parser_of(command)
    parser.add_argument("before", metavar="BEFORE", help="the folder with the original")
    parser.add_argument("after", metavar="AFTER", help="the folder with the edited copy")
    add_kind(parser)
    arguments = parser.parse_args(words)
    request = request_named(arguments.kind)
    for folder in (arguments.before, arguments.after):
        if not os.path.isdir(folder):
            raise InputError(f"{folder} is not a folder; `trees` compares two folders", code="HF607")
    session = open_session(arguments, root=os.path.realpath(arguments.before))

    from holdfast.cli.conclude import conclude
    from holdfast.cli.examine import examine
    from holdfast.text.difference import edit_set_between
    from holdfast.workspace.disk import DiskTree

    original, edited = DiskTree(arguments.before), DiskTree(arguments.after)
    if not original.files() and not edited.files():
        raise InputError(
            f"neither {arguments.before} nor {arguments.after} has a Python file in it", code="HF607"
        )
    before, after = two_worlds(original, edited)
    edits = edit_set_between(before, after)
    outcome = examine(session, before, after, request, edits)
    return conclude(session, outcome, before, after, edits=edits, request=request)


def two_worlds(original: DiskTree, edited: DiskTree) -> tuple[World, World]:
    """Both folders as worlds over one base, so that equal files are one text and are read once."""
    from holdfast.cli.project import refuse_conflict

    before = World.over(original)
    overlay: dict[str, str | None] = {}
    for file in sorted(original.files() | edited.files()):
        problem = edited.problem(file)
        if problem is not None:
            if original.problem(file) is None or not _same_bytes(original.root, edited.root, file):
                raise InputError(f"{os.path.join(edited.root, file)} cannot be used: {problem}", file=file)
            continue
        text = edited.text(file)
        if text != before.text(file):
            overlay[file] = text
            if text is not None:
                refuse_conflict(file, text)
    return before, before.with_buffers(overlay).with_others(edited)


def _same_bytes(one: str, other: str, file: str) -> bool:
    from filecmp import cmp

    try:
        return cmp(os.path.join(one, file), os.path.join(other, file), shallow=False)
    except OSError:
        return False
