"""Dual-class method parent: a method of C that is to be pushed down into B(C).

| dimension | variants |
|---|---|
| place (3) | both classes at module level, in a class, in a function |
| method (2) | `run`, or the mangled `__run` |
| child (4) | B is empty, has a field of its own, overrides the method, or has a sibling D(C) that needs it |
| caller (2) | who calls the method: C itself, or B |
| field (5) | through self, the class of self, C, an instance of C, a mangled field |
| call (4) | through self, an instance, the class, a bound method |

3 × 2 × 4 × 2 × 5 × 4 = 960 programs; merging the fields leaves 192, merging the calls too leaves 48. A
mangled method that B calls is not found there: those programs print the AttributeError.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill, indented, mark
from holdfast.gen.library.method_children import CALLS
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames

_C = """\
class C:
    level = 10
    __level = 20

    def ‹m›(self):
        total = 0
        ‹reads›
        return total

    def ask(self):
        return [‹calls›]
"""

_B = """\
class B(C):
    ‹body›

    def use(self):
        return [‹calls›]
"""

_FIELDS = {
    "self": "self.level",
    "class": "type(self).level",
    "own class": "‹C›.level",
    "instance": "‹C›().level",
    "mangled": "self.__level",
}


def _build(
    place: str, method: str, child: str, caller: str, field: tuple[str, ...], call: tuple[str, ...]
) -> Draft:
    holder = "Holder." if place == "class" else ""
    mangled = method.startswith("__")
    inside = [each.replace("‹m›", referred(method)).replace("‹B›", holder + "C") for each in call]
    # Mangling makes the name in B another name.
    outside_name = method if mangled else referred(method)
    outside = [each.replace("‹m›", outside_name).replace("‹B›", holder + "B") for each in call]
    reads = block(*[f"total += {each.replace('‹C›', holder + 'C')}" for each in field])
    parent = fill(
        _C,
        m=mark("method", declared(method)),
        reads=reads,
        calls=", ".join(inside if caller == "parent" else [f"self.{referred(method)}()"]),
    )
    own = {
        "empty": "size = 1",
        "own field": "level = 30",
        "overrides": f"def {method if mangled else declared(method)}(self):\n    return -1",
        "sibling": "size = 2",
    }[child]
    classes = (
        parent + "\n\n" + fill(_B, body=own, calls=", ".join(outside) if caller == "child" else "self.ask()")
    )
    shown = ["B().use()", "B().ask()", "C().ask()"]
    if child == "sibling":
        classes += "\n\nclass D(C):\n    level = 40\n"
        shown.append("D().ask()")
    if place == "class":
        classes = "class Holder:\n" + indented(classes)
        shown = ["Holder." + each for each in shown]
    elif place == "function":
        made = "B, C, D" if child == "sibling" else "B, C"
        classes = "def make():\n" + indented(classes) + f"\n    return {made}\n"
        classes += f"\n\n{made} = make()\n"
    tail = "\n\n" + "".join(f"show(lambda: {each})\n" for each in shown)
    return Draft({MAIN: SHOW + classes + tail}, _wishes(method))


def _wishes(method: str) -> tuple[Wish, ...]:
    return (
        Wish("push_down_method", "method", "B", "to the subclass"),
        *renames(
            "target",
            fresh="__renamed" if method.startswith("__") else "renamed",
            taken_in_same_class="ask",
            taken_in_subclass="use",
            taken_by_a_field="level",
        ),
    )


DUAL_CLASS_METHOD_PARENT = Generator(
    name="dual_class_method_parent",
    doc="A method of C to push down into B(C), called from C or from B, overridden, or needed by a sibling.",
    dimensions=(
        dimension("place", ("module", "class", "function")),
        dimension("method", {"plain": "run", "mangled": "__run"}),
        dimension("child", ("empty", "own field", "overrides", "sibling")),
        dimension("caller", ("parent", "child")),
        dimension("field", _FIELDS, merges=True),
        dimension("call", CALLS, merges=True),
    ),
    build=_build,
)
