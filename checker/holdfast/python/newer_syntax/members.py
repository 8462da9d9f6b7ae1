"""A class that does not parse because of some of its members: what parses without them.

Broken members are blanked out, so that everything else keeps its place; they are stated as unseen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from holdfast.python.newer_syntax.cut import Piece, logical_line_end, top_level_pieces
from holdfast.python.tree import line_table

_HEADER = re.compile(r"class\b")
_FIRST_MEMBER = re.compile(r"(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*([ \t]+)\S")
_NOT_LINE_END = re.compile(r"[^\r\n]")


class Blanked(NamedTuple):
    """A class without its broken members, as long as before, and where those are."""

    source: str
    members: tuple[tuple[int, int], ...]


def without_broken_members(source: str, is_readable: Callable[[str, Piece], bool]) -> Blanked | None:
    """`source`, a class statement with its decorators, without what is not readable in its body."""
    body_start = _body_start(source)
    first = _FIRST_MEMBER.match(source, body_start)
    if first is None:
        return None
    indent = first.group(1)
    body = source[body_start:]
    # The members as if they stood at the top level; lines keep their numbers.
    outdented = re.sub(f"^{indent}", "", body, flags=re.MULTILINE)
    old_lines, new_lines = line_table(body).starts, line_table(outdented).starts
    if len(old_lines) != len(new_lines):
        return None
    places = dict(zip(new_lines[1:], old_lines[1:], strict=True))
    pieces = top_level_pieces(outdented)
    broken = []
    for piece in pieces:
        if not is_readable(outdented[piece.start : piece.end], piece):
            start, end = places.get(piece.start), places.get(piece.end, len(body))
            if start is None:
                return None
            broken.append((body_start + start, body_start + end))
    if len(broken) == len(pieces):
        return None
    for start, end in broken:
        source = source[:start] + _blank(source[start:end], indent) + source[end:]
    return Blanked(source, tuple(broken))


def _body_start(source: str) -> int:
    """The end of the logical line of `class`, past the decorators."""
    position = 0
    while position < len(source):
        is_header = _HEADER.match(source, position) is not None
        position = logical_line_end(source, position)
        if is_header:
            break
    return position


def _blank(member: str, indent: str) -> str:
    """As many characters and lines that say nothing: the body needs a statement, and `0` is one."""
    if not member.startswith(indent):
        return _NOT_LINE_END.sub(" ", member)
    return indent + "0" + _NOT_LINE_END.sub(" ", member[len(indent) + 1 :])
