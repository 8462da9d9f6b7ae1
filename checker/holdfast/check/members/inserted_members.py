"""Attributes that the edit wrote: does each of them name something?

A token that both worlds have is compared with what it was. One that only the world after has was put there
by the edit, and an attribute that nothing defines raises wherever it is reached.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.objects.kinds import known_classes
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import AttributeUse, ScopeKind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.instances import is_called
from holdfast.python.project.members import Absent, Unresolved, resolve_attribute, resolve_member
from holdfast.python.project.own_members import first_parameter
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, InstanceValue
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
    if isinstance(found, Unresolved) and _is_lacking(pair.after, file, use):
        found = Absent((), True)
    if not isinstance(found, Absent):
        return
    if not found.exact and (defined_in(pair.after, use.name) or is_everyday(use.name)):
        if not _is_all_there_is(pair.after, file, use):
            return
    place, quoted = pair.shown_at(Interval(file, use.start, use.end))
    severity = Severity.ERROR if found.exact and found.where else Severity.WARNING
    message = f"the new attribute `{use.name}` would name nothing"
    yield Finding("HF103", severity, place, message, quoted=quoted)


def _is_lacking(program: Program, file: str, use: AttributeUse) -> bool:
    """Do callers pass an object of a class without the attribute, to a function that asks no questions?"""
    facts = program.facts(file)
    function = facts.scope_around(use.scope, frozenset({ScopeKind.FUNCTION})) if facts is not None else None
    if facts is None or function is None or isinstance(use.node.ctx, ast.Store):
        return False
    if any(word in facts.text[function.start : function.end] for word in _ASKING):
        return False
    for key in known_classes(program, file, use.node.value) or ():
        found = resolve_member(program, InstanceValue(key), use.name)
        if isinstance(found, Absent) and found.exact:
            return True
    return False


#: Ways to find out what an object is before something is asked of it.
_ASKING = ("isinstance", "hasattr", "getattr", "type(", "AttributeError", "match ")


def _is_all_there_is(program: Program, file: str, use: AttributeUse) -> bool:
    """Is there no class further down that nobody sees, and that could have the attribute?

    `self` may be of one, but in a class that is called as it is and that nothing extends. What an annotation names
    has what it says.
    """
    facts, receiver = program.facts(file), use.node.value
    if facts is None or not isinstance(receiver, ast.Name):
        return False
    owner = facts.names.occurrences[facts.names.occurrence_of_node[receiver]].owner
    around = facts.enclosing_class(owner) if owner > 0 else None
    if around is None or first_parameter(facts, owner) != receiver.id:
        values = evaluate(program, file, receiver).items
        return bool(values) and all(isinstance(item, InstanceValue) for item in values)
    key = ClassKey(file, around)
    return is_called(program, key) and not subclasses(program, key)


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
