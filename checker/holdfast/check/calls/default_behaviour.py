"""Does a function do the same for its old default as it does now for its new one?

`sep=None` with `if sep is None: sep = ","` may have become `sep=","`: who passes nothing gets what he got.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.check.calls.changed_functions import Changed
from holdfast.check.code.equivalence import both_sides, compare_moved
from holdfast.check.pair import Pair
from holdfast.python.project.own_members import receives
from holdfast.python.traces.binding import defaults_of
from holdfast.python.traces.build import parameters_of
from holdfast.python.traces.identity import Passed
from holdfast.text.interval import Interval


def is_same_without(pair: Pair, renamed: Mapping[str, str], item: Changed, name: str) -> bool:
    """Is the function called without the parameter (of before) the same as the function after?"""
    name_after = next(new for new, old in item.shared.items() if old == name)
    before, after = defaults_of(item.before).get(name), defaults_of(item.after).get(name_after)
    if item.only_passes_on or receives(item.before) != receives(item.after):
        return False
    if not isinstance(before, ast.Constant) or not isinstance(after, ast.Constant):
        return False
    sides = both_sides(pair, renamed=renamed, signatures_may_change=True)
    token = None
    for side, place, default, own in (
        (sides.before, item.place, before, name),
        (sides.after, item.place_after, after, name_after),
    ):
        subject = side.subject(place[0])
        if subject is None:
            return False
        node = subject.names.scopes[place[1]].node
        if own not in {argument.arg for _, argument in parameters_of(node)}:
            return False  # it is one that the function passes on
        value = Passed("constant", (type(default.value).__name__, repr(default.value)))
        subject.passed[node] = {**subject.passed.get(node, {}), own: value}
        occurrence = subject.names.occurrences[subject.names.occurrence_of_node[node]]
        token = Interval(place[0], occurrence.start, occurrence.end)
    assert token is not None
    return not compare_moved(sides, item.token, token, signatures_may_change=True)
