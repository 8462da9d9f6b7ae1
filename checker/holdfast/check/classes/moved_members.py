"""Changes of the hierarchy that say nothing new: a member moved up or down, and every class keeps its own.

A member that is pulled up or pushed down takes its O and I edges along. What counts is what each class has
under the name: the same code as before, wherever it stands now, is no loss; and a class that had nothing of
that name and nothing of it now is missed only where somebody asks for it, which is a question about tokens.
"""

from __future__ import annotations

import ast

from holdfast.check.classes.class_aliases import class_behind
from holdfast.check.classes.forwarding import forwards_to
from holdfast.check.pair import Pair
from holdfast.model.edge import Edge
from holdfast.preserve.analysis import Change
from holdfast.python.project.classes import class_info, classes_in, order_of, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.lookup import Hit, find_member, find_super_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


def is_explained(pair: Pair, change: Change, edge: Edge) -> bool:
    """Does the change of an edge follow from a member that moved, without a class getting another one?"""
    kept = pair.kept.before if change is Change.VANISHED else pair.kept.after
    if edge.head in kept or edge.tail in kept:
        return True
    if _is_aliased(pair, change, edge.tail):
        return True
    if edge.kind == "O":
        return _override(pair, change, edge)
    return _inheritance(pair, change, edge)


def _is_aliased(pair: Pair, change: Change, tail: Interval) -> bool:
    """Is it a nested class that moved, and whose name the class around it keeps for it?"""
    if change is Change.APPEARED:
        owner = member_owner(pair.after, tail)
        moved = None if owner is None else class_behind(pair.after, owner, _text(pair.after, tail))
        return moved is not None and moved in pair.moved.values()
    moved, owner = pair.moved.get(tail), member_owner(pair.before, tail)
    place = None if owner is None else pair.became(class_info(pair.before, owner).interval)
    after = class_at(pair.after, place) if place is not None else None
    if moved is None or after is None:
        return False
    return class_behind(pair.after, after, _text(pair.before, tail)) == moved


def _override(pair: Pair, change: Change, edge: Edge) -> bool:
    if _only_passed_on(pair, change, edge):
        return True
    if change is Change.APPEARED:
        # What now stands above the member is what moved there, or the member moved below it.
        return edge.tail in pair.moved.values() or edge.head in pair.moved.values()
    new_place = pair.became(edge.tail)
    if has_left(pair, edge.tail) and new_place and member_owner(pair.after, new_place) is not None:
        return True  # pushed down: whoever asks the class for it is found by its tokens
    # Something now stands between the two, and the one overrides the other as before.
    place, tail = pair.became(edge.head), pair.became(edge.tail)
    owner = None if place is None else member_owner(pair.after, place)
    if owner is None or tail is None:
        return False
    assert place is not None
    name = _text(pair.after, place)
    above = [key for key in order_of(pair.after, owner).classes[1:] if isinstance(key, ClassKey)]
    members = [own_members(pair.after, key).get(name) for key in above if key.file == tail.file]
    return any(member is not None and (tail.start, tail.end) in member.tokens for member in members)


def _only_passed_on(pair: Pair, change: Change, edge: Edge) -> bool:
    """Was a member taken out that only called the one above it: between the two, or the lower one?"""
    head = edge.head if change is Change.VANISHED else pair.was(edge.head)
    owner = None if head is None else member_owner(pair.before, head)
    if head is None or owner is None:
        return False
    if change is Change.VANISHED and pair.became(head) is None:
        own = find_member(pair.before, owner, _text(pair.before, head))
        above = forwards_to(pair.before, own) if own is not None and _token(own) == head else None
        return above is not None and _token(above) == edge.tail
    between = find_super_member(pair.before, owner, _text(pair.before, head))
    if between is None or pair.became(_token(between)) is not None:
        return False
    above = forwards_to(pair.before, between)
    if change is Change.VANISHED:
        return above is not None and _token(between) == edge.tail
    return above is not None and pair.became(_token(above)) == edge.tail


def _inheritance(pair: Pair, change: Change, edge: Edge) -> bool:
    if change is Change.VANISHED:
        place = pair.became(edge.head)
        before, after = class_at(pair.before, edge.head), class_at(pair.after, place) if place else None
        name = _text(pair.before, edge.tail)
    else:
        place = pair.to_before(edge.head)
        before, after = class_at(pair.before, place) if place else None, class_at(pair.after, edge.head)
        name = _text(pair.after, edge.tail)
    if before is None or after is None:
        return False
    first, second = find_member(pair.before, before, name), find_member(pair.after, after, name)
    if first is not None and second is not None:
        if _is_stored(first) and _is_stored(second):
            return True  # what sets the field is compared as code
        if _token(first) in pair.kept.before or _token(second) in pair.kept.after:
            return True
    if first is None:
        return second is not None and _token(second) in pair.moved.values()
    if second is None:
        return has_left(pair, _token(first))
    return same_member(pair, first, second)


def _is_stored(hit: Hit) -> bool:
    return hit.member.kind is Kind.INSTANCE_ATTRIBUTE


def same_member(pair: Pair, first: Hit, second: Hit) -> bool:
    """Is the member of after what the member of before became, or a copy of it?"""
    if bool(first.member.functions) and len(first.member.functions) > len(second.member.functions) > 0:
        return False  # a property without its setter
    if pair.became(_token(first)) == _token(second):
        return True
    above = forwards_to(pair.before, first)
    if above is not None and pair.to_after(_token(first)) is None:
        return same_member(pair, above, second)  # it was taken out, and only asked the one above
    if pair.to_after(_token(first)) is not None and _token(first) not in pair.moved:
        return False  # it stays where it was, perhaps under another name
    one, other = _code(pair.before, first), _code(pair.after, second)
    return one is not None and one == other


def _code(program: Program, hit: Hit) -> tuple[str, ...] | None:
    """The words of the member's definitions, so that copies are told without their indentation."""
    facts = program.facts(hit.owner.file)
    if facts is None:
        return None
    if not hit.member.functions:
        bound = [facts.bound_values.get(target) for target in hit.member.targets]
        return tuple(ast.dump(item.node) for item in bound if item is not None) or None
    scopes = [facts.names.scopes[scope] for scope in hit.member.functions]
    return tuple(" ".join(facts.text[scope.start : scope.end].split()) for scope in scopes)


def _token(hit: Hit) -> Interval:
    return Interval(hit.owner.file, *hit.member.token)


def class_at(program: Program, interval: Interval) -> ClassKey | None:
    for key in classes_in(program, interval.file):
        if class_info(program, key).interval == interval:
            return key
    return None


def has_left(pair: Pair, declaration: Interval) -> bool:
    """Does a member of before stand in another class now, or in none?"""
    place = pair.moved.get(declaration)
    if place is None:
        return False
    old, new = member_owner(pair.before, declaration), member_owner(pair.after, place)
    if old is None or new is None:
        return old is not new
    first, second = class_info(pair.before, old), class_info(pair.after, new)
    return first.name != second.name and pair.became(first.interval) != second.interval


def member_owner(program: Program, interval: Interval) -> ClassKey | None:
    """The class that declares the member with this token."""
    token = (interval.start, interval.end)
    for key in classes_in(program, interval.file):
        if any(token in member.tokens for member in own_members(program, key).values()):
            return key
    return None


def _text(program: Program, interval: Interval) -> str:
    return (program.world.text(interval.file) or "")[interval.start : interval.end]
