"""Control flow around a selection: statements to extract into a function.

| dimension | variants |
|---|---|
| around (15) | what the selected statements stand in: a function, loops, branches, try, except, finally, with, match, a method, an inner function, a generator, a coroutine, the module |
| selected (22) | what they do: compute one or two results, change or read what came before, leave early (return, break, continue, raise, yield, await), bind in unusual ways (walrus, def, import, global, del, with, except) |
| after (4) | what follows reads the results, reads nothing of them, binds them anew, or reads what came before |

Leaving statements go only where they are legal: 244 pairs remain, 976 programs. Loops go round again, so
that a value can also flow into the next turn.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill, mark
from holdfast.gen.library.contexts import OPEN_WITH
from holdfast.gen.library.pieces import SHOW
from holdfast.gen.program import MAIN, SELECTION, Draft, Wish

_PRELUDE = """\
import asyncio


"""

_HELPERS = """\
counter = 0


def helper():
    return 'helper'


async def later(value):
    return value


class Base:
    def below(self, value):
        return value * 10


"""

_START = "made = extra = 0\nspare = 1\nlocal = 2"
_RUN = "show(lambda: work(3))"

# around: the code, with ‹start›, ‹selected› and ‹after›, and what runs it
_AROUND = {
    "function": ("def work(before):\n    ‹start›\n    ‹selected›\n    ‹after›\n", _RUN),
    "for": (
        "def work(before):\n    ‹start›\n    for turn in range(2):\n        print(turn, made, before)\n"
        "        spare = 1\n        ‹selected›\n        print('turned')\n    ‹after›\n",
        _RUN,
    ),
    "while": (
        "def work(before):\n    ‹start›\n    turn = 0\n    while turn < 2:\n        turn += 1\n"
        "        spare = 1\n        print(turn, made)\n        ‹selected›\n        before += 1\n    ‹after›\n",
        _RUN,
    ),
    "if": ("def work(before):\n    ‹start›\n    if before:\n        ‹selected›\n    ‹after›\n", _RUN),
    "else": (
        "def work(before):\n    ‹start›\n    if before > 9:\n        made = 8\n    else:\n        ‹selected›\n"
        "    ‹after›\n",
        _RUN,
    ),
    "try": (
        "def work(before):\n    ‹start›\n    try:\n        ‹selected›\n    except ValueError:\n"
        "        print('caught', made)\n    ‹after›\n",
        _RUN,
    ),
    "except": (
        "def work(before):\n    ‹start›\n    try:\n        raise KeyError(before)\n"
        "    except KeyError as caught:\n        ‹selected›\n        print(caught.args)\n    ‹after›\n",
        _RUN,
    ),
    "finally": (
        "def work(before):\n    ‹start›\n    try:\n        ‹selected›\n    finally:\n        print('last', made)\n"
        "    ‹after›\n",
        _RUN,
    ),
    "with": (
        "def work(before):\n    ‹start›\n    with open_with(6) as held:\n        ‹selected›\n        print(held)\n    ‹after›\n",
        _RUN,
    ),
    "match": (
        "def work(before):\n    ‹start›\n    match before:\n        case 3 as held:\n            ‹selected›\n"
        "            print(held)\n    ‹after›\n",
        _RUN,
    ),
    "method": (
        "class Item(Base):\n    size = 5\n\n    def work(self, before):\n        ‹start›\n        ‹selected›\n"
        "        ‹after›\n",
        "show(lambda: Item().work(3))",
    ),
    "inner function": (
        "def work(outside):\n    before = outside\n\n    def inner():\n        nonlocal before\n        ‹start›\n"
        "        ‹selected›\n        ‹after›\n\n    print(inner())\n    return before\n",
        _RUN,
    ),
    "generator": (
        "def work(before):\n    ‹start›\n    yield 'begun'\n    ‹selected›\n    ‹after›\n",
        "show(lambda: list(work(3)))",
    ),
    "coroutine": (
        "async def work(before):\n    ‹start›\n    ‹selected›\n    ‹after›\n",
        "show(lambda: asyncio.run(work(3)))",
    ),
    "module": ("before = 3\n‹start›\n‹selected›\n‹after›\n", "show(lambda: (made, before))"),
}

_SELECTED = {
    "compute": "made = before + 1",
    "two results": "made = before + 1\nextra = made * 2",
    "unused result": "unused = before + 1",
    "change": "before += 1\nmade = before",
    "branch": "if before > 2:\n    made = 5",
    "loop": "made = 0\nfor each in range(before):\n    made += each",
    "print": "print('selected', before, local)",
    "return": "made = 1\nreturn before",
    "return in a branch": "made = 1\nif before > 2:\n    return made, local",
    "break": "made = before\nbreak",
    "continue in a branch": "made += before\nif made > 2:\n    continue",
    "raise": "made = 1\nraise ValueError(before)",
    "yield": "made = before\nyield made",
    "await": "made = await later(before)",
    "walrus": "print(made := before + 1)",
    "inner function": "def inside():\n    return before + local\n\nmade = inside()",
    "global": "global counter\ncounter = before\nmade = counter",
    "delete": "made = spare\ndel spare",
    "handler": "try:\n    made = 1 // (before - 3)\nexcept ZeroDivisionError as error:\n    made = -1",
    "comprehension": "made = [before + each for each in range(2)]",
    "self": "self.size += before\nmade = self.size",
    "super": "made = super().below(before)",
}

_AFTER = {
    "reads the results": "print('after', made, extra, counter)",
    "reads none": "print('after', local)",
    "binds anew": "made = extra = 9\nprint('after', made, extra)",
    "reads what was there": "print('after', made, before, local)",
}

_ONLY_IN = {
    "break": {"for", "while"},
    "continue in a branch": {"for", "while"},
    "yield": {"generator"},
    "await": {"coroutine"},
    "self": {"method"},
    "super": {"method"},
}
_NOT_IN = {
    "return": {"module"},
    "return in a branch": {"module"},
    "global": {"module"},
    "raise": {"module"},  # nothing around it would catch it
}


def _legal(around: str, selected: str) -> bool:
    if selected in _ONLY_IN and around not in _ONLY_IN[selected]:
        return False
    return around not in _NOT_IN.get(selected, ())


def _build(around: tuple[str, str], selected: str, after: tuple[str, ...]) -> Draft:
    template, run = around
    text = fill(template, start=_START, selected=mark(SELECTION, selected), after=block(*after))
    return Draft(
        {
            MAIN: _PRELUDE
            + SHOW
            + OPEN_WITH
            + _HELPERS
            + text
            + "\n\n"
            + run
            + "\nshow(lambda: (counter, helper()))\n"
        },
        _WISHES,
    )


_WISHES = tuple(
    Wish("extract_function", SELECTION, name, why)
    for name, why in (
        ("extracted", "fresh"),
        ("helper", "taken in the module"),
        ("local", "taken in same scope"),
        ("print", "builtin"),
    )
)

SELECTIONS = Generator(
    name="selections",
    doc="Statements to extract: what they do, what they stand in, and what is read after them.",
    dimensions=(
        dimension("around", _AROUND),
        dimension("selected", _SELECTED),
        dimension("after", _AFTER, merges=True),
    ),
    build=_build,
    rules=(Rule(("around", "selected"), _legal),),
)
