"""Members whose definitions changed, while every class keeps what it does.

Where a member is written down does not matter, only what an object does when it is asked. So each class that
may have instances is asked in both worlds: which definition it finds along its order of classes, and what that
one does, with calls through `super()` followed along the same order where they reach a changed definition.
If all of them agree, the definitions need not be compared where they stand: a base class that nobody calls may
keep a mere declaration, and a constructor may hand a part of its work to the one above.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.check.classes.above import asks_above, first_of, plain_function
from holdfast.check.classes.families import Family, class_after, find_families
from holdfast.check.classes.private_names import names_of_objects
from holdfast.check.classes.record_fields import Fields, declares_fields, fields_kept
from holdfast.check.classes.shared_objects import is_shared_state
from holdfast.check.code.equivalence import Sides, both_sides, compare_members
from holdfast.check.members.field_readers import has_plain_fields, is_unasked
from holdfast.check.pair import Kept, Pair, Replaced
from holdfast.python.project.classes import class_info, order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.instances import abstract_members, may_have_instances
from holdfast.python.project.lookup import Hit, find_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue
from holdfast.python.traces.partings import Difference, Parting
from holdfast.text.interval import Interval

#: A hierarchy with more to compare than this is compared where its definitions stand.
_AT_MOST = 60


def find_kept(pair: Pair, renamed: Mapping[str, str]) -> Kept:
    """The changed definitions of all families of which every class keeps what it has."""
    families = [family for family in find_families(pair) if len(family.classes) <= _AT_MOST]
    has_records = declares_fields(pair)
    if not families and not has_records:
        return Kept()
    sides = both_sides(pair, renamed=renamed)
    fields = fields_kept(sides) if has_records else Fields()
    before, after = set(fields.before), set(fields.after)
    shared: dict[Interval, Interval] = {}
    replaced: list[Replaced] = []
    for family in families:
        is_lost = _is_lost(pair, family)
        is_left = not is_lost or is_shared_state(pair, family)
        found = _same_definitions(pair, sides, family) if is_left else set()
        if found and not _is_one_to_one(found) and is_shared_state(pair, family):
            shared.update(sorted(found))
        elif found and not is_lost:
            before |= family.before
            after |= family.after
        elif candidates := list(_candidates(pair, family)):
            # With what only computes as values, which takes longer: that is asked last.
            patient = both_sides(pair, renamed=renamed, sees_computations=True)
            replaced += (
                item for item, keys, hits in candidates if not _is_same(pair, patient, family, keys, hits)
            )
    return Kept(frozenset(before), frozenset(after), tuple(replaced), shared)


def _candidates(
    pair: Pair, family: Family
) -> Iterator[tuple[Replaced, tuple[ClassKey, ClassKey], tuple[Hit, Hit]]]:
    """Classes whose definition is gone and that have a new one: nothing else compares the two."""
    for before, after in family.classes.items():
        first, second = _found(pair.before, before, family.name), _found(pair.after, after, family.name)
        if first is None or second is None or not first.member.functions or not second.member.functions:
            continue
        old, new = _token(first), _token(second)
        if pair.became(old) is None and pair.was(new) is None and _is_asked(pair, before, family.name):
            place = class_info(pair.before, before).interval
            yield Replaced(family.name, place, old, new), (before, after), (first, second)


def _same_definitions(pair: Pair, sides: Sides, family: Family) -> set[tuple[Interval, Interval]]:
    """What each class finds before and after, if all of them do the same with it; empty if not."""
    found: set[tuple[Interval, Interval]] = set()
    for before, after in family.classes.items():
        first, second = _found(pair.before, before, family.name), _found(pair.after, after, family.name)
        if second is None or not _is_asked(pair, before, family.name):
            continue
        if abstract_members(pair.after, after) and may_have_instances(pair.before, before):
            return set()
        if first is None:
            if family.name.startswith("__") and family.name.endswith("__"):
                return set()  # Python asks for it, and no code says so
            continue
        if not _is_same(pair, sides, family, (before, after), (first, second)):
            return set()
        found.add((_token(first), _token(second)))
    is_same_above = all(_is_same_above(pair, sides, family, *keys) for keys in family.classes.items())
    return found if is_same_above else set()


def _is_lost(pair: Pair, family: Family) -> bool:
    """Does a class lose the member that may be asked for it? Who does is found by tokens."""
    return any(
        _found(pair.before, before, family.name) is not None
        and _found(pair.after, after, family.name) is None
        and _is_asked(pair, before, family.name)
        for before, after in family.classes.items()
    )


def _is_one_to_one(found: set[tuple[Interval, Interval]]) -> bool:
    return len({one for one, _ in found}) == len({other for _, other in found}) == len(found)


def _token(hit: Hit) -> Interval:
    return Interval(hit.owner.file, *hit.member.token)


def _found(program: Program, key: ClassKey, name: str) -> Hit | None:
    """What the class has under the name; an annotation alone is nothing."""
    hit = find_member(program, key, name)
    return hit if hit is not None and hit.member.on_class else None


def _is_asked(pair: Pair, key: ClassKey, name: str) -> bool:
    """May the class itself be asked for the member, through an instance or by its own name?"""
    return may_have_instances(pair.before, key) or _is_named(pair.before, key, name)


def _is_named(program: Program, key: ClassKey, name: str) -> bool:
    for file in program.index.files_with(name):
        facts = program.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.name == name:
                values = evaluate(program, file, use.node.value).items
                if any(isinstance(value, ClassValue) and value.key == key for value in values):
                    return True
    return False


def _is_same(
    pair: Pair, sides: Sides, family: Family, keys: tuple[ClassKey, ClassKey], hits: tuple[Hit, Hit]
) -> bool:
    """Does the class do the same with both members, but for fields that nobody asks of it?"""
    first, second = hits
    if first.member.abstract != second.member.abstract:
        return False
    # What one world finds at once, the other may come to through `super()`.
    token, token_after = _token(first), _token(second)
    came, went = pair.was(token_after), pair.became(token)
    sides.before.look_from(keys[0], {*family.before, *([] if came in (None, token) else [came])})
    sides.after.look_from(keys[1], {*family.after, *([] if went in (None, token_after) else [went])})
    try:
        plain = has_plain_fields(pair.before, keys[0]) and has_plain_fields(pair.after, keys[1])
        partings = compare_members(sides, first, second, plain_fields=plain)
    finally:
        sides.before.look_from(None, ())
        sides.after.look_from(None, ())
    if partings is None:
        return False
    private = names_of_objects(pair, sides.before.private_names, keys[1])
    return not partings or all(
        _is_of_unasked_field(pair, keys, partings, item, {**sides.before.renamed, **private})
        for item in partings
    )


def _is_of_unasked_field(
    pair: Pair,
    keys: tuple[ClassKey, ClassKey],
    partings: list[Parting],
    item: Parting,
    renamed: Mapping[str, str],
) -> bool:
    """Is it a field that only one world sets, or what is computed for it, and does nobody ask for it?"""
    if item.what is Difference.OTHER_CONDITION:
        value = item.expected or item.found
        stored = [step for other in partings if (step := other.step) is not None and value in step.args[1:]]
        return bool(stored)
    step = item.step
    if step is None or step.kind != "store-attribute" or not isinstance(step.key, str):
        return False
    if not all(part.tag in ("const", "fresh", "parameter", "global") for part in step.args):
        return False
    if item.what is Difference.LOST_STEP:
        return is_unasked(pair.after, keys[1], renamed.get(step.key, step.key))
    was = next((old for old, new in renamed.items() if new == step.key), step.key)
    return item.what is Difference.NEW_STEP and is_unasked(pair.before, keys[0], was)


def _is_same_above(pair: Pair, sides: Sides, family: Family, before: ClassKey, after: ClassKey) -> bool:
    """Does `super().name` find the same, where it is not followed anyway?"""
    order, other_order = order_of(pair.before, before).classes, order_of(pair.after, after).classes
    for position, item in enumerate(order):
        uses = list(asks_above(pair.before, item, family.name)) if isinstance(item, ClassKey) else []
        if not isinstance(item, ClassKey) or not uses:
            continue
        counterpart = class_after(pair, item)
        if counterpart is None or counterpart not in other_order:
            return False
        uses += asks_above(pair.after, counterpart, family.name)
        first = first_of(pair.before, order[position + 1 :], family.name)
        second = first_of(pair.after, other_order[other_order.index(counterpart) + 1 :], family.name)
        if first is None and second is None:
            continue
        if all(uses) and _is_plain(pair.before, first) and _is_plain(pair.after, second):
            continue
        if first is None or second is None:
            return False
        if not _is_same(pair, sides, family, (before, after), (first, second)):
            return False
    return True


def _is_plain(program: Program, hit: Hit | None) -> bool:
    return hit is None or plain_function(program, hit) is not None
