"""Expressions that show themselves: `f"{total=}"` is the text `total=3`, so that a new name makes another text.

Left out is a text that goes to a logger or stands in an assertion: such lines are for people, and mostly nobody
gets them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.python.string_literals import embedded_expressions
from holdfast.text.interval import Interval

_SHOWS_ITSELF = re.compile(r"=\s*[!:}]")
_LOGGING = frozenset(
    {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log", "trace"}
)


def check_shown_expressions(pair: Pair, affected: Affected) -> Iterator[Finding]:
    for file in sorted({token.file for token in affected.tokens}):
        facts = pair.facts(file)
        if facts is None or not _SHOWS_ITSELF.search(facts[0].text):
            continue
        shown_after = list(_shown(facts[1]))
        for node, start, end in _shown(facts[0]):
            renamed = [
                token for token in affected.tokens if token.file == file and start <= token.start < end
            ]
            places = [place for token in renamed if (place := pair.to_after(token)) is not None]
            still = (
                (begin, finish)
                for _, begin, finish in shown_after
                if any(begin <= place.start < finish for place in places)
            )
            after = next(still, None)
            if after is not None and not _is_for_people(facts[0], node):
                old, new = facts[0].text[start:end].strip(), facts[1].text[slice(*after)].strip()
                message = f"this text shows the expression itself: `{old}=` would be `{new}=`"
                yield Finding("HF202", Severity.WARNING, Interval(file, start, end), message)


def _shown(facts: FileFacts) -> Iterator[tuple[ast.JoinedStr, int, int]]:
    """The expressions of f-strings that an equals sign follows."""
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.JoinedStr):
            places = embedded_expressions(facts.text, facts.tree.start(node), facts.tree.end(node))
            for start, end in places or ():
                if facts.text.startswith("=", end):
                    yield node, start, end


def _is_for_people(facts: FileFacts, node: ast.AST) -> bool:
    """Does the text go to a logger, or tell why an assertion failed?"""
    parents = parents_of(facts)
    around = parents.get(node)
    while around is not None and not isinstance(around, ast.stmt):
        match around:
            case ast.Call(func=ast.Attribute(attr=name)) if name in _LOGGING:
                return True
        around = parents.get(around)
    return isinstance(around, ast.Assert)
