"""String annotations: names that stand in quotes, or that are not evaluated where they stand.

| dimension | variants |
|---|---|
| place (9) | parameter, return value, field, local, nested class's field, alias, cast, bound of a type variable, base of a generic |
| spelling (6) | plain, in quotes, part in quotes, union, in quotes inside a subscript, dotted through the module |
| mode (3) | as written, `from __future__ import annotations`, imported for type checking only from another module |
| reading (3) | by `get_type_hints`, raw, not at all |

9 × 6 × 3 × 3 = 486 programs. The target is a class; quoted occurrences are references like any other.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, renames

_C = "Widget"

_SPELLINGS = {
    "plain": "‹n›",
    "quoted": "'‹n›'",
    "part quoted": "list['‹n›']",
    "union": "'‹n› | None'",
    "quoted subscript": "'dict[str, ‹n›]'",
    "dotted": "'shapes.‹n›'",
}

_PLACES = {
    "parameter": ("def use(given: ‹a› = None):\n    return 1", "use"),
    "return value": ("def use() -> ‹a›:\n    return 1", "use"),
    "field": ("class use:\n    held: ‹a› = None", "use"),
    "local": ("def use():\n    held: ‹a› = 1\n    return held", "use"),
    "inner class field": (
        "class use:\n    class Inner:\n        held: ‹a› = None\n\n    made = 1",
        "use.Inner",
    ),
    "alias": ("Alias = Optional[‹a›]\n\n\ndef use(given: Alias = None):\n    return 1", "use"),
    "cast": ("def use():\n    return cast(‹a›, 1)", "use"),
    "bound": ("Kind = TypeVar('Kind', bound=‹a›)\n\n\ndef use(given: Kind = None):\n    return 1", "use"),
    "generic base": ("class use(list[‹a›]):\n    pass", "use"),
}

_READINGS = {
    "hints": "show(lambda: [tagged(each) for each in get_type_hints(‹u›).values()])",
    "raw": "show(lambda: len(‹u›.__annotations__))",
    "none": "show(lambda: bool(‹u›))",
}

_SHAPES = """\
‹future›
from typing import Optional


class ‹n›:
    tag = 10

    def copy(self) -> '‹r›':
        return ‹r›()


class Other:
    tag = 20
"""

_MAIN = """\
‹future›
‹imports›
from typing import TYPE_CHECKING, Optional, TypeVar, cast, get_args, get_type_hints

‹guarded›


class Local:
    tag = 30


def tagged(hint):
    return getattr(hint, 'tag', None) or [tagged(each) for each in get_args(hint)]


‹show›
‹place›


‹reading›
show(lambda: (use() if callable(use) else 0) and 1)
show(lambda: (shapes.‹n›().copy().tag, shapes.Other.tag, Local.tag))
"""

_FUTURE = "from __future__ import annotations"


def _build(place: tuple[str, str], spelling: str, mode: str, reading: tuple[str, ...]) -> Draft:
    code, used = place
    name = referred(_C)
    future = _FUTURE if mode == "future" else ""
    direct = f"from shapes import {name}"
    guarded = f"if TYPE_CHECKING:\n    {direct}\nelse:\n    {name} = object" if mode == "guarded" else ""
    main = fill(
        _MAIN,
        future=future,
        imports=block("import shapes", "" if guarded else direct),
        guarded=guarded,
        show=SHOW,
        place=code.replace("‹a›", spelling.replace("‹n›", name)),
        reading=block(*[each.replace("‹u›", used) for each in reading]),
        n=name,
    )
    shapes = fill(_SHAPES, future=future, n=declared(_C), r=name)
    return Draft(
        {"shapes.py": shapes, MAIN: main},
        renames(
            "target",
            fresh="Gadget",
            taken_in_same_scope="Other",
            taken_in_the_importing_module="Local",
            builtin="list",
            taken_by_an_import="Optional",
        ),
    )


ANNOTATIONS = Generator(
    name="annotations",
    doc="A class named in annotations: where, in which spelling, and who evaluates it.",
    dimensions=(
        dimension("place", _PLACES),
        dimension("spelling", _SPELLINGS),
        dimension("mode", ("as written", "future", "guarded")),
        dimension("reading", _READINGS, merges=True),
    ),
    build=_build,
)
