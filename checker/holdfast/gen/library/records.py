"""Dataclasses and keyword calls: fields that are also parameters.

| dimension | variants |
|---|---|
| record (8) | dataclass, frozen, keyword-only, with slots, inherited dataclass, NamedTuple, TypedDict, plain class with `__init__` |
| field (4) | plain, with a default, with `field(default=…)` or its like, followed by a field with the same prefix |
| making (5) | by keyword, by position, from a dictionary, from a sequence, by a copy with a change |
| use (8) | attribute, write, class pattern by keyword, by position, unpacking, equality, representation of values, string lookup |

A TypedDict is a dictionary: its names are strings, marked as dynamic; it has no defaults, and unpacking it
would print its names. In the plain class the parameter is the target, and the attribute of the same name
is not. Records without positions, without change or without patterns print what they raise: 1,190 programs.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, dynamic, referred
from holdfast.gen.program import MAIN, Draft, renames

_F = "level"
_D, _R, _S = declared(_F), referred(_F), dynamic(_F)

_IMPORTS = """\
import copy
import dataclasses
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict


"""

# record: the definition with holes ‹default› (of the field) and ‹next› (another field)
_RECORDS = {
    "dataclass": f"@dataclass\nclass Item:\n    {_D}: int‹default›\n    ‹next›\n    other: int = 50",
    "frozen": f"@dataclass(frozen=True, order=True)\nclass Item:\n    {_D}: int‹default›\n    ‹next›\n    other: int = 50",
    "keyword-only": f"@dataclass(kw_only=True)\nclass Item:\n    {_D}: int‹default›\n    ‹next›\n    other: int = 50",
    "slots": f"@dataclass(slots=True)\nclass Item:\n    {_D}: int‹default›\n    ‹next›\n    other: int = 50",
    "inherited": f"@dataclass\nclass Base:\n    {_D}: int‹default›\n    ‹next›\n    below: int = 1\n\n\n"
    "@dataclass\nclass Item(Base):\n    other: int = 50",
    "NamedTuple": f"class Item(NamedTuple):\n    {_D}: int‹default›\n    ‹next›\n    other: int = 50",
    "TypedDict": f"class Item(TypedDict, total=False):\n    {_D}: int\n    ‹next›\n    other: int",
    "plain class": "class Item:\n    __match_args__ = ('level', 'other')\n\n"
    f"    def __init__(self, {_D}‹default›, other=50):\n        self.level = {_R}\n        self.other = other",
}

_FIELDS = {
    "plain": ("", ""),
    "default": (" = 10", ""),
    "field function": (" = ‹f›", ""),
    "with a sibling": (" = 10", "level_of: int = 3"),
}

_MAKINGS = {
    "keyword": "Item(‹k›=20)",
    "position": "Item(20)",
    "dictionary": "Item(**{'‹s›': 20})",
    "sequence": "Item(*[20, 30])",
    "copy with a change": "dataclasses.replace(Item(‹k›=20), ‹k›=25)",
}

_USES = {
    "attribute": "print(‹a›, item.other)",
    "write": "‹a› = 7\nprint(‹a›)",
    "keyword pattern": "match item:\n    case Item(‹n›=found):\n        print('found', found)\n    case _:\n        print('no match')",
    "position pattern": "match item:\n    case Item(found):\n        print('found', found)\n    case _:\n        print('no match')",
    "unpacking": "first, *rest = item\nprint(first, rest)",
    "equality": "print(item == ‹again›, ‹a› == 20)",
    "values": "print(list(dataclasses.asdict(item).values()))",
    "string": "print(getattr(item, '‹t›'))",
}


def _goes_together(record: str, field: str, use: str) -> bool:
    return record != "TypedDict" or (field in {"plain", "with a sibling"} and use != "unpacking")


def _build(record: str, field: tuple[str, str], making: str, use: tuple[str, ...]) -> Draft:
    default, following = field
    plain = record.startswith("class Item:")
    typed = "TypedDict" in record
    named = "NamedTuple" in record
    if "‹f›" in default:
        default = " = 10 + 1" if plain or named or typed else " = field(default=11, repr=False)"
    if typed:
        text = fill(record, next=following.replace(" = 3", ""))
        use = tuple([each.replace("item.other", "len(item)") for each in use])
    elif plain:
        text = record.replace("‹default›", default) + ("\n        self.level_of = 3" if following else "")
    else:
        text = fill(record, default=default, next=following)
    # The attribute of the plain class is not the target: its tokens stay unmarked.
    name, text_name = ("level", "level") if plain else (_R, _S)
    attribute = f"item['{_S}']" if typed else f"item.{name}"
    made = making.replace("‹k›", _R).replace("‹s›", _S)
    used = block(*use).replace("‹a›", attribute).replace("‹n›", name).replace("‹t›", text_name)
    used = used.replace("‹again›", f"Item({_R}=20)")
    function = fill("def use():\n    item = ‹made›\n    ‹used›\n", made=made, used=used)
    tail = block(
        "show(use)",
        f"show(lambda: Item({_R}=1).other)",
        f"show(lambda: Item({_R}=1, other=2) == Item({_R}=1, other=2))",
        f"show(lambda: Item({_R}=1).level_of)" if following else "",
    )
    return Draft(
        {MAIN: _IMPORTS + SHOW + text + "\n\n\n" + function + "\n\n" + tail + "\n"},
        _WISHES + (_SIBLING if following and not plain else ()),
    )


_WISHES = renames("target", fresh="renamed", taken_in_same_class="other", builtin="len")
_SIBLING = renames("target", taken_by_a_sibling="level_of")

RECORDS = Generator(
    name="records",
    doc="A field of a dataclass, named tuple, typed dictionary or plain class that is also a parameter.",
    dimensions=(
        dimension("record", _RECORDS),
        dimension("field", _FIELDS),
        dimension("making", _MAKINGS),
        dimension("use", _USES, merges=True),
    ),
    build=_build,
    rules=(Rule(("record", "field", "use"), _goes_together),),
)
