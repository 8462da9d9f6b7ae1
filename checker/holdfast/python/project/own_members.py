"""The members that a class declares itself, from the text of its file alone.

Class-body bindings of every kind, annotations without a value, `__slots__`, and attributes stored through
the first parameter of its methods. Several definitions of one name (property groups, overloads, two
branches of an `if`) are one member. Knows nothing of bases.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from holdfast.python.names.table import BINDING_ROLES, Role, ScopeKind
from holdfast.python.project.declarations import Kind

if TYPE_CHECKING:
    from holdfast.python.project.facts import FileFacts

PROPERTY_DECORATORS = frozenset(
    {"property", "cached_property", "abstractproperty", "setter", "getter", "deleter", "lazyproperty"}
)

#: Decorators behind which a function still takes the parameters that it was written with.
NEUTRAL_DECORATORS = frozenset(
    {
        "staticmethod",
        "classmethod",
        "abstractmethod",
        "overload",
        "override",
        "final",
        "lru_cache",
        "cache",
        "wraps",
        "fixture",
        "contextmanager",
        "asynccontextmanager",
        "deprecated",
        "no_type_check",
        "singledispatch",
        *("property", "cached_property", "setter", "getter", "deleter"),
    }
)

#: Methods whose first parameter is the class although nothing says so.
IMPLICIT_CLASS_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


class Member(NamedTuple):
    """One member as one class declares it."""

    name: str
    kind: Kind
    #: The declaring tokens (start, end); the first is the one that edges end at.
    tokens: tuple[tuple[int, int], ...]
    #: Whether the class statement puts it into the class's own `__dict__`, as opposed to a store through
    #: `self`, or through `cls` (which may be a class further down).
    on_class: bool
    abstract: bool
    #: "instance", "class" or "static": what a method receives first.
    receives: str
    #: Function scopes of the definitions of a method or property, in reading order.
    functions: tuple[int, ...]
    #: Class scopes of nested classes.
    classes: tuple[int, ...]
    #: Nodes whose bound values say what an attribute holds.
    targets: tuple[ast.AST, ...]
    #: Whether a method stores it through `cls`, so that a class further down may have one of its own.
    stored_on_class: bool

    @property
    def token(self) -> tuple[int, int]:
        return self.tokens[0]


class _Draft:
    """A member while its occurrences are collected."""

    def __init__(self) -> None:
        self.body: list[int] = []
        self.annotations: list[int] = []
        self.deleted_at = -1
        self.slots: list[tuple[int, int]] = []
        self.stores: list[tuple[int, int, ast.AST, bool]] = []


def members_by_class(facts: FileFacts) -> Mapping[int, Mapping[str, Member]]:
    """Class scope to member name to member, for every class of the file."""
    drafts: dict[int, dict[str, _Draft]] = {scope: {} for scope in facts.class_scopes}
    if not drafts:
        return {}
    for index, item in enumerate(facts.names.occurrences):
        of_class = drafts.get(item.owner)
        if of_class is None:
            continue
        if item.role in BINDING_ROLES:
            of_class.setdefault(item.name, _Draft()).body.append(index)
        elif item.role is Role.ANNOTATE:
            of_class.setdefault(item.name, _Draft()).annotations.append(index)
        elif item.role is Role.DELETE and item.name in of_class:
            of_class[item.name].deleted_at = index
    for use in facts.names.strings:
        if use.kind == "slots" and use.scope in drafts:
            name = mangled(use.name, facts.names.scopes[use.scope].mangling)
            drafts[use.scope].setdefault(name, _Draft()).slots.append((use.start, use.end))
    _collect_stores(facts, drafts)
    return {
        scope: {name: member for name, draft in of_class.items() if (member := _member(facts, name, draft))}
        for scope, of_class in drafts.items()
    }


def first_parameter(facts: FileFacts, scope: int) -> str | None:
    """The name under which a method's function scope receives its instance or class."""
    node = facts.names.scopes[scope].node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    if facts.enclosing_class(scope) is None or receives(node) == "static":
        return None
    arguments = [*node.args.posonlyargs, *node.args.args]
    if not arguments:
        return None
    index = facts.names.occurrence_of_node.get(arguments[0])
    return None if index is None else facts.names.occurrences[index].name


def receives(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """What a method's first parameter gets: "instance", "class", or "static" for nothing."""
    names = {decorator_name(item) for item in node.decorator_list}
    if "staticmethod" in names or "abstractstaticmethod" in names:
        return "static"
    if names & {"classmethod", "abstractclassmethod"} or node.name in IMPLICIT_CLASS_METHODS:
        return "class"
    return "instance"


def decorator_name(node: ast.expr) -> str:
    """The last word of a decorator: `functools.lru_cache(None)` is `lru_cache`."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def plainly_decorated(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether every decorator leaves the function's parameters as they are written."""
    return all(decorator_name(item) in NEUTRAL_DECORATORS for item in node.decorator_list)


def mangled(name: str, class_name: str) -> str:
    """The name as Python keeps it inside a class, whose name comes without leading underscores."""
    if class_name and name.startswith("__") and not name.endswith("__") and "." not in name:
        return f"_{class_name.lstrip('_')}{name}"
    return name


_PRIVATE = re.compile(r"_([^_]\w*?)(__\w*[^_]_?)")


def owner_and_word(name: str) -> tuple[str, str] | None:
    """The class, without leading underscores, and the word in its text that a mangled name is made of."""
    private = _PRIVATE.fullmatch(name)
    return None if private is None else (private[1], private[2])


def words_of(name: str) -> frozenset[str]:
    """The words by which code may say a member's name: a private one as its class writes it, or spelled out."""
    private = owner_and_word(name)
    return frozenset({name} if private is None else {name, private[1]})


def _collect_stores(facts: FileFacts, drafts: dict[int, dict[str, _Draft]]) -> None:
    receivers: dict[tuple[int, str], tuple[int, bool]] = {}
    for scope in facts.names.scopes:
        if scope.kind is ScopeKind.FUNCTION:
            owner, name = facts.enclosing_class(scope.index), first_parameter(facts, scope.index)
            if owner is not None and name is not None:
                node = scope.node
                assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                receivers[scope.index, name] = (owner, receives(node) == "class")
    receivers.update(_made_by_new(facts))
    for use in facts.names.attributes:
        base = use.node.value
        # `self.x += 1` changes an attribute that something else declares.
        if use.augmented or not isinstance(use.node.ctx, ast.Store) or not isinstance(base, ast.Name):
            continue
        index = facts.names.occurrence_of_node.get(base)
        if index is None:
            continue
        occurrence = facts.names.occurrences[index]
        receiver = receivers.get((occurrence.owner, occurrence.name))
        if receiver is not None:
            owner, on_class = receiver
            draft = drafts[owner].setdefault(use.name, _Draft())
            draft.stores.append((use.start, use.end, use.node, on_class))


def _made_by_new(facts: FileFacts) -> dict[tuple[int, str], tuple[int, bool]]:
    """Variables of a `__new__` that hold the instance: `obj = super().__new__(cls)`."""
    found = {}
    for target, bound in facts.bound_values.items():
        value = bound.node
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
            continue
        index = facts.names.occurrence_of_node.get(target)
        if value.func.attr != "__new__" or index is None:
            continue
        variable = facts.names.occurrences[index]
        owner = facts.enclosing_class(variable.owner) if variable.owner >= 0 else None
        if owner is not None and facts.names.scopes[variable.owner].name == "__new__":
            found[variable.owner, variable.name] = (owner, False)
    return found


def _member(facts: FileFacts, name: str, draft: _Draft) -> Member | None:
    occurrences = facts.names.occurrences
    deleted = bool(draft.body) and draft.deleted_at > draft.body[-1]
    body = [] if deleted else draft.body
    declaring = body or draft.annotations
    nodes = [facts.node_of_occurrence[index] for index in declaring if index in facts.node_of_occurrence]
    tokens = [(occurrences[index].start, occurrences[index].end) for index in declaring]
    tokens += draft.slots
    tokens += [(start, end) for start, end, _, _ in draft.stores]
    if not tokens:
        return None
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Member(
        name,
        _kind(facts, draft, body, functions),
        tuple(tokens),
        bool(body) or bool(draft.slots),
        any("abstract" in decorator_name(item) for node in functions for item in node.decorator_list),
        receives(functions[0]) if functions else "instance",
        tuple(facts.names.scope_of_node[node] for node in functions),
        tuple(facts.names.scope_of_node[node] for node in nodes if isinstance(node, ast.ClassDef)),
        tuple(
            [node for node in nodes if isinstance(node, ast.Name)] + [node for _, _, node, _ in draft.stores]
        ),
        any(on_class for *_, on_class in draft.stores),
    )


def _kind(
    facts: FileFacts,
    draft: _Draft,
    body: list[int],
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef],
) -> Kind:
    if functions:
        decorators = {decorator_name(item) for node in functions for item in node.decorator_list}
        return Kind.PROPERTY if decorators & PROPERTY_DECORATORS else Kind.METHOD
    if body:
        role = facts.names.occurrences[body[0]].role
        if role is Role.CLASS:
            return Kind.NESTED_CLASS
        return Kind.IMPORT if role is Role.IMPORT else Kind.CLASS_ATTRIBUTE
    if draft.slots:
        return Kind.SLOT
    if draft.annotations:
        return Kind.FIELD
    return Kind.CLASS_ATTRIBUTE if any(on_class for *_, on_class in draft.stores) else Kind.INSTANCE_ATTRIBUTE
