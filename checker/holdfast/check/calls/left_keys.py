"""Keys of what `**` spreads that still name a parameter under the name that it had."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.calls.changed_functions import Changed
from holdfast.check.calls.misfits import lost_names
from holdfast.check.calls.spread_arguments import keys_left, texts_spread
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.text.interval import Interval


def check_left_keys(pair: Pair, item: Changed, place: Interval, call: ast.Call) -> Iterator[Finding]:
    """`place` is where the call stands."""
    lost = lost_names(item)
    if not lost or (not item.before.args.kwarg and item.after.args.kwarg):
        return  # one of the others now, which the function may look for
    clause = Clause(item.token, "the parameters of this function change")
    for key, name in keys_left(pair, place.file, call, lost):
        message = f"what this passes for `{name}` would no longer arrive in that parameter"
        yield Finding("HF109", Severity.WARNING, key, message, (clause,))
    for text, name in list(texts_spread(pair, place.file, call, lost))[:1]:
        message = f"what is spread here may name `{name}`, which would no longer be a parameter"
        clauses = (clause, Clause(text, "this text is its name"))
        yield Finding("HF109", Severity.WARNING, place, message, clauses)
