"""Two classes in every relationship: class relationships, and dual-class field reference.

Places of A and B: side by side in either order, one inside the body of the other, one inside a method
of the other, both in a function, both in a third class. Inheritance runs from B to A, from A to B, or not
at all; a class cannot inherit from one that is not bound yet, which leaves 14 pairs of 8 places and 3
directions (`goes_together`).

Class relationships adds how one class names the other (11 forms: annotation, string annotation, call,
`isinstance`, attribute of the class, …) and in which direction: 14 × 11 × 2 = 308 programs about the
name of a class; merging the forms leaves 28.

Dual-class field reference: A declares a field (3 ways), B refers to it through 8 accesses, in an
expression (28) and a statement (16) context. Access through self and super() needs B to inherit from A;
access to the class needs a field of the class: 244 combinations remain, 109,312 programs. Merging the
statements leaves 6,832, merging the expressions too leaves 244.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.contexts import EXPRESSIONS, STATEMENTS, in_context
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames


class Place(NamedTuple):
    """Where the classes are: a template, and how each is reached from a method of the other and outside.

    `a_in_b` is how a method of B writes A; `a_outside`, `b_outside` are for code after the classes.
    """

    template: str
    a_in_b: str
    b_in_a: str
    a_outside: str
    b_outside: str


PLACES = {
    "A, then B": Place("class ‹A›:\n    ‹in_a›\n\n\nclass ‹B›:\n    ‹in_b›\n", "A", "B", "A", "B"),
    "B, then A": Place("class ‹B›:\n    ‹in_b›\n\n\nclass ‹A›:\n    ‹in_a›\n", "A", "B", "A", "B"),
    "B in A": Place("class ‹A›:\n    class ‹B›:\n        ‹in_b›\n\n    ‹in_a›\n", "A", "A.B", "A", "A.B"),
    "A in B": Place("class ‹B›:\n    class ‹A›:\n        ‹in_a›\n\n    ‹in_b›\n", "B.A", "B", "B.A", "B"),
    "B in a method of A": Place(
        "class ‹A›:\n    def make(self):\n        class ‹B›:\n            ‹in_b›\n\n        return ‹@B›\n\n    ‹in_a›\n",
        "A",
        "A().make()",
        "A",
        "A().make()",
    ),
    "A in a method of B": Place(
        "class ‹B›:\n    def make(self):\n        class ‹A›:\n            ‹in_a›\n\n        return ‹@A›\n\n    ‹in_b›\n",
        "B().make()",
        "B",
        "B().make()",
        "B",
    ),
    "in a function": Place(
        "def make():\n    class ‹A›:\n        ‹in_a›\n\n    class ‹B›:\n        ‹in_b›\n\n    return ‹@A›, ‹@B›\n",
        "A",
        "B",
        "make()[0]",
        "make()[1]",
    ),
    "in a third class": Place(
        "class Holder:\n    class ‹A›:\n        ‹in_a›\n\n    class ‹B›:\n        ‹in_b›\n",
        "Holder.A",
        "Holder.B",
        "Holder.A",
        "Holder.B",
    ),
}

_B_FROM_A = {"A, then B", "B in a method of A", "in a function", "in a third class"}
_A_FROM_B = {"B, then A", "A in a method of B"}
INHERITANCES = ("none", "B from A", "A from B")


def goes_together(place: str, inheritance: str) -> bool:
    """Whether the base class is bound when the class that inherits from it is made."""
    if inheritance == "B from A":
        return place in _B_FROM_A
    if inheritance == "A from B":
        return place in _A_FROM_B
    return True


def classes(place: Place, inheritance: str, in_a: str, in_b: str, *, marked: str = "") -> str:
    """The two classes; the name of the class `marked` is the target."""
    base_a = "(‹@B›)" if inheritance == "A from B" else ""
    base_b = "(‹@A›)" if inheritance == "B from A" else ""
    template = place.template.replace("class ‹A›", f"class ‹A›{base_a}").replace(
        "class ‹B›", f"class ‹B›{base_b}"
    )
    for name in "AB":
        target = name == marked
        template = template.replace(f"‹@{name}›", referred(name) if target else name)
        template = template.replace(f"‹{name}›", declared(name) if target else name)
    return fill(template, in_a=in_a, in_b=in_b)


_REFERENCES = {
    "local annotation": "def use(self):\n    item: ‹path› = ‹path›()\n    return item.tag",
    "string annotation": "def use(self, given: '‹path›' = None):\n    return ‹path›.tag, len(‹here›.use.__annotations__)",
    "call": "def use(self):\n    return ‹path›().tag",
    "attribute": "def use(self):\n    return ‹path›.tag",
    "isinstance": "def use(self):\n    return isinstance(self, ‹path›), isinstance(self, (int, ‹path›))",
    "local": "def use(self):\n    other = ‹path›\n    return other.tag",
    "nested function": "def use(self):\n    def inner():\n        return ‹path›.tag\n\n    return inner()",
    "comprehension": "def use(self):\n    return [kind.tag for kind in (‹path›, ‹path›)]",
    "default": "def use(self, *, given=lambda: ‹path›):\n    return given().tag",
    "exception": "def use(self):\n    try:\n        raise ‹path›()\n    except TypeError:\n        return ‹path›.tag",
    "container": "def use(self):\n    return {‹path›: 1, 'key': ‹path›}['key'].tag",
}


def _marked_path(path: str, marked: str) -> str:
    return path.replace(marked, referred(marked)) if marked in path else path


def _relationships(place: Place, inheritance: str, reference: tuple[str, ...], direction: str) -> Draft:
    user, used = ("B", "A") if direction == "B to A" else ("A", "B")
    path = place.a_in_b if used == "A" else place.b_in_a
    here = place.b_outside if user == "B" else place.a_outside
    if "make()[" in here:
        here = user
    elif "make()" in here:
        here = "type(self)"
    uses = [f"use{number or ''}" for number in range(len(reference))]
    bodies = {"A": "tag = 10", "B": "tag = 20"}
    for use, each in zip(uses, reference, strict=True):
        method = each.replace("def use(", f"def {use}(").replace(".use.", f".{use}.")
        method = method.replace("‹path›", _marked_path(path, used)).replace(
            "‹here›", _marked_path(here, used)
        )
        bodies[user] += "\n\n" + method
    text = classes(place, inheritance, bodies["A"], bodies["B"], marked=used)
    a, b = _marked_path(place.a_outside, used), _marked_path(place.b_outside, used)
    outside = b if user == "B" else a
    tail = [
        *(f"show(lambda: {outside}().{use}())" for use in uses),
        f"show(lambda: ({a}.tag, {b}.tag))",
        "show(lambda: Other.tag)",
    ]
    other = "class Other:\n    tag = 99\n\n\n"
    return Draft(
        {MAIN: SHOW + other + text + "\n\n" + block(*tail) + "\n"},
        (
            *renames(
                "target",
                fresh="Renamed",
                taken_by_the_other_class=user,
                taken_in_the_module="Other",
                builtin="int",
                taken_by_a_method="use",
            ),
            Wish("member_class_to_top", "target", "", "to the module"),
        ),
    )


CLASS_RELATIONSHIPS = Generator(
    name="class_relationships",
    doc="Two classes related by place, inheritance and name; the target is the class that is named.",
    dimensions=(
        dimension("place", PLACES),
        dimension("inheritance", INHERITANCES),
        dimension("reference", _REFERENCES, merges=True),
        dimension("direction", ("B to A", "A to B")),
    ),
    build=_relationships,
    rules=(Rule(("place", "inheritance"), goes_together),),
)

_FIELD = "level"

_DECLARATIONS = {
    "class body": f"{declared(_FIELD)} = 10",
    "annotated": f"{declared(_FIELD)}: int = 10",
    "constructor": f"def __init__(self):\n    self.{declared(_FIELD)} = 10",
}

_ACCESSES = {
    "self": "self",
    "super": "super()",
    "class": "‹path›",
    "instance": "‹path›()",
    "local": "item",
    "parameter": "given",
    "field": "self.item",
    "class of instance": "type(‹path›())",
}


_B = """\
other = 30

def work(self):
    return 4

def use(self, given=None):
    ‹use›
"""


def _reachable(place: str, inheritance: str, declaration: str, access: str) -> bool:
    if not goes_together(place, inheritance):
        return False
    if access in {"self", "super"} and inheritance != "B from A":
        return False
    return not (access in {"super", "class", "class of instance"} and declaration == "constructor")


def _field(
    place: Place,
    inheritance: str,
    declaration: str,
    access: str,
    statement: tuple[str, ...],
    expression: tuple[str, ...],
) -> Draft:
    path = place.a_in_b
    owner = access.replace("‹path›", path)
    reference = f"{owner}.{referred(_FIELD)}"
    uses = [in_context(reference, each, around) for around in statement for each in expression]
    start = {"item": f"item = {path}()", "self.item": f"self.item = {path}()"}.get(access, "")
    in_b = fill(_B, use=block(start, *uses))
    in_a = block("below = 1", declaration)
    text = classes(place, inheritance, in_a, in_b)
    a, b = place.a_outside, place.b_outside
    given = f"given={a}()" if access == "given" else ""
    tail = [
        f"show(lambda: {b}().use({given}))",
        f"show(lambda: {a}().{referred(_FIELD)})",
        f"show(lambda: ({a}.below, {b}.other, {b}().work()))",
    ]
    if inheritance == "B from A":
        tail.append(f"show(lambda: {b}().{referred(_FIELD)})")
    return Draft({MAIN: SHOW + text + "\n\n" + block(*tail) + "\n"}, _WISHES)


_WISHES = (
    *renames(
        "target",
        fresh="renamed",
        taken_in_same_class="below",
        taken_in_the_other_class="other",
        taken_by_a_method_of_the_other_class="work",
        same_as_a_local="item",
        builtin="print",
    ),
    Wish("push_down_field", "target", "B", "to the subclass"),
    Wish("encapsulate_field", "target", "", "to a property"),
)

DUAL_CLASS_FIELD_REFERENCE = Generator(
    name="dual_class_field_reference",
    doc="A declares a field and B reads it: every relationship of the two, every access, every context.",
    dimensions=(
        dimension("place", PLACES),
        dimension("inheritance", INHERITANCES),
        dimension("declaration", _DECLARATIONS),
        dimension("access", _ACCESSES),
        dimension("statement", STATEMENTS, merges=True),
        dimension("expression", EXPRESSIONS, merges=True),
    ),
    build=_field,
    rules=(Rule(("place", "inheritance", "declaration", "access"), _reachable),),
)
