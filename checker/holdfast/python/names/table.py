"""The values that the lexical analysis of one file yields.

Everything here is about one file and needs no other: which scopes there are, which tokens name
something, and which scope owns the variable that a token names. Positions are offsets of characters.
A variable is a pair (owner scope, name); `name` is always the variable's identity, that is after NFKC
normalisation and private-name mangling, while the text between `start` and `end` is what the person
wrote.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, IntFlag
from typing import NamedTuple

#: Owners that are no scope of the file.
BUILTIN = -1
#: No scope binds the name and it is no builtin: a NameError, unless something unseen (a star import,
#: `exec`, an assignment from outside through the module object) provides it.
NOBODY = -2

MODULE_SCOPE = 0


class ScopeKind(Enum):
    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    LAMBDA = "lambda"
    COMPREHENSION = "comprehension"
    #: The hidden scope around a generic function, class or type alias (PEP 695).
    TYPE_PARAMETERS = "type parameters"
    #: The lazily evaluated value of a `type` statement, or the bound or default of a type parameter.
    TYPE_EXPRESSION = "type expression"
    #: Annotations that are evaluated lazily or never (PEP 563, PEP 649).
    ANNOTATION = "annotation"


class SymbolFlag(IntFlag):
    """What a scope does with a name; the counterpart of the flags of `symtable`."""

    BOUND = 1
    READ = 2
    PARAMETER = 4
    IMPORTED = 8
    ANNOTATED = 16
    DECLARED_GLOBAL = 32
    DECLARED_NONLOCAL = 64
    #: Bound only by `del` counts as bound in Python.
    DELETED = 128
    #: Owned by this scope and read or bound from an inner function.
    CELL = 256
    #: Owned by an enclosing function.
    FREE = 512
    TYPE_PARAMETER = 1024


class Role(IntEnum):
    """What one occurrence of a name does."""

    READ = 0
    BIND = 1
    PARAMETER = 2
    IMPORT = 3
    FUNCTION = 4
    CLASS = 5
    #: `x += 1`: reads, then binds.
    AUGMENT = 6
    DELETE = 7
    DECLARE_GLOBAL = 8
    DECLARE_NONLOCAL = 9
    #: `x: int` without a value: makes the name local, binds nothing.
    ANNOTATE = 10
    TYPE_PARAMETER = 11


#: Roles that give the variable a value.
BINDING_ROLES = frozenset(
    {Role.BIND, Role.PARAMETER, Role.IMPORT, Role.FUNCTION, Role.CLASS, Role.AUGMENT, Role.TYPE_PARAMETER}
)


class Occurrence(NamedTuple):
    """One name token that binds, reads, deletes or declares a variable."""

    start: int
    end: int
    name: str
    role: Role
    #: The scope in which the token is evaluated.
    scope: int
    #: The scope that owns the variable, or BUILTIN or NOBODY.
    owner: int


class AttributeUse(NamedTuple):
    """The token after a dot. `node` is the `ast.Attribute`; its `ctx` says load, store or delete."""

    start: int
    end: int
    name: str
    scope: int
    node: ast.Attribute
    augmented: bool


class KeywordUse(NamedTuple):
    """The name of a keyword argument of a call or class statement, or of a class pattern.

    `node` is the `ast.Call`, `ast.ClassDef` or `ast.MatchClass`.
    """

    start: int
    end: int
    name: str
    scope: int
    node: ast.AST


class ImportUse(NamedTuple):
    """One dotted module name, or one imported name, inside an import statement.

    For `import a.b as c`: one use per part, `parts` = ("a",) and then ("a", "b"), `member` None.
    For `from ..m import x as y`: uses for the parts of `m` with `member` None, and one with
    `member` "x". `bound` is the index of the occurrence that the import binds (for `import a.b`
    the occurrence is `a` itself), or -1. A star import is one use whose member is "*".
    """

    start: int
    end: int
    level: int
    parts: tuple[str, ...]
    member: str | None
    bound: int
    scope: int
    #: Under `if TYPE_CHECKING:`, in a `try` whose handler catches ImportError, or plain.
    context: str


class StringUse(NamedTuple):
    """An identifier that stands as a string where Python or a library takes it for a name.

    `kind` is "all" (an entry of `__all__`), "slots", "match_args", or "attribute" (getattr, setattr,
    hasattr, delattr, operator.attrgetter, mock.patch.object with a literal).
    """

    start: int
    end: int
    name: str
    kind: str
    scope: int


class Unseen(NamedTuple):
    """A place whose effect on names cannot be known: exec, eval, locals(), an unresolved star import."""

    start: int
    end: int
    what: str
    scope: int


@dataclass(slots=True, eq=False)
class Scope:
    """One scope. `symbols` maps each name that the scope mentions to its flags."""

    index: int
    kind: ScopeKind
    name: str
    node: ast.AST
    start: int
    end: int
    #: Index of the enclosing scope; -1 for the module.
    parent: int
    #: The innermost enclosing class's name as it is used for mangling, or "".
    mangling: str
    symbols: dict[str, SymbolFlag] = field(default_factory=dict)
    children: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class NameTable:
    """All names of one file, each tuple in reading order."""

    scopes: Sequence[Scope]
    occurrences: Sequence[Occurrence]
    attributes: Sequence[AttributeUse]
    keywords: Sequence[KeywordUse]
    imports: Sequence[ImportUse]
    strings: Sequence[StringUse]
    unseen: Sequence[Unseen]
    #: The scope that a node opens: FunctionDef, Lambda, ClassDef, comprehensions, Module.
    scope_of_node: Mapping[ast.AST, int]
    #: Index into `occurrences` of the token of an `ast.Name`, `ast.arg`, def, class, handler, alias.
    occurrence_of_node: Mapping[ast.AST, int]
