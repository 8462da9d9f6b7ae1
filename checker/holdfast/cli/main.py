"""The entry point of `check-refactoring`: finds the command, runs it, and turns what happened into an exit code.

This is the one place that maps errors to messages and codes: 0 clean, 1 findings at the level asked for,
2 wrong input in one sentence, 70 a bug of ours with a report file, 130 interrupted. Everything a command
needs is loaded by the command, since imports are part of the user's wait.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from holdfast import __version__
from holdfast.cli.commands import COMMANDS, Command
from holdfast.cli.output import say
from holdfast.errors import InputError

CLEAN, FINDINGS, WRONG_INPUT, OWN_BUG, INTERRUPTED = 0, 1, 2, 70, 130


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except InputError as error:
        say(_sentence(error.message))
        return WRONG_INPUT
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (a pager, `head`) has seen enough. Nothing may be flushed into the pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLEAN
    except Exception as error:  # the one net for our own bugs
        from holdfast.cli.crash import report_crash

        say(report_crash(error, words))
        return OWN_BUG


def _run(words: list[str]) -> int:
    command, rest = _split(words)
    if command is None:
        if "--version" in rest:
            print(f"check-refactoring {__version__}")
            return CLEAN
        if rest and not {"-h", "--help"} & set(rest):
            raise InputError(_unknown(rest))
        print(_overview(), end="")
        return CLEAN if rest else WRONG_INPUT
    from importlib import import_module

    try:
        code: int = import_module(command.module).run(command, rest)
    except SystemExit as stop:  # argparse after --help
        return stop.code if isinstance(stop.code, int) else WRONG_INPUT
    sys.stdout.flush()
    return code


def _split(words: list[str]) -> tuple[Command | None, list[str]]:
    """The command, which may stand behind options, and the other words."""
    for index, word in enumerate(words):
        if word in COMMANDS:
            return COMMANDS[word], words[:index] + words[index + 1 :]
        if not word.startswith("-") and (
            index == 0 or "=" in words[index - 1] or words[index - 1][:1] != "-"
        ):
            break
    return None, words


def _unknown(words: list[str]) -> str:
    from difflib import get_close_matches

    wrong = next((word for word in words if not word.startswith("-")), words[0])
    close = get_close_matches(wrong, COMMANDS, n=1)
    hint = f"did you mean {close[0]}?" if close else "`check-refactoring --help` lists the commands."
    return f"there is no command {wrong!r}; {hint}"


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = "\n".join(f"  {name:{width}}  {command.summary}" for name, command in COMMANDS.items())
    return (
        "usage: check-refactoring COMMAND ... [options]\n\n"
        "Reads the program again after an edit and reports every name, value and call\n"
        "that would mean something else.\n\n"
        f"commands:\n{lines}\n\n"
        "`check-refactoring COMMAND --help` shows the options of a command.\n"
        "exit codes: 0 clean, 1 findings, 2 wrong input, 70 a bug of Holdfast.\n"
    )


def _sentence(message: str) -> str:
    return message if message.endswith((".", "?", "!")) else message + "."


if __name__ == "__main__":
    raise SystemExit(main())
