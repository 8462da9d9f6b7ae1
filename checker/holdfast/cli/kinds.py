"""`--as KIND`: which question is asked of an edit that is already made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.errors import InputError
from holdfast.refactorings.request import Kind, Request

if TYPE_CHECKING:
    import argparse


def add_kind(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--as",
        dest="kind",
        metavar="KIND",
        help=f"what the edit claims to be: {', '.join(kind.value for kind in Kind)}",
    )


def request_named(word: str | None) -> Request:
    """The request for a `--as` word; without one, untouched code must keep its meaning."""
    if word is None:
        return Request(Kind.EDIT)
    try:
        return Request(Kind(word))
    except ValueError:
        known = ", ".join(kind.value for kind in Kind)
        raise InputError(f"{word!r} is not a kind of edit; --as takes one of {known}") from None
