"""Method reference: one class with a method, and the many ways to call it.

| dimension | variants |
|---|---|
| kind (4) | instance method, class method, static method, name-mangled instance method |
| access (10) | self, an instance, the class, the class of self, cls, super() in a subclass, a bound name, a callback, a dispatch table, functools.partial |
| statement (16), expression (28) | the contexts of the call |

The class and cls call an instance method with nothing to be self, so those go with class and static
methods only; a mangled method is not seen in a subclass, nor under its name in an inner class: 33 of the
40 pairs remain, 14,588 programs.
Merging the statements leaves 924, merging the expressions too leaves 33.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.contexts import EXPRESSIONS, STATEMENTS, in_context
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, renames

_CLASSES = """\
import functools


class Base:
    def below(self):
        return 1


class Item(Base):
    level = 10

    ‹method›

    def other(self):
        return 50

    ‹decorator›
    def use(‹receiver›):
        ‹use›


class Special(Item):
    def above(self):
        ‹super_use›
        return 2
"""

_KINDS = {
    "instance": ("run", "", "self", "self.level"),
    "class": ("run", "@classmethod\n", "cls", "cls.level"),
    "static": ("run", "@staticmethod\n", "", "10"),
    "mangled": ("__run", "", "self", "self.level"),
}

_ACCESSES = {
    "self": "self.‹m›()",
    "instance": "Item().‹m›()",
    "class": "Item.‹m›()",
    "class with self": "Item.‹m›(self)",
    "cls": "cls.‹m›()",
    "super": "super().‹m›()",
    "bound name": "(lambda bound: bound())(self.‹m›)",
    "callback": "[each() for each in [self.‹m›]][0]",
    "dispatch": "dict(go=self.‹m›).popitem()[1]()",
    "partial": "functools.partial(self.‹m›)()",
}


def _goes_together(kind: str, access: str, statement: str) -> bool:
    if kind == "mangled" and statement == "nested class":
        return False  # there the name is mangled with the name of the inner class
    if access in {"class", "cls"}:
        return kind in {"class", "static"}
    if access == "class with self":
        return kind in {"instance", "mangled"}
    return not (access == "super" and kind == "mangled")


def _build(
    kind: tuple[str, str, str, str], access: str, statement: tuple[str, ...], expression: tuple[str, ...]
) -> Draft:
    name, decorator, receiver, value = kind
    call = access.replace("‹m›", referred(name))
    uses = block(*[in_context(call, each, around) for around in statement for each in expression])
    from_subclass = access.startswith("super()")
    text = fill(
        _CLASSES,
        method=f"{decorator}def {declared(name)}({receiver}):\n    return {value}",
        decorator="@classmethod" if access.startswith("cls.") else "",
        receiver="cls" if access.startswith("cls.") else "self",
        use="return 3" if from_subclass else uses,
        super_use=uses if from_subclass else "",
    )
    tail = block(
        "item = Item()",
        "show(lambda: item.use())",
        "show(lambda: Special().above())",
        "show(lambda: (item.other(), item.below(), item.level, Special().use()))",
        "" if name.startswith("__") else f"show(lambda: item.{referred(name)}())",
    )
    return Draft({MAIN: SHOW + text + "\n\n" + tail + "\n"}, _WISHES)


_WISHES = renames(
    "target",
    fresh="renamed",
    taken_in_same_class="other",
    taken_by_a_field="level",
    taken_in_base_class="below",
    taken_in_subclass="above",
    builtin="print",
    mangled="__hidden",
)

METHOD_REFERENCE = Generator(
    name="method_reference",
    doc="A method and one call of it: its kind, how it is reached, and where the call stands.",
    dimensions=(
        dimension("kind", _KINDS),
        dimension("access", _ACCESSES),
        dimension("statement", STATEMENTS, merges=True),
        dimension("expression", EXPRESSIONS, merges=True),
    ),
    build=_build,
    rules=(Rule(("kind", "access", "statement"), _goes_together),),
)
