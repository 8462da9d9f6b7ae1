"""What each class of node does with names; the classes that the hot loop of `walk` does not treat itself."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from holdfast.python.names.annotations import annotate, annotate_alias
from holdfast.python.names.draft import (
    ANNOTATED,
    ASSIGNED,
    DECLARED_GLOBAL,
    DECLARED_NONLOCAL,
    Draft,
    RawAttribute,
    ScopeDraft,
    mangled,
)
from holdfast.python.names.fstrings import joined_string, template_string
from holdfast.python.names.imports import import_from, import_names, note_import_errors
from holdfast.python.names.patterns import capture, match_class, match_mapping
from holdfast.python.names.scopes import (
    define_class,
    define_comprehension,
    define_function,
    define_lambda,
    define_type_alias,
)
from holdfast.python.names.strings import LISTS, strings_of_list
from holdfast.python.names.table import Role, ScopeKind
from holdfast.python.names.tokens import identifier_start, listed_names, name_after_as
from holdfast.python.newer_syntax import nodes

Handler = Callable[[Draft, ScopeDraft, Any, list[ast.AST]], None]


def _nothing(draft: Draft, scope: ScopeDraft, node: ast.AST, stack: list[ast.AST]) -> None:
    """The node mentions no name."""


def _children(*fields: str) -> Handler:
    """The handler of a node that only has children, in fields that hold one node, many or None."""

    def push(draft: Draft, scope: ScopeDraft, node: ast.AST, stack: list[ast.AST]) -> None:
        for field in fields:
            child = getattr(node, field)
            if type(child) is list:
                stack += child
            elif child is not None:
                stack.append(child)

    return push


def _assign(draft: Draft, scope: ScopeDraft, node: ast.Assign, stack: list[ast.AST]) -> None:
    stack += node.targets
    stack.append(node.value)
    target = node.targets[0]
    if type(target) is ast.Name and target.id in LISTS:
        strings_of_list(draft, scope, node.value, LISTS[target.id])


def _augmented_assign(draft: Draft, scope: ScopeDraft, node: ast.AugAssign, stack: list[ast.AST]) -> None:
    stack.append(node.value)
    target = node.target
    if type(target) is ast.Name:
        draft.token(scope, target.id, draft.start(target), Role.AUGMENT, ASSIGNED, target)
        if target.id in LISTS:
            strings_of_list(draft, scope, node.value, LISTS[target.id])
    elif type(target) is ast.Attribute:
        end = draft.end(target)
        name = mangled(scope.mangling, target.attr)
        start = identifier_start(draft.text, end)
        draft.attributes.append(RawAttribute(start, end, name, scope, target, True))
        stack.append(target.value)
    else:
        stack.append(target)


def _annotated_assign(draft: Draft, scope: ScopeDraft, node: ast.AnnAssign, stack: list[ast.AST]) -> None:
    annotate(draft, scope, node.annotation)
    target = node.target
    if node.value is not None:
        stack.append(node.value)
        annotate_alias(draft, scope, node.annotation, node.value)
    if type(target) is not ast.Name:
        stack.append(target)
        return
    if node.value is not None:
        role = Role.BIND
        if target.id in LISTS:
            strings_of_list(draft, scope, node.value, LISTS[target.id])
    else:
        role = Role.ANNOTATE
    # `(x): int` states nothing about x, and Python does not make it local.
    flags = ANNOTATED if node.simple else ASSIGNED if node.value is not None else 0
    draft.token(scope, target.id, draft.start(target), role, flags, target)


def _named_expression(draft: Draft, scope: ScopeDraft, node: ast.NamedExpr, stack: list[ast.AST]) -> None:
    stack.append(node.value)
    stack.append(node.target)
    if scope.kind is ScopeKind.COMPREHENSION:
        draft.walruses.append((scope, mangled(scope.mangling, node.target.id)))


def _try(draft: Draft, scope: ScopeDraft, node: ast.Try | ast.TryStar, stack: list[ast.AST]) -> None:
    stack += node.body
    stack += node.handlers
    stack += node.orelse
    stack += node.finalbody
    note_import_errors(draft, node)


def _handler(draft: Draft, scope: ScopeDraft, node: ast.ExceptHandler, stack: list[ast.AST]) -> None:
    stack += node.body
    if node.type is not None:
        stack.append(node.type)
        if node.name is not None:
            start = name_after_as(draft.text, draft.end(node.type))
            draft.token(scope, node.name, start, Role.BIND, ASSIGNED, node)


def _global(draft: Draft, scope: ScopeDraft, node: ast.Global, stack: list[ast.AST]) -> None:
    for name, start in zip(
        node.names, listed_names(draft.text, draft.start(node), len(node.names)), strict=True
    ):
        draft.token(scope, name, start, Role.DECLARE_GLOBAL, DECLARED_GLOBAL, None)
        identity = mangled(scope.mangling, name)
        draft.module.symbols[identity] = draft.module.symbols.get(identity, 0) | DECLARED_GLOBAL


def _nonlocal(draft: Draft, scope: ScopeDraft, node: ast.Nonlocal, stack: list[ast.AST]) -> None:
    for name, start in zip(
        node.names, listed_names(draft.text, draft.start(node), len(node.names)), strict=True
    ):
        draft.token(scope, name, start, Role.DECLARE_NONLOCAL, DECLARED_NONLOCAL, None)


def _dictionary(draft: Draft, scope: ScopeDraft, node: ast.Dict, stack: list[ast.AST]) -> None:
    stack += [key for key in node.keys if key is not None]
    stack += node.values


HANDLERS: dict[type[ast.AST], Handler] = {
    ast.Assign: _assign,
    ast.AugAssign: _augmented_assign,
    ast.AnnAssign: _annotated_assign,
    ast.FunctionDef: define_function,
    ast.AsyncFunctionDef: define_function,
    ast.ClassDef: define_class,
    ast.Lambda: define_lambda,
    ast.ListComp: define_comprehension,
    ast.SetComp: define_comprehension,
    ast.DictComp: define_comprehension,
    ast.GeneratorExp: define_comprehension,
    ast.Import: import_names,
    ast.ImportFrom: import_from,
    ast.Global: _global,
    ast.Nonlocal: _nonlocal,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.ExceptHandler: _handler,
    ast.NamedExpr: _named_expression,
    ast.JoinedStr: joined_string,
    ast.Dict: _dictionary,
    ast.MatchAs: capture,
    ast.MatchStar: capture,
    ast.MatchMapping: match_mapping,
    ast.MatchClass: match_class,
    ast.Pass: _nothing,
    ast.Break: _nothing,
    ast.Continue: _nothing,
    ast.MatchSingleton: _nothing,
    ast.Delete: _children("targets"),
    ast.For: _children("target", "iter", "body", "orelse"),
    ast.AsyncFor: _children("target", "iter", "body", "orelse"),
    ast.While: _children("test", "body", "orelse"),
    ast.With: _children("items", "body"),
    ast.AsyncWith: _children("items", "body"),
    ast.withitem: _children("context_expr", "optional_vars"),
    ast.Raise: _children("exc", "cause"),
    ast.Assert: _children("test", "msg"),
    ast.BoolOp: _children("values"),
    ast.UnaryOp: _children("operand"),
    ast.IfExp: _children("test", "body", "orelse"),
    ast.Set: _children("elts"),
    ast.Await: _children("value"),
    ast.Yield: _children("value"),
    ast.YieldFrom: _children("value"),
    ast.FormattedValue: _children("value", "format_spec"),
    ast.Slice: _children("lower", "upper", "step"),
    ast.Match: _children("subject", "cases"),
    ast.match_case: _children("pattern", "guard", "body"),
    ast.MatchValue: _children("value"),
    ast.MatchSequence: _children("patterns"),
    ast.MatchOr: _children("patterns"),
    nodes.TypeAlias: define_type_alias,
    nodes.TemplateStr: template_string,
}
