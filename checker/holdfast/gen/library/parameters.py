"""Method parameter reference: a parameter, how it is passed, and what the body does with it.

| dimension | variants |
|---|---|
| owner (8) | function, nested function, method, class method, static method, constructor, overridden method that forwards, coroutine |
| parameter (6) | plain, positional-only, keyword-only, with a default, starred, double-starred |
| passing (5) | by position, by keyword, from a sequence, from a dictionary, left out |
| use (14) | read, rebound, augmented, deleted, read or changed in an inner scope, hidden by an inner name, forwarded under its own name, … |

19 of the 30 pairs of parameter and passing are legal calls; augmenting and the like need a number, so
three uses exclude the starred parameters: 8 × 248 = 1,984 programs. Merging the uses leaves 152.

Each body also reads another parameter, a local, a global, a builtin, and has an inner function with a
parameter of its own: renaming onto any of these changes what is printed.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, dynamic, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames

_P = "amount"

_BODY = """\
local = 2

def inner(step):
    return step + ‹read›

total = 0
‹use›
return total, local, factor, ceiling, max(1, 2), inner(5)
"""

# owner: the definition with holes ‹params› and ‹body›, and what is called
_OWNERS = {
    "function": ("def work(‹params›):\n    ‹body›\n", "work(‹args›)"),
    "nested function": (
        "def around():\n    def work(‹params›):\n        ‹body›\n\n    return work(‹args›)\n",
        "around()",
    ),
    "method": ("class Item:\n    def work(self, ‹params›):\n        ‹body›\n", "Item().work(‹args›)"),
    "class method": (
        "class Item:\n    @classmethod\n    def work(cls, ‹params›):\n        ‹body›\n",
        "Item.work(‹args›)",
    ),
    "static method": (
        "class Item:\n    @staticmethod\n    def work(‹params›):\n        ‹body›\n",
        "Item.work(‹args›)",
    ),
    "constructor": (
        "class Item:\n    def __init__(self, ‹params›):\n        self.made = self.compute(‹forward›)\n\n"
        "    def compute(self, ‹inner_params›):\n        ‹body›\n",
        "Item(‹args›).made",
    ),
    "overridden method": (
        "class Item:\n    def work(self, ‹params›):\n        ‹body›\n\n\n"
        "class Special(Item):\n    def work(self, amount=4):\n        return amount, super().work(‹args›)\n",
        "Special().work(amount=6)",
    ),
    "coroutine": ("async def work(‹params›):\n    ‹body›\n", "asyncio.run(work(‹args›))"),
}

_PARAMETERS = {
    "plain": ("‹p›, factor=3", "‹p›", "7"),
    "positional-only": ("‹p›, /, factor=3", "‹p›", "7"),
    "keyword-only": ("factor=3, *, ‹p›", "‹p›", "7"),
    "default": ("‹p›=5, factor=3", "‹p›", "7"),
    "starred": ("*‹p›, factor=3", "sum(‹p›)", "(7,)"),
    "double-starred": ("factor=3, **‹p›", "sum(‹p›.values())", "{'key': 7}"),
}

_PASSINGS = {
    "position": "10",
    "keyword": "‹k›=10",
    "sequence": "*[10]",
    "dictionary": "**{'‹d›': 10}",
    "left out": "",
}

_LEGAL = {
    "plain": {"position", "keyword", "sequence", "dictionary"},
    "positional-only": {"position", "sequence"},
    "keyword-only": {"keyword", "dictionary"},
    "default": {"position", "keyword", "sequence", "dictionary", "left out"},
    "starred": {"position", "sequence", "left out"},
    "double-starred": {"keyword", "dictionary", "left out"},
}

_USES = {
    "read": "total = ‹r›",
    "formatted": "total = f'{‹r›:03}'",
    "rebound": "‹p› = ‹keep›\ntotal = ‹r›",
    "augmented": "‹p› += 1\ntotal = ‹r›",
    "loop target": "for ‹p› in (1, 2):\n    total += ‹p›",
    "walrus": "total = [(‹p› := ‹p› + 1), ‹p›]",
    "deleted": "total = ‹r›\ndel ‹p›",
    "comprehension": "total = [‹r› + turn for turn in range(2)]",
    "hidden in a comprehension": "total = [amount for amount in range(2)], ‹r›",
    "lambda default": "total = (lambda given=‹r›: given)()",
    "hidden in a lambda": "total = (lambda amount: amount)(4), ‹r›",
    "changed by an inner function": "def change():\n    nonlocal ‹p›\n    ‹p› = ‹keep›\n\nchange()\ntotal = ‹r›",
    "forwarded by keyword": "total = helper(amount=‹r›)",
    "class body": "class Held:\n    made = ‹r›\n\ntotal = Held.made",
}

_NUMBERS_ONLY = {"augmented", "loop target", "walrus"}


def _legal(parameter: str, passing: str, use: str) -> bool:
    if passing not in _LEGAL[parameter]:
        return False
    return not (use in _NUMBERS_ONLY and parameter in {"starred", "double-starred"})


def _build(
    owner: tuple[str, str], parameter: tuple[str, str, str], passing: str, use: tuple[str, ...]
) -> Draft:
    definition, call = owner
    params, read, keep = parameter
    double = params.endswith("**‹p›")
    name = referred(_P)
    reading = read.replace("‹p›", name)
    uses = block(*[each.replace("‹r›", reading).replace("‹p›", name).replace("‹keep›", keep) for each in use])
    arguments = passing.replace("‹k›", "key" if double else referred(_P))
    arguments = arguments.replace("‹d›", "key" if double else dynamic(_P))
    text = definition.replace("‹params›", params.replace("‹p›", declared(_P)))
    body = fill(_BODY, read=reading, use=uses)
    if "‹forward›" in text:
        # The parameter of the constructor is the target; it hands its value on to another one.
        text = text.replace("‹forward›", f"{reading}, factor").replace("‹inner_params›", "amount, factor")
        own = block(
            *[each.replace("‹r›", "amount").replace("‹p›", "amount").replace("‹keep›", "7") for each in use]
        )
        body = fill(_BODY, read="amount", use=own)
    text = fill(text.replace("‹args›", arguments), body=body)
    prelude = "import asyncio\n\n\n" if "asyncio" in call else ""
    tail = block(
        f"show(lambda: {call.replace('‹args›', arguments)})",
        "show(lambda: (ceiling, helper(amount=1), helper()))",
    )
    return Draft({MAIN: prelude + SHOW + _PRELUDE + text + "\n\n" + tail + "\n"}, _WISHES)


_PRELUDE = """\
ceiling = 100


def helper(amount=0):
    return amount + 1


"""

_WISHES = (
    *renames(
        "target",
        fresh="renamed",
        taken_by_a_parameter="factor",
        taken_by_a_local="local",
        taken_in_enclosing_scope="ceiling",
        taken_in_inner_scope="step",
        builtin="max",
    ),
    Wish("change_signature", "target", "", "remove the parameter"),
)

PARAMETER_REFERENCE = Generator(
    name="parameter_reference",
    doc="A parameter: what kind it is, how it is passed, and what the body does with it.",
    dimensions=(
        dimension("owner", _OWNERS),
        dimension("parameter", _PARAMETERS),
        dimension("passing", _PASSINGS),
        dimension("use", _USES, merges=True),
    ),
    build=_build,
    rules=(Rule(("parameter", "passing", "use"), _legal),),
)
