"""Text to syntax tree, with offsets: one shape of tree for every Python from 3.9 to 3.14.

The tree is `ast`'s own, so the common case costs what `ast.parse` costs. Text that the running
interpreter cannot parse goes to libcst (newer syntax) and, when that fails too, is parsed statement by
statement, so that a syntax error hides only the statement that it stands in. Nothing here knows names
or scopes, and no input makes `parse` raise.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import NamedTuple

from holdfast.records import dataclass

#: The language that is assumed when the analysed project does not say.
DEFAULT_VERSION = (3, 13)

_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTINUATION = re.compile(rb"[\x80-\xbf]")
#: `warnings.catch_warnings` swaps a global; two threads that parse must not restore each other's list.
_QUIET = threading.Lock()


class SyntaxProblem(NamedTuple):
    """Why (a part of) the text is no Python, and where."""

    offset: int
    message: str


class Lines(NamedTuple):
    """Where lines start, and for those that are not plain ASCII the columns of their continuation bytes.

    `starts` is indexed by line number; its first element stands for the line 0 that does not exist. A
    continuation byte of UTF-8 is one that begins no character: as many as stand before a column are what
    the column counts too much.
    """

    starts: Sequence[int]
    wide: Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The syntax tree of one text.

    `error` is the first syntax error, and `unseen` the intervals of the text that are not in `module`
    because of syntax errors. `version` is the version of Python that gives the text its meaning.
    """

    text: str
    module: ast.Module
    version: tuple[int, int]
    lines: Lines
    error: SyntaxProblem | None = None
    unseen: tuple[tuple[int, int], ...] = ()

    def offset(self, lineno: int, utf8_column: int) -> int:
        """The offset of a position as `ast` states it: a line from 1, a column in UTF-8 bytes."""
        return offset_in(self.lines, lineno, utf8_column)

    def start(self, node: ast.expr | ast.stmt) -> int:
        return offset_in(self.lines, node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        return offset_in(self.lines, node.end_lineno or node.lineno, node.end_col_offset or 0)

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the UTF-8 column of an offset; the inverse of `offset`."""
        lineno = max(1, bisect_right(self.lines.starts, offset, lo=1) - 1)
        start = self.lines.starts[lineno]
        if lineno not in self.lines.wide:
            return lineno, offset - start
        return lineno, len(self.text[start:offset].encode("utf-8", "surrogatepass"))


def offset_in(lines: Lines, lineno: int, utf8_column: int) -> int:
    """The offset of a line and a UTF-8 column."""
    wide = lines.wide.get(lineno)
    if wide is None:
        return lines.starts[lineno] + utf8_column
    return lines.starts[lineno] + utf8_column - bisect_left(wide, utf8_column)


def line_table(text: str) -> Lines:
    """The lines of `text` as Python's tokenizer counts them: `\\n`, `\\r\\n` and a lone `\\r` end one."""
    if "\r" in text:
        ends = [match.end() for match in _LINE_END.finditer(text)]
    else:
        ends = list(accumulate(len(line) + 1 for line in text.split("\n")))
        ends.pop()
    # A byte order mark is no part of the first line: `ast` never sees it.
    first = 1 if text.startswith("\ufeff") else 0
    starts = [0, first, *ends]
    if text.isascii():
        return Lines(starts, {})
    bounds = zip(starts[1:], [*starts[2:], len(text)], strict=True)
    slices = ((number, text[start:end]) for number, (start, end) in enumerate(bounds, 1))
    return Lines(starts, {number: _continuation_bytes(line) for number, line in slices if not line.isascii()})


def _continuation_bytes(line: str) -> list[int]:
    return [match.start() for match in _CONTINUATION.finditer(line.encode("utf-8", "surrogatepass"))]


def parse(text: str, version: tuple[int, int] | None = None) -> Tree:
    """The syntax tree of `text`, whatever `text` is. `version` is that of the analysed project."""
    lines = line_table(text)
    wanted = version or DEFAULT_VERSION
    parsed = parse_module(text)
    if isinstance(parsed, ast.Module):
        return Tree(text, parsed, wanted, lines)
    from holdfast.python.newer_syntax.recovery import recover

    return recover(text, wanted, lines)


@contextmanager
def quiet() -> Iterator[None]:
    """No warnings from the parser: they are about the analysed text, and its author gets them elsewhere."""
    with _QUIET, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def parse_module(text: str) -> ast.Module | Exception:
    """What the running interpreter's parser makes of `text`, with the byte order mark left out."""
    try:
        with quiet():
            return ast.parse(text[1:] if text.startswith("\ufeff") else text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return error
