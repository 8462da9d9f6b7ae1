"""The commands of `check-refactoring`: one line each. Loads nothing, so that finding a command costs nothing."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command, the module whose `run(command, words)` performs it, and the words it takes."""

    name: str
    module: str
    summary: str
    usage: str = ""
    #: What `--help` adds.
    details: str = ""


_REFACTOR = "holdfast.cli.refactor"
_PLACE = "PATH:LINE:COL counts lines and columns (characters) from one."
_RANGE = "A selection is PATH:LINE:COL-LINE:COL, counted from one, its end excluded."

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "rename", _REFACTOR, "rename the thing at a place, and check it", "PATH:LINE:COL NEW", _PLACE
        ),
        Command("extract-variable", _REFACTOR, "give an expression a name", "PATH:L:C-L:C NEW", _RANGE),
        Command("extract-function", _REFACTOR, "move code into a new function", "PATH:L:C-L:C NEW", _RANGE),
        Command("inline", _REFACTOR, "put a variable or function where it is used", "PATH:LINE:COL", _PLACE),
        Command("move", _REFACTOR, "move a function, class or module", "PATH:LINE:COL DESTINATION", _PLACE),
        Command(
            "change-signature",
            _REFACTOR,
            "add, remove, reorder or rename parameters",
            "PATH:LINE:COL PARAMETERS",
            _PLACE,
        ),
        Command(
            "encapsulate-field", _REFACTOR, "put an attribute behind a property", "PATH:LINE:COL", _PLACE
        ),
        Command(
            "introduce-parameter",
            _REFACTOR,
            "turn an expression into a parameter",
            "PATH:LINE:COL NEW",
            _PLACE,
        ),
        Command("organise-imports", _REFACTOR, "sort and prune the imports of a file", "PATH"),
        Command("pull-up", _REFACTOR, "move a member into a base class", "PATH:LINE:COL", _PLACE),
        Command("push-down", _REFACTOR, "move a member into the subclasses", "PATH:LINE:COL", _PLACE),
        Command(
            "member-class-to-top", _REFACTOR, "move a nested class to its module", "PATH:LINE:COL", _PLACE
        ),
        Command("safe-delete", _REFACTOR, "delete what nothing uses", "PATH:LINE:COL", _PLACE),
        Command(
            "diff",
            "holdfast.cli.diff",
            "check a change in git",
            "[--staged | BASE [HEAD]]",
            "Without BASE: from the last commit to the files on disk.",
        ),
        Command("trees", "holdfast.cli.trees", "check the difference of two folders", "BEFORE AFTER"),
        Command(
            "edit",
            "holdfast.cli.edit",
            "check a WorkspaceEdit of the language server protocol",
            "FILE|-",
            "FILE holds the edit as JSON; - reads it from standard input.",
        ),
        Command("explain", "holdfast.cli.explain", "explain a finding code", "CODE"),
    )
}
