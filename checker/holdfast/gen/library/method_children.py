"""Classes with a method to pull up, and the fields and calls that hold it in place.

Triple-class method child, in the paper's Java: classes A, B, C; B extends C; m of B refers to a field f
that C and A declare, and another method of B calls m. The dimensions and their Python form:

| dimension | Java | here |
|---|---|---|
| parent (2) | C inner or outer | C inside A, or at module level |
| place (3) | B inner, method-inner, outer | B inside A, inside a method of A, at module level |
| method (2) | m public, private | `run`, or the mangled `__run` |
| inherited (4) | another m in C: public or private, same or different signature | a method of C, named plainly or mangled, that takes the same or another number of arguments |
| field (6) | f, new A().f, A.this.f, … | self, super(), the class, its parent, A, an instance of A |
| call (4) | m(), new B().m(), this.m(), B.this.m() | through self, an instance, the class, a bound method |

2 × 3 × 2 × 4 × 6 × 4 = 1,152 programs; merging the fields leaves 192, merging the calls too leaves 48.
Dual-class method child is the same without A: B and C side by side at module level, in a class or in a
function, and A's two fields replaced by an instance of C and one of B: 3 × 2 × 4 × 6 × 4 = 576, 96, 24.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill, indented, mark
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames

_FIELDS = {
    "self": "self.level",
    "super": "super().level",
    "class": "type(self).level",
    "parent class": "‹C›.level",
    "other class": "A.level",
    "other instance": "A().level",
}

_FIELDS_OF_TWO = {
    "self": "self.level",
    "super": "super().level",
    "class": "type(self).level",
    "parent class": "‹C›.level",
    "parent instance": "‹C›().level",
    "own instance": "‹B›().level",
}

CALLS = {
    "self": "self.‹m›()",
    "instance": "‹B›().‹m›()",
    "class": "‹B›.‹m›(self)",
    "bound method": "(lambda bound: bound())(self.‹m›)",
}

_INHERITED = {
    "plain, same signature": ("run", "self"),
    "plain, other signature": ("run", "self, extra=1"),
    "mangled, same signature": ("__run", "self"),
    "mangled, other signature": ("__run", "self, extra=1"),
}

_A = """\
class A:
    level = 100
    ‹inner›
"""

_C = """\
class C:
    level = 10

    def ‹inherited›(‹parameters›):
        return 1

    def ask(self):
        return self.‹inherited›()
"""

_B = """\
class B(‹parent›):
    def ‹m›(self):
        total = 0
        ‹reads›
        return total

    def use(self):
        return [‹calls›]
"""


def _wishes(method: str) -> tuple[Wish, ...]:
    return (
        Wish("pull_up_method", "method", "C", "to the base class"),
        *renames(
            "target",
            fresh="__renamed" if method.startswith("__") else "renamed",
            taken_in_same_class="use",
            taken_in_base_class="ask",
            taken_by_a_field="level",
        ),
    )


def _child(
    parent: str, method: str, fields: tuple[str, ...], calls: tuple[str, ...], paths: tuple[str, str]
) -> str:
    b, c = paths
    reads = [f"total += {each.replace('‹C›', c).replace('‹B›', b)}" for each in fields]
    called = [each.replace("‹m›", referred(method)).replace("‹B›", b) for each in calls]
    return fill(
        _B, parent=parent, m=mark("method", declared(method)), reads=block(*reads), calls=", ".join(called)
    )


def _base(inherited: tuple[str, str], method: str) -> str:
    name, parameters = inherited
    # An overridden method has one name in both classes: the declaration in C belongs to the target too.
    overridden = name == method and not name.startswith("__")
    return fill(
        fill(_C, parameters=parameters).replace(
            "def ‹inherited›", f"def {declared(name) if overridden else name}"
        ),
        inherited=referred(name) if overridden else name,
    )


def _triple(
    parent: str,
    place: str,
    method: str,
    inherited: tuple[str, str],
    field: tuple[str, ...],
    call: tuple[str, ...],
) -> Draft:
    base = _base(inherited, method)
    c = "A.C" if parent == "inner" else "C"
    b = {"inner": "A.B", "method-inner": "B", "outer": "B"}[place]
    # In the body of A its other classes are known by their bare names only.
    child = _child("C" if (parent, place) == ("inner", "inner") else c, method, field, call, (b, c))
    inner = []
    if parent == "inner":
        inner.append(base)
    if place == "inner":
        inner.append(child)
        made = "A.B()"
    elif place == "method-inner":
        inner.append("def make(self):\n" + indented(child) + "    return B()\n")
        made = "A().make()"
    else:
        made = "B()"
    return Draft(
        {
            MAIN: SHOW
            + ("" if parent == "inner" else base + "\n\n")
            + fill(_A, inner="\n" + "\n".join(inner) if inner else "")
            + ("\n\n" + child if place == "outer" else "")
            + f"\n\nshow(lambda: {made}.use())\nshow(lambda: {made}.ask())\nshow(lambda: {c}().ask())\n"
        },
        _wishes(method),
    )


def _dual(
    place: str, method: str, inherited: tuple[str, str], field: tuple[str, ...], call: tuple[str, ...]
) -> Draft:
    paths = ("Holder.B", "Holder.C") if place == "class" else ("B", "C")
    classes = _base(inherited, method) + "\n\n" + _child("C", method, field, call, paths)
    b, c = paths
    if place == "class":
        classes = "class Holder:\n" + indented(classes)
    elif place == "function":
        classes = "def make():\n" + indented(classes) + "\n    return B, C\n"
        b, c = "make()[0]", "make()[1]"
    tail = f"\n\nshow(lambda: {b}().use())\nshow(lambda: {b}().ask())\nshow(lambda: {c}().ask())\n"
    return Draft({MAIN: SHOW + classes + tail}, _wishes(method))


TRIPLE_CLASS_METHOD_CHILD = Generator(
    name="triple_class_method_child",
    doc="A method of B(C) to pull up that reads a field of C or of A; B and C in or beside A.",
    dimensions=(
        dimension("parent", ("inner", "outer")),
        dimension("place", ("inner", "method-inner", "outer")),
        dimension("method", {"plain": "run", "mangled": "__run"}),
        dimension("inherited", _INHERITED),
        dimension("field", _FIELDS, merges=True),
        dimension("call", CALLS, merges=True),
    ),
    build=_triple,
)

DUAL_CLASS_METHOD_CHILD = Generator(
    name="dual_class_method_child",
    doc="A method of B(C) to pull up that reads a field of C; both at module level, in a class or a function.",
    dimensions=(
        dimension("place", ("module", "class", "function")),
        dimension("method", {"plain": "run", "mangled": "__run"}),
        dimension("inherited", _INHERITED),
        dimension("field", _FIELDS_OF_TWO, merges=True),
        dimension("call", CALLS, merges=True),
    ),
    build=_dual,
)
