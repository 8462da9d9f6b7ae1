"""Names that an ordinary edit gives to untouched code on purpose.

A read that found nothing has failed so far, or was never evaluated; finding something mends it: the import that
was forgotten, the class that an annotation in a text names. It is no mending where something may have been found
all along (other code put it among the builtins), or where finding nothing was a way to ask (a handler for
NameError).

A builtin gives way on purpose to an import that no new code reads: it can only be there for the reads which were
there before. But in a package's `__init__`, in `__all__` and where other files take it from, it is for others.
"""

from __future__ import annotations

import ast

from holdfast.check.code.plumbing import touched_statements
from holdfast.check.names.bindings import BindingChange, Change
from holdfast.check.pair import Pair
from holdfast.python.names.table import BUILTIN, Occurrence, Role
from holdfast.python.project.declarations import Resolution
from holdfast.python.project.exports import resolve_import, star_provides
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.injected_names import is_injected
from holdfast.python.project.modules import ModuleFile
from holdfast.text.interval import Interval

_SOURCES = ("builtins", "io", "six.moves", "six.moves.builtins")
_NAME_ERRORS = frozenset({"NameError"})
_WIDE_ERRORS = frozenset({"Exception", "BaseException"})


def is_intended(pair: Pair, file: str, change: BindingChange) -> bool:
    facts = pair.facts(file)
    if facts is None:
        return False
    if change.what is Change.NEWLY_BOUND:
        return is_mended(pair, file, facts[0], change.occurrence)
    return _is_made_for_old_reads(pair, file, facts, change)


def is_mended(pair: Pair, file: str, before: FileFacts, occurrence: Occurrence) -> bool:
    """Did the read of a name surely find nothing before, where nobody wanted that?

    In a file that could be read only in part, what bound the name may just be hidden.
    """
    return bool(before.tree.error or before.tree.unseen) or (
        star_provides(pair.before, file, occurrence.name).missing
        and not _asks_for_nothing(before, occurrence)
        and not is_injected(pair.before, file, occurrence.name)
    )


def _asks_for_nothing(facts: FileFacts, occurrence: Occurrence) -> bool:
    """Does a handler around the read take its failure? A wide one does if nothing else could fail beside it."""
    for node in ast.walk(facts.tree.module):
        if not isinstance(node, ast.Try | ast.TryStar):
            continue
        if facts.tree.start(node.body[0]) <= occurrence.start < facts.tree.end(node.body[-1]):
            handled = {name for handler in node.handlers for name in _handled(handler)}
            is_alone = len(node.body) == 1 and not hasattr(node.body[0], "body")
            if handled & _NAME_ERRORS or (is_alone and handled & _WIDE_ERRORS):
                return True
    return False


def _handled(handler: ast.ExceptHandler) -> list[str]:
    if handler.type is None:
        return ["BaseException"]
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _is_made_for_old_reads(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], change: BindingChange
) -> bool:
    before, after = facts
    new_file, imported = pair.file_after(file) or file, change.instead
    if change.occurrence.owner != BUILTIN or imported is None or imported.role is not Role.IMPORT:
        return False
    index = next(number for number, item in enumerate(after.names.occurrences) if item is imported)
    use = after.import_of_occurrence.get(index)
    if use is None or use.member is None:
        return False  # a module in the place of a builtin is no other way to have it
    if is_builtin_itself(resolve_import(pair.after, new_file, use), imported.name):
        return True
    if new_file.endswith("/__init__.py") or imported.name in (after.dunder_all or ()):
        return False
    return not _has_new_reads(pair, file, before, after, imported) and not _is_for_others(
        pair, new_file, imported.name
    )


def is_builtin_itself(brought: Resolution, name: str) -> bool:
    """Is it the builtin of that name, as code for several versions of Python imports it?"""
    return any(item in [f"{source}.{name}" for source in _SOURCES] for item in brought.external)


def _has_new_reads(pair: Pair, file: str, before: FileFacts, after: FileFacts, imported: Occurrence) -> bool:
    touched = touched_statements(before, pair.tokens(file))
    new_file = pair.file_after(file) or file
    for item in after.names.occurrences:
        if item.owner == imported.owner and item.name == imported.name and item.role is not Role.IMPORT:
            place = pair.to_before(Interval(new_file, item.start, item.end))
            if (
                place is None
                or not pair.has_stood(Interval(new_file, item.start, item.end))
                or any(start <= place.start < end for start, end in touched)
            ):
                return True
    return False


def _is_for_others(pair: Pair, new_file: str, name: str) -> bool:
    """Does another file take the name from here, by an import or through the module?"""
    for other in pair.after.importers(new_file):
        facts = pair.after.facts(other)
        if facts is None:
            continue
        if any(use.name == name for use in facts.names.attributes):
            return True
        for use in facts.names.imports:
            if use.member in (name, "*"):
                if pair.after.resolve_module(other, use.level, use.parts) == ModuleFile(new_file):
                    return True
    return False
