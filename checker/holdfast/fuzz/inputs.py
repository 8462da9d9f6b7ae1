"""Other inputs for programs that read none: other constants, and another way in.

A refactoring moves and copies constants and never changes one. So when every number of a program is
exchanged by the same table before and after the edit, both must still do the same; where they do not, the
edit changes behaviour, and the first run only did not reach it. Some exchanges make the numbers loud: each
operation on them prints, so that another order or number of evaluations is heard. Other ways in: functions
given away are called twice, and scripts ask for what importers, readers of annotations and callers of methods
ask for.

A number that also stands inside a string is left alone: code may come out of an f-string, where the tokens
of this Python cannot see it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from holdfast.fuzz.probes import LOUD, LOUD_FILE, PROBE_FILE, SHOWN, SHOWN_TWICE, asking, importing

_Tokens = Mapping[str, list[tokenize.TokenInfo]]


class OtherRun(NamedTuple):
    """Both sides of an edit, to be run in another way."""

    before: dict[str, str]
    after: dict[str, str]
    entry: str


_WHOLE = re.compile(r"\d+")
#: Lines whose numbers stay: a pattern cannot hold a call, and nobody wants to wait.
_LEFT_ALONE = re.compile(r"^\s*case |\bsleep\(")


class _Exchange(NamedTuple):
    """How numbers are exchanged and whether they become loud, and which words stand for others."""

    number: Callable[[int], int]
    words: Mapping[str, str] = MappingProxyType({})
    loud: bool = False


def _same(number: int) -> int:
    return number


def _other_truth(number: int) -> int:
    """What was true becomes false and the other way round; numbers that differ still do."""
    return number ^ 1


def _beyond(number: int) -> int:
    """Beyond the end of short sequences, and still no long loop."""
    return 3 * number + 2


def _mixed(number: int) -> int:
    """Other sums, other orders: two values that were equal by chance are no longer."""
    return (7 * number + 3) % 11


def _emptied(number: int) -> int:
    """No round for a loop of two, while what was one is beyond the end of what the loop could have read."""
    return (5 * number + 1) % 11


_EXCHANGES: tuple[_Exchange, ...] = (
    _Exchange(lambda number: number + 1),
    _Exchange(lambda number: 0),
    _Exchange(_other_truth),
    _Exchange(_beyond),
    _Exchange(_mixed),
    _Exchange(_emptied),
    _Exchange(_same, {"True": "False", "False": "True"}),
    # What only looks whether something is there looks at all of it: lazy values are computed.
    _Exchange(_same, {"bool": "list"}),
    _Exchange(_same, loud=True),
    _Exchange(_other_truth, loud=True),
    _Exchange(_mixed, loud=True),
)


def other_runs(before: Mapping[str, str], after: Mapping[str, str], entry: str) -> Iterator[OtherRun]:
    """The other ways to run both sides; other constants only where texts can be cut into tokens."""
    if before.keys() == after.keys():
        yield OtherRun(importing(before), importing(after), PROBE_FILE)
    yield from _called_twice(before, after, entry)
    try:
        tokens = [{file: _tokens(text) for file, text in side.items()} for side in (before, after)]
    except (tokenize.TokenError, SyntaxError):
        return
    if _is_renamed(*tokens):
        yield OtherRun(asking(before), asking(after), PROBE_FILE)
    kept = {
        number
        for side in tokens
        for found in side.values()
        for token in found
        if token.type not in (tokenize.NUMBER, tokenize.NAME, tokenize.OP)
        for number in _WHOLE.findall(token.string)
    }
    # What is written down as an operand is a number in every run, wherever the edit puts it.
    operands = _operands(before) | _operands(after)
    for exchange in _EXCHANGES:
        first, second = (
            {file: _exchanged(text, side[file], kept, operands, exchange) for file, text in texts.items()}
            for texts, side in zip((before, after), tokens, strict=True)
        )
        if first != before:
            loud = {LOUD_FILE: LOUD}
            yield OtherRun({**first, **loud}, {**second, **loud}, entry)


def _called_twice(before: Mapping[str, str], after: Mapping[str, str], entry: str) -> Iterator[OtherRun]:
    """Functions given away are called another number of times, where the receiver is known on both sides."""
    if all(SHOWN in side.get(entry, "") for side in (before, after)):
        first, second = ({**side, entry: side[entry].replace(SHOWN, SHOWN_TWICE)} for side in (before, after))
        yield OtherRun(first, second, entry)


def _is_renamed(before: _Tokens, after: _Tokens) -> bool:
    """Only then do both sides have the same methods in the same order."""
    return before.keys() == after.keys() and all(
        [token.type for token in before[file]] == [token.type for token in after[file]] for file in before
    )


def _operands(files: Mapping[str, str]) -> set[str]:
    """The numbers that stand as operands of some operator."""
    found: set[str] = set()
    for text in files.values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp | ast.AugAssign):
                parts = ast.iter_child_nodes(node)
                found.update(str(each.value) for each in parts if isinstance(each, ast.Constant))
    return found


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def _exchanged(
    text: str, tokens: list[tokenize.TokenInfo], kept: set[str], operands: set[str], exchange: _Exchange
) -> str:
    lines = text.splitlines(keepends=True)
    for token in reversed(tokens):
        new = exchange.words.get(token.string, token.string) if token.type == tokenize.NAME else token.string
        if token.type == tokenize.NUMBER and _WHOLE.fullmatch(new) and new not in kept:
            number = exchange.number(int(new))
            if not _LEFT_ALONE.search(token.line):
                new = _loud(number) if exchange.loud and new not in operands else str(number)
        if new != token.string:
            (row, start), (_, end) = token.start, token.end
            lines[row - 1] = lines[row - 1][:start] + new + lines[row - 1][end:]
    return "".join(lines)


def _loud(number: int) -> str:
    return f"__import__({LOUD_FILE.removesuffix('.py')!r}).Loud({number})"
