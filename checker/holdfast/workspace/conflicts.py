"""Merge conflict markers in a file that nobody has resolved yet."""

from __future__ import annotations

import re
import warnings

_OPENING = re.compile(r"^<{7} .*$", re.MULTILINE)
_MIDDLE = re.compile(r"^={7}$", re.MULTILINE)
_CLOSING = re.compile(r"^>{7} .*$", re.MULTILINE)
#: `ast.PyCF_ONLY_AST`, without the price of importing ast.
_ONLY_AST = 0x400


def conflict_markers(text: str) -> int | None:
    """Where the first conflict begins, or None.

    A test of a merge tool may quote markers in a string: a file that compiles has no conflict.
    """
    opening = _OPENING.search(text)
    middle = opening and _MIDDLE.search(text, opening.end())
    closing = middle and _CLOSING.search(text, middle.end())
    if opening is None or closing is None or _compiles(text):
        return None
    return opening.start()


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "<conflict>", "exec", _ONLY_AST, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True
