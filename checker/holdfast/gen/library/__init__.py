"""The generators of Python programs, in an explicit list.

Each is one value in one file: what it varies and how many programs it makes stand at the top of that
file. To add one, write its file and add one line here.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator
from holdfast.gen.library.annotations import ANNOTATIONS
from holdfast.gen.library.container_field import CONTAINER_FIELD
from holdfast.gen.library.decorators import DECORATORS, PROPERTIES
from holdfast.gen.library.dual_class import CLASS_RELATIONSHIPS, DUAL_CLASS_FIELD_REFERENCE
from holdfast.gen.library.dynamic_names import DYNAMIC_NAMES
from holdfast.gen.library.exceptions import EXCEPTIONS
from holdfast.gen.library.expression_places import EXPRESSION_PLACES, INLINE_VARIABLE
from holdfast.gen.library.field_reference import FIELD_REFERENCE, FIELD_STORE
from holdfast.gen.library.hierarchies import HIERARCHIES
from holdfast.gen.library.imports import IMPORTS
from holdfast.gen.library.inline_function import INLINE_FUNCTION
from holdfast.gen.library.matches import MATCHES
from holdfast.gen.library.method_children import DUAL_CLASS_METHOD_CHILD, TRIPLE_CLASS_METHOD_CHILD
from holdfast.gen.library.method_parent import DUAL_CLASS_METHOD_PARENT
from holdfast.gen.library.method_reference import METHOD_REFERENCE
from holdfast.gen.library.parameters import PARAMETER_REFERENCE
from holdfast.gen.library.records import RECORDS
from holdfast.gen.library.scopes import SCOPES
from holdfast.gen.library.selections import SELECTIONS
from holdfast.gen.library.suspensions import SUSPENSIONS

GENERATORS: tuple[Generator, ...] = (
    CLASS_RELATIONSHIPS,
    FIELD_REFERENCE,
    FIELD_STORE,
    DUAL_CLASS_FIELD_REFERENCE,
    TRIPLE_CLASS_METHOD_CHILD,
    DUAL_CLASS_METHOD_CHILD,
    DUAL_CLASS_METHOD_PARENT,
    METHOD_REFERENCE,
    PARAMETER_REFERENCE,
    CONTAINER_FIELD,
    SCOPES,
    IMPORTS,
    SELECTIONS,
    EXPRESSION_PLACES,
    INLINE_VARIABLE,
    INLINE_FUNCTION,
    PROPERTIES,
    DECORATORS,
    RECORDS,
    MATCHES,
    EXCEPTIONS,
    SUSPENSIONS,
    ANNOTATIONS,
    DYNAMIC_NAMES,
    HIERARCHIES,
)


def named(name: str) -> Generator:
    """The generator with this name; a `KeyError` when there is none."""
    return {generator.name: generator for generator in GENERATORS}[name]
