"""Members that were taken out of a class whose objects are asked for them under another name.

`writer.dump(rows)` asks whatever `writer` is. Where that is declared as a protocol which the class fulfilled, the
class was meant. Where it is not known at all, it may have been, if objects of the class can come that far.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.classes.moved_members import class_at
from holdfast.check.gone.definitions import Gone, is_gone_with_its_class
from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, own_members
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import last_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.modules import External
from holdfast.python.project.values import ClassKey, InstanceValue, UnknownValue
from holdfast.text.interval import Interval

_PROTOCOLS = frozenset({External("typing.Protocol"), External("typing_extensions.Protocol")})


def check_gone_duck_typed(pair: Pair, gone: Sequence[Gone]) -> Iterator[Finding]:
    for item in gone:
        if item.owner is None or item.name.startswith("_") or is_gone_with_its_class(pair, item):
            continue
        place = pair.became(class_info(pair.before, item.owner).interval)
        after = class_at(pair.after, place) if place is not None else None
        if after is None or find_member(pair.after, after, item.name) is not None:
            continue
        finding = _asked_for(pair, item, item.owner)
        if finding is not None:
            yield finding


def _asked_for(pair: Pair, item: Gone, owner: ClassKey) -> Finding | None:
    doubtful: Finding | None = None
    # Where nothing defines the name any more, that is told of every token that asks for it.
    may_be_asked = defined_in(pair.after, item.name) and not is_everyday(item.name) and _is_made(pair, owner)
    reach = _reach(pair, owner.file) if may_be_asked else frozenset()
    for file in sorted(pair.before.index.files_with(item.name)):
        facts = pair.before.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.name != item.name or not isinstance(use.node.ctx, ast.Load):
                continue
            if pair.tokens(file).is_touched(use.start, use.end):
                continue
            place = Interval(file, use.start, use.end)
            values = evaluate(pair.before, file, use.node.value).items
            if any(isinstance(value, InstanceValue) and _fulfils(pair, owner, value.key) for value in values):
                return _finding(pair, item, owner, place, Severity.WARNING)
            unknown = not values or any(isinstance(value, UnknownValue) for value in values)
            if unknown and file in reach:
                doubtful = doubtful or _finding(pair, item, owner, place, Severity.INFORMATION)
    return doubtful


def _finding(pair: Pair, item: Gone, owner: ClassKey, place: Interval, severity: Severity) -> Finding:
    name = class_info(pair.before, owner).name
    clauses = (Clause(item.interval, "this would be gone"),)
    if severity is Severity.WARNING:
        message = f"this may ask a `{name}` for `{item.name}`, which it would no longer have"
        return Finding("HF103", severity, place, message, clauses)
    message = f"it is not known whether this asks a `{name}` for `{item.name}`, which was taken out"
    return Finding("HF502", severity, place, message, clauses)


def _is_made(pair: Pair, key: ClassKey) -> bool:
    """Is the class, or one below it, called or handed to somebody anywhere?"""
    for one in (key, *subclasses(pair.before, key)):
        name = class_info(pair.before, one).name
        for file in pair.before.index.files_with(name):
            facts = pair.before.facts(file)
            for node in ast.walk(facts.tree.module) if facts is not None else ():
                if isinstance(node, ast.Call):
                    if any(last_name(item) == name for item in (node.func, *node.args)):
                        return True
                elif isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.Set | ast.Return):
                    if any(
                        isinstance(item, ast.expr) and last_name(item) == name
                        for item in ast.iter_child_nodes(node)
                    ):
                        return True
    return False


def _fulfils(pair: Pair, key: ClassKey, protocol: ClassKey) -> bool:
    """Is the one a protocol, and has the other all that it asks for?"""
    if _PROTOCOLS.isdisjoint(class_info(pair.before, protocol).bases):
        return False
    return all(find_member(pair.before, key, name) is not None for name in own_members(pair.before, protocol))


def _reach(pair: Pair, file: str) -> frozenset[str]:
    """The files that objects of a class can come to: those that load its file, and what those hand them to."""
    loading, waiting = {file}, [file]
    while waiting:
        for other in pair.before.importers(waiting.pop()) - loading:
            loading.add(other)
            waiting.append(other)
    return frozenset(loading | {near for other in loading for near in pair.before.imported_files(other)})
