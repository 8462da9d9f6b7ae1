"""Hierarchies: every inheritance graph of up to four classes, and a method that some of them define.

A choice program: the graph is chosen object by object from a pool, so that no two graphs differ only in
the names of classes; a predicate keeps those that Python accepts (a consistent method resolution order);
then each class leaves the method out, defines it, or defines it and calls super() (where a class behind it
has the method). 1 graph has one class, 1 two, 3 three and 12 four; with the methods these are 467
hierarchies, found on 1,288 paths.

| dimension | variants |
|---|---|
| hierarchy (467) | graph and methods, as explored |
| call (3) | through an instance, through the class, through a method inherited from the root |

467 × 3 = 1,401 programs. The target is the method in every class, since the classes are one family.
"""

from __future__ import annotations

from typing import Any

from holdfast.gen.choice import assume, choose, one_of, same, value
from holdfast.gen.generator import Dimension, Explored, Generator, dimension
from holdfast.gen.holes import block
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.pool import Pool
from holdfast.gen.program import MAIN, Draft, Wish, renames

LARGEST = 4

_ABSENT, _OWN, _SUPER = "absent", "own", "super"


class Class:
    """A class of the graph: its bases in order, and what it does with the method."""

    __slots__ = ("bases", "method")

    def __init__(self) -> None:
        self.bases: list[Any] = []
        self.method: Any = _ABSENT


def hierarchy() -> Any:
    """The bottom class of a graph of up to four classes, with its methods."""
    pool = Pool(LARGEST, Class)
    bottom = value(pool.new())
    _choose_bases(bottom, [], [], pool)
    assume(_linearised(bottom))
    classes = pool.objects
    for each in classes:
        each.method = one_of(_ABSENT, _OWN, _SUPER)
    defining = [each for each in classes if value(each.method) != _ABSENT]
    assume(len(defining) > 0)
    # super() in a class that has no class with the method behind it would only raise.
    for each in defining:
        assume(each.method == _OWN or any(other.method != _ABSENT for other in _linearised(each)[1:]))
    return bottom


def _choose_bases(cls: Class, way: list[Class], done: list[Class], pool: Pool) -> None:
    way.append(cls)
    cls.bases = [pool.any() for _ in range(value(choose(0, 2)))]
    for index, base in enumerate(cls.bases):
        for earlier in cls.bases[:index]:
            assume(not same(base, earlier))
        assume(not any(same(base, above) for above in way))
        if not any(same(base, other) for other in done):
            _choose_bases(value(base), way, done, pool)
    way.pop()
    done.append(cls)


def _linearised(cls: Class) -> list[Class]:
    """The method resolution order (C3); empty when there is none."""
    bases = [value(base) for base in cls.bases]
    rows = [list(_linearised(base)) for base in bases] + [list(bases)]
    if any(not row for row in rows[:-1]):
        return []
    order = [cls]
    rows = [row for row in rows if row]
    while rows:
        for row in rows:
            head = row[0]
            if not any(same(head, other) for rest in rows for other in rest[1:]):
                break
        else:
            return []
        order.append(head)
        rows = [[each for each in row if not same(each, head)] for row in rows]
        rows = [row for row in rows if row]
    return order


_CALLS = ("instance", "class", "root")


def _build(hierarchy: Any, call: tuple[str, ...]) -> Draft:
    order = _topmost_first(hierarchy)
    names = {id(each): "ABCD"[index] for index, each in enumerate(order)}
    classes = []
    for index, each in enumerate(order):
        bases = ", ".join(names[id(base)] for base in each.bases)
        lines = [f"class {names[id(each)]}{f'({bases})' if bases else ''}:", f"    size{index} = {index}"]
        if not each.bases:
            lines.append(f"\n    def ask(self):\n        return self.{referred('run')}()")
        if each.method != _ABSENT:
            more = f" + super().{referred('run')}()" if each.method == _SUPER else ""
            lines.append(f"\n    def {declared('run')}(self):\n        return [{index}]{more}")
        if index == 0:
            lines.append("\n    def start(self):\n        return 'start'")
        if index == len(order) - 1:
            lines.append("\n    def stop(self):\n        return 'stop'")
        classes.append("\n".join(lines) + "\n")
    tail = []
    for each in order:
        name = names[id(each)]
        called = {
            "instance": f"{name}().{referred('run')}()",
            "class": f"{name}.{referred('run')}({name}())",
            "root": f"{name}().ask()",
        }
        tail += [f"show(lambda: {called[one]})" for one in call]
    first, last = names[id(order[0])], names[id(order[-1])]
    tail.append(f"show(lambda: ({first}().start(), {last}().stop(), {first}.size0))")
    return Draft({MAIN: SHOW + "\n\n".join(classes) + "\n\n" + block(*tail) + "\n"}, _WISHES)


def _topmost_first(bottom: Class) -> list[Class]:
    order: list[Class] = []

    def visit(cls: Class) -> None:
        for base in cls.bases:
            visit(base)
        if not any(cls is each for each in order):
            order.append(cls)

    visit(bottom)
    return order


_WISHES = (
    *renames(
        "target",
        fresh="renamed",
        taken_in_base_class="start",
        taken_in_subclass="stop",
        taken_by_a_caller="ask",
        taken_by_a_field="size0",
    ),
    Wish("pull_up_method", "target", "A", "to the root"),
)

HIERARCHIES = Generator(
    name="hierarchies",
    doc="Every inheritance graph of up to four classes with a method that some of them define.",
    dimensions=(Dimension("hierarchy", Explored(hierarchy)), dimension("call", _CALLS, merges=True)),
    build=_build,
)
