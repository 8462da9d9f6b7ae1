"""Base classes that only one world has: a superclass that was extracted, or one that was dissolved.

That a class extends such a base is no effect of its own: it extends what the base extends. What the base brings are
members, and those are compared as each class has them, along an order of classes that is the same but for the base.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from holdfast.check.classes.families import class_after
from holdfast.check.gone.registrations import who_hears
from holdfast.check.pair import Pair
from holdfast.python.project.classes import (
    MEMBERLESS,
    OBJECT,
    Ancestor,
    class_info,
    class_node,
    order_of,
    own_member,
)
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.hierarchy import class_at, subclasses
from holdfast.python.project.made_members import DATACLASS_DECORATORS, decorator_names, is_made
from holdfast.python.project.modules import External
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side

#: Members that act on the classes below when those are made.
_ACTING_BELOW = (
    "__init_subclass__",
    "__new__",
    "__set_name__",
    "__slots__",
    "__getattribute__",
    "__getattr__",
)


def bases_behind(side: Side, identity: Hashable, below: ClassKey) -> list[tuple[str, Hashable]] | None:
    """What a class extends through a base that the other world does not have: tag and key of each value.

    None where the base is there in both worlds, or does something to the classes below it.
    """
    declaration = side.declared.get(identity)
    if declaration is None or declaration.kind is not Kind.CLASS:
        return None
    info = class_at(side.program, declaration.interval)
    if info is None or not _is_plumbing(side, info.key):
        return None
    return list(_expanded(side, info.key, _wanted(side, below)))


def _is_plumbing(side: Side, key: ClassKey) -> bool:
    """Is it a class that the other world does not have, and that does nothing to others?"""
    info = class_info(side.program, key)
    if not _is_only_here(side, key) or not _is_undecorated(side.program, key):
        return False
    if info.metaclass is not None or not all(isinstance(base, ClassKey | External) for base in info.bases):
        return False
    if any(own_member(side.program, key, name) is not None for name in _ACTING_BELOW):
        return False
    if who_hears(side.program, key.file, class_node(side.program, key)) is not None:
        return False
    return all(_keeps_order(side, item) for item in subclasses(side.program, key))


def _is_undecorated(program: Program, key: ClassKey) -> bool:
    """Has it no decorator, or one that makes fields of it, as those below have one for themselves?"""
    decorators = class_node(program, key).decorator_list
    return not decorators or (
        all(decorator_names(program, key.file, item) & DATACLASS_DECORATORS for item in decorators)
        and all(is_made(program, below, "__init__") for below in subclasses(program, key))
    )


def _is_only_here(side: Side, key: ClassKey) -> bool:
    place = class_info(side.program, key).interval
    return (side.pair.became(place) if side.is_before else side.pair.was(place)) is None


def _keeps_order(side: Side, key: ClassKey) -> bool:
    """Is the order of the class the same in both worlds, without classes that only one has and memberless ones?"""
    other = _counterpart(side, key)
    if other is None:
        return True  # only this world has it
    program = side.pair.after if side.is_before else side.pair.before
    own = [item for item in order_of(side.program, key).classes if item not in MEMBERLESS]
    translated = [_counterpart(side, item) if isinstance(item, ClassKey) else item for item in own]
    known = set(translated)
    expected = [item for item in order_of(program, other).classes if item not in MEMBERLESS and item in known]
    return [item for item in translated if item is not None] == expected


def _counterpart(side: Side, key: ClassKey) -> ClassKey | None:
    if side.is_before:
        return class_after(side.pair, key)
    return _class_before(side.pair, key)


def _class_before(pair: Pair, key: ClassKey) -> ClassKey | None:
    place = pair.was(class_info(pair.after, key).interval)
    info = class_at(pair.before, place) if place is not None else None
    return None if info is None else info.key


def _wanted(side: Side, below: ClassKey) -> frozenset[Ancestor]:
    """The memberless classes that the class has in the other world."""
    other = _counterpart(side, below)
    program = side.pair.after if side.is_before else side.pair.before
    return frozenset(order_of(program, other).classes) & MEMBERLESS if other is not None else frozenset()


def _expanded(side: Side, key: ClassKey, wanted: frozenset[Ancestor]) -> Iterator[tuple[str, Hashable]]:
    for base in class_info(side.program, key).bases:
        if isinstance(base, ClassKey):
            if _is_plumbing(side, base):
                yield from _expanded(side, base, wanted)
            else:
                info = class_info(side.program, base)
                declaration = Declaration(info.interval, Kind.CLASS, info.name)
                yield "global", side.identity_of_declaration(declaration)
        elif isinstance(base, External) and (base not in MEMBERLESS or base in wanted - {OBJECT}):
            module, _, name = base.name.rpartition(".")
            yield ("builtin", name) if module == "builtins" else ("global", ("external", base.name))


def key_of_class(side: Side, file: str, node: ast.ClassDef) -> ClassKey:
    facts = side.program.facts(file)
    assert facts is not None
    return ClassKey(file, facts.names.scope_of_node[node])
