"""Field reference: one class with a field, and a method that refers to it.

| dimension | variants |
|---|---|
| declaration (6) | in `__init__`, in the class body, annotated there, as a slot, in the base class, in a module |
| access (9) | self, the class by name, the class of self, an instance made on the spot, super(), cls in a class method, a parameter, a name for self in an inner function, the module's name |
| expression (28) | where the reference stands in an expression (`contexts.EXPRESSIONS`) |
| statement (16) | where that expression stands (`contexts.STATEMENTS`) |

Instance fields have no access through the class, a slot read through the class is a descriptor, super()
sees the base class only, and a module's variable is reached through the module: 31 of the 54 pairs of
declaration and access remain, 13,888 programs. Merging the statements leaves 868, merging the expressions
too leaves 31.

Field store: the same class and accesses, but the method writes, augments, annotates, deletes or unpacks
into the field, plainly or in parentheses, and the program shows what is left in the object and in the
class. Nothing is stored through super(): 30 pairs × 2 × 8 stores = 480 programs, 60 when merged.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.contexts import EXPRESSIONS, OPEN_WITH, STATEMENTS, STORES, in_context
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames

_FIELD = "level"

_CLASSES = """\
class Base:
    below = 1
    ‹in_base›


class Item(Base):
    ‹in_class›
    other = 50

    def __init__(self):
        ‹in_init›
        self.size = 3

    def work(self):
        return 4

    ‹decorator›
    def use(‹parameters›):
        ‹use›


class Special(Item):
    above = 2
"""

# declaration: the class body, the constructor, the base class
_DECLARATIONS = {
    "constructor": ("", f"self.{declared(_FIELD)} = 10", ""),
    "class body": (f"{declared(_FIELD)} = 10", "", ""),
    "annotated": (f"{declared(_FIELD)}: int = 10", "", ""),
    "slot": (f"__slots__ = ('{declared(_FIELD)}',)", f"self.{referred(_FIELD)} = 10", ""),
    "base class": ("", "", f"{declared(_FIELD)} = 10"),
    "module": ("", "", ""),
}

_ACCESSES = {
    "self": "self",
    "class name": "Item",
    "class of self": "type(self)",
    "instance": "Item()",
    "super": "super()",
    "cls": "cls",
    "parameter": "given",
    "closure": "me",
    "module": "store",
}

_OF_CLASS = {"class name", "class of self", "super", "cls"}


def _goes_together(declaration: str, access: str) -> bool:
    if "module" in (declaration, access):
        return declaration == access
    if access == "super":
        return declaration == "base class"
    if access in _OF_CLASS:
        return declaration not in {"constructor", "slot"}
    return True


_STORE = f"""\
{declared(_FIELD)} = 10
other = 50
size = 3


def work():
    return 4


def inside():
    return {referred(_FIELD)}
"""


def _of_module(classes: str, prelude: str) -> Draft:
    """The field is a variable of a module, which has names of its own beside it."""
    tail = block(
        "show(lambda: Item().use())",
        f"show(lambda: store.{referred(_FIELD)})",
        "show(lambda: store.inside())",
        "show(lambda: (store.other, store.size, store.work()))",
    )
    main = "import store\n\n\n" + SHOW + prelude + classes + "\n\n" + tail + "\n"
    wishes = renames(
        "target",
        fresh="renamed",
        taken_in_same_scope="other",
        taken_by_a_function="work",
        same_as_a_member="below",
        builtin="print",
    )
    return Draft({"store.py": _STORE, MAIN: main}, wishes)


def _program(declaration: tuple[str, str, str], access: str, use: str, prelude: str = "") -> Draft:
    in_class, in_init, in_base = declaration
    if access == "me":
        use = block("me = self", "def inner():\n    " + use.replace("\n", "\n    "), "inner()")
    slot = in_class.startswith("__slots__")
    classes = fill(
        _CLASSES,
        in_class=in_class,
        in_init=in_init,
        in_base=in_base,
        decorator="@classmethod" if access == "cls" else "",
        parameters={"cls": "cls", "given": "self, given"}.get(access, "self"),
        use=use,
    )
    if access == "store":
        return _of_module(classes, prelude)
    call = "item.use(Item())" if access == "given" else "item.use()"
    tail = [
        "item = Item()",
        f"show(lambda: {call})",
        f"show(lambda: item.{referred(_FIELD)})",
        f"show(lambda: Special().{referred(_FIELD)})",
        "show(lambda: (item.other, item.size, item.work(), item.below, Special.above))",
    ]
    if not slot and not in_init:
        tail.append(f"show(lambda: Item.{referred(_FIELD)})")
    return Draft(
        {MAIN: SHOW + prelude + classes + "\n\n" + block(*tail) + "\n"},
        (
            *renames(
                "target",
                fresh="renamed",
                taken_in_same_class="other",
                taken_by_another_instance_field="size",
                taken_by_a_method="work",
                taken_in_base_class="below",
                taken_in_subclass="above",
                builtin="print",
                mangled="__hidden",
            ),
            Wish("encapsulate_field", "target", "", "to a property"),
        ),
    )


def _reads(
    declaration: tuple[str, str, str], access: str, expression: tuple[str, ...], statement: tuple[str, ...]
) -> Draft:
    reference = f"{access}.{referred(_FIELD)}"
    uses = [in_context(reference, each, around) for around in statement for each in expression]
    return _program(declaration, access, block(*uses))


def _stores(declaration: tuple[str, str, str], access: str, place: str, store: tuple[str, ...]) -> Draft:
    target = fill(place, t=f"{access}.{referred(_FIELD)}")
    uses = [fill(each, t=target) for each in store]
    return _program(declaration, access, block(*uses), OPEN_WITH)


FIELD_REFERENCE = Generator(
    name="field_reference",
    doc="A field and a method that reads it: how it is declared, reached, and where the read stands.",
    dimensions=(
        dimension("declaration", _DECLARATIONS),
        dimension("access", _ACCESSES),
        dimension("statement", STATEMENTS, merges=True),
        dimension("expression", EXPRESSIONS, merges=True),
    ),
    build=_reads,
    rules=(Rule(("declaration", "access"), _goes_together),),
)

FIELD_STORE = Generator(
    name="field_store",
    doc="A field and a method that writes, augments, annotates, unpacks into or deletes it.",
    dimensions=(
        dimension("declaration", _DECLARATIONS),
        dimension("access", _ACCESSES),
        dimension("place", {"plain": "‹t›", "parenthesised": "(‹t›)"}),
        dimension("store", STORES, merges=True),
    ),
    build=_stores,
    rules=(Rule(("declaration", "access"), lambda d, a: _goes_together(d, a) and a != "super"),),
)
