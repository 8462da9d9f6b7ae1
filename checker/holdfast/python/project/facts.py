"""What is known about one file from its text alone, arranged for questions from other files.

Facts depend on nothing but the text and the language version: two worlds, or two files, with equal
text share them. Everything beyond the parse is computed on first use. Resolves nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from holdfast.python.names import analyse
from holdfast.python.names.table import (
    BINDING_ROLES,
    MODULE_SCOPE,
    AttributeUse,
    ImportUse,
    NameTable,
    Occurrence,
    Role,
    Scope,
    ScopeKind,
)
from holdfast.python.project.own_members import Member, members_by_class
from holdfast.python.tree import Tree, parse
from holdfast.records import dataclass


class BoundValue(NamedTuple):
    """Where the value of a binding comes from. `how` is "value", "annotation", "element", "enter" or
    "exception": the expression itself, an instance of what it names, one of its elements, what
    `with` makes of it, or an instance of an exception class that it names."""

    how: str
    node: ast.expr


@dataclass(frozen=True, eq=False)
class FileFacts:
    """The facts of one text."""

    text: str
    tree: Tree
    names: NameTable

    @cached_property
    def bindings(self) -> Mapping[tuple[int, str], Sequence[int]]:
        """Variable (owner scope, name) to the occurrences that bind it, in reading order.

        A variable that is only ever annotated or declared is declared by those occurrences.
        """
        found: dict[tuple[int, str], list[int]] = {}
        weak: dict[tuple[int, str], list[int]] = {}
        for index, item in enumerate(self.names.occurrences):
            if item.role in BINDING_ROLES:
                found.setdefault((item.owner, item.name), []).append(index)
            elif item.role is Role.ANNOTATE:
                weak.setdefault((item.owner, item.name), []).append(index)
        for variable, indices in weak.items():
            found.setdefault(variable, indices)
        return found

    @cached_property
    def occurrence_at(self) -> Mapping[int, Occurrence]:
        """Offset to the occurrence that starts there."""
        return {item.start: item for item in self.names.occurrences}

    @cached_property
    def definition_at(self) -> Mapping[int, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
        """Offset of the name of a function or class to the statement that defines it."""
        return {
            self.names.occurrences[index].start: node
            for node, index in self.names.occurrence_of_node.items()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }

    @cached_property
    def import_of_occurrence(self) -> Mapping[int, ImportUse]:
        """Occurrence that an import binds to the part of the import that it stands for.

        `import a.b` binds `a` to the module `a`; `import a.b as c` binds `c` to `a.b`.
        """
        found: dict[int, ImportUse] = {}
        for use in self.names.imports:
            if use.bound < 0:
                continue
            known = found.get(use.bound)
            if known is None or known.start != self.names.occurrences[use.bound].start:
                found[use.bound] = use
        return found

    @cached_property
    def stars(self) -> Sequence[ImportUse]:
        """The star imports of the module itself."""
        return [use for use in self.names.imports if use.member == "*"]

    @cached_property
    def node_of_occurrence(self) -> Mapping[int, ast.AST]:
        return {index: node for node, index in self.names.occurrence_of_node.items()}

    @cached_property
    def attribute_of_node(self) -> Mapping[ast.AST, AttributeUse]:
        return {use.node: use for use in self.names.attributes}

    @cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        """Each node to the one that it is a part of."""
        return {child: node for node in ast.walk(self.tree.module) for child in ast.iter_child_nodes(node)}

    @cached_property
    def bound_values(self) -> Mapping[ast.AST, BoundValue]:
        """Target of a statement or comprehension (a name, an attribute, a handler) to the expression that says
        what it gets."""
        found = {
            target: value
            for statement in statements(self.tree.module)
            for target, value in _bound_by(statement)
        }
        for scope in self.names.scopes:
            if scope.kind is ScopeKind.COMPREHENSION:
                for each in getattr(scope.node, "generators", ()):
                    found[each.target] = BoundValue("element", each.iter)
        return found

    @cached_property
    def members(self) -> Mapping[int, Mapping[str, Member]]:
        """Class scope to the members that the class itself declares."""
        return members_by_class(self)

    @cached_property
    def class_scopes(self) -> Sequence[int]:
        """The class scopes of the file, in reading order."""
        return [scope.index for scope in self.names.scopes if scope.kind is ScopeKind.CLASS]

    @cached_property
    def aliases(self) -> Mapping[str, frozenset[str]]:
        """Name of something imported or read at module level to the other names that the file gives it."""
        found: dict[str, set[str]] = {}
        occurrences = self.names.occurrences
        for index, use in self.import_of_occurrence.items():
            if use.member is not None and use.member != occurrences[index].name:
                found.setdefault(use.member, set()).add(occurrences[index].name)
        for target, bound in self.bound_values.items():
            name = last_name(bound.node) if bound.how == "value" else ""
            if name and isinstance(target, ast.Name) and target.id != name:
                found.setdefault(name, set()).add(target.id)
        return {name: frozenset(others) for name, others in found.items()}

    @cached_property
    def classes_by_base(self) -> Mapping[str, Sequence[int]]:
        """Last word of a base expression to the class scopes that have such a base; "" for a base that
        is no dotted name."""
        found: dict[str, list[int]] = {}
        for scope in self.class_scopes:
            for base in getattr(self.names.scopes[scope].node, "bases", ()):
                found.setdefault(last_name(base), []).append(scope)
        return found

    @cached_property
    def dunder_all(self) -> frozenset[str] | None:
        """The names in `__all__`; None when there is no `__all__`."""
        if (MODULE_SCOPE, "__all__") not in self.bindings:
            return None
        return frozenset(use.name for use in self.names.strings if use.kind == "all")

    @cached_property
    def all_is_literal(self) -> bool:
        """Whether `__all__` is built from literals only, so that `dunder_all` is all of it."""
        return all(
            _literal_names(statement) for statement in statements(self.tree.module) if touches_all(statement)
        )

    @cached_property
    def _embedded(self) -> Mapping[int, ast.expr]:
        """Offset of an annotation that stands in a string to its expression."""
        return {
            scope.start: scope.node
            for scope in self.names.scopes
            if scope.kind is ScopeKind.ANNOTATION and isinstance(scope.node, ast.expr)
        }

    def string_annotation(self, node: ast.Constant) -> ast.expr | None:
        """The expression inside a string that stands for a type."""
        start = self.tree.start(node)
        # The quotes are one or three characters, and a prefix may stand before them.
        for offset in range(start + 1, start + 6):
            found = self._embedded.get(offset)
            if found is not None:
                return found
        return None

    def enclosing_class(self, scope: int) -> int | None:
        """The class scope whose body directly holds the function of `scope`."""
        parent = self.names.scopes[scope].parent
        while parent >= 0 and self.names.scopes[parent].kind is ScopeKind.TYPE_PARAMETERS:
            parent = self.names.scopes[parent].parent
        if parent >= 0 and self.names.scopes[parent].kind is ScopeKind.CLASS:
            return parent
        return None

    def scope_around(self, scope: int, kinds: frozenset[ScopeKind]) -> Scope | None:
        """The innermost scope of one of these kinds that is or encloses `scope`."""
        while scope >= 0:
            item = self.names.scopes[scope]
            if item.kind in kinds:
                return item
            scope = item.parent
        return None

    def declaring(self, owner: int, name: str) -> Occurrence | None:
        """The occurrence that declares a variable of this file."""
        indices = self.bindings.get((owner, name))
        return self.names.occurrences[indices[0]] if indices else None


class FactsCache:
    """Facts by text, shared by the worlds that are compared. Mutable: it owns the parsed files.

    Holds at most `capacity` texts; the oldest leave first, since a file that matters is asked again
    by the program that holds its own table.
    """

    def __init__(self, capacity: int = 20_000) -> None:
        self._facts: dict[tuple[str, object], FileFacts] = {}
        self._capacity = capacity
        #: How many texts were analysed, for benchmarks.
        self.analysed = 0

    def facts(
        self, text: str, version: tuple[int, int] | None = None, previous: FileFacts | None = None
    ) -> FileFacts:
        """The facts of a text. `previous` are those of an earlier text of the same file, if there is one:
        statements that it has too are not analysed again."""
        key = (text, version)
        known = self._facts.get(key)
        if known is None:
            tree = parse(text, version)
            names = analyse(tree, None if previous is None else previous.names)
            known = FileFacts(text, tree, names)
            self.analysed += 1
            if len(self._facts) >= self._capacity:
                del self._facts[next(iter(self._facts))]
            self._facts[key] = known
        return known


def last_name(node: ast.expr) -> str:
    """`c` for `a.b.c` and for `a.b.c[int]`; "" for what is no dotted name."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def statements(module: ast.AST) -> Iterator[ast.AST]:
    """Every statement and exception handler of a tree, nested ones included, in no fixed order."""
    stack: list[ast.AST] = [module]
    while stack:
        node = stack.pop()
        yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                stack.extend(inner)


def _bound_by(statement: ast.AST) -> Iterator[tuple[ast.AST, BoundValue]]:
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _pairs(target, statement.value)
    elif isinstance(statement, ast.AnnAssign):
        yield statement.target, BoundValue("annotation", statement.annotation)
    elif isinstance(statement, ast.For | ast.AsyncFor):
        yield statement.target, BoundValue("element", statement.iter)
    elif isinstance(statement, ast.With | ast.AsyncWith):
        for item in statement.items:
            if item.optional_vars is not None:
                yield item.optional_vars, BoundValue("enter", item.context_expr)
    elif isinstance(statement, ast.ExceptHandler) and statement.type is not None:
        yield statement, BoundValue("exception", statement.type)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.AST, BoundValue]]:
    if not isinstance(target, ast.Tuple | ast.List):
        yield target, BoundValue("value", value)
    elif isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
        if not any(isinstance(item, ast.Starred) for item in (*value.elts, *target.elts)):
            for one, other in zip(target.elts, value.elts, strict=True):
                yield from _pairs(one, other)


def touches_all(statement: ast.AST) -> bool:
    if isinstance(statement, ast.Assign):
        return any(_is_all(target) for target in statement.targets)
    if isinstance(statement, ast.AnnAssign | ast.AugAssign):
        return _is_all(statement.target)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        called = statement.value.func
        return isinstance(called, ast.Attribute) and _is_all(called.value)
    return False


def _is_all(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "__all__"


def _literal_names(statement: ast.AST) -> bool:
    values: list[ast.expr | None]
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        values = [statement.value]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        values = [*statement.value.args]
    else:
        return False
    return all(value is None or _is_literal(value) for value in values)


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List):
        return all(_is_literal(item) for item in node.elts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_literal(node.left) and _is_literal(node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
