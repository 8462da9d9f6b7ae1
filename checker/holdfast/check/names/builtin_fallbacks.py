"""Reads that find nothing in their own module or class, and so go on to what lies behind it.

A variable of a module that has no value is looked for among the builtins, one of a class body in the module
first. While `level` is unbound a read of it fails; called `print` it would silently find the builtin. The other
way round, `max = max` in a class reads the builtin only as long as the attribute is called so. A variable has
no value before its binding, in branches that do not bind it, and after a deletion: by `del`, through its module
(`del store.level`, `delattr`) or through the dictionary of its module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.names.bindings import declarations
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.flow.file_flow import FileFlow, Variable
from holdfast.python.names.builtin_names import BUILTIN_NAMES
from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NOBODY, NameTable, Occurrence, Role, ScopeKind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.members import Named, resolve_attribute
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.values import ModuleValue
from holdfast.text.interval import Interval

#: How many reads are pointed out beside one deletion.
_SHOWN = 3

_READING = (Role.READ, Role.AUGMENT)
_WITH_SOMETHING_BEHIND = (ScopeKind.MODULE, ScopeKind.CLASS)


class _Read(NamedTuple):
    """A read of a variable behind which something else lies, before and after."""

    number: int
    occurrence: Occurrence
    counterpart: Occurrence
    #: BUILTIN, NOBODY, or MODULE_SCOPE for a read in a class body.
    behind: int
    behind_after: int


def check_builtin_fallbacks(
    pair: Pair, affected: Affected, file: str, rewritten: Sequence[tuple[int, int]] = ()
) -> Iterator[Finding]:
    """The reads of one file that may find their variable unbound, and would then find something else."""
    facts = pair.facts(file)
    if facts is None:
        return
    reads = [
        read
        for read in _reads(pair, file, *facts)
        if not any(start <= read.occurrence.start < end for start, end in rewritten)
    ]
    if not reads:
        return
    flow = FileFlow(facts[0].tree, facts[0].names)
    by_variable: dict[Variable, list[_Read]] = {}
    for read in reads:
        by_variable.setdefault(Variable(read.occurrence.owner, read.occurrence.name), []).append(read)
    for variable, found in by_variable.items():
        deletions = list(_deletions(pair, affected, file, variable))
        unbound = [read for read in found if _may_be_unbound(flow, read, deletions=bool(deletions))]
        if unbound and deletions:
            yield from (_at_deletion(file, place, unbound) for place in deletions)
        else:
            yield from (_at_read(file, read) for read in unbound)


def _reads(pair: Pair, file: str, before: FileFacts, after: FileFacts) -> Iterator[_Read]:
    """Reads of module variables and class attributes behind which something else would lie after the edit."""
    first, second = before.names, after.names
    declared = declarations(first)
    for number, occurrence in enumerate(first.occurrences):
        if occurrence.role not in _READING or not _has_something_behind(first, occurrence):
            continue
        place = pair.tokens(file).to_after(occurrence.start, occurrence.end)
        counterpart = after.occurrence_at.get(place[0]) if place else None
        if counterpart is None or not _has_something_behind(second, counterpart):
            continue
        behind, behind_after = _behind(first, occurrence), _behind(second, counterpart)
        if behind == behind_after == NOBODY:
            continue
        if behind == behind_after and occurrence.name == counterpart.name:
            continue
        if behind == behind_after == MODULE_SCOPE:
            outer = declared.get((MODULE_SCOPE, occurrence.name))
            moved = pair.tokens(file).to_after(outer.start, outer.end) if outer is not None else None
            same = after.occurrence_at.get(moved[0]) if moved else None
            if outer is None or moved is None or (same is not None and same.name == counterpart.name):
                continue
        yield _Read(number, occurrence, counterpart, behind, behind_after)


def _has_something_behind(table: NameTable, occurrence: Occurrence) -> bool:
    owner = occurrence.owner
    return owner >= 0 and table.scopes[owner].kind in _WITH_SOMETHING_BEHIND


def _behind(table: NameTable, occurrence: Occurrence) -> int:
    if occurrence.owner != MODULE_SCOPE:
        return table.fallback(occurrence.name)
    return BUILTIN if occurrence.name in BUILTIN_NAMES else NOBODY


def _may_be_unbound(flow: FileFlow, read: _Read, *, deletions: bool) -> bool:
    if flow.followed(read.number):
        return flow.may_lack_value(read.number)
    if read.occurrence.owner != MODULE_SCOPE or flow.root_of(read.occurrence.scope) < 0:
        return False
    # A function runs who knows when, but hardly before its module is loaded.
    return deletions or flow.may_end_without(Variable(MODULE_SCOPE, read.occurrence.name))


def _deletions(pair: Pair, affected: Affected, file: str, variable: Variable) -> Iterator[Interval]:
    """Where the variable may be deleted, in its file or from outside through its module."""
    facts = pair.before.facts(file)
    assert facts is not None
    for item in facts.names.occurrences:
        if item.role is Role.DELETE and (item.owner, item.name) == variable:
            yield Interval(file, item.start, item.end)
    declaration = facts.declaring(*variable)
    if variable.owner != MODULE_SCOPE or declaration is None:
        return
    place = Interval(file, declaration.start, declaration.end)
    for other in affected.files:
        elsewhere = pair.before.facts(other)
        if elsewhere is None or variable.name not in elsewhere.text:
            continue
        for use in elsewhere.names.attributes:
            if use.name == variable.name and isinstance(use.node.ctx, ast.Del):
                named = resolve_attribute(pair.before, other, use)
                if isinstance(named, Named) and any(item.interval == place for item in named.declarations):
                    yield Interval(other, use.start, use.end)
        yield from _deletions_by_text(pair, other, elsewhere, file, variable.name)


def _deletions_by_text(pair: Pair, file: str, facts: FileFacts, module: str, name: str) -> Iterator[Interval]:
    """`delattr(store, "level")`, `del globals()["level"]`, `vars(store).pop("level")`."""
    if f'"{name}"' not in facts.text and f"'{name}'" not in facts.text:
        return
    for node in ast.walk(facts.tree.module):
        for key, holder in _deleted_keys(node):
            if isinstance(key, ast.Constant) and key.value == name:
                if _module_of(pair, file, holder) == module:
                    yield Interval(file, facts.tree.start(key), facts.tree.end(key))


def _deleted_keys(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each key that a node deletes, with an expression for the module, or `globals()` itself."""
    if isinstance(node, ast.Delete):
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                yield from ((target.slice, holder) for holder in _dictionary_of(target.value))
    elif isinstance(node, ast.Call) and len(node.args) >= 1:
        function = node.func
        if isinstance(function, ast.Name) and function.id == "delattr" and len(node.args) == 2:
            yield node.args[1], node.args[0]
        elif isinstance(function, ast.Attribute) and function.attr == "pop":
            yield from ((node.args[0], holder) for holder in _dictionary_of(function.value))


def _dictionary_of(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        yield node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "globals":
            yield node
        elif node.func.id == "vars" and node.args:
            yield node.args[0]


def _module_of(pair: Pair, file: str, holder: ast.expr) -> str | None:
    if isinstance(holder, ast.Call):
        return file if isinstance(holder.func, ast.Name) and holder.func.id == "globals" else None
    for value in evaluate(pair.before, file, holder).items:
        if isinstance(value, ModuleValue) and isinstance(value.module, ModuleFile):
            return value.module.file
    return None


def _words(behind: int, name: str) -> str:
    if behind == NOBODY:
        return "nothing"
    return f"the builtin `{name}`" if behind == BUILTIN else f"the global `{name}`"


def _code(read: _Read) -> str:
    return "HF103" if read.behind_after == NOBODY else "HF101"


def _at_deletion(file: str, place: Interval, reads: Sequence[_Read]) -> Finding:
    first = reads[0]
    was, instead = _found(first)
    message = (
        f"while `{first.occurrence.name}` is deleted, its reads find {was}; "
        f"after the edit they would find {instead}"
    )
    clauses = tuple(
        Clause(Interval(file, read.occurrence.start, read.occurrence.end), "it may be read here")
        for read in reads[:_SHOWN]
    )
    return Finding(_code(first), Severity.WARNING, place, message, clauses)


def _at_read(file: str, read: _Read) -> Finding:
    was, instead = _found(read)
    message = f"`{read.occurrence.name}` may have no value here, and is then {was}; after the edit it would be {instead}"
    place = Interval(file, read.occurrence.start, read.occurrence.end)
    return Finding(_code(read), Severity.WARNING, place, message)


def _found(read: _Read) -> tuple[str, str]:
    return _words(read.behind, read.occurrence.name), _words(read.behind_after, read.counterpart.name)
