"""Names that only type checkers would still see: imports that moved under `if TYPE_CHECKING`.

Python never runs that block. Whatever reads the name while the program runs fails: code, annotations that are
evaluated where they stand, and importers of the name. Annotations that are kept as text are read by nobody,
unless somebody asks for them; that is the subject of `runtime_hints`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, AnnotationTime, Occurrence, Role, ScopeKind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.text.interval import Interval


def check_type_checking_imports(pair: Pair) -> Iterator[Finding]:
    for new_file, facts, newly in newly_hidden(pair):
        for (owner, name), imported in newly.items():
            shown, quoted = pair.shown_at(Interval(new_file, imported.start, imported.end))
            clauses = (Clause(shown, "only type checkers see this import", quoted),)
            for item in runtime_reads(facts, owner, name):
                place, line = pair.shown_at(Interval(new_file, item.start, item.end))
                message = f"`{name}` would not be there when the program runs"
                yield Finding("HF103", Severity.ERROR, place, message, clauses, quoted=line)
                break
            if owner == MODULE_SCOPE:
                yield from _importers(pair, new_file, name, clauses)


def newly_hidden(pair: Pair) -> Iterator[tuple[str, FileFacts, dict[tuple[int, str], Occurrence]]]:
    """Files of after with the names that only type checkers see there, and that were bound where the code was."""
    for new_file in sorted(_files_after(pair)):
        facts = pair.after.facts(new_file)
        if facts is None or "TYPE_CHECKING" not in facts.text:
            continue
        old_file = pair.file_before(new_file)
        came_from = {old.file for old, new in pair.moved.items() if new.file == new_file}
        sources = [
            source
            for file in {*came_from, *([] if old_file is None else [old_file])}
            if (source := pair.before.facts(file)) is not None
        ]
        newly = {
            variable: imported
            for variable, imported in hidden_names(facts).items()
            if any(variable in source.bindings and variable not in hidden_names(source) for source in sources)
        }
        if newly:
            yield new_file, facts, newly


def _files_after(pair: Pair) -> Iterator[str]:
    for file in pair.rewritten_python_files():
        new = pair.file_after(file)
        if new is not None:
            yield new
    yield from (file for file in pair.edits.created if file.endswith((".py", ".pyi")))


def hidden_names(facts: FileFacts) -> dict[tuple[int, str], Occurrence]:
    """Variables that nothing but imports for type checkers bind, each with its first import."""
    found: dict[tuple[int, str], Occurrence] = {}
    for index, use in facts.import_of_occurrence.items():
        item = facts.names.occurrences[index]
        if use.context != "type_checking" or (item.owner, item.name) in found:
            continue
        uses = [facts.import_of_occurrence.get(other) for other in facts.bindings[item.owner, item.name]]
        if all(other is not None and other.context == "type_checking" for other in uses):
            found[item.owner, item.name] = item
    return found


def runtime_reads(facts: FileFacts, owner: int, name: str) -> Iterator[Occurrence]:
    """Where the variable is read while the program runs: not in the block for type checkers, nor in texts."""
    spared = [*_blocks(facts), *_annotations_of_locals(facts)]
    for item in facts.names.occurrences:
        if item.name != name or item.owner != owner or item.role not in (Role.READ, Role.AUGMENT):
            continue
        if not is_text(facts, item) and not any(start <= item.start < end for start, end in spared):
            yield item


def is_text(facts: FileFacts, item: Occurrence) -> bool:
    """Does the name stand in an annotation that Python does not evaluate where it stands?"""
    scope = item.scope
    while scope > MODULE_SCOPE:
        entry = facts.names.scopes[scope]
        if entry.kind is ScopeKind.ANNOTATION:
            return True
        scope = entry.parent
    return False


def _blocks(facts: FileFacts) -> Iterator[tuple[int, int]]:
    """The blocks under `if TYPE_CHECKING`, and attempts that expect the name to be missing."""
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.If) and _asks_for_type_checkers(node.test):
            yield facts.tree.start(node.body[0]), facts.tree.end(node.body[-1])
        elif isinstance(node, ast.Try) and node.handlers:
            caught = {
                name.id
                for item in node.handlers
                if item.type
                for name in ast.walk(item.type)
                if isinstance(name, ast.Name)
            }
            if caught & {"NameError", "Exception"}:
                yield facts.tree.start(node.body[0]), facts.tree.end(node.body[-1])


def _asks_for_type_checkers(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"


def _annotations_of_locals(facts: FileFacts) -> Iterator[tuple[int, int]]:
    """`x: Clock = …` in a function: Python never evaluates the annotation of a plain local variable."""
    if facts.names.annotations is not AnnotationTime.EAGER:
        return
    for scope in facts.names.scopes:
        if scope.kind is not ScopeKind.FUNCTION:
            continue
        for node in _own_nodes(scope.node):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.simple:
                yield facts.tree.start(node.annotation), facts.tree.end(node.annotation)


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The statements of a function without those of classes and functions inside it."""
    waiting = list(getattr(function, "body", ()))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            waiting.extend(
                inner
                for inner in ast.iter_child_nodes(node)
                if isinstance(inner, ast.stmt | ast.excepthandler)
            )


def _importers(pair: Pair, file: str, name: str, clauses: tuple[Clause, ...]) -> Iterator[Finding]:
    """Imports of the name from this module, which are executed."""
    for other in sorted(pair.after.importers(file) & pair.after.index.files_with(name)):
        facts = pair.after.facts(other)
        for use in facts.names.imports if facts is not None else ():
            if use.member != name or use.context != "plain":
                continue
            if pair.after.resolve_module(other, use.level, use.parts) == ModuleFile(file):
                place, quoted = pair.shown_at(Interval(other, use.start, use.end))
                message = f"`{name}` would not be found by this import when the program runs"
                yield Finding("HF403", Severity.ERROR, place, message, clauses, quoted=quoted)
                break
