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
from enum import Enum, IntEnum, IntFlag
from typing import TYPE_CHECKING, NamedTuple

from holdfast.python.names.builtin_names import BUILTIN_NAMES
from holdfast.records import dataclass

if TYPE_CHECKING:
    from holdfast.python.names.parts import NodeSource, Part

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
    """What a scope does with a name; the counterpart of the flags of `symtable`.

    `Scope.symbols` holds plain integers, because `|` of two members costs a microsecond; test them with
    `flags & SymbolFlag.BOUND`.
    """

    #: Bound in any way: assigned, deleted, imported, annotated, a parameter or a type parameter.
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
    #: Bound otherwise than by an import or as a parameter.
    ASSIGNED = 2048


class AnnotationTime(Enum):
    """When annotations are evaluated, which decides the scope of the names in them."""

    #: At the definition, in the scope around it.
    EAGER = "eager"
    #: Never by Python itself: `from __future__ import annotations` keeps their text (PEP 563).
    TEXT = "text"
    #: On demand, in a function of their own (PEP 649, Python 3.14).
    DEFERRED = "deferred"


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
    """The token after a dot. `node` is the `ast.Attribute`; its `ctx` says load, store or delete.

    `name` is mangled where Python mangles it.
    """

    start: int
    end: int
    name: str
    scope: int
    origin: ast.Attribute
    augmented: bool
    source: NodeSource

    @property
    def node(self) -> ast.Attribute:
        return self.source.attribute(self.origin)


class KeywordUse(NamedTuple):
    """The name of a keyword argument of a call or class statement, or of a class pattern.

    `node` is the `ast.Call`, `ast.ClassDef` or `ast.MatchClass`. Python does not mangle these names.
    """

    start: int
    end: int
    name: str
    scope: int
    origin: ast.AST
    source: NodeSource

    @property
    def node(self) -> ast.AST:
        return self.source.node(self.origin)


class ImportUse(NamedTuple):
    """One dotted module name, or one imported name, inside an import statement.

    For `import a.b as c`: one use per part, `parts` = ("a",) and then ("a", "b"), `member` None.
    For `from ..m import x as y`: uses for the parts of `m` with `member` None, and one with
    `member` "x". `bound` is the index of the occurrence that the import binds (for `import a.b`
    the occurrence is `a` itself; every part of one dotted name has the same), or -1. A star import is
    one use whose member is "*".

    `context` is "type_checking" under `if TYPE_CHECKING:`, "try" in the body of a `try` that handles
    ImportError, "fallback" in such a handler, and otherwise "plain".
    """

    start: int
    end: int
    level: int
    parts: tuple[str, ...]
    member: str | None
    bound: int
    scope: int
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
    """One scope. `symbols` maps each name that the scope mentions to its `SymbolFlag`s, as an integer.

    `node` is what opens the scope: Module, def, Lambda, ClassDef, a comprehension; for the scopes of
    type parameters, type expressions and annotations what they belong to (def, class or type alias; the
    TypeVar or TypeAlias; the annotation).
    """

    index: int
    kind: ScopeKind
    name: str
    start: int
    end: int
    #: Index of the enclosing scope; -1 for the module.
    parent: int
    #: The innermost enclosing class's name as it is used for mangling, or "".
    mangling: str
    symbols: Mapping[str, int]
    children: Sequence[int]
    origin: ast.AST
    source: NodeSource

    @property
    def node(self) -> ast.AST:
        return self.source.node(self.origin)


@dataclass(frozen=True, slots=True, eq=False)
class NameTable:
    """All names of one file, each sequence in reading order."""

    scopes: Sequence[Scope]
    occurrences: Sequence[Occurrence]
    attributes: Sequence[AttributeUse]
    keywords: Sequence[KeywordUse]
    imports: Sequence[ImportUse]
    strings: Sequence[StringUse]
    unseen: Sequence[Unseen]
    #: The scope that a node opens: FunctionDef, Lambda, ClassDef, comprehensions, Module.
    scope_of_node: Mapping[ast.AST, int]
    #: Index into `occurrences` of the token of an `ast.Name`, `ast.arg`, def, class, handler, alias,
    #: capture pattern or type parameter.
    occurrence_of_node: Mapping[ast.AST, int]
    #: The variables of the module: bound at its top level, or in a function that says `global`.
    module_names: frozenset[str]
    #: What each top-level statement contributed; what `analyse` reuses after an edit.
    parts: Sequence[Part]
    #: How annotations are evaluated; part of what makes a part reusable.
    annotations: AnnotationTime

    def fallback(self, name: str) -> int:
        """Where a read of `name` in a class body or at module level looks when its scope has not bound
        it yet: the module (LOAD_NAME skips enclosing functions), BUILTIN or NOBODY.
        """
        if name in self.module_names:
            return MODULE_SCOPE
        return BUILTIN if name in BUILTIN_NAMES else NOBODY
