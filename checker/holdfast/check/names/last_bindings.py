"""Names that the straight code of a module binds twice: the last binding is the one that the rest of the program sees.

`import time` and `from datetime import time` may both stand in a module. Sorting the imports, or taking one of
them out as a duplicate, leaves every token bound to the same variable, and the variable holds something else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.names.straight_bindings import straight_bindings
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Role
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

#: What an import names: a module or a member of one; or the token of a definition, where it stands after the edit.
_Thing = tuple[object, str | None] | Interval


class _Bound(NamedTuple):
    place: Interval
    thing: _Thing | None


def check_last_bindings(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None:
            continue
        before = _bindings(pair, pair.before, file, facts[0], is_before=True)
        after = _bindings(pair, pair.after, new_file, facts[1], is_before=False)
        for name in sorted(before.keys() & after.keys()):
            finding = _other_last(pair, name, before[name], after[name])
            if finding is not None and _is_read(facts[1], name):
                yield finding


def _other_last(pair: Pair, name: str, before: list[_Bound], after: list[_Bound]) -> Finding | None:
    """Does a binding come last that was there before and overwritten, or is the one that was last now overwritten?"""
    first, second = before[-1], after[-1]
    if first.thing is None or second.thing is None or first.thing == second.thing:
        return None
    if not (_is_outside(first.thing) or _is_outside(second.thing)):
        return None  # what the name leads to in the project is compared where it is imported and read
    came_forward = any(item.thing == second.thing for item in before[:-1])
    fell_back = any(item.thing == first.thing for item in after[:-1])
    if not came_forward and not fell_back:
        return None
    place, quoted = pair.shown_at(second.place)
    return Finding(
        "HF101",
        Severity.ERROR,
        first.place,
        f"this binding of `{name}` comes last; after the edit another one would",
        (Clause(place, "would be what the name means instead", quoted),),
    )


def _is_outside(thing: _Thing) -> bool:
    return not isinstance(thing, Interval) and isinstance(thing[0], tuple)


def _bindings(
    pair: Pair, program: Program, file: str, facts: FileFacts, *, is_before: bool
) -> dict[str, list[_Bound]]:
    found: dict[str, list[_Bound]] = {}
    for item in straight_bindings(facts):
        if item.in_main_block:
            continue
        place = Interval(file, item.token.start, item.token.end)
        thing: _Thing | None
        if isinstance(item.statement, ast.Import | ast.ImportFrom):
            thing = _imported(pair, program, file, facts, item.token.start, is_before=is_before)
        else:
            thing = pair.became(place) if is_before else place
        found.setdefault(item.token.name, []).append(_Bound(place, thing))
    return found


def _imported(
    pair: Pair, program: Program, file: str, facts: FileFacts, start: int, *, is_before: bool
) -> _Thing | None:
    token = facts.occurrence_at.get(start)
    index = next((i for i in facts.import_of_occurrence if facts.names.occurrences[i] is token), None)
    if index is None:
        return None
    use = facts.import_of_occurrence[index]
    module = program.resolve_module(file, use.level, use.parts)
    if isinstance(module, ModuleFile):
        return (pair.file_after(module.file) if is_before else module.file), use.member
    return (use.level, use.parts), use.member


def _is_read(facts: FileFacts, name: str) -> bool:
    return any(
        item.name == name and item.owner == MODULE_SCOPE and item.role is Role.READ
        for item in facts.names.occurrences
    )
