"""Code that asks for its own module and stands in another one after the edit.

`globals()` and `sys.modules[__name__]` are the module that the code stands in, and `__package__` is where relative names
start from. What such code finds there is not what it found. The name of a logger is of no account, and paths
made from `__file__` are compared as values (`file_paths`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.correspondence.moved_variables import binding_statement
from holdfast.check.pair import Pair
from holdfast.check.texts.file_paths import paths_in
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import BUILTIN
from holdfast.python.project.exports import IMPLICIT_NAMES
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.text.interval import Interval

#: Functions that find modules or the files of a package by the name they are given.
_FINDING = frozenset(
    {
        *("import_module", "__import__", "find_spec", "get_data", "get_loader", "resolve_name"),
        *("resource_filename", "resource_string", "resource_stream", "PackageLoader", "Flask", "Blueprint"),
    }
)


def check_module_globals(pair: Pair) -> Iterator[Finding]:
    """Definitions that moved to another file, and files that moved to another package."""
    for old, new in sorted(pair.moved.items()):
        if pair.file_after(old.file) == new.file:
            continue
        facts = pair.before.facts(old.file)
        node = _definition(facts, old.start) if facts is not None else None
        if facts is not None and node is not None:
            yield from _in_code(pair, old.file, new.file, facts, node, whole=False)
    for file, new_file in sorted(pair.edits.renamed.items()):
        facts = pair.before.facts(file) if file.endswith((".py", ".pyi")) else None
        if facts is not None:
            yield from _in_code(pair, file, new_file, facts, facts.tree.module, whole=True)


def _definition(facts: FileFacts, start: int) -> ast.AST | None:
    for scope in facts.names.scopes:
        if isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            index = facts.names.occurrence_of_node.get(scope.node)
            if index is not None and facts.names.occurrences[index].start == start:
                return scope.node
    return binding_statement(facts, start)


def _in_code(
    pair: Pair, file: str, new_file: str, facts: FileFacts, node: ast.AST, *, whole: bool
) -> Iterator[Finding]:
    if pair.before.index.words(file).isdisjoint({"__package__", "__name__", "globals"}):
        return
    same_package = _package(pair.before.modules.module_name(file), file) == _package(
        pair.after.modules.module_name(new_file), new_file
    )
    computed = {id(inner) for known in paths_in(pair, pair.before, file, facts) for inner in ast.walk(known)}
    for inner in ast.walk(node):
        what = "" if id(inner) in computed else _asks(facts, inner, whole=whole, same_package=same_package)
        if what and isinstance(inner, ast.expr):
            place = Interval(file, facts.tree.start(inner), facts.tree.end(inner))
            yield Finding(
                "HF202", Severity.WARNING, place, f"{what} of the module that this code would no longer be in"
            )
            return


def _package(name: str, file: str) -> str:
    return name if file.rsplit("/", 1)[-1].startswith("__init__.") else name.rpartition(".")[0]


def _asks(facts: FileFacts, node: ast.AST, *, whole: bool, same_package: bool) -> str:
    """What a piece of code asks of its module, in words; "" if nothing, or nothing that changes."""
    match node:
        case ast.Name(id="__package__") if not same_package and _is_implicit(facts, node):
            return "`__package__` is the package"
        case ast.Call(func=ast.Name(id="globals"), args=[]) if not whole:
            return "`globals()` are the variables"
        case ast.Subscript(value=ast.Attribute(attr="modules"), slice=ast.Name(id="__name__")) if not whole:
            return "`sys.modules[__name__]` are the variables"
        case ast.Call() if not same_package and last_name(node.func) in _FINDING:
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            if any(
                isinstance(inner, ast.Name) and inner.id == "__name__"
                for item in given
                for inner in ast.walk(item)
            ):
                return "`__name__` is the name"
    return ""


def _is_implicit(facts: FileFacts, node: ast.Name) -> bool:
    index = facts.names.occurrence_of_node.get(node)
    return node.id in IMPLICIT_NAMES and (index is None or facts.names.occurrences[index].owner <= BUILTIN)
