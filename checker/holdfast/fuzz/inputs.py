"""Other inputs for programs that read none: other constants, and another way in.

A refactoring moves and copies constants and never changes one. So when every number of a program is
exchanged by the same table before and after the edit, both must still do the same; where they do not, the
edit changes behaviour, and the first run only did not reach it. One exchange makes the numbers loud: each
operation on them prints, so that another order or number of evaluations is heard. The other way in is a
script that asks for what importers and readers of annotations ask for.

A number that also stands inside a string is left alone: code may come out of an f-string, where the tokens
of this Python cannot see it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple


class OtherRun(NamedTuple):
    """Both sides of an edit, to be run in another way."""

    before: dict[str, str]
    after: dict[str, str]
    entry: str


_WHOLE = re.compile(r"\d+")
_LOUD_FILE = "loud_numbers.py"
_PROBE_FILE = "ask_for_everything.py"

_LOUD = '''
class Loud(int):
    """A number whose operations print."""

def _loud(name):
    quiet = getattr(int, name)
    def operation(*operands):
        print(name, *map(int.__repr__, filter(lambda each: isinstance(each, int), operands)))
        result = quiet(*operands)
        return Loud(result) if type(result) is int else result
    return operation

for _name in (
    "__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __floordiv__ __rfloordiv__ __truediv__ __rtruediv__"
    " __mod__ __rmod__ __pow__ __neg__ __pos__ __invert__ __and__ __rand__ __or__ __ror__ __xor__ __rxor__"
    " __lt__ __le__ __gt__ __ge__ __eq__ __ne__ __bool__"
).split():
    setattr(Loud, _name, _loud(_name))
Loud.__hash__ = int.__hash__
'''

_PROBE = """
import importlib, inspect, typing
for name in {modules!r}:
    module = importlib.import_module(name)
    try:
        exec("from " + name + " import *", {{}})
    except Exception as error:
        print(name, "cannot be imported whole:", type(error).__name__)
    things = [each for each in vars(module).values() if getattr(each, "__module__", None) == name]
    things += [each for thing in things if inspect.isclass(thing) for each in vars(thing).values()]
    problems = []
    for thing in (module, *things):
        if inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing):
            try:
                typing.get_type_hints(thing)
            except Exception as error:
                problems.append(type(error).__name__)
    print(name, "annotations", sorted(problems))
"""


def _loud(number: int) -> str:
    return f"__import__({_LOUD_FILE.removesuffix('.py')!r}).Loud({number})"


#: How a number is exchanged, and whether truth values are.
_EXCHANGES: tuple[tuple[Callable[[int], str], bool], ...] = (
    (lambda number: str(number + 1), False),
    (lambda number: "0", False),
    (str, True),
    (_loud, False),
)


def other_runs(before: Mapping[str, str], after: Mapping[str, str], entry: str) -> Iterator[OtherRun]:
    """The other ways to run both sides; other constants only where texts can be cut into tokens."""
    if before.keys() == after.keys():
        yield OtherRun(_probed(before), _probed(after), _PROBE_FILE)
    try:
        tokens = [{file: _tokens(text) for file, text in side.items()} for side in (before, after)]
    except (tokenize.TokenError, SyntaxError):
        return
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
    for exchange, flip in _EXCHANGES:
        left = kept | operands if exchange is _loud else kept
        first, second = (
            {file: _exchanged(text, side[file], left, exchange, flip=flip) for file, text in texts.items()}
            for texts, side in zip((before, after), tokens, strict=True)
        )
        if first != before:
            loud = {_LOUD_FILE: _LOUD}
            yield OtherRun({**first, **loud}, {**second, **loud}, entry)


def _probed(files: Mapping[str, str]) -> dict[str, str]:
    modules = [
        file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for file in sorted(files)
        if file.endswith(".py")
    ]
    return {**files, _PROBE_FILE: _PROBE.format(modules=modules)}


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
    text: str, tokens: list[tokenize.TokenInfo], kept: set[str], exchange: Callable[[int], str], *, flip: bool
) -> str:
    lines = text.splitlines(keepends=True)
    for token in reversed(tokens):
        new = token.string
        if token.type == tokenize.NUMBER and _WHOLE.fullmatch(new) and new not in kept:
            new = new if token.line.lstrip().startswith("case ") else exchange(int(new))
        elif flip and token.type == tokenize.NAME and new in ("True", "False"):
            new = "False" if new == "True" else "True"
        if new != token.string:
            (row, start), (_, end) = token.start, token.end
            lines[row - 1] = lines[row - 1][:start] + new + lines[row - 1][end:]
    return "".join(lines)
