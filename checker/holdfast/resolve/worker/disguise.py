"""Syntax that parso cannot read, disguised as syntax that it can, token for token in the same places.

parso knows neither `match` nor parenthesised `with` items, `except*`, starred subscripts or `type`
statements, and takes the rest of such a function for a mistake. Where the running interpreter can read the
file, these constructs are rewritten into older ones in which every name keeps its line and column, so that
jedi sees the code around and inside of them. What is lost is only what the construct itself does: a
capture pattern binds nothing.

    match point:                    with  point:
        case Point(x=0) if flag:        with Point(x=0) or flag:
"""

from __future__ import annotations

import ast
import io
import itertools
import tokenize
from collections.abc import Iterator
from typing import NamedTuple


class _Patch(NamedTuple):
    """Characters of one line (from 1) that are replaced by as many others, or put behind its end."""

    line: int
    column: int
    new: str
    #: How many characters are replaced; fewer than `new` has only at the end of a line.
    length: int


def readable(text: str) -> str | None:
    """The text in disguise; None when the interpreter cannot read it or there is nothing to disguise."""
    try:
        module = ast.parse(text)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, ValueError, RecursionError, tokenize.TokenError):
        return None
    lines = text.splitlines(keepends=True)
    if len(lines) != text.count("\n") + (not text.endswith("\n")):
        # Form feeds and the like: `ast`, `tokenize` and `splitlines` count lines in different ways.
        return None
    patches = list(_patches(module, _Tokens(tokens)))
    return _patched(lines, patches) if patches else None


def _patched(lines: list[str], patches: list[_Patch]) -> str:
    # From the end of each line to its start, so that what is put behind a line moves nothing.
    for patch in sorted(set(patches), reverse=True):
        line = lines[patch.line - 1]
        lines[patch.line - 1] = line[: patch.column] + patch.new + line[patch.column + patch.length :]
    return "".join(lines)


class _Tokens:
    """The tokens of a file, found by place."""

    def __init__(self, tokens: list[tokenize.TokenInfo]) -> None:
        self.all = tokens
        self._number = {token.start: number for number, token in enumerate(tokens) if token.string}
        self._lines = {token.start[0]: token.line for token in tokens}

    def number(self, line: int, utf8_column: int) -> int:
        """The number of the token that starts at a place of the syntax tree."""
        text = self._lines.get(line, "")
        column = (
            len(text.encode()[:utf8_column].decode("utf-8", "replace")) if not text.isascii() else utf8_column
        )
        return self._number.get((line, column), -1)


def _patches(module: ast.Module, tokens: _Tokens) -> Iterator[_Patch]:
    for node in ast.walk(module):
        match node:
            case ast.Match():
                yield from _match(node, tokens)
            case ast.With() | ast.AsyncWith():
                yield from _with(node, tokens)
            case ast.Subscript(slice=ast.Tuple(elts=elements)):
                yield from _stars(elements, tokens)
            case ast.arg(annotation=ast.Starred() as star):
                yield from _stars([star], tokens)
            case _ if type(node).__name__ == "TypeAlias":
                yield from _type_alias(node, tokens)
    yield from _except_stars(tokens.all)
    yield from _inner_quotes(tokens.all)


def _replace(token: tokenize.TokenInfo, new: str) -> _Patch:
    assert len(new) == len(token.string)
    return _Patch(token.start[0], token.start[1], new, len(new))


def _match(node: ast.Match, tokens: _Tokens) -> Iterator[_Patch]:
    keyword = tokens.number(node.lineno, node.col_offset)
    if keyword < 0:
        return
    yield _replace(tokens.all[keyword], "with ")
    for case in node.cases:
        # The keyword is before the pattern, perhaps with parentheses and comments in between.
        first = tokens.number(case.pattern.lineno, case.pattern.col_offset) - 1
        body = tokens.number(case.body[0].lineno, case.body[0].col_offset)
        while first >= 0 and tokens.all[first].string != "case":
            first -= 1
        if first < 0:
            continue
        yield _replace(tokens.all[first], "with")
        guard = None
        if case.guard is not None:
            guard = tokens.number(case.guard.lineno, case.guard.col_offset)
        # In the pattern `as` binds and `if` starts the guard; neither may stand in an expression.
        depth = 0
        for token in tokens.all[first + 1 : body if guard is None or guard < 0 else guard]:
            depth += (token.string in ("(", "[", "{")) - (token.string in (")", "]", "}"))
            if token.type == tokenize.OP and token.string == ":" and depth == 0:
                break
            if token.type == tokenize.NAME and token.string in ("as", "if"):
                yield _replace(token, "or")


def _with(node: ast.With | ast.AsyncWith, tokens: _Tokens) -> Iterator[_Patch]:
    """`with (a as b, c as d):` without its parentheses; lines inside of them end in a backslash then."""
    number = tokens.number(node.lineno, node.col_offset)
    if number < 0 or not any(item.optional_vars for item in node.items):
        return
    while tokens.all[number].string != "with":
        number += 1
    opening = number + 1
    if tokens.all[opening].string != "(":
        return
    closing = _closing(tokens.all, opening)
    if tokens.all[closing + 1].string != ":":
        return
    yield _replace(tokens.all[opening], " ")
    yield _replace(tokens.all[closing], " ")
    depth = 0
    last: tokenize.TokenInfo | None = None
    for token in tokens.all[opening + 1 : closing]:
        depth += (token.string in ("(", "[", "{")) - (token.string in (")", "]", "}"))
        if token.type == tokenize.COMMENT and depth == 0:
            yield _replace(token, " " * len(token.string))
        elif token.type == tokenize.NL and depth == 0:
            yield _Patch(token.start[0], token.start[1], "\\", 0)
        elif token.type not in (tokenize.COMMENT, tokenize.NL):
            last = token
    if last is not None and last.string == ",":
        yield _replace(last, " ")


def _closing(tokens: list[tokenize.TokenInfo], opening: int) -> int:
    depth = 0
    for number in range(opening, len(tokens)):
        string = tokens[number].string
        depth += (string in ("(", "[", "{")) - (string in (")", "]", "}"))
        if depth == 0:
            return number
    return opening


def _stars(elements: list[ast.expr], tokens: _Tokens) -> Iterator[_Patch]:
    for element in elements:
        if isinstance(element, ast.Starred):
            number = tokens.number(element.lineno, element.col_offset)
            if number >= 0 and tokens.all[number].string == "*":
                yield _replace(tokens.all[number], " ")


def _type_alias(node: ast.AST, tokens: _Tokens) -> Iterator[_Patch]:
    """`type X[T] = …` becomes `if 1:X    = …`."""
    number = tokens.number(node.lineno, node.col_offset)  # type: ignore[attr-defined]
    if number < 0:
        return
    keyword = tokens.all[number]
    yield _Patch(keyword.start[0], keyword.start[1], "if 1:", 5)
    for token in tokens.all[number + 2 :]:
        if token.string == "=" or token.start[0] != keyword.start[0]:
            break
        yield _replace(token, " " * len(token.string))


def _except_stars(tokens: list[tokenize.TokenInfo]) -> Iterator[_Patch]:
    for before, token in itertools.pairwise(tokens):
        if token.string == "*" and before.string == "except" and before.type == tokenize.NAME:
            yield _replace(token, " ")


def _inner_quotes(tokens: list[tokenize.TokenInfo]) -> Iterator[_Patch]:
    """Strings inside an f-string that use its quotes again (PEP 701) get the other ones."""
    start, end = getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "FSTRING_END", -1)
    quotes: list[str] = []
    for token in tokens:
        if token.type == start:
            quotes.append(token.string.lstrip("fFrRbB"))
        elif token.type == end and quotes:
            quotes.pop()
        elif token.type == tokenize.STRING and quotes and len(quotes[-1]) == 1:
            quote, string = quotes[-1], token.string
            other = "'" if quote == '"' else '"'
            if string.endswith(quote) and string.count(quote) == 2 and other not in string:
                yield _replace(token, string.replace(quote, other))
