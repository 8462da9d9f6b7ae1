"""Class array field, in its Python form: a field that holds a container.

| dimension | variants |
|---|---|
| container (6) | list, tuple, dictionary, set, list of lists, range |
| annotation (5) | none, a generic, a string, a typing alias, a union with None |
| declaration (4) | class body, constructor, dataclass field with a factory, module variable |
| use (10) | index, slice, iterate, length, membership, unpack, comprehension, replace, change in place, hand out an alias |

A set has no index or slice, dictionaries no slice, and only lists and dictionaries are changed in place:
54 of the 60 pairs of container and use remain, 54 × 5 × 4 = 1,080 programs; merging the uses leaves 120.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames

_FIELD = "items"

# container: value, generic annotation, typing alias
_CONTAINERS = {
    "list": ("[3, 1, 2]", "list[int]", "List[int]"),
    "tuple": ("(3, 1, 2)", "tuple[int, ...]", "Tuple[int, ...]"),
    "dictionary": ("{0: 3, 1: 1}", "dict[int, int]", "Dict[int, int]"),
    "set": ("{3, 1, 2}", "set[int]", "Set[int]"),
    "list of lists": ("[[3], [1, 2]]", "list[list[int]]", "List[List[int]]"),
    "range": ("range(3)", "range", "Sequence[int]"),
}

_ANNOTATIONS = {
    "none": "",
    "generic": ": ‹g›",
    "string": ": '‹g›'",
    "typing alias": ": ‹a›",
    "optional": ": ‹g› | None",
}

_CLASS = """\
class Box:
    ‹in_class›
    others = [9]

    def __init__(self):
        self.size = 4
        ‹in_init›

    def use(self):
        ‹use›
"""

_DATACLASS = """\
@dataclass
class Box:
    ‹in_class›
    others = [9]
    size: int = 4

    def use(self):
        ‹use›
"""

_MODULE = """\
‹in_module›
others = [9]
size = 4


def use():
    global items
    ‹use›
"""

_USES = {
    "index": "print(‹f›[0])",
    "slice": "print(‹f›[1:])",
    "iterate": "for each in ‹f›:\n    print(each)",
    "length": "print(len(‹f›))",
    "membership": "print(1 in ‹f›)",
    "unpack": "first, *rest = ‹f›\nprint(first, rest)",
    "comprehension": "print([str(each) for each in ‹f› if each])",
    "replace": "‹f› = type(‹f›)() if ‹f› and not isinstance(‹f›, range) else ‹f›\nprint(‹f›)",
    "change": "‹f›[0] = 8\nprint(‹f›)",
    "alias": "alias = ‹f›\nprint(alias is ‹f›, alias)",
}

_NOT_FOR = {
    "slice": {"dictionary", "set"},
    "index": {"set"},
    "change": {"tuple", "set", "range"},
}


def _goes_together(container: str, use: str) -> bool:
    return container not in _NOT_FOR.get(use, ())


def _build(container: tuple[str, str, str], annotation: str, declaration: str, use: tuple[str, ...]) -> Draft:
    value, generic, alias = container
    annotated = annotation.replace("‹g›", generic).replace("‹a›", alias)
    owner = "" if declaration == "module" else "self."
    reads = block(*[each.replace("‹f›", owner + referred(_FIELD)) for each in use])
    imports = (
        "from dataclasses import dataclass, field\nfrom typing import Dict, List, Sequence, Set, Tuple\n\n\n"
    )
    if declaration == "module":
        text = fill(_MODULE, in_module=f"{declared(_FIELD)}{annotated} = {value}", use=reads)
        text = text.replace("global items", f"global {referred(_FIELD)}")
        shown = ["use()", referred(_FIELD), "(others, size)"]
    elif declaration == "dataclass":
        # Without an annotation the field belongs to the class alone; dataclasses refuse mutable ones.
        made = f" = field(default_factory=lambda: {value})" if annotated else f" = {value}"
        text = fill(_DATACLASS, in_class=f"{declared(_FIELD)}{annotated}{made}", use=reads)
        keyword = (
            f"Box({referred(_FIELD)}=[7]).{referred(_FIELD)}" if annotated else f"Box.{referred(_FIELD)}"
        )
        shown = ["box.use()", f"box.{referred(_FIELD)}", keyword, "(box.others, box.size)"]
    else:
        in_class = declaration == "class body"
        text = fill(
            _CLASS,
            in_class=f"{declared(_FIELD)}{annotated} = {value}" if in_class else "",
            in_init="" if in_class else f"self.{declared(_FIELD)}{annotated} = {value}",
            use=reads,
        )
        shown = ["box.use()", f"box.{referred(_FIELD)}", "(box.others, box.size)"]
    tail = "" if declaration == "module" else "box = Box()\n"
    tail += "".join(f"show(lambda: {each})\n" for each in shown)
    return Draft(
        {MAIN: imports + SHOW + text + "\n\n" + tail},
        (
            *renames(
                "target",
                fresh="renamed",
                taken_in_same_scope="others",
                taken_by_another_field="size",
                builtin="len",
            ),
            Wish("encapsulate_field", "target", "", "to a property"),
        ),
    )


CONTAINER_FIELD = Generator(
    name="container_field",
    doc="A field that holds a container: its kind, annotation, place and use.",
    dimensions=(
        dimension("container", _CONTAINERS),
        dimension("annotation", _ANNOTATIONS),
        dimension("declaration", ("class body", "constructor", "dataclass", "module")),
        dimension("use", _USES, merges=True),
    ),
    build=_build,
    rules=(Rule(("container", "use"), _goes_together),),
)
