"""Text that the running interpreter's parser refuses: newer syntax, or a real syntax error.

Newer syntax is read by libcst. Otherwise the text is cut at lines that can begin a top-level statement
and every piece that parses is kept; the rest is stated as unseen.
"""

from __future__ import annotations

import ast

from holdfast.python.tree import Lines, SyntaxProblem, Tree, offset_in


def recover(text: str, version: tuple[int, int], lines: Lines, refusal: Exception) -> Tree:
    """The best tree for a text that `ast.parse` refused."""
    problem = problem_of(refusal, lines, len(text))
    empty = ast.Module(body=[], type_ignores=[])
    return Tree(text, empty, version, lines, problem, ((0, len(text)),))


def problem_of(refusal: Exception, lines: Lines, length: int) -> SyntaxProblem:
    """The place and the message of a refusal, in offsets."""
    if not isinstance(refusal, SyntaxError) or refusal.lineno is None:
        return SyntaxProblem(0, str(refusal) or type(refusal).__name__)
    lineno = min(max(refusal.lineno, 1), len(lines.starts) - 1)
    column = max((refusal.offset or 1) - 1, 0)
    start = offset_in(lines, lineno, 0)
    end = lines.starts[lineno + 1] if lineno + 1 < len(lines.starts) else length
    return SyntaxProblem(min(start + column, end), refusal.msg)
