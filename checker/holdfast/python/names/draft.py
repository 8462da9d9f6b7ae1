"""What is collected while one top-level statement is walked, before anything is resolved.

Mutable, owned by one call of `walk_statement`, and gone when its part is made. Records are plain tuples:
there is one for every name token of a file.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from holdfast.python.names.table import AnnotationTime, Role, ScopeKind, SymbolFlag
from holdfast.python.names.tokens import identifier_end
from holdfast.python.tree import Tree

READ = int(SymbolFlag.READ)
BOUND = int(SymbolFlag.BOUND)
PARAMETER = int(SymbolFlag.BOUND | SymbolFlag.PARAMETER)
IMPORTED = int(SymbolFlag.BOUND | SymbolFlag.IMPORTED)
ASSIGNED = int(SymbolFlag.BOUND | SymbolFlag.ASSIGNED)
ANNOTATED = int(SymbolFlag.BOUND | SymbolFlag.ASSIGNED | SymbolFlag.ANNOTATED)
DELETED = int(SymbolFlag.BOUND | SymbolFlag.ASSIGNED | SymbolFlag.DELETED)
TYPE_PARAMETER = int(SymbolFlag.BOUND | SymbolFlag.TYPE_PARAMETER | SymbolFlag.ASSIGNED)
DECLARED_GLOBAL = int(SymbolFlag.DECLARED_GLOBAL)
DECLARED_NONLOCAL = int(SymbolFlag.DECLARED_NONLOCAL)


class ScopeDraft:
    """A scope under construction.

    `phantom`: Python itself never evaluates it (text annotations), so it makes no cells.
    `sees_class`: it looks into the class body that it stands in directly (PEP 695, PEP 649).
    """

    __slots__ = (
        "end",
        "index",
        "kind",
        "mangling",
        "name",
        "node",
        "owners",
        "parent",
        "phantom",
        "sees_class",
        "start",
        "symbols",
    )

    def __init__(
        self,
        kind: ScopeKind,
        name: str,
        node: ast.AST,
        start: int,
        end: int,
        parent: ScopeDraft | None,
        mangling: str,
        phantom: bool = False,
        sees_class: bool = False,
    ) -> None:
        self.kind = kind
        self.name = name
        self.node = node
        self.start = start
        self.end = end
        self.parent = parent
        self.mangling = mangling
        self.phantom = phantom
        self.sees_class = sees_class
        self.symbols: dict[str, int] = {}
        #: Filled by `resolve`: the scope that owns each name; None stands for nobody.
        self.owners: dict[str, ScopeDraft | None] = {}
        self.index = 0


class RawOccurrence(NamedTuple):
    start: int
    end: int
    name: str
    role: Role
    scope: ScopeDraft
    node: ast.AST | None


class RawAttribute(NamedTuple):
    start: int
    end: int
    name: str
    scope: ScopeDraft
    node: ast.Attribute
    augmented: bool


class RawKeyword(NamedTuple):
    start: int
    end: int
    name: str
    scope: ScopeDraft
    node: ast.AST


class RawImport(NamedTuple):
    start: int
    end: int
    level: int
    parts: tuple[str, ...]
    member: str | None
    #: The alias whose occurrence is bound, or None.
    alias: ast.alias | None
    scope: ScopeDraft


class RawString(NamedTuple):
    start: int
    end: int
    name: str
    kind: str
    scope: ScopeDraft


class RawUnseen(NamedTuple):
    start: int
    end: int
    what: str
    scope: ScopeDraft
    #: The name that must be the builtin for this to count, or "".
    callee: str


class Draft:
    """Everything that the walk of one top-level statement finds."""

    __slots__ = (
        "annotations",
        "attributes",
        "contexts",
        "imports",
        "keywords",
        "module",
        "occurrences",
        "pending",
        "repaired",
        "scopes",
        "starts",
        "strings",
        "text",
        "tree",
        "unseen",
        "walruses",
        "wide",
    )

    def __init__(self, tree: Tree, annotations: AnnotationTime) -> None:
        self.tree = tree
        self.text = tree.text
        self.starts: Sequence[int] = tree.lines.starts
        self.wide = tree.lines.wide
        self.annotations = annotations
        self.module = ScopeDraft(ScopeKind.MODULE, "", tree.module, 0, len(tree.text), None, "")
        self.scopes: list[ScopeDraft] = []
        #: Scopes whose bodies are still to be walked, with the nodes to walk.
        self.pending: list[tuple[ScopeDraft, list[ast.AST]]] = []
        self.occurrences: list[RawOccurrence] = []
        self.attributes: list[RawAttribute] = []
        self.keywords: list[RawKeyword] = []
        self.imports: list[RawImport] = []
        self.strings: list[RawString] = []
        self.unseen: list[RawUnseen] = []
        #: Walrus targets inside comprehensions: the comprehension and the variable's name.
        self.walruses: list[tuple[ScopeDraft, str]] = []
        #: Intervals in which an import is conditional, and how.
        self.contexts: list[tuple[int, int, str]] = []
        self.repaired = False

    def offset(self, lineno: int, column: int) -> int:
        if lineno in self.wide:
            return self.tree.offset(lineno, column)
        return self.starts[lineno] + column

    def start(self, node: ast.expr | ast.stmt | ast.pattern | ast.arg | ast.keyword | ast.alias) -> int:
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.pattern | ast.arg | ast.keyword | ast.alias) -> int:
        return self.offset(node.end_lineno or 0, node.end_col_offset or 0)

    def open(
        self,
        kind: ScopeKind,
        name: str,
        node: ast.expr | ast.stmt,
        parent: ScopeDraft,
        *,
        mangling: str | None = None,
        phantom: bool = False,
        sees_class: bool = False,
    ) -> ScopeDraft:
        """A new scope that `node` opens inside `parent`; its body is walked later."""
        scope = ScopeDraft(
            kind,
            name,
            node,
            self.start(node),
            self.end(node),
            parent,
            parent.mangling if mangling is None else mangling,
            phantom or parent.phantom,
            sees_class,
        )
        self.scopes.append(scope)
        return scope

    def token(
        self, scope: ScopeDraft, written: str, start: int, role: Role, flags: int, node: ast.AST | None
    ) -> None:
        """Record the identifier that begins at `start`; `written` is what `ast` calls it."""
        end = start + len(written) if not self.wide else identifier_end(self.text, start)
        name = mangled(scope.mangling, written) if written.startswith("__") else written
        scope.symbols[name] = scope.symbols.get(name, 0) | flags
        self.occurrences.append(RawOccurrence(start, end, name, role, scope, node))

    def keyword(self, scope: ScopeDraft, keyword: ast.keyword, node: ast.AST) -> None:
        """Record the name of a keyword argument of `node`."""
        name = keyword.arg or ""
        start = self.offset(keyword.lineno, keyword.col_offset)
        end = identifier_end(self.text, start) if keyword.lineno in self.wide else start + len(name)
        self.keywords.append(RawKeyword(start, end, name, scope, node))


def mangled(class_name: str, name: str) -> str:
    """The identity of a private name inside a class: `__x` in `class _C` is `_C__x`."""
    if not class_name or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    stripped = class_name.lstrip("_")
    return f"_{stripped}{name}" if stripped else name
