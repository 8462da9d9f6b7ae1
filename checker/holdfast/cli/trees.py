"""`check-refactoring trees BEFORE AFTER [--as KIND]`: two folders."""

from __future__ import annotations

import os

from holdfast.cli.arguments import parser_of
from holdfast.cli.commands import Command
from holdfast.cli.kinds import add_kind, request_named
from holdfast.cli.session import open_session
from holdfast.errors import InputError


def run(command: Command, words: list[str]) -> int:
    parser = parser_of(command)
    parser.add_argument("before", metavar="BEFORE", help="the folder with the original")
    parser.add_argument("after", metavar="AFTER", help="the folder with the edited copy")
    add_kind(parser)
    arguments = parser.parse_args(words)
    request = request_named(arguments.kind)
    for folder in (arguments.before, arguments.after):
        if not os.path.isdir(folder):
            raise InputError(f"{folder} is not a folder; `trees` compares two folders")
    session = open_session(arguments, root=os.path.realpath(arguments.before))

    from holdfast.cli.conclude import conclude
    from holdfast.cli.examine import examine
    from holdfast.text.difference import edit_set_between
    from holdfast.text.world import World
    from holdfast.workspace.disk import DiskTree

    before = World.over(DiskTree(arguments.before))
    after = World.over(DiskTree(arguments.after))
    edits = edit_set_between(before, after)
    outcome = examine(session, before, after, request, edits)
    return conclude(session, outcome, before, after, edits=edits, request=request)
