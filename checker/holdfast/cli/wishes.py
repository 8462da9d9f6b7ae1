"""What each refactoring takes from the command line, and how an engine is told."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from holdfast.cli.roots import inside
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    import argparse

_NEW_NAME = frozenset({Kind.RENAME, Kind.EXTRACT_VARIABLE, Kind.EXTRACT_FUNCTION, Kind.INTRODUCE_PARAMETER})
_SELECTION = frozenset({Kind.EXTRACT_VARIABLE, Kind.EXTRACT_FUNCTION})


def wants_new_name(kind: Kind) -> bool:
    return kind in _NEW_NAME


def wants_selection(kind: Kind) -> bool:
    return kind in _SELECTION


def add_words(parser: argparse.ArgumentParser, kind: Kind) -> None:
    """The positional words of a refactoring."""
    if kind is Kind.ORGANISE_IMPORTS:
        parser.add_argument("place", metavar="PATH")
    else:
        parser.add_argument("place", metavar="PATH:L:C-L:C" if wants_selection(kind) else "PATH:LINE:COL")
    if wants_new_name(kind):
        parser.add_argument("new", metavar="NEW", help="the new name")
    else:
        parser.set_defaults(new=None)
    if kind is Kind.MOVE:
        parser.add_argument("destination", metavar="DESTINATION", help="a file, a folder or an attribute")
    if kind is Kind.CHANGE_SIGNATURE:
        parser.add_argument(
            "parameters", metavar="PARAMETERS", help="the new parameter list, e.g. 'self, b, a, c=None'"
        )
        parser.add_argument(
            "--value",
            action="append",
            default=[],
            metavar="NAME=EXPRESSION",
            help="what existing calls pass for a new parameter",
        )


def engine_options(
    arguments: argparse.Namespace, kind: Kind, root: str, text: str, target: Interval | None
) -> Mapping[str, Any]:
    """The options for the engine: what the user gave by name, and what the words mean."""
    options = dict(_option(word) for word in arguments.engine_option)
    if kind in (Kind.RENAME, Kind.MOVE) and target is not None and target.start == target.end:
        options["module"] = True
    if kind is Kind.MOVE:
        path = arguments.destination
        options["destination"] = inside(root, path) if os.path.exists(path) else path
        if options["destination"] == ".":
            options["destination"] = ""
    if kind is Kind.CHANGE_SIGNATURE and target is not None:
        from holdfast.cli.signature import signature_changes

        values = dict(_pair(word) for word in arguments.value)
        options["changes"] = signature_changes(text, target, arguments.parameters, values)
    return options


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or not name.strip().isidentifier():
        raise InputError(f"--value takes NAME=EXPRESSION, not {word!r}")
    return name.strip(), value.strip()


def _option(word: str) -> tuple[str, Any]:
    """`in_hierarchy`, `similar=true`, `destination=pkg/mod.py`, `changes=[…]`: JSON where it is JSON."""
    import json

    name, equals, value = word.partition("=")
    if not name:
        raise InputError(f"--engine-option takes NAME or NAME=VALUE, not {word!r}")
    if not equals:
        return name, True
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
