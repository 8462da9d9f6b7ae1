"""What resolving a name across files yields: declarations, the outside, or nothing.

A declaration is the token that the lexical analysis takes for the declaration of a variable (its first
binding in reading order), so that edges from other files and from the file itself end at one interval.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from holdfast.records import dataclass
from holdfast.text.interval import Interval


class Kind(Enum):
    """What a declaration declares."""

    MODULE = "module"
    FUNCTION = "function"
    CLASS = "class"
    VARIABLE = "variable"
    PARAMETER = "parameter"
    IMPORT = "import"
    #: Members of classes.
    METHOD = "method"
    PROPERTY = "property"
    CLASS_ATTRIBUTE = "class attribute"
    INSTANCE_ATTRIBUTE = "instance attribute"
    FIELD = "field"
    SLOT = "slot"
    NESTED_CLASS = "nested class"


class Declaration(NamedTuple):
    """A declaring token. A module is declared by the empty interval at the start of its file."""

    interval: Interval
    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Everything that a name can mean.

    `declarations` are in the world, sorted; `external` are dotted names outside it. `unseen` says that
    something else may provide the name (a module's `__getattr__`, a star import from outside). A name
    with no declaration, nothing external and nothing unseen does not exist.
    """

    declarations: tuple[Declaration, ...] = ()
    external: tuple[str, ...] = ()
    unseen: bool = False

    @property
    def missing(self) -> bool:
        return not (self.declarations or self.external or self.unseen)


NOTHING = Resolution()


def module_declaration(file: str, name: str) -> Declaration:
    return Declaration(Interval(file, 0, 0), Kind.MODULE, name)


def union(resolutions: list[Resolution]) -> Resolution:
    if len(resolutions) == 1:
        return resolutions[0]
    declarations = {item for one in resolutions for item in one.declarations}
    return Resolution(
        tuple(sorted(declarations, key=lambda item: item.interval)),
        tuple(sorted({name for one in resolutions for name in one.external})),
        any(one.unseen for one in resolutions),
    )
