"""New submodules that take a name of their package, in an ordinary edit.

Loading `pkg/slug.py` puts the module into the namespace of `pkg`. If `pkg/__init__.py` has bound `slug` to
something else by then, whoever takes `slug` from the package gets the module from now on. A package that
binds the name after the submodule was loaded, as `from .slug import slug` does, keeps what it binds.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.imports.outside_readers import imports_of
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Occurrence
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval


def check_hiding_submodules(pair: Pair) -> Iterator[Finding]:
    for created in sorted(pair.edits.created):
        folder, _, last = created.removesuffix("/__init__.py").rpartition("/")
        package, name = f"{folder}/__init__.py" if folder else "", last.removesuffix(".py")
        old = pair.file_before(package) if package else None
        before = pair.before.facts(old) if old is not None and created.endswith(".py") else None
        if before is None or old is None or pair.after.facts(package) is None:
            continue
        kept = [
            _kept(pair, old, before.names.occurrences[i])
            for i in before.bindings.get((MODULE_SCOPE, name), ())
        ]
        if not kept or None in kept:
            continue
        last_binding = max(place.end for place in kept if place is not None)
        if created in _loaded(pair.after, package, until=last_binding) or not _is_loaded(pair, created):
            continue
        shown, quoted = pair.shown_at(Interval(created, 0, 0))
        message = f"`{name}` is a name of the package; the new submodule `{created}` would take its place"
        for place in imports_of(pair, old, name):
            clause = Clause(shown, "would be found instead once it is loaded", quoted)
            yield Finding("HF101", Severity.WARNING, place, message, (clause,))


def _kept(pair: Pair, file: str, occurrence: Occurrence) -> Interval | None:
    return pair.to_after(Interval(file, occurrence.start, occurrence.end))


def _is_loaded(pair: Pair, file: str) -> bool:
    """Does some code of the project import the module itself, not a name of its package?"""
    return any(file in _loads(pair.after, other) for other in pair.after.importers(file))


def _loads(program: Program, file: str, *, until: int | None = None, at_once: bool = False) -> set[str]:
    """The files that the imports of a module load, up to an offset, or those alone that run with it."""
    facts = program.facts(file)
    found: set[str] = set()
    for use in facts.names.imports if facts is not None else ():
        if (until is None or use.start < until) and not (at_once and use.scope != MODULE_SCOPE):
            module = program.resolve_module(file, use.level, use.parts)
            if isinstance(module, ModuleFile):
                found.add(module.file)
    return found


def _loaded(program: Program, package: str, *, until: int) -> set[str]:
    """Everything that is loaded when the package has come to an offset of its own text."""
    waiting = list(_loads(program, package, until=until, at_once=True))
    found = set(waiting)
    while waiting:
        for other in _loads(program, waiting.pop(), at_once=True) - found - {package}:
            found.add(other)
            waiting.append(other)
    return found
