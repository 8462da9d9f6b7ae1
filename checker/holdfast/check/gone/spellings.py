"""Names made at run time that may have led to what was taken out.

Evidence is combined: a look-up by a text that could be the name, and what is asked. If that is the class or
module that had the definition, the look-up found it; if it is something else, it never did. Where it is not
known who is asked, a text with a telling part is evidence enough, and so is a text that spells the name out
beside a look-up by any name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from enum import Enum

from holdfast.check.gone.definitions import Gone, is_gone_with_its_class
from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.pair import Pair
from holdfast.check.texts.computed_names import (
    ATTRIBUTE_FUNCTIONS,
    LISTING,
    LookUp,
    Pattern,
    chosen_by_ends,
    look_ups,
)
from holdfast.check.texts.name_registries import texts_that_are
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.values import (
    ClassKey,
    ClassValue,
    InstanceValue,
    ModuleValue,
    SuperValue,
    UnknownValue,
)
from holdfast.text.interval import Interval

#: How many constant characters a text must have to point at a name.
_TELLING = 3


class _Asked(Enum):
    """Who a look-up asks."""

    THE_OWNER = "owner"
    SOMEBODY_ELSE = "else"
    UNKNOWN = "unknown"


def check_gone_spellings(pair: Pair, gone: Sequence[Gone]) -> Iterator[Finding]:
    asking = pair.before.index.files_with_any(ATTRIBUTE_FUNCTIONS)
    if not asking:
        return
    for item in gone:
        if item.name.startswith("__") or is_gone_with_its_class(pair, item):
            continue
        found = next(_leading_to(pair, item, asking), None)
        if found is not None:
            yield found


def _leading_to(pair: Pair, item: Gone, asking: frozenset[str]) -> Iterator[Finding]:
    """Findings about one definition, the strongest first."""
    doubtful: list[Finding] = []
    open_look_up = None
    named = pair.before.index.files_with(item.name)
    for file in sorted(asking & (_near(pair, item) | named)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for look_up in look_ups(facts.tree.module):
            place = Interval(file, facts.tree.start(look_up.argument), facts.tree.end(look_up.argument))
            if pair.tokens(file).is_touched(place.start, place.end):
                continue
            asked = _who_is_asked(pair, item, file, look_up)
            if asked is _Asked.SOMEBODY_ELSE:
                continue
            if look_up.is_open:
                open_look_up = open_look_up or (place, asked)
            elif look_up.pattern.matches(item.name):
                finding = _finding(pair, item, place, look_up.pattern, asked)
                if finding.severity is Severity.WARNING:
                    yield finding
                doubtful.append(finding)
        yield from _chosen(pair, item, file, facts)
    if open_look_up is not None:
        place, asked = open_look_up
        text = next(iter(texts_that_are(pair, item.name)), None)
        if text is not None:
            message = (
                f'`{item.name}` was taken out, and "{item.name}" may be looked up by a name made at run time'
            )
            yield Finding("HF103", Severity.WARNING, text, message, (Clause(place, "here"),))
        elif asked is _Asked.THE_OWNER:
            message = f"`{item.name}` was taken out; any name may be looked up here at run time"
            doubtful.append(Finding("HF501", Severity.INFORMATION, place, message))
    yield from doubtful


def _near(pair: Pair, item: Gone) -> frozenset[str]:
    """The file of the definition, those that it imports, those that import it, and those of classes above."""
    file = item.interval.file
    found = {file, *pair.before.imported_files(file), *pair.before.importers(file)}
    if item.owner is not None:
        found |= {key.file for key in order_of(pair.before, item.owner).classes if isinstance(key, ClassKey)}
    return frozenset(found)


def _finding(pair: Pair, item: Gone, place: Interval, pattern: Pattern, asked: _Asked) -> Finding:
    clauses = (Clause(item.interval, "this would be gone"),)
    alone = not defined_in(pair.after, item.name) and not is_everyday(item.name)
    telling = alone if pattern.whole else len(pattern.start) + len(pattern.end) >= _TELLING
    if asked is _Asked.THE_OWNER or telling:
        message = f"this looks for `{item.name}` by its name at run time, and would no longer find it"
        return Finding("HF103", Severity.WARNING, place, message, clauses)
    message = f"this may look for `{item.name}`, which was taken out, by a name made at run time"
    return Finding("HF501", Severity.INFORMATION, place, message, clauses)


def _chosen(pair: Pair, item: Gone, file: str, facts: FileFacts) -> Iterator[Finding]:
    """`name.startswith("check_")` over the names of something."""
    if pair.before.index.words(file).isdisjoint(LISTING) or item.node is None:
        return
    for node, pattern in chosen_by_ends(facts.tree.module):
        place = Interval(file, facts.tree.start(node), facts.tree.end(node))
        if pattern.matches(item.name) and not pair.tokens(file).is_touched(place.start, place.end):
            message = f"`{item.name}` was taken out, and names are chosen by how they are spelled here"
            yield Finding(
                "HF103", Severity.WARNING, place, message, (Clause(item.interval, "among them this"),)
            )


def _who_is_asked(pair: Pair, item: Gone, file: str, look_up: LookUp) -> _Asked:
    receiver = look_up.receiver
    if receiver is None:
        return _Asked.UNKNOWN
    if _is_own_module(receiver):
        same = item.owner is None and file == item.interval.file
        return _Asked.THE_OWNER if same else _Asked.SOMEBODY_ELSE
    values = evaluate(pair.before, file, receiver).items
    answers = {_is_owner(pair, item, value) for value in values}
    if True in answers:
        return _Asked.THE_OWNER
    return _Asked.UNKNOWN if None in answers or not answers else _Asked.SOMEBODY_ELSE


def _is_own_module(node: ast.expr) -> bool:
    """`globals()` and `sys.modules[__name__]`."""
    match node:
        case ast.Call(func=ast.Name(id="globals"), args=[]):
            return True
        case ast.Subscript(value=ast.Attribute(attr="modules"), slice=ast.Name(id="__name__")):
            return True
        case _:
            return last_name(node) == "__module__"


def _is_owner(pair: Pair, item: Gone, value: object) -> bool | None:
    """Does the value have the definition? None if that cannot be told."""
    if isinstance(value, UnknownValue):
        return None
    if isinstance(value, ModuleValue):
        module = value.module
        return item.owner is None and isinstance(module, ModuleFile) and module.file == item.interval.file
    if isinstance(value, ClassValue | InstanceValue | SuperValue):
        if item.owner is None:
            return False
        above, below = order_of(pair.before, item.owner).classes, order_of(pair.before, value.key).classes
        return value.key in above or item.owner in below
    return False
