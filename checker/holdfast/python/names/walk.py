"""One pass over a top-level statement: every name token, and what its scope does with the name.

No recursion: a scope's nodes are on a stack, and the scopes it opens wait their turn, so nesting of any
depth is walked. The order of the walk does not matter; records are sorted by offset afterwards. The
loop is long because it is the hot path of the whole analysis: what is frequent is done in place, the
rest by the handler of the node's class.
"""

from __future__ import annotations

import ast
from typing import Any

from holdfast.python.names.draft import (
    ASSIGNED,
    DELETED,
    READ,
    Draft,
    RawAttribute,
    RawOccurrence,
    ScopeDraft,
    mangled,
)
from holdfast.python.names.handlers import HANDLERS
from holdfast.python.names.imports import note_type_checking
from holdfast.python.names.strings import strings_of_call
from holdfast.python.names.table import AnnotationTime, Role
from holdfast.python.names.tokens import identifier_end, identifier_start
from holdfast.python.tree import Tree


def walk_statement(tree: Tree, statement: ast.stmt, annotations: AnnotationTime) -> Draft:
    """Everything that one top-level statement says about names."""
    draft = Draft(tree, annotations)
    draft.pending.append((draft.module, [statement]))
    while draft.pending:
        scope, nodes = draft.pending.pop()
        _walk(draft, scope, nodes)
    return draft


def _walk(draft: Draft, scope: ScopeDraft, stack: list[Any]) -> None:
    text, starts, wide = draft.text, draft.starts, draft.wide
    symbols, private = scope.symbols, scope.mangling
    found = draft.occurrences.append
    found_attribute = draft.attributes.append
    new = tuple.__new__
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Name:
            name = node.id
            line = node.lineno
            if line in wide:
                start = draft.offset(line, node.col_offset)
                end = identifier_end(text, start)
            else:
                start = starts[line] + node.col_offset
                end = start + len(name)
            if private and name[:2] == "__":
                name = mangled(private, name)
            context = type(node.ctx)
            if context is ast.Load:
                role, flags = Role.READ, READ
            elif context is ast.Store:
                role, flags = Role.BIND, ASSIGNED
            else:
                role, flags = Role.DELETE, DELETED
            symbols[name] = symbols.get(name, 0) | flags
            found(new(RawOccurrence, (start, end, name, role, scope, node)))
        elif kind is ast.Attribute:
            name = node.attr
            line = node.end_lineno
            if line in wide:
                end = draft.offset(line, node.end_col_offset)
                start = identifier_start(text, end)
            else:
                end = starts[line] + node.end_col_offset
                start = end - len(name)
            if private and name[:2] == "__":
                name = mangled(private, name)
            found_attribute(new(RawAttribute, (start, end, name, scope, node, False)))
            stack.append(node.value)
        elif kind is ast.Constant:
            pass
        elif kind is ast.Call:
            stack.append(node.func)
            stack += node.args
            for keyword in node.keywords:
                stack.append(keyword.value)
                if keyword.arg is not None:
                    draft.keyword(scope, keyword, node)
            strings_of_call(draft, scope, node)
        elif kind is ast.Expr or kind is ast.Return or kind is ast.Starred:
            if node.value is not None:
                stack.append(node.value)
        elif kind is ast.Subscript:
            stack.append(node.value)
            stack.append(node.slice)
        elif kind is ast.If:
            if node.orelse:
                stack += node.orelse
            stack += node.body
            stack.append(node.test)
            note_type_checking(draft, node)
        elif kind is ast.BinOp:
            stack.append(node.left)
            stack.append(node.right)
        elif kind is ast.Compare:
            stack.append(node.left)
            stack += node.comparators
        elif kind is ast.Tuple or kind is ast.List:
            stack += node.elts
        else:
            HANDLERS[kind](draft, scope, node, stack)
