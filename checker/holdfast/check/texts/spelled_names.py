"""Names that stand in another spelling: a member of an enumeration in a text, a private name in full.

`Colour["RED"]` names the member as surely as `Colour.RED` does. And outside the class `Safe` its private
`__code` is spelled `_Safe__code`, so that renaming the class renames the attribute.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import left_in_code
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, classes_in, own_members
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_class_member, is_enumeration
from holdfast.python.project.values import ClassValue
from holdfast.text.interval import Interval


def check_spelled_names(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """Spellings that the edit left as they were, although what they name was renamed."""
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is not None and any(_quoted(facts.text, name) for name in affected.old_names):
            yield from _looked_up(pair, affected, file, facts)
    for file in sorted({token.file for token in affected.tokens}):
        yield from _spelled_out(pair, affected, file)


def _quoted(text: str, name: str) -> bool:
    return f'["{name}"]' in text or f"['{name}']" in text


def _looked_up(pair: Pair, affected: Affected, file: str, facts: FileFacts) -> Iterator[Finding]:
    for node in ast.walk(facts.tree.module):
        if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)):
            continue
        name = node.slice.value
        if not isinstance(name, str) or name not in affected.old_names:
            continue
        interval = Interval(file, facts.tree.start(node.slice), facts.tree.end(node.slice))
        if pair.tokens(file).is_touched(interval.start, interval.end):
            continue
        values = evaluate(pair.before, file, node.value)
        for value in values.items:
            if not isinstance(value, ClassValue) or not is_enumeration(pair.before, value.key):
                continue
            hit = find_class_member(pair.before, value.key, name)
            declared = Interval(hit.owner.file, *hit.member.tokens[0]) if hit is not None else None
            if declared in affected.tokens and declared is not None:
                severity = Severity.ERROR if values.proven else Severity.WARNING
                message = f"this look-up of `{name}` still has the old name, but the member was renamed"
                yield Finding("HF104", severity, interval, message, (Clause(declared, "it names this"),))


def _spelled_out(pair: Pair, affected: Affected, file: str) -> Iterator[Finding]:
    if pair.before.facts(file) is None:
        return
    for key in classes_in(pair.before, file):
        info = class_info(pair.before, key)
        became = pair.to_after(info.interval) if info.interval in affected.tokens else None
        if became is None:
            continue
        new = (pair.after.world.text(became.file) or "")[became.start : became.end]
        if new.lstrip("_") == info.name.lstrip("_"):
            continue
        spelled = {
            name: Interval(file, *member.tokens[0])
            for name, member in own_members(pair.before, key).items()
            if name.startswith(f"_{info.name.lstrip('_')}__")
        }
        for other in sorted(pair.before.index.files_with_any(spelled)) if spelled else ():
            yield from _uses(pair, other, spelled)


def _uses(pair: Pair, file: str, spelled: dict[str, Interval]) -> Iterator[Finding]:
    facts = pair.before.facts(file)
    if facts is None:
        return
    places = [
        (name, Interval(file, start, end))
        for start, end, name in (
            *((use.start, use.end, use.name) for use in facts.names.attributes),
            *((use.start, use.end, use.name) for use in facts.names.keywords),
            *((use.start, use.end, use.name) for use in facts.names.occurrences),
        )
        # Inside the class the token is short, and Python spells it out anew.
        if name in spelled and facts.text[start:end] == name
    ]
    places += [
        (text.text[text.start : text.end], text.place)
        for name in spelled
        for text in left_in_code(pair, name)
        if text.place.file == file and (text.is_whole or "." in text.text)
    ]
    for name, interval in places:
        if not pair.tokens(file).is_touched(interval.start, interval.end):
            message = f"`{name}` has the old name of the class in it; the private name would be another"
            yield Finding(
                "HF104", Severity.WARNING, interval, message, (Clause(spelled[name], "it names this"),)
            )
