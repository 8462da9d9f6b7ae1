"""Places as people write them: `PATH:LINE:COL` and `PATH:LINE:COL-LINE:COL`, counted from one.

The numbers are taken from the right, so a Windows drive letter or a colon in a file's name does no harm.
Columns count characters. A selection's end is excluded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.errors import InputError
from holdfast.text.interval import Interval
from holdfast.text.positions import LineIndex

_PLACE = re.compile(
    r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+)(?:-(?P<line2>\d+):(?P<column2>\d+))?", re.DOTALL
)
_WORD = re.compile(r"\w+")


class Place(NamedTuple):
    """A place as written: numbers from one, the end only for a selection."""

    path: str
    start: tuple[int, int]
    end: tuple[int, int] | None


def parse_place(word: str, *, selection: bool) -> Place:
    """A place from the command line. `selection` says whether a range is needed or a single position."""
    wanted = "PATH:LINE:COL-LINE:COL" if selection else "PATH:LINE:COL"
    match = _PLACE.fullmatch(word)
    if match is None:
        raise InputError(f"{word!r} is not a place; write it as {wanted}", code="HF605")
    numbers = [
        int(number) for number in match.group("line", "column", "line2", "column2") if number is not None
    ]
    if 0 in numbers:
        raise InputError(f"{word!r}: lines and columns count from 1", code="HF605")
    end = (numbers[2], numbers[3]) if len(numbers) == 4 else None
    if selection and end is None:
        raise InputError(f"{word!r} is a single position; select code with {wanted}", code="HF605")
    if not selection and end is not None:
        raise InputError(f"{word!r} is a selection; a single position {wanted} is needed here", code="HF605")
    return Place(match["path"], (numbers[0], numbers[1]), end)


def name_at(file: str, text: str, start: tuple[int, int]) -> Interval:
    """The identifier at a position or just before it."""
    from keyword import iskeyword

    offset = _offset(file, LineIndex(text), start)
    for match in _WORD.finditer(text, _line_start(text, offset)):
        if match.start() > offset:
            break
        if match.end() < offset or (match.end() == offset and _WORD.match(text, offset)):
            continue
        word = match[0]
        if iskeyword(word):
            raise _nothing(file, start, f"the keyword `{word}` stands here, not a name")
        if word.isidentifier():
            return Interval(file, match.start(), match.end())
    raise _nothing(file, start, "there is no name here")


def selected(file: str, text: str, start: tuple[int, int], end: tuple[int, int]) -> Interval:
    """The selected code, without the blanks around it."""
    index = LineIndex(text)
    first, last = _offset(file, index, start), _offset(file, index, end)
    if last < first:
        raise _nothing(file, start, "the selection ends before it begins")
    code = text[first:last]
    if not code.strip():
        raise _nothing(file, start, "the selection is empty")
    return Interval(file, first + len(code) - len(code.lstrip()), first + len(code.rstrip()))


def _offset(file: str, index: LineIndex, position: tuple[int, int]) -> int:
    line, column = position
    if line > len(index):
        # Behind the last line terminator is a place to point at, but no line that anybody counts.
        lines = len(index) - (not index.line_text(len(index) - 1))
        raise _nothing(file, position, f"the file has only {lines} {'line' if lines == 1 else 'lines'}")
    offset = index.exact_offset((line - 1, column - 1))
    if offset is None:
        length = len(index.line_text(line - 1))
        raise _nothing(file, position, f"line {line} has only {length} characters")
    return offset


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def _nothing(file: str, position: tuple[int, int], what: str) -> InputError:
    return InputError(f"{file}:{position[0]}:{position[1]}: {what}", code="HF605", file=file)


def legal_name(word: str) -> None:
    """Refuses a new name that Python would not take."""
    from keyword import iskeyword

    if iskeyword(word):
        raise InputError(f"`{word}` is a keyword of Python and cannot be a name", code="HF601")
    if not word.isidentifier():
        raise InputError(f"{word!r} cannot be a name in Python", code="HF601")
