"""Uses of a field that is behind methods now, under its old name, in code that the edit wrote anew.

In code that stays, each token is compared with what it was (`members`). Where a function was rewritten, tokens
correspond by accident: here every attribute of the old name is asked whether its object is one of those whose field
has another name by now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from holdfast.check.classes.families import class_after
from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.members.hidden_fields import Hidden, hidden_fields
from holdfast.check.objects.kinds import known_classes
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import AttributeUse
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.members import Absent, Unresolved, resolve_attribute
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


def check_left_fields(pair: Pair, rewritten: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[Finding]:
    """`rewritten`: for each file the intervals of before in which tokens correspond by accident."""
    for field in hidden_fields(pair):
        owner = class_after(pair, field.owner)
        if field.works or owner is None:
            continue
        family = frozenset({owner, *subclasses(pair.after, owner)})
        for file in sorted(pair.after.index.files_with(field.name)):
            facts = pair.after.facts(file)
            for use in facts.names.attributes if facts is not None else ():
                if use.name == field.name and _is_anew(pair, file, use, rewritten):
                    yield from _judge(pair, field, family, file, use)


def _is_anew(
    pair: Pair, file: str, use: AttributeUse, rewritten: Mapping[str, Sequence[tuple[int, int]]]
) -> bool:
    was = pair.to_before(Interval(file, use.start, use.end))
    return was is None or any(start <= was.start < end for start, end in rewritten.get(was.file, ()))


def _judge(
    pair: Pair, field: Hidden, family: frozenset[ClassKey], file: str, use: AttributeUse
) -> Iterator[Finding]:
    found = resolve_attribute(pair.after, file, use)
    if not isinstance(found, Absent | Unresolved) or (isinstance(found, Absent) and found.exact):
        return  # it names something, or is told where every attribute is resolved
    place, quoted = pair.shown_at(Interval(file, use.start, use.end))
    clause = Clause(field.token, "this field would be stored under another name")
    kinds = known_classes(pair.after, file, use.node.value)
    others = defined_in(pair.after, field.name) or is_everyday(field.name)
    if kinds is not None:
        lacking = any(kind in family and find_member(pair.after, kind, field.name) is None for kind in kinds)
    else:
        lacking = not others
    if lacking:
        message = f"this attribute `{field.name}` has the old name of a field that is behind methods now"
        yield Finding("HF104", Severity.WARNING, place, message, (clause,), quoted=quoted)
    elif kinds is None:
        message = f"it is not known whether this `{field.name}` is the field that is behind methods now"
        yield Finding("HF502", Severity.INFORMATION, place, message, (clause,), quoted=quoted)
