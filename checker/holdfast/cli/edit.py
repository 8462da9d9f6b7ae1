"""`check-refactoring edit FILE|-`: a WorkspaceEdit of the language server protocol, as JSON.

The edit may come as the bare object, or as the response (`result`) or the request (`params.edit`) that
carried it. Columns are UTF-16 units, as in the protocol, unless `--encoding` says otherwise.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from holdfast.cli.arguments import parser_of
from holdfast.cli.commands import Command
from holdfast.cli.kinds import add_kind, request_named
from holdfast.cli.output import say
from holdfast.cli.session import open_session
from holdfast.errors import InputError


def run(command: Command, words: list[str]) -> int:
    parser = parser_of(command)
    parser.add_argument("file", metavar="FILE|-", help="the edit as JSON; - for standard input")
    parser.add_argument(
        "--encoding", choices=("utf-8", "utf-16", "utf-32"), default="utf-16", help="the unit of its columns"
    )
    parser.add_argument("--apply", action="store_true", help="write the edit if the check passes")
    add_kind(parser)
    arguments = parser.parse_args(words)
    request = request_named(arguments.kind)
    raw = _bare(_loaded(arguments.file))
    session = open_session(arguments)

    from holdfast.cli.conclude import conclude
    from holdfast.cli.examine import examine
    from holdfast.text.world import World
    from holdfast.wire.names import FileNames
    from holdfast.wire.workspace_edit import read_workspace_edit
    from holdfast.workspace.disk import DiskTree

    before = World.over(DiskTree(session.root))
    names = FileNames(session.root, aliases=_other_spellings(session.root))
    read = read_workspace_edit(raw, world=before, names=names, unit=arguments.encoding)
    for note in read.notes:
        say(note)
    after = before.apply(read.edit_set)
    outcome = examine(session, before, after, request, read.edit_set)
    code = conclude(session, outcome, before, after, edits=read.edit_set, request=request)
    if arguments.apply:
        from holdfast.cli.write import apply_if_allowed

        apply_if_allowed(session.root, read.edit_set, before, code)
    return code


def _other_spellings(root: str) -> tuple[str, ...]:
    """The root as the shell calls it, when the way there leads over a link."""
    here, called = os.path.realpath(os.getcwd()), os.environ.get("PWD", "")
    if not os.path.isabs(called) or os.path.realpath(called) != here:
        return ()
    below = os.path.relpath(here, root)
    if below == os.curdir:
        return (called,)
    return (called.removesuffix(os.sep + below),) if called.endswith(os.sep + below) else ()


def _loaded(path: str) -> Any:
    import json

    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            return json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
        with open(path, encoding="utf-8-sig") as file:
            return json.load(file)
    except OSError as error:
        raise InputError(f"{name} cannot be read ({error.strerror})", code="HF607") from None
    except ValueError as error:
        raise InputError(f"{name} is not valid JSON: {error}") from None


def _bare(raw: Any) -> Any:
    """The edit itself, taken out of the message that carried it."""
    if isinstance(raw, dict) and not {"changes", "documentChanges"} & raw.keys():
        if "result" in raw:
            return _bare(raw["result"])
        if isinstance(raw.get("params"), dict) and "edit" in raw["params"]:
            return _bare(raw["params"]["edit"])
        if "edit" in raw:
            return _bare(raw["edit"])
    if not isinstance(raw, dict) or not {"changes", "documentChanges"} & raw.keys():
        raise InputError("this is no WorkspaceEdit: it has neither `changes` nor `documentChanges`")
    return raw
