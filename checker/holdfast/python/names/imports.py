"""Import statements, and under which conditions they run."""

from __future__ import annotations

import ast

from holdfast.python.names.draft import IMPORTED, Draft, RawImport, RawUnseen, ScopeDraft
from holdfast.python.names.table import Role
from holdfast.python.names.tokens import dotted_parts, identifier_end, identifier_start

_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


def import_names(draft: Draft, scope: ScopeDraft, node: ast.Import, stack: list[ast.AST]) -> None:
    """`import a.b, c as d`."""
    for alias in node.names:
        parts = tuple(alias.name.split("."))
        places = dotted_parts(draft.text, draft.start(alias), len(parts))
        for count, (start, end) in enumerate(places, 1):
            draft.imports.append(RawImport(start, end, 0, parts[:count], None, alias, scope))
        if alias.asname is None:
            draft.token(scope, parts[0], places[0][0], Role.IMPORT, IMPORTED, alias)
        else:
            draft.token(scope, alias.asname, _last_name(draft, alias), Role.IMPORT, IMPORTED, alias)


def import_from(draft: Draft, scope: ScopeDraft, node: ast.ImportFrom, stack: list[ast.AST]) -> None:
    """`from ..m import x as y, z` and `from m import *`."""
    level = node.level or 0
    parts = tuple(node.module.split(".")) if node.module else ()
    after_from = draft.start(node) + len("from")
    for count, (start, end) in enumerate(dotted_parts(draft.text, after_from, len(parts)), 1):
        draft.imports.append(RawImport(start, end, level, parts[:count], None, None, scope))
    for alias in node.names:
        start = draft.start(alias)
        if alias.name == "*":
            draft.imports.append(RawImport(start, start + 1, level, parts, "*", None, scope))
            draft.unseen.append(RawUnseen(start, start + 1, "star import", scope, ""))
            continue
        end = identifier_end(draft.text, start)
        draft.imports.append(RawImport(start, end, level, parts, alias.name, alias, scope))
        if alias.asname is None:
            draft.token(scope, alias.name, start, Role.IMPORT, IMPORTED, alias)
        else:
            draft.token(scope, alias.asname, _last_name(draft, alias), Role.IMPORT, IMPORTED, alias)


def _last_name(draft: Draft, alias: ast.alias) -> int:
    return identifier_start(draft.text, draft.end(alias))


def note_type_checking(draft: Draft, node: ast.If) -> None:
    """Remember the body of `if TYPE_CHECKING:`."""
    test = node.test
    name = test.id if type(test) is ast.Name else test.attr if type(test) is ast.Attribute else ""
    if name == "TYPE_CHECKING":
        draft.contexts.append((draft.start(node.body[0]), draft.end(node.body[-1]), "type_checking"))


def note_import_errors(draft: Draft, node: ast.Try | ast.TryStar) -> None:
    """Remember the body and the handlers of a `try` that expects imports to fail."""
    handlers = [handler for handler in node.handlers if _handles_import_error(handler)]
    if not handlers:
        return
    draft.contexts.append((draft.start(node.body[0]), draft.end(node.body[-1]), "try"))
    for handler in handlers:
        draft.contexts.append((draft.start(handler.body[0]), draft.end(handler.body[-1]), "fallback"))


def _handles_import_error(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in _IMPORT_ERRORS) for kind in kinds)
