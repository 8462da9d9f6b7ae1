"""Attributes that the edit wrote: does each of them name something?

A token that both worlds have is compared with what it was. One that only the world after has was put there
by the edit, and an attribute that nothing defines raises wherever it is reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import AttributeUse
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.members import Absent, resolve_attribute
from holdfast.text.interval import Interval


def check_inserted_members(pair: Pair) -> Iterator[Finding]:
    known = _known_before(pair)
    created = [file for file in pair.edits.created if file.endswith((".py", ".pyi"))]
    edited = [pair.file_after(file) for file in pair.rewritten_python_files()]
    for file in sorted({*created, *(file for file in edited if file is not None)}):
        facts = pair.after.facts(file)
        if facts is None or facts.tree.error:
            continue
        for use in facts.names.attributes:
            if (
                _written(facts, use) not in known
                and pair.to_before(Interval(file, use.start, use.end)) is None
            ):
                yield from _judge(pair, file, use)


def _judge(pair: Pair, file: str, use: AttributeUse) -> Iterator[Finding]:
    found = resolve_attribute(pair.after, file, use)
    if not isinstance(found, Absent):
        return
    if not found.exact and (defined_in(pair.after, use.name) or is_everyday(use.name)):
        return
    place, quoted = pair.shown_at(Interval(file, use.start, use.end))
    severity = Severity.ERROR if found.exact else Severity.WARNING
    message = f"the new attribute `{use.name}` would name nothing"
    yield Finding("HF103", severity, place, message, quoted=quoted)


def _known_before(pair: Pair) -> frozenset[str]:
    """What code says already somewhere is no news of the edit: it may have been moved here."""
    found: set[str] = set()
    for old in {*pair.rewritten_python_files(), *pair.edits.deleted}:
        facts = pair.before.facts(old) if old.endswith((".py", ".pyi")) else None
        if facts is not None:
            found.update(_written(facts, use) for use in facts.names.attributes)
    return frozenset(found)


def _written(facts: FileFacts, use: AttributeUse) -> str:
    return facts.text[facts.tree.start(use.node) : facts.tree.end(use.node)]
