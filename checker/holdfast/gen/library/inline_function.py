"""Functions to inline: what the body does, how it is called, and from where.

| dimension | variants |
|---|---|
| body (12) | one expression, an argument used twice or never, a global or builtin that the caller hides, a local that the caller has too, an effect, an early return, a loop, a default, a rebound argument, no value, a closure |
| arguments (6) | by position, by keyword, in exchanged order, with effects, from a sequence, a default left out |
| place (37) | where the call stands (`expression_places.PLACES`) |

12 × 6 × 37 = 2,664 programs.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.contexts import OPEN_WITH
from holdfast.gen.library.expression_places import PLACES
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames

_PRELUDE = """\
ceiling = 100


def tick(value):
    print('tick', value)
    return value


def pair(first=0, second=0):
    return first, second


"""

_BODIES = {
    "expression": "return left + right",
    "argument twice": "return left * left - right",
    "argument never": "return right",
    "exchanged": "return right * 10 + left",
    "global": "return left + right + ceiling",
    "builtin": "return max(left, right)",
    "local": "made = left + 1\nreturn made + right",
    "effect": "print('body')\nreturn left + right",
    "early return": "if left > 2:\n    return left\nreturn right",
    "loop": "total = 0\nfor turn in range(right):\n    total += left\nreturn total",
    "rebound argument": "left += 5\nreturn left + right",
    "closure": "return (lambda: left + right)()",
}

_ARGUMENTS = {
    "position": "1, 2",
    "keyword": "1, right=2",
    "exchanged": "right=tick(2), left=tick(1)",
    "effects": "tick(3), tick(4)",
    "sequence": "*[1, 2]",
    "default": "3",
}

_TEXT = """\
def ‹name›(left, right=6):
    ‹body›


def work(one, zero):
    made = 50
    ceiling = 7
    max = min
    ‹place›
    print('end', made, ceiling, max(one, zero))


show(lambda: work(1, 0))
show(lambda: ‹again›(2, 3))
"""


def _build(body: str, arguments: str, place: tuple[str, ...]) -> Draft:
    call = f"{referred('compute')}({arguments})"
    text = fill(
        _TEXT,
        name=declared("compute"),
        body=body,
        place=block(*[each.replace("‹e›", call) for each in place]),
        again=referred("compute"),
    )
    return Draft({MAIN: SHOW + OPEN_WITH + _PRELUDE + text}, _WISHES)


_WISHES = (
    Wish("inline_function", "target", "", "into its calls"),
    *renames(
        "target",
        fresh="renamed",
        taken_in_same_scope="pair",
        taken_in_inner_scope="made",
        builtin="print",
    ),
)

INLINE_FUNCTION = Generator(
    name="inline_function",
    doc="A function to inline: its body, the arguments of a call, and where the call stands.",
    dimensions=(
        dimension("body", _BODIES),
        dimension("arguments", _ARGUMENTS),
        dimension("place", PLACES, merges=True),
    ),
    build=_build,
)
