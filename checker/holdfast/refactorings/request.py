"""What somebody asked for: the refactoring that an edit claims to be."""

from __future__ import annotations

from enum import Enum

from holdfast.records import dataclass
from holdfast.text.interval import Interval


class Kind(Enum):
    """The refactorings that can be checked, spelled as on the command line."""

    RENAME = "rename"
    EXTRACT_VARIABLE = "extract-variable"
    EXTRACT_FUNCTION = "extract-function"
    INLINE = "inline"
    MOVE = "move"
    CHANGE_SIGNATURE = "change-signature"
    ENCAPSULATE_FIELD = "encapsulate-field"
    PULL_UP = "pull-up"
    PUSH_DOWN = "push-down"
    MEMBER_CLASS_TO_TOP = "member-class-to-top"
    SAFE_DELETE = "safe-delete"
    INTRODUCE_PARAMETER = "introduce-parameter"
    ORGANISE_IMPORTS = "organise-imports"
    #: A refactoring of a kind that is not known: the steps are recognised in the difference.
    REFACTORING = "refactoring"
    #: Any edit: only the code that it did not touch must keep its meaning.
    EDIT = "edit"


@dataclass(frozen=True, slots=True)
class Request:
    """A refactoring and what it acts on; `target` and `new_name` where they are known."""

    kind: Kind
    target: Interval | None = None
    new_name: str | None = None
