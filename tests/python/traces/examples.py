"""Pairs of small modules that do, or do not do, the same: judged by running them and by comparing traces.

An example states what the language says. Both modules are executed here, too, so that an example that
claims too much fails by itself; and each is compared in both directions, since an inlining is an extraction
read backwards.
"""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Awaitable, Iterator
from typing import Any, NamedTuple

import pytest
from holdfast.check.affected import find_affected
from holdfast.check.code.equivalence import both_sides, compare_file
from holdfast.check.correspondence.moved import find_moved
from holdfast.check.correspondence.renames import renames_of_declarations
from holdfast.check.pair import Pair
from holdfast.python.project.program import Program
from holdfast.python.traces.partings import Difference, Parting
from holdfast.text.difference import edit_set_between
from holdfast.text.world import World

#: What every example can use: `log` tells that something happened, `fail` raises.
PRELUDE = """
events = []
def log(what, result=None):
    events.append(what)
    return what if result is None else result
def fail(what):
    events.append(what)
    raise KeyError(what)
class Box:
    def __init__(self, value=0):
        self.value = value
    def put(self, value):
        self.value = value
        return self
"""


class Example(NamedTuple):
    """`call` is evaluated in both modules; `difference` is None where they do the same."""

    name: str
    before: str
    after: str
    call: str
    difference: Difference | None = None


def same(name: str, before: str, after: str, call: str = "f()") -> Example:
    return Example(name, _module(before), _module(after), call)


def differs(name: str, difference: Difference, before: str, after: str, call: str = "f()") -> Example:
    return Example(name, _module(before), _module(after), call, difference)


def _module(text: str) -> str:
    return PRELUDE + textwrap.dedent(text).lstrip("\n")


def examples(*given: Example) -> pytest.MarkDecorator:
    """Parametrises a test by `example`."""
    names = [example.name for example in given]
    assert len(set(names)) == len(names), "two examples have one name"
    return pytest.mark.parametrize("example", given, ids=names)


def check_example(example: Example) -> None:
    first, second = run(example.before, example.call), run(example.after, example.call)
    if example.difference is None:
        assert first == second, "the example is wrong: the modules do not do the same"
        assert partings(example.before, example.after) == []
        assert partings(example.after, example.before) == []
    else:
        assert first != second, "the example is wrong: running shows no difference"
        found = {parting.what for parting in partings(example.before, example.after)}
        assert example.difference in found
        assert partings(example.after, example.before)


def partings(before: str, after: str) -> list[Parting]:
    """Where the traces of two versions of one file part."""
    one, other = World.of({"m.py": before}), World.of({"m.py": after})
    edits = edit_set_between(one, other)
    pair = Pair(Program(one), Program(other), edits)
    pair = Pair(pair.before, pair.after, edits, find_moved(pair))
    sides = both_sides(pair, renamed=renames_of_declarations(pair, find_affected(pair)))
    return compare_file(sides, "m.py")


def run(text: str, call: str) -> tuple[str, list[object]]:
    """How the call ends, and what was logged on the way, loading included."""
    namespace: dict[str, Any] = {"__name__": "m"}
    try:
        exec(compile(text, "m.py", "exec", dont_inherit=True), namespace)
        ending = repr(_finished(eval(call, namespace)))
    except Exception as error:
        ending = f"{type(error).__name__}"
    return ending, namespace["events"]


def _finished(value: object) -> object:
    if isinstance(value, Awaitable):
        return asyncio.run(_awaited(value))
    if isinstance(value, Iterator):
        return list(value)
    return value


async def _awaited(value: Awaitable[object]) -> object:
    return await value
