"""Decorators and properties: names that are bound to something other than what is written under them.

Properties: a group of accessors under one name. 7 forms (getter; with setter; with deleter; old style with
`property(…)`; cached; overridden in a subclass; extended there with `Base.name.setter`) × 9 uses (read,
write, augmented, delete, through the class, through super(), in a nested function, from outside, as a
function reference) = 63 programs; what a form does not support prints its AttributeError.

Decorators: the target is a decorator. 8 decorators (plain, with arguments, wrapping with `functools.wraps`,
a class, a method of a class, one that registers by name, one that returns the function, one with a default
that is the decorated name's enclosing value) × 6 things decorated × 3 stackings = 144 programs, 24 when what is decorated is merged.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, renames

_D, _R = declared("level"), referred("level")

_GETTER = f"@property\ndef {_D}(self):\n    return self.kept"
_SETTER = f"@{_R}.setter\ndef {_D}(self, given):\n    self.kept = given * 2"
_DELETER = f"@{_R}.deleter\ndef {_D}(self):\n    self.kept = -1"

# form: the body of Item, the body of Special
_FORMS = {
    "getter": (_GETTER, "above = 3"),
    "with setter": (f"{_GETTER}\n\n{_SETTER}", "above = 3"),
    "with deleter": (f"{_GETTER}\n\n{_SETTER}\n\n{_DELETER}", "above = 3"),
    "old style": (
        "def get(self):\n    return self.kept\n\ndef put(self, given):\n    self.kept = given * 2\n\n"
        f"{_D} = property(get, put)",
        "above = 3",
    ),
    "cached": (
        f"@functools.cached_property\ndef {_D}(self):\n    print('computed')\n    return self.kept",
        "above = 3",
    ),
    "overridden": (
        f"{_GETTER}\n\n{_SETTER}",
        f"above = 3\n\n@property\ndef {_D}(self):\n    return super().{_R} + 100",
    ),
    "extended": (
        f"{_GETTER}\n\n{_SETTER}",
        f"above = 3\n\n@Item.{_R}.getter\ndef {_D}(self):\n    return self.kept + 200",
    ),
}

_USES = {
    "read": f"print(self.{_R})",
    "write": f"self.{_R} = 6\nprint(self.{_R}, self.kept)",
    "augmented": f"self.{_R} += 6\nprint(self.{_R}, self.kept)",
    "delete": f"print(self.{_R})\ndel self.{_R}\nprint(self.kept)",
    "class": f"print(isinstance(type(self).{_R}, property))",
    "nested function": f"def inner():\n    self.{_R} = 4\n    return self.{_R}\n\nprint(inner())",
    "loop target": f"for self.{_R} in (1, 2):\n    print(self.kept)",
    "comprehension": f"print([item.{_R} for item in (self, Item())])",
    "function": f"print((lambda item: item.{_R})(self))",
}

_PROPERTY = """\
class Base:
    below = 1


class Item(Base):
    def __init__(self):
        self.kept = 10
        self.size = 5

    ‹accessors›

    def work(self):
        return 4

    def use(self):
        ‹use›


class Special(Item):
    ‹special›


show(lambda: Item().use())
show(lambda: Special().use())
show(lambda: (Item().‹name›, Special().‹name›))
show(lambda: (Item().size, Item().work(), Item.below, Special.above))
"""


def _property(form: tuple[str, str], use: tuple[str, ...]) -> Draft:
    accessors, special = form
    text = fill(_PROPERTY, accessors=accessors, use=block(*use), special=special, name=_R)
    return Draft(
        {MAIN: "import functools\n\n\n" + SHOW + text},
        renames(
            "target",
            fresh="renamed",
            taken_by_a_field="size",
            taken_by_the_hidden_field="kept",
            taken_in_same_class="work",
            taken_in_base_class="below",
            taken_in_subclass="above",
            mangled="__hidden",
        ),
    )


PROPERTIES = Generator(
    name="properties",
    doc="A property: how its accessors are written, and how it is used.",
    dimensions=(dimension("form", _FORMS), dimension("use", _USES, merges=True)),
    build=_property,
)

_N, _C = declared("twice"), referred("twice")

# decorator: its definition, how it is applied
_DECORATORS = {
    "plain": (
        f"def {_N}(wrapped):\n    def call(*given):\n        return 2 * wrapped(*given)\n\n    return call",
        f"@{_C}",
    ),
    "with arguments": (
        f"def {_N}(times=2):\n    def around(wrapped):\n        return lambda *given: times * wrapped(*given)\n\n"
        "    return around",
        f"@{_C}(times=3)",
    ),
    "wraps": (
        f"def {_N}(wrapped):\n    @functools.wraps(wrapped)\n    def call(*given):\n        return wrapped(*given) + 1\n\n"
        "    return call",
        f"@{_C}",
    ),
    "class": (
        f"class {_N}:\n    def __init__(self, wrapped):\n        self.wrapped = wrapped\n\n"
        "    def __call__(self, *given):\n        return 4 * self.wrapped(*given)\n\n"
        "    def __get__(self, item, owner):\n        return functools.partial(self, item)",
        f"@{_C}",
    ),
    "static method": (
        f"class tools:\n    @staticmethod\n    def {_N}(wrapped):\n        return lambda *given: 5 * wrapped(*given)",
        f"@tools.{_C}",
    ),
    "registering": (f"def {_N}(wrapped):\n    registry.append(wrapped)\n    return wrapped", f"@{_C}"),
    "lambda": (f"{_N} = lambda wrapped: lambda *given: wrapped(*given) - 1", f"@{_C}"),
    "expression": (f"{_N} = [lambda wrapped: lambda *given: 6 * wrapped(*given)]", f"@{_C}[0]"),
}

_DECORATED = {
    "function": ("‹d›\ndef work():\n    return 10", "work()"),
    "method": ("class Item:\n    ‹d›\n    def work(self):\n        return 10", "Item().work()"),
    "static method": (
        "class Item:\n    @staticmethod\n    ‹d›\n    def work():\n        return 10",
        "Item.work()",
    ),
    "nested function": (
        "def around():\n    ‹d›\n    def work():\n        return 10\n\n    return work()",
        "around()",
    ),
    "generator": ("‹d›\ndef work():\n    return sum(inner())\n\n\ndef inner():\n    yield 10", "work()"),
    "shadowing": ("‹d›\ndef work(twice=3):\n    return 10 + twice", "work()"),
}

_STACKS = {"alone": "‹d›", "outermost": "‹d›\n@other", "innermost": "@other\n‹d›"}


def _decorator(decorator: tuple[str, str], decorated: tuple[tuple[str, str], ...], stack: str) -> Draft:
    definition, applied = decorator
    things = [
        f"{fill(template, d=fill(stack, d=applied))}\n\n\nshow(lambda: {call})\n"
        for template, call in decorated
    ]
    prelude = "import functools\n\nregistry = []\n\n\n"
    other = "def other(wrapped):\n    return lambda *given: wrapped(*given) + 1000\n\n\n"
    tail = "show(lambda: len(registry))\n"
    return Draft(
        {MAIN: prelude + SHOW + other + definition + "\n\n\n" + "\n\n".join(things) + tail},
        renames(
            "target",
            fresh="renamed",
            taken_in_same_scope="other",
            taken_by_the_decorated="work",
            taken_by_a_module="functools",
            builtin="len",
        ),
    )


DECORATORS = Generator(
    name="decorators",
    doc="A decorator: how it is made, what it decorates, and what it is stacked with.",
    dimensions=(
        dimension("decorator", _DECORATORS),
        dimension("decorated", _DECORATED, merges=True),
        dimension("stack", _STACKS),
    ),
    build=_decorator,
)
