"""Names of modules that somebody replaces from outside: `mock.patch("billing.charge")`, `billing.charge = fake`.

A replaced name reaches the code that reads it in that module, and no other. Code that moves reads its names in
its new module: the old name may be there still, imported from the new place, and replacing it reaches nobody.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Role, ScopeKind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.exports import lookup
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.python.project.values import ModuleValue
from holdfast.text.interval import Interval


class Patch(NamedTuple):
    """A place that replaces a name of a module."""

    place: Interval
    #: The expression that is the module; None where a text names it.
    base: ast.expr | None
    module: str
    name: str


class _Reader(NamedTuple):
    """A function or class of a module whose code reads a variable of that module."""

    declared: Interval
    read: Interval


def check_patched_names(pair: Pair) -> Iterator[Finding]:
    left = {old.file for old, new in pair.moved.items() if pair.file_after(old.file) not in (None, new.file)}
    if not left:
        return
    for file in sorted(_patching(pair.before)):
        new_file = pair.file_after(file)
        if new_file is None:
            continue
        replaced = [patch for patch in patches(pair.before, file) if patch.module in left]
        reached = {
            (reader.declared, patch.name)
            for patch in (patches(pair.after, new_file) if replaced else ())
            for reader in _readers(pair.after, patch.module, patch.name)
        }
        modules = {patch.module for patch in patches(pair.after, new_file)} if replaced else set()
        for patch in replaced:
            missed = list(_missed(pair, patch, reached))
            yield from missed
            read = next(_asked_elsewhere(pair, patch), None) if not missed else None
            if read is not None and pair.file_after(patch.module) in modules:
                yield _finding(patch, read)


def _asked_elsewhere(pair: Pair, patch: Patch) -> Iterator[Interval]:
    """`billing.charge` in other files that became `gateway.charge`: the name of another module is read."""
    declared = lookup(pair.before, patch.module, patch.name).declarations
    moved = {pair.moved[item.interval].file for item in declared if item.interval in pair.moved}
    for file in sorted(pair.before.importers(patch.module) & pair.before.index.files_with(patch.name)):
        new_file = pair.file_after(file)
        if moved and new_file is not None and file != patch.place.file:
            here = list(_asking(pair.before, file, {patch.module}, patch.name))
            if here and any(_asking(pair.after, new_file, moved, patch.name)):
                yield here[0]


def _asking(program: Program, file: str, modules: set[str], name: str) -> Iterator[Interval]:
    facts = program.facts(file)
    for use in facts.names.attributes if facts is not None else ():
        if use.name == name and isinstance(use.node.ctx, ast.Load):
            found = _member_of(program, file, use.node.value, name)
            if found is not None and found[0] in modules:
                yield Interval(file, use.start, use.end)


def _missed(pair: Pair, patch: Patch, reached: set[tuple[Interval, str]]) -> Iterator[Finding]:
    """The first reader that the name reached before, and that no replaced name of the file reaches after."""
    for reader in _readers(pair.before, patch.module, patch.name):
        new = pair.moved.get(reader.declared)
        if new is None or new.file == pair.file_after(patch.module) or (new, patch.name) in reached:
            continue
        if not any(item.declared == new for item in _readers(pair.after, new.file, patch.name)):
            continue  # it no longer reads the name
        yield _finding(patch, reader.read)
        return


def _finding(patch: Patch, read: Interval) -> Finding:
    message = f"replacing `{patch.name}` here would no longer reach all the code that reads it"
    clauses = (Clause(read, "this would read it in another module"),)
    return Finding("HF101", Severity.WARNING, patch.place, message, clauses)


def _patching(program: Program) -> frozenset[str]:
    return program.index.files_with_any(("patch", "monkeypatch", "mock", "setattr")) | _assigning(program)


def _assigning(program: Program) -> frozenset[str]:
    """Test files, in which a plain assignment may replace a name of a module."""
    return frozenset(file for file in program.python_files if "test" in file.rsplit("/", 1)[-1])


def patches(program: Program, file: str) -> Iterator[Patch]:
    facts = program.facts(file)
    for node in ast.walk(facts.tree.module) if facts is not None else ():
        if facts is None:
            return
        base: ast.expr | None = None
        target = None
        if isinstance(node, ast.Call) and node.args:
            base = _replacing_base(node)
            target = _target(program, file, node, base)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            base = node.value
            target = _member_of(program, file, base, node.attr)
        if target is not None and isinstance(node, ast.expr):
            place = Interval(file, facts.tree.start(node), facts.tree.end(node))
            yield Patch(place, base, *target)


def _replacing_base(node: ast.Call) -> ast.expr | None:
    """The object of `patch.object(x, "name")` and `setattr(x, "name", …)`."""
    word = last_name(node.func)
    is_object = (
        word == "object" and isinstance(node.func, ast.Attribute) and last_name(node.func.value) == "patch"
    )
    named = len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
    return node.args[0] if named and (is_object or word in ("setattr", "delattr")) else None


def _target(program: Program, file: str, node: ast.Call, base: ast.expr | None) -> tuple[str, str] | None:
    first = node.args[0]
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        if last_name(node.func) not in ("patch", "setattr", "delattr"):
            return None
        module, _, name = first.value.rpartition(".")
        found = program.resolve_module(file, 0, tuple(module.split("."))) if module else None
        return (found.file, name) if isinstance(found, ModuleFile) else None
    text = node.args[1] if base is not None else None
    if base is None or not isinstance(text, ast.Constant):
        return None
    return _member_of(program, file, base, str(text.value))


def _member_of(program: Program, file: str, node: ast.expr, name: str) -> tuple[str, str] | None:
    for value in evaluate(program, file, node).items:
        if isinstance(value, ModuleValue) and isinstance(value.module, ModuleFile):
            return value.module.file, name
    return None


def _readers(program: Program, file: str, name: str) -> Iterator[_Reader]:
    """The definitions at the top of a module whose code reads the module's variable."""
    facts = program.facts(file)
    if facts is None:
        return
    for item in facts.names.occurrences:
        if item.name == name and item.owner == MODULE_SCOPE and item.role is Role.READ:
            declared = _top(facts, item.scope)
            if declared is not None:
                yield _Reader(Interval(file, *declared), Interval(file, item.start, item.end))


def _top(facts: FileFacts, scope: int) -> tuple[int, int] | None:
    """The token of the outermost definition around, if the read happens when a function in it is called."""
    outermost, in_function = None, False
    while scope > MODULE_SCOPE:
        entry = facts.names.scopes[scope]
        in_function = in_function or entry.kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA)
        index = facts.names.occurrence_of_node.get(entry.node)
        if index is not None and entry.kind in (ScopeKind.FUNCTION, ScopeKind.CLASS):
            outermost = facts.names.occurrences[index]
        scope = entry.parent
    return (outermost.start, outermost.end) if outermost is not None and in_function else None
