"""Functions whose parameters changed, told to the traces, so that calls of both worlds can be compared parameter by
parameter."""

from __future__ import annotations

from holdfast.check.calls.changed_defaults import changed_defaults
from holdfast.check.calls.changed_functions import Changed, changed_functions, spelled
from holdfast.check.calls.method_kinds import is_anyones, is_bound_otherwise
from holdfast.check.calls.new_fields import find_new_fields
from holdfast.check.calls.passed_values import passed_by_all
from holdfast.check.calls.relays import Function, Place
from holdfast.check.code.sides import Side
from holdfast.check.pair import Pair
from holdfast.python.traces.binding import defaults_of
from holdfast.python.traces.build import parameters_of
from holdfast.python.traces.identity import Signature


def find_changed_signatures(pair: Pair, before: Side, after: Side, *, may_change: bool) -> None:
    """Tell both sides the functions that are called differently now.

    Where signatures may not change, defaults are compared where they stand, and not once more at the calls.
    """
    for item in changed_functions(pair, before.renamed):
        if may_change or spelled(item.before)[0] != spelled(item.after)[0]:
            _tell(before, after, item)
    for side in (before, after) if after.signatures else ():
        for file in {place[0] for place in side.signatures}:
            side.new_fields.update(find_new_fields(side, file))
    before.signatures_of_other = {item.key: item for item in after.signatures.values()}
    after.signatures_of_other = {item.key: item for item in before.signatures.values()}


def _tell(before: Side, after: Side, item: Changed) -> None:
    added = frozenset(a.arg for _, a in parameters_of(item.after)) - item.shared.keys()
    removed = frozenset(a.arg for _, a in parameters_of(item.before)) - set(item.shared.values())
    subject = after.subject(item.place_after[0])
    if subject is not None and added:
        subject.added_parameters[_declared(after, item.place_after)] = added
    anyones = is_anyones(before.pair, item)
    for side, place, node in ((before, item.place, item.before), (after, item.place_after, item.after)):
        one = side.subject(place[0])
        if one is not None and item.is_whole and node is not _declared(side, place):
            one.passing_on[_declared(side, place)] = node
    if is_bound_otherwise(before.pair, item):
        for side, place in ((before, item.place), (after, item.place_after)):
            one = side.subject(place[0])
            if one is not None:
                one.bound_otherwise.add(_declared(side, place))
    followed = _follow(after, item.place_after, item.after, added)
    assumed = {name: node for name, node in defaults_of(item.after).items() if name in added - followed}
    other_defaults = changed_defaults(before.pair, item)
    other_defaults = frozenset(new for new, old in item.shared.items() if old in other_defaults)
    renamed = {old: new for new, old in item.shared.items() if old != new}
    before.signatures[item.place] = Signature(
        item.before,
        item.shared,
        _follow(before, item.place, item.before, removed),
        renamed=renamed,
        key=item.place_after,
        place=item.place,
        subject=before.subject(item.place[0]),
        other_defaults=other_defaults,
        is_anyones=anyones,
        only_passes_on=item.only_passes_on,
    )
    after.signatures[item.place_after] = Signature(
        item.after,
        {name: name for name in item.shared},
        followed,
        assumed,
        renamed={name: name for name in renamed.values()},
        key=item.place_after,
        place=item.place_after,
        subject=subject,
        other_defaults=other_defaults,
        is_anyones=anyones,
        only_passes_on=item.only_passes_on,
    )


def _declared(side: Side, place: Place) -> Function:
    facts = side.program.facts(place[0])
    node = None if facts is None else facts.names.scopes[place[1]].node
    assert isinstance(node, Function)
    return node


def _follow(side: Side, place: Place, function: Function, names: frozenset[str]) -> frozenset[str]:
    """Tell the side what callers pass for parameters that the other world does not have."""
    subject = side.subject(place[0])
    passed = passed_by_all(side, place, function, names)
    if subject is None or not passed:
        return frozenset()
    subject.passed[_declared(side, place)] = passed
    return frozenset(passed)
