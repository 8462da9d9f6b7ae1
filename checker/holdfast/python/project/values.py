"""What an expression can be, as far as the text says: a closed union of small values.

A value names things of the world by file and scope, and things outside by dotted name.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.python.project.modules import ModuleFile, NamespacePackage
from holdfast.records import dataclass


class ClassKey(NamedTuple):
    """A class statement of the world: its file and the index of its scope."""

    file: str
    scope: int


class ModuleValue(NamedTuple):
    module: ModuleFile | NamespacePackage


class ClassValue(NamedTuple):
    """The class object itself."""

    key: ClassKey


class InstanceValue(NamedTuple):
    """An instance of the class or of a class below it."""

    key: ClassKey


class SuperValue(NamedTuple):
    """`super()` inside a method of the class."""

    key: ClassKey


class FunctionValue(NamedTuple):
    """A function of the world. `bound` says that its first parameter is already taken."""

    file: str
    scope: int
    bound: bool
    #: The class through which it was reached, for methods.
    receiver: ClassKey | None


class ExternalValue(NamedTuple):
    """Something outside the world, or (`instance`) a value made by it."""

    name: str
    instance: bool


class UnknownValue(NamedTuple):
    pass


Value = ModuleValue | ClassValue | InstanceValue | SuperValue | FunctionValue | ExternalValue | UnknownValue

UNKNOWN_VALUE = UnknownValue()


@dataclass(frozen=True, slots=True)
class Values:
    """All that an expression can be. `exact` says that no annotation or rebinding was trusted."""

    items: tuple[Value, ...]
    exact: bool = True

    @property
    def complete(self) -> bool:
        """Whether nothing unknown is among them."""
        return bool(self.items) and UNKNOWN_VALUE not in self.items

    @property
    def proven(self) -> bool:
        return self.exact and self.complete


UNKNOWN = Values((UNKNOWN_VALUE,), exact=False)
#: No value at all: what a circular definition adds to itself.
NO_VALUES = Values(())


def one(value: Value, *, exact: bool = True) -> Values:
    return Values((value,), exact)


def joined(parts: list[Values]) -> Values:
    """Everything that any part can be."""
    if len(parts) == 1:
        return parts[0]
    items = dict.fromkeys(item for part in parts for item in part.items)
    return Values(tuple(items), all(part.exact for part in parts)) if items else UNKNOWN


def inferred(values: Values) -> Values:
    return Values(values.items, False)
