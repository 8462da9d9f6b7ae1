"""The options that checking commands share, and an argument parser that speaks in single sentences."""

from __future__ import annotations

import argparse
from typing import NoReturn

from holdfast.cli.commands import Command
from holdfast.cli.settings import FAIL_LEVELS
from holdfast.errors import InputError
from holdfast.report import FORMATS


class Parser(argparse.ArgumentParser):
    """Raises an `InputError` where argparse would print its usage and exit."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see `{self.prog} --help`")


class _Help(argparse.HelpFormatter):
    """Help of a fixed width: asking the terminal for its own would load `shutil` in every run."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


def parser_of(command: Command) -> Parser:
    """A parser with the common options; the command adds its own."""
    parser = Parser(
        prog=f"check-refactoring {command.name}",
        usage=f"check-refactoring {command.name} {command.usage} [options]",
        description=f"{command.summary[:1].upper()}{command.summary[1:]}.",
        epilog=command.details,
        allow_abbrev=False,
        formatter_class=_Help,
    )
    add = parser.add_argument
    add("--format", choices=FORMATS, default="text", help="how to report (default: text)")
    add("--fail-on", choices=FAIL_LEVELS, help="the least that gives exit code 1 (default: warning)")
    add("--why", action="store_true", help="show the evidence, and what was not looked at")
    add("--report", metavar="FILE", help="write a bundle to attach to a bug report")
    add("--full", action="store_true", help="compare every file, not only those that can differ")
    add("--budget", type=_seconds, metavar="SECONDS", help="stop looking after this time")
    add("--baseline", metavar="FILE", help="leave out the findings listed in this file")
    add("--write-baseline", metavar="FILE", help="list today's findings in this file and exit 0")
    add("--python-version", metavar="3.N", help="the version that the project is written for")
    add("--root", metavar="FOLDER", help="the folder of the project (default: the repository around here)")
    add("--no-colour", "--no-color", dest="colour", action="store_false", help="plain text on a terminal too")
    return parser


def _seconds(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds above 0")
    return number
