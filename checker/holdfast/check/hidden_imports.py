"""A new definition with the name of an import that stays, in an ordinary edit.

Both bind one variable, the later one for good. Where the import was taken out, or the new definition uses
what it replaces (`class Reader(Reader)`), the exchange is meant; where the import stays and untouched code
reads the name, that code was captured.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.pair import Pair
from holdfast.check.plumbing import touched_statements
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Occurrence, Role
from holdfast.python.project.exports import resolve_import
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def check_hidden_imports(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is None or facts[0].tree.error or facts[1].tree.error:
            continue
        new = _new_definitions(pair, file, facts[1])
        for name, (start, end) in new.items():
            imports = _kept_imports(pair, file, facts, name)
            if imports and all(place < start for place in imports.values()):
                place, quoted = pair.shown_at(Interval(pair.file_after(file) or file, start, end))
                clauses = [Clause(Interval(file, item.start, item.end), "it means this") for item in imports]
                clauses.append(Clause(place, "would mean this instead", quoted))
                for read in _untouched_reads(pair, file, facts[0], name, start):
                    message = f"`{name}` means an import that stays, and would mean a definition below it"
                    place = Interval(file, read.start, read.end)
                    yield Finding("HF101", Severity.ERROR, place, message, tuple(clauses))


def _new_definitions(pair: Pair, file: str, after: FileFacts) -> dict[str, tuple[int, int]]:
    """Functions and classes in the straight code of the module that the text before does not have."""
    found: dict[str, tuple[int, int]] = {}
    new_file = pair.file_after(file) or file
    for statement in after.tree.module.body:
        if not isinstance(statement, _Definition) or _reads_its_own_name(statement):
            continue
        token = after.names.occurrences[after.names.occurrence_of_node[statement]]
        if pair.to_before(Interval(new_file, token.start, token.end)) is None:
            found[token.name] = (token.start, token.end)
    return found


def _reads_its_own_name(statement: _Definition) -> bool:
    """In what is evaluated before the name is bound: decorators, bases and defaults."""
    parts: list[ast.AST] = [*statement.decorator_list]
    if isinstance(statement, ast.ClassDef):
        parts += [*statement.bases, *statement.keywords]
    else:
        parts.append(statement.args)
    nodes = (node for part in parts for node in ast.walk(part))
    return any(isinstance(node, ast.Name) and node.id == statement.name for node in nodes)


def _kept_imports(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], name: str
) -> dict[Occurrence, int]:
    """The imports that bind the name, if nothing else does and all stay as they are, with their new offsets."""
    before, after = facts
    imports: dict[Occurrence, int] = {}
    top_level = _top_level(after)
    for index in before.bindings.get((MODULE_SCOPE, name), ()):
        item, use = before.names.occurrences[index], before.import_of_occurrence.get(index)
        place = pair.to_after(Interval(file, item.start, item.end))
        other = after.occurrence_at.get(place.start) if place is not None else None
        if item.role is not Role.IMPORT or use is None or use.context != "plain" or place is None:
            return {}
        if other is None or other.role is not Role.IMPORT or other.name != name:
            return {}
        counterpart = next(
            (u for i, u in after.import_of_occurrence.items() if i >= 0 and _binds(after, i, other)), None
        )
        if counterpart is None or not any(start <= place.start < end for start, end in top_level):
            return {}
        first = resolve_import(pair.before, file, use)
        second = resolve_import(pair.after, place.file, counterpart)
        if first.external != second.external or first.missing or second.missing:
            return {}
        imports[item] = place.start
    return imports


def _binds(facts: FileFacts, index: int, occurrence: Occurrence) -> bool:
    return facts.names.occurrences[index] is occurrence


def _top_level(facts: FileFacts) -> Sequence[tuple[int, int]]:
    return [
        (facts.tree.start(statement), facts.tree.end(statement))
        for statement in facts.tree.module.body
        if isinstance(statement, ast.Import | ast.ImportFrom)
    ]


def _untouched_reads(pair: Pair, file: str, before: FileFacts, name: str, start: int) -> Iterator[Occurrence]:
    """Reads in statements that the edit left alone and that run when the new definition is there."""
    touched = touched_statements(before, pair.tokens(file))
    for item in before.names.occurrences:
        if item.owner != MODULE_SCOPE or item.name != name or item.role is not Role.READ:
            continue
        place = pair.to_after(Interval(file, item.start, item.end))
        if place is None or any(first <= item.start < last for first, last in touched):
            continue
        if item.scope != MODULE_SCOPE or place.start > start:
            yield item
