"""The words for things, so that every finding speaks of them alike."""

from __future__ import annotations

from holdfast.python.names.table import BUILTIN, NameTable, Occurrence, Role, ScopeKind

_ROLE_WORDS = {
    Role.READ: "read of",
    Role.BIND: "assignment to",
    Role.PARAMETER: "parameter",
    Role.IMPORT: "import of",
    Role.FUNCTION: "function",
    Role.CLASS: "class",
    Role.AUGMENT: "assignment to",
    Role.DELETE: "deletion of",
    Role.DECLARE_GLOBAL: "global declaration of",
    Role.DECLARE_NONLOCAL: "nonlocal declaration of",
    Role.ANNOTATE: "annotation of",
    Role.TYPE_PARAMETER: "type parameter",
}


def occurrence_words(occurrence: Occurrence) -> str:
    """For example: read of `x`, parameter `x`, function `f`."""
    return f"{_ROLE_WORDS[occurrence.role]} `{occurrence.name}`"


def declaration_words(table: NameTable, declaration: Occurrence | None, owner: int, name: str) -> str:
    """For example: the parameter `limit`, the local `x`, the builtin `list`."""
    if owner == BUILTIN:
        return f"the builtin `{name}`"
    if declaration is None:
        return f"nothing (`{name}` is not defined)"
    kinds = {
        Role.PARAMETER: "parameter",
        Role.FUNCTION: "function",
        Role.CLASS: "class",
        Role.IMPORT: "import",
        Role.TYPE_PARAMETER: "type parameter",
    }
    if declaration.role in kinds:
        return f"the {kinds[declaration.role]} `{declaration.name}`"
    scope = table.scopes[owner].kind if owner >= 0 else ScopeKind.MODULE
    if scope is ScopeKind.MODULE:
        return f"the global `{declaration.name}`"
    if scope is ScopeKind.CLASS:
        return f"the class attribute `{declaration.name}`"
    return f"the local `{declaration.name}`"
