"""Classes that could be called and no longer can, or the other way round: something above them became abstract.

A method that is pulled up brings the hooks that it calls, and a hook that is declared abstract must be there
in every class that has instances, also in those that never use it. A declaration that goes lets classes be called
that refused; that counts where code hands such a class on to somebody who may call it.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.classes.moved_members import class_at
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, classes_in
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.instances import (
    abstract_members,
    is_called,
    is_handed_on,
    may_have_instances,
)
from holdfast.python.project.lookup import find_member
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


def check_uninstantiable(pair: Pair) -> Iterator[Finding]:
    seen: set[ClassKey] = set()
    for file in pair.edited_python_files():
        if pair.facts(file) is None:
            continue
        for own in classes_in(pair.before, file):
            for key in (own, *subclasses(pair.before, own)):
                if key not in seen:
                    seen.add(key)
                    yield from _judge(pair, key)


def _judge(pair: Pair, key: ClassKey) -> Iterator[Finding]:
    info = class_info(pair.before, key)
    place = pair.became(info.interval)
    after = class_at(pair.after, place) if place is not None else None
    missing = abstract_members(pair.after, after) if after is not None else ()
    refused = abstract_members(pair.before, key)
    if after is not None and refused and not missing and is_handed_on(pair.before, key):
        message = f"`{info.name}` could newly be called: its abstract `{refused[0]}` would be gone"
        yield Finding("HF303", Severity.WARNING, info.interval, message)
    if after is None or not missing or not may_have_instances(pair.before, key):
        return
    hit = find_member(pair.after, after, missing[0])
    clauses: tuple[Clause, ...] = ()
    if hit is not None:
        shown, quoted = pair.shown_at(Interval(hit.owner.file, *hit.member.token))
        clauses = (Clause(shown, "would have to be implemented", quoted),)
    severity = Severity.ERROR if is_called(pair.after, after) else Severity.WARNING
    message = f"`{info.name}` could no longer be called: nothing implements the abstract `{missing[0]}`"
    yield Finding("HF303", severity, info.interval, message, clauses)
