"""Small questions about a text, so that a rule of Python reads as one line of a test."""

from __future__ import annotations

import unicodedata

from holdfast.python.names import analyse
from holdfast.python.names.table import BUILTIN, NOBODY, NameTable, Occurrence, ScopeKind
from holdfast.python.tree import parse


def table_of(text: str, version: tuple[int, int] | None = None) -> NameTable:
    tree = parse(text, version)
    assert tree.error is None, tree.error
    table = analyse(tree)
    check_texts(text, table)
    return table


def check_texts(text: str, table: NameTable) -> None:
    """What holds of every table: each occurrence's text is its name, in strict reading order."""
    for occurrence in table.occurrences:
        written = unicodedata.normalize("NFKC", text[occurrence.start : occurrence.end])
        assert occurrence.name.endswith(written)
        assert written
    starts = [occurrence.start for occurrence in table.occurrences]
    assert starts == sorted(set(starts))


def label(table: NameTable, owner: int) -> str:
    """`module`, `builtin`, `nobody`, or the scope's name with its kind where that is not `def`."""
    if owner == BUILTIN:
        return "builtin"
    if owner == NOBODY:
        return "nobody"
    scope = table.scopes[owner]
    if scope.kind is ScopeKind.MODULE:
        return "module"
    if scope.kind is ScopeKind.CLASS:
        return f"class {scope.name}"
    if scope.kind in (ScopeKind.TYPE_PARAMETERS, ScopeKind.TYPE_EXPRESSION):
        return f"{scope.kind.value} {scope.name}"
    return scope.name


def occurrences(text: str, written: str, version: tuple[int, int] | None = None) -> list[Occurrence]:
    """The occurrences whose text is `written`."""
    table = table_of(text, version)
    return [each for each in table.occurrences if text[each.start : each.end] == written]


def owners(text: str, written: str, version: tuple[int, int] | None = None) -> list[str]:
    """The owner of each occurrence of `written`, in reading order."""
    table = table_of(text, version)
    found = [each for each in table.occurrences if text[each.start : each.end] == written]
    return [label(table, each.owner) for each in found]


def scopes(text: str, written: str, version: tuple[int, int] | None = None) -> list[str]:
    """The scope in which each occurrence of `written` is evaluated, in reading order."""
    table = table_of(text, version)
    found = [each for each in table.occurrences if text[each.start : each.end] == written]
    return [label(table, each.scope) for each in found]


def roles(text: str, written: str) -> list[str]:
    """The role of each occurrence of `written`, in reading order."""
    return [occurrence.role.name for occurrence in occurrences(text, written)]
