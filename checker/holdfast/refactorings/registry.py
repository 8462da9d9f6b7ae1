"""Every refactoring that can be checked: one line each."""

from __future__ import annotations

from holdfast.refactorings.change_signature import CHANGE_SIGNATURE
from holdfast.refactorings.edit import EDIT
from holdfast.refactorings.encapsulate_field import ENCAPSULATE_FIELD
from holdfast.refactorings.extract_function import EXTRACT_FUNCTION
from holdfast.refactorings.extract_variable import EXTRACT_VARIABLE
from holdfast.refactorings.inline import INLINE
from holdfast.refactorings.introduce_parameter import INTRODUCE_PARAMETER
from holdfast.refactorings.member_class_to_top import MEMBER_CLASS_TO_TOP
from holdfast.refactorings.move import MOVE
from holdfast.refactorings.organise_imports import ORGANISE_IMPORTS
from holdfast.refactorings.pull_up import PULL_UP
from holdfast.refactorings.push_down import PUSH_DOWN
from holdfast.refactorings.refactoring import Refactoring
from holdfast.refactorings.refactoring_of_any_kind import REFACTORING
from holdfast.refactorings.rename import RENAME
from holdfast.refactorings.request import Kind
from holdfast.refactorings.safe_delete import SAFE_DELETE

REFACTORINGS: tuple[Refactoring, ...] = (
    RENAME,
    EXTRACT_VARIABLE,
    EXTRACT_FUNCTION,
    INLINE,
    MOVE,
    CHANGE_SIGNATURE,
    ENCAPSULATE_FIELD,
    PULL_UP,
    PUSH_DOWN,
    MEMBER_CLASS_TO_TOP,
    SAFE_DELETE,
    INTRODUCE_PARAMETER,
    ORGANISE_IMPORTS,
    REFACTORING,
    EDIT,
)

BY_KIND: dict[Kind, Refactoring] = {refactoring.kind: refactoring for refactoring in REFACTORINGS}
