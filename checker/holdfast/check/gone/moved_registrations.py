"""Definitions that make themselves known, and that nobody loads in their new module.

A decorated handler or a subclass that its base hears of may stand in any module, as long as that is loaded
whenever the old one was. Moved into a module that only its own tests import, it is never heard of.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.gone.registrations import who_hears
from holdfast.check.imports.import_effects import loaded_files
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def check_moved_registrations(pair: Pair) -> Iterator[Finding]:
    for old, new in sorted(pair.moved.items()):
        if pair.file_after(old.file) == new.file:
            continue
        facts = pair.before.facts(old.file)
        node = _definition_at(facts, old) if facts is not None else None
        heard = who_hears(pair.before, old.file, node) if node is not None else None
        if heard is None or node is None or (heard.place is not None and pair.became(heard.place) is None):
            continue
        reader = _who_misses_it(pair, old.file, new.file)
        if reader is not None:
            message = f"{heard.words} would hear of `{node.name}` only when `{new.file}` is loaded"
            clauses = (
                Clause(Interval(reader, 0, 0), "this loads the old module and would not load the new one"),
            )
            yield Finding("HF204", Severity.WARNING, old, message, clauses)


def _definition_at(facts: FileFacts, place: Interval) -> _Definition | None:
    for statement in facts.tree.module.body:
        if isinstance(statement, _Definition):
            index = facts.names.occurrence_of_node.get(statement)
            if index is not None and facts.names.occurrences[index].start == place.start:
                return statement
    return None


def _who_misses_it(pair: Pair, old_file: str, new_file: str) -> str | None:
    """A file that nothing imports, a program or a test, which loaded the old module and not the new one."""
    for file in pair.before.python_files:
        after = pair.file_after(file)
        if after is None or pair.before.importers(file):
            continue
        if old_file in loaded_files(pair.before, file) and new_file not in loaded_files(pair.after, after):
            return file
    return None
