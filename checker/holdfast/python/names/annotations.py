"""Annotations: eager, as text (PEP 563), deferred (PEP 649), and the strings inside any of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.python.names.draft import Draft, RawUnseen, ScopeDraft
from holdfast.python.names.embedded import parse_embedded
from holdfast.python.names.strings import plain_string
from holdfast.python.names.table import AnnotationTime, ScopeKind


def annotate(draft: Draft, scope: ScopeDraft, annotation: ast.expr) -> None:
    """Leave an annotation that stands in `scope` to be walked where Python evaluates it."""
    if type(annotation) is ast.Constant and type(annotation.value) is not str:
        return
    if draft.annotations is AnnotationTime.EAGER:
        around = scope
    else:
        text_only = draft.annotations is AnnotationTime.TEXT
        around = draft.open(
            ScopeKind.ANNOTATION, "annotation", annotation, scope, phantom=text_only, sees_class=True
        )
    draft.pending.append((around, [annotation]))
    if type(annotation) is not ast.Name and type(annotation) is not ast.Attribute:
        _strings_in(draft, around, annotation)


def annotate_alias(draft: Draft, scope: ScopeDraft, annotation: ast.expr, value: ast.expr) -> None:
    """The value of `X: TypeAlias = "…"` is a type as well, though Python evaluates it as any value."""
    name = annotation.id if isinstance(annotation, ast.Name) else getattr(annotation, "attr", "")
    if name == "TypeAlias":
        _strings_in(draft, scope, value)


def _strings_in(draft: Draft, scope: ScopeDraft, annotation: ast.expr) -> None:
    for string in _type_strings(annotation):
        start = plain_string(draft, string)
        if start is None:
            unseen = RawUnseen(draft.start(string), draft.end(string), "string annotation", scope, "")
            draft.unseen.append(unseen)
            continue
        expression = parse_embedded(draft.tree, start, start + len(str(string.value)))
        if expression is None:
            continue
        # Python reads it, if ever, long after: a scope of its own that closes over nothing.
        inner = draft.open(
            ScopeKind.ANNOTATION, "annotation", expression, scope, phantom=True, sees_class=True
        )
        draft.pending.append((inner, [expression]))
        _strings_in(draft, inner, expression)


def _type_strings(annotation: ast.expr) -> Iterator[ast.Constant]:
    """The string literals in `annotation` that stand for types."""
    stack = [annotation]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node
        elif isinstance(node, ast.Subscript):
            stack += _type_arguments(node)
        elif isinstance(node, ast.Tuple | ast.List):
            stack += node.elts
        elif isinstance(node, ast.BinOp):
            stack += (node.left, node.right)
        elif isinstance(node, ast.Starred):
            stack.append(node.value)


def _type_arguments(node: ast.Subscript) -> list[ast.expr]:
    generic = node.value
    name = generic.id if isinstance(generic, ast.Name) else getattr(generic, "attr", "")
    if name == "Literal":
        return []
    if name == "Annotated":
        return node.slice.elts[:1] if isinstance(node.slice, ast.Tuple) else []
    return [node.slice]
