"""Text that the running interpreter's parser refuses: newer syntax, or a real syntax error.

The text is cut into top-level statements. A piece that the interpreter cannot parse goes to libcst, which
knows newer syntax; of a class that neither can parse the broken members are left out; any other piece that
neither can parse is stated as unseen. Everything else is kept.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from holdfast.python.newer_syntax.cut import Piece, top_level_pieces
from holdfast.python.newer_syntax.members import without_broken_members
from holdfast.python.tree import Lines, SyntaxProblem, Tree, parse_module

#: libcst's parser recurses on the machine's stack and takes quadratic time on long chains: deeper or wider
#: text is not given to it. CPython itself allows 200 nested brackets.
_DEEPEST = 100
_WIDEST_LINE = 2_000
_LONGEST_PIECE = 300_000
_CLASS = re.compile(r"@|class\b")


class _Parsed(NamedTuple):
    """What could be read of a piece, and what could not."""

    body: list[ast.stmt]
    problem: SyntaxProblem | None
    unseen: tuple[tuple[int, int], ...]


def recover(text: str, version: tuple[int, int], lines: Lines) -> Tree:
    """The best tree for a text that `ast.parse` refused."""
    body: list[ast.stmt] = []
    unseen: list[tuple[int, int]] = []
    first_problem: SyntaxProblem | None = None
    bare = Tree(text, ast.Module(body=[], type_ignores=[]), version, lines)
    for piece in top_level_pieces(text):
        parsed = _parse_piece(bare, piece)
        first_problem = first_problem or parsed.problem
        unseen += parsed.unseen
        body += parsed.body
    if first_problem is None and not body:
        first_problem = SyntaxProblem(0, "no statement can be read")
        unseen = [(0, len(text))]
    return Tree(text, ast.Module(body=body, type_ignores=[]), version, lines, first_problem, tuple(unseen))


def _parse_piece(tree: Tree, piece: Piece) -> _Parsed:
    source = tree.text[piece.start : piece.end]
    read = _read(tree, piece, source)
    if not isinstance(read, Exception):
        return _Parsed(read, None, ())
    problem = _problem_of(read, tree, piece)
    if isinstance(read, SyntaxError) and _CLASS.match(source):
        blanked = without_broken_members(source, _is_readable)
        if blanked is not None:
            again = _read(tree, piece, blanked.source)
            if not isinstance(again, Exception):
                unseen = [(piece.start + start, piece.start + end) for start, end in blanked.members]
                return _Parsed(again, problem if unseen else None, tuple(unseen))
    return _Parsed([], problem, ((piece.start, piece.end),))


def _read(tree: Tree, piece: Piece, source: str) -> list[ast.stmt] | Exception:
    """The statements of a piece, whose text may have been blanked in part, or why there are none."""
    parsed = parse_module(source)
    if isinstance(parsed, ast.Module):
        ast.increment_lineno(parsed, tree.position(piece.start)[0] - 1)
        return parsed.body
    if not isinstance(parsed, SyntaxError) or not _bearable(source, piece):
        return parsed
    from holdfast.python.newer_syntax.convert import read_newer_syntax

    return read_newer_syntax(tree, piece.start, source) or parsed


def _is_readable(source: str, piece: Piece) -> bool:
    """Whether either parser can read the source of a piece."""
    parsed = parse_module(source)
    if not isinstance(parsed, SyntaxError):
        return isinstance(parsed, ast.Module)
    if not _bearable(source, piece):
        return False
    from holdfast.python.newer_syntax.convert import is_newer_syntax

    return is_newer_syntax(source)


def _bearable(source: str, piece: Piece) -> bool:
    """Whether libcst can be given the piece."""
    if piece.depth > _DEEPEST or len(source) > _LONGEST_PIECE:
        return False
    return max(map(len, source.splitlines()), default=0) <= _WIDEST_LINE


def _problem_of(refusal: Exception, tree: Tree, piece: Piece) -> SyntaxProblem:
    """The place and the message of a refusal, in offsets of the whole text."""
    if not isinstance(refusal, SyntaxError) or refusal.lineno is None:
        return SyntaxProblem(piece.start, str(refusal) or type(refusal).__name__)
    starts = tree.lines.starts
    lineno = min(max(refusal.lineno, 1) + tree.position(piece.start)[0] - 1, len(starts) - 1)
    end = starts[lineno + 1] if lineno + 1 < len(starts) else len(tree.text)
    return SyntaxProblem(min(starts[lineno] + max((refusal.offset or 1) - 1, 0), end), refusal.msg)
