"""Names that a star import newly takes over, in an ordinary edit.

`from tools import *` brings whatever `tools` has. When it gets a name of its own that the importing module
reads as a builtin, or has from an import, a definition or another star, untouched code there means the new
thing. When what the star brought all along is exchanged inside its module, readers follow, as with any name.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.code.plumbing import touched_statements
from holdfast.check.imports.outside_readers import imports_of
from holdfast.check.names.references import Reference, Shift, shift_of
from holdfast.check.ordinary.intended_names import is_builtin_itself
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NOBODY, ImportUse, Occurrence, Role
from holdfast.python.project.declarations import Resolution
from holdfast.python.project.exports import exported_names, lookup, star_provides, star_replaces
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

#: What a module for old interpreters brings instead of a builtin is brought for that.
_MEANT = ("compat", "builtins", "six", "py2", "py3")
_OWN = (Role.IMPORT, Role.FUNCTION, Role.CLASS)


def check_star_captures(pair: Pair, affected: Affected) -> Iterator[Finding]:
    for file in affected.files:
        facts, new_file = pair.before.facts(file), pair.file_after(file)
        after = pair.after.facts(new_file) if new_file is not None else None
        if facts is None or new_file is None or after is None or not after.stars:
            continue
        names = {item.name for item in facts.names.occurrences if item.owner in (BUILTIN, NOBODY)}
        names |= {name for owner, name in facts.bindings if owner == MODULE_SCOPE}
        if any(pair.to_before(Interval(new_file, use.start, use.end)) is None for use in after.stars):
            wanted = names
        else:
            wanted = names & affected.names
        for name in sorted(wanted):
            yield from _name(pair, file, new_file, (facts, after), name)


def _name(
    pair: Pair, file: str, new_file: str, facts: tuple[FileFacts, FileFacts], name: str
) -> Iterator[Finding]:
    before, after = facts
    star = _provider(pair.after, new_file, after, name)
    if star is None:
        return
    use, module = star
    if _is_same_provider(pair, file, before, name, module):
        return
    own = before.bindings.get((MODULE_SCOPE, name), ())
    if own:
        if use.context != "plain" or any(before.names.occurrences[i].role not in _OWN for i in own):
            return
        first, second = lookup(pair.before, file, name), star_replaces(pair.after, new_file, name)
        if len(after.bindings.get((MODULE_SCOPE, name), ())) != len(own):
            return
    else:
        first, second = star_provides(pair.before, file, name), star_provides(pair.after, new_file, name)
    if first.unseen or second.unseen or second.missing or not second.declarations:
        return
    if first.missing:
        if any(word in module.lower() for word in _MEANT) or is_builtin_itself(second, name):
            return
    elif shift_of(pair, Reference(Interval(file, 0, 0), first, second)) is not Shift.OTHER:
        return
    yield from _findings(pair, file, facts, name, use, first, second)


def _provider(program: Program, file: str, facts: FileFacts, name: str) -> tuple[ImportUse, str] | None:
    """The last star import that brings the name, and the file that it brings it from."""
    for use in reversed(facts.stars):
        module = program.resolve_module(file, use.level, use.parts)
        if isinstance(module, ModuleFile) and name in exported_names(program, module.file)[0]:
            return use, module.file
    return None


def _is_same_provider(pair: Pair, file: str, before: FileFacts, name: str, module: str) -> bool:
    star = _provider(pair.before, file, before, name)
    return star is not None and pair.file_after(star[1]) == module


def _findings(
    pair: Pair,
    file: str,
    facts: tuple[FileFacts, FileFacts],
    name: str,
    star: ImportUse,
    first: Resolution,
    second: Resolution,
) -> Iterator[Finding]:
    clauses = [Clause(item.interval, "it means this") for item in first.declarations]
    for declaration in second.declarations:
        place, quoted = pair.shown_at(declaration.interval)
        clauses.append(Clause(place, "a star import would bring this instead", quoted))
    was = f"the builtin `{name}`" if first.missing else "something that stays"
    message = f"`{name}` means {was}, and would be replaced by what a star import brings"
    places = [Interval(file, item.start, item.end) for item in _reads(pair, file, facts, name, star)]
    if not first.missing:
        places += imports_of(pair, file, name)
    for place in places:
        yield Finding("HF101", Severity.ERROR, place, message, tuple(clauses))


def _reads(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], name: str, star: ImportUse
) -> Iterator[Occurrence]:
    """Reads in statements that the edit left alone, which run when the star import is through."""
    before, after = facts
    touched = touched_statements(before, pair.tokens(file))
    for item in before.names.occurrences:
        if (
            item.name != name
            or item.role is not Role.READ
            or item.owner not in (BUILTIN, NOBODY, MODULE_SCOPE)
        ):
            continue
        place = pair.to_after(Interval(file, item.start, item.end))
        other = after.occurrence_at.get(place.start) if place else None
        if other is None or other.owner not in (BUILTIN, NOBODY, MODULE_SCOPE):
            continue
        if any(start <= item.start < end for start, end in touched):
            continue
        if other.scope != MODULE_SCOPE or other.start > star.start:
            yield item
