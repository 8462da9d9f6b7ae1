"""Untouched attributes of objects whose class reading alone does not tell, under a name that a class has lost.

`job.retries` stays when `Job` calls it `attempts`. What is known to be a `Job` is told with all other members. Code
that asks first whether it is there (`hasattr`), or takes an AttributeError, is ready for objects without it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.ordinary.likely_owners import is_likely_owner
from holdfast.check.ordinary.lost_names import Lost
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import AttributeUse
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.members import Unresolved, resolve_attribute
from holdfast.text.interval import Interval

_MISSING = frozenset({"AttributeError", "Exception", "BaseException"})


def check_lost_members(pair: Pair, lost: Sequence[Lost]) -> Iterator[Finding]:
    for item in lost:
        if item.owner is not None:
            for file in sorted(pair.before.index.files_with(item.name)):
                if pair.file_after(file) is not None:
                    yield from _in_file(pair, item, file)


def _in_file(pair: Pair, item: Lost, file: str) -> Iterator[Finding]:
    facts = pair.before.facts(file)
    for use in facts.names.attributes if facts is not None else ():
        if facts is None or use.name != item.name or not isinstance(use.node.ctx, ast.Load):
            continue
        if pair.tokens(file).is_touched(facts.tree.start(use.node), use.end + 1):
            continue
        if not isinstance(resolve_attribute(pair.before, file, use), Unresolved):
            continue
        if not _is_ready(facts, use) and is_likely_owner(pair, item, file, use.node.value):
            what = "renamed" if item.renamed is not None else "taken out"
            message = (
                f"this seems to ask for `{item.name}` of an object whose class has lost it: it was {what}"
            )
            clause = Clause(item.interval, "it names this")
            yield Finding("HF104", Severity.WARNING, Interval(file, use.start, use.end), message, (clause,))


def _is_ready(facts: FileFacts, use: AttributeUse) -> bool:
    if any(text.name == use.name and text.scope == use.scope for text in facts.names.strings):
        return True
    return any(
        isinstance(node, ast.Try)
        and facts.tree.start(node.body[0]) <= use.start < facts.tree.end(node.body[-1])
        and any(handler.type is None or _takes_missing(handler.type) for handler in node.handlers)
        for node in ast.walk(facts.tree.module)
    )


def _takes_missing(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) and part.id in _MISSING for part in ast.walk(node))
