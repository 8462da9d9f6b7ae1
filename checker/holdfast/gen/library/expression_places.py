"""Expression contexts: an expression to extract into a variable, and a variable to inline.

A place is code that evaluates its expression never, once, or several times, before or after something
else that shows: `tick` prints when it is called, so the order and the number of evaluations are seen.

Extract variable: 7 expressions (a literal, an operation, a call with an effect, an attribute that prints,
an item, one that raises, one that depends on a name bound nearby) in 37 places, plainly, twice, or inside a
larger selection; what depends on the nearby name needs a place that binds it:
(6 × 37 + 6) × 3 = 684 programs.

Inline variable: a variable bound to one of 6 expressions, used in 37 places, with nothing in between,
with an operand rebound, with an effect in between, or with the operand's name hidden where it is used:
6 × 37 × 4 = 888 programs.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill, mark
from holdfast.gen.library.contexts import OPEN_WITH
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, SELECTION, Draft, Wish

_PRELUDE = """\
def tick(value):
    print('tick', value)
    return value


def pair(first=0, second=0):
    return first, second


class Box:
    @property
    def size(self):
        print('size')
        return 5


"""

PLACES = {
    "alone": "print(‹e›)",
    "after a call": "print(tick(1) + ‹e›)",
    "before a call": "print(‹e› + tick(1))",
    "second argument": "print(pair(tick(1), ‹e›))",
    "keyword argument": "print(pair(second=‹e›, first=tick(1)))",
    "starred": "print(pair(*[tick(1), ‹e›]))",
    "after and, reached": "print(one and ‹e›)",
    "after and, not reached": "print(zero and ‹e›)",
    "after or, not reached": "print(one or ‹e›)",
    "branch taken": "print(‹e› if one else 4)",
    "branch not taken": "print(‹e› if zero else 4)",
    "condition": "print(tick(2) if ‹e› else 4)",
    "comparison cut short": "print(zero > 1 > ‹e›)",
    "lambda not called": "print(bool(lambda: ‹e›))",
    "lambda called twice": "print([each() for each in [lambda: ‹e›] * 2])",
    "lambda default": "print((lambda given=‹e›: given)())",
    "comprehension": "print([‹e› for each in range(2)])",
    "comprehension without turns": "print([‹e› for each in ()])",
    "comprehension condition": "print([each for each in range(2) if ‹e› or each])",
    "comprehension source": "print([each for each in [‹e›]])",
    "inner source": "print([inner for each in range(2) for inner in [‹e›]])",
    "generator, not run": "print(bool(‹e› for each in range(2)))",
    "dictionary": "print({tick(1): ‹e›})",
    "formatted": "print(f'{tick(1)} {‹e›}')",
    "index": "print([4, 5, 6][‹e› % 3])",
    "walrus before": "print([(zero := 3), ‹e›])",
    "while condition": "while ‹e› + one < 9:\n    one += 1\n    if one > 3:\n        break\nprint(one)",
    "loop body": "for each in range(2):\n    one += each\n    print(‹e›)",
    "loop source": "for each in [‹e›, 1]:\n    print(each)",
    "elif": "if one:\n    print('first')\nelif ‹e›:\n    print('second')",
    "if": "if ‹e›:\n    print('then')\nelse:\n    print('else')",
    "assertion message": "assert one, ‹e›\nprint('held')",
    "augmented": "held = [tick(1)]\nheld += [‹e›]\nprint(held)",
    "stored item": "held = {}\nheld[tick(1)] = ‹e›\nprint(held)",
    "default argument": "def inner(given=‹e›):\n    return given\n\nprint(inner(), inner())",
    "with": "with open_with(tick(1)) as held, open_with(‹e›) as other:\n    print(held, other)",
    "return": "return ‹e›",
}

_BINDS_EACH = {
    "comprehension", "comprehension without turns", "comprehension condition", "inner source",
    "generator, not run", "loop body",
}  # fmt: skip

_EXPRESSIONS = {
    "literal": "42",
    "operation": "one + zero",
    "effect": "tick(7)",
    "property": "box.size",
    "item": "items[one]",
    "raises": "5 // zero",
}

_SIZES = {
    "once": "‹s›",
    "twice": "‹s› + ‹e›",
    "larger": "«selection|‹e› + 2»",
}

_WORK = """\
def work(one, zero):
    box = Box()
    items = [2, 3, 4, 5, 6]
    taken = 8
    ‹body›
    print('end', taken, one, zero)
"""

_MODULE = SHOW + OPEN_WITH + _PRELUDE + "ceiling = 100\n\n\n"
_TAIL = "\n\nshow(lambda: work(1, 0))\nshow(lambda: ceiling)\n"


def _extract(expression: str, place: tuple[str, ...], size: str) -> Draft:
    selected = size.replace("‹s›", mark(SELECTION, expression)).replace("‹e›", expression)
    # An operand in a sum is closed before it is placed: `a and b + b` would select across operators.
    closed = f"({selected})" if "+" in size and size != "‹s›" else selected
    body = block(*[each.replace("‹e›", closed) for each in place])
    return Draft({MAIN: _MODULE + fill(_WORK, body=body) + _TAIL}, _EXTRACTIONS)


_EXTRACTIONS = tuple(
    Wish("extract_variable", SELECTION, name, why)
    for name, why in (
        ("extracted", "fresh"),
        ("taken", "taken in same scope"),
        ("ceiling", "taken in enclosing scope"),
        ("print", "builtin"),
        ("each", "taken in inner scope"),
    )
)

EXPRESSION_PLACES = Generator(
    name="expression_places",
    doc="An expression to extract into a variable: what it is and when it is evaluated.",
    dimensions=(
        dimension("expression", _EXPRESSIONS | {"nearby name": "each + 1"}),
        dimension("place", PLACES, merges=True),
        dimension("size", _SIZES),
    ),
    build=_extract,
    rules=(
        Rule(
            ("expression", "place"),
            lambda expression, place: expression != "nearby name" or place in _BINDS_EACH,
        ),
    ),
)

_BETWEEN = {
    "nothing": "",
    "operand rebound": "one = 2\nzero = 1\nitems = [9, 9, 9]",
    "effect": "tick(3)\nbox = Box()",
    "hidden": "hidden",
}

# The place in a function of its own whose parameters hide what the expression was made of.
_HIDING = """\
def hiding(one, zero, items):
    ‹place›

hiding(4, 2, [7, 7, 7, 7, 7])
"""


def _inline(expression: str, between: str, place: tuple[str, ...]) -> Draft:
    use = block(*[each.replace("‹e›", referred("value")) for each in place])
    body = f"{declared('value')} = {expression}\n"
    if between == "hidden":
        body += fill(_HIDING, place=use)
    else:
        body += (between + "\n" if between else "") + use
    return Draft(
        {MAIN: _MODULE + fill(_WORK, body=body) + _TAIL},
        (
            Wish("inline_variable", "target", "", "into its use"),
            Wish("rename", "target", "renamed", "fresh"),
            Wish("rename", "target", "taken", "taken in same scope"),
            Wish("rename", "target", "each", "taken in inner scope"),
            Wish("rename", "target", "print", "builtin"),
        ),
    )


INLINE_VARIABLE = Generator(
    name="inline_variable",
    doc="A variable to inline: what it holds, where it is used, and what happens in between.",
    dimensions=(
        dimension("expression", _EXPRESSIONS),
        dimension("between", _BETWEEN),
        dimension("place", PLACES, merges=True),
    ),
    build=_inline,
)
