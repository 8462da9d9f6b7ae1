"""Dynamic names: a name that is also used as a string, where no engine follows it.

| dimension | variants |
|---|---|
| thing (5) | a method, a field, a module function, a class, a parameter |
| string (9) | `getattr`, `setattr` and `hasattr`, `vars`, `globals`, a formatted string, joined strings, dispatch by prefix, `operator.attrgetter`, a keyword dictionary |
| fallback (2) | a missing name raises, or a default hides it |
| also used (2) | the name is also used directly, or only as a string |

Each string form goes with the things it can find: 23 of the 45 pairs, 92 programs, 20 when the
string forms are merged. A correct rename has to change the string too; those parts are marked as dynamic.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, dynamic, referred
from holdfast.gen.program import MAIN, Draft, renames

_NAMES = {
    "method": "do_start",
    "field": "do_level",
    "function": "do_compute",
    "class": "do_Maker",
    "parameter": "do_amount",
}

_MEMBERS = frozenset({"method", "field"})
_GLOBALS = frozenset({"function", "class"})

# string: the code that finds the thing, and the things that it can find
_STRINGS = {
    "getattr": ("getattr(‹o›, '‹s›'‹d›)", _MEMBERS | _GLOBALS),
    "hasattr": ("(hasattr(‹o›, '‹s›') and getattr(‹o›, '‹s›'))", _MEMBERS | _GLOBALS),
    "vars": ("vars(‹k›)‹get›", _MEMBERS | _GLOBALS),
    "globals": ("globals()‹get›", _GLOBALS),
    "formatted": ("getattr(‹o›, f'‹s›{\"\"}'‹d›)", _MEMBERS),
    "joined": ("getattr(‹o›, '‹s›' ''‹d›)", _MEMBERS),
    "prefix": ("[getattr(‹o›, name) for name in sorted(dir(‹o›)) if name.startswith('do_')][0]", _MEMBERS),
    "attrgetter": ("operator.attrgetter('‹s›')(‹o›)", _MEMBERS),
    "keywords": ("work(**{'‹s›': 4})", frozenset({"parameter"})),
}

_TEXT = """\
import operator
import sys


class Item:
    ‹field› = 10
    other = 50

    def ‹method›(self):
        return 20

    def do_work(self):
        return 25


def ‹function›():
    return 30


class ‹class›:
    tag = 40


def work(‹parameter›=1, step=2):
    return ‹parameter_read›, step


‹show›
item = Item()
here = sys.modules[__name__]
‹found›
‹direct›
show(lambda: (item.other, item.do_work(), work(step=3)))
"""

_DIRECT = {
    "method": "show(lambda: item.‹n›())",
    "field": "show(lambda: item.‹n›)",
    "function": "show(lambda: ‹n›())",
    "class": "show(lambda: ‹n›.tag)",
    "parameter": "show(lambda: work(‹n›=6))",
}


def _found(thing: str, code: str, fallback: str) -> str:
    """The code that finds the thing, and something to print of it."""
    owner = "item" if thing in _MEMBERS else "here"
    key = dynamic(_NAMES[thing])
    get = f".get('{key}')" if fallback == "default" else f"['{key}']"
    found = (
        code.replace("‹o›", owner).replace("‹k›", "Item" if owner == "item" else "here").replace("‹get›", get)
    )
    found = found.replace("‹s›", key).replace("‹d›", ", None" if fallback == "default" else "")
    if fallback == "default" and found.count("None") == 0 and ".get(" not in found:
        found = f"{found} or 'none'"
    # Functions and methods are called: their representations contain addresses and names.
    if thing in {"method", "function"}:
        return f"(lambda run: callable(run) and [{20 if thing == 'method' else 30}, callable(run)])({found})"
    return f"({found}).tag" if thing == "class" else found


def _build(thing: str, string: tuple[tuple[str, frozenset[str]], ...], fallback: str, direct: str) -> Draft:
    name = _NAMES[thing]
    names = {each: declared(other) if each == thing else other for each, other in _NAMES.items()}
    text = fill(
        _TEXT,
        show=SHOW,
        found=block(*(f"show(lambda: str({_found(thing, code, fallback)})[:2])" for code, _ in string)),
        direct=block(
            _DIRECT[thing].replace("‹n›", referred(name))
            if direct == "yes"
            else "show(lambda: 'no direct use')"
        ),
        parameter_read=referred(name) if thing == "parameter" else _NAMES["parameter"],
        **names,
    )
    return Draft(
        {MAIN: text},
        renames(
            "target",
            fresh="do_renamed",
            without_the_prefix="renamed",
            taken_in_same_scope={"parameter": "step"}.get(thing, "work" if thing in _GLOBALS else "other"),
        ),
    )


def _finds(thing: str, string: str) -> bool:
    return thing in _STRINGS[string][1]


DYNAMIC_NAMES = Generator(
    name="dynamic_names",
    doc="A name that is also used as a string: what it names, how the string finds it.",
    dimensions=(
        dimension("thing", tuple(_NAMES)),
        dimension("string", _STRINGS, merges=True),
        dimension("fallback", ("raises", "default")),
        dimension("direct", ("yes", "no")),
    ),
    build=_build,
    rules=(Rule(("thing", "string"), _finds),),
)
