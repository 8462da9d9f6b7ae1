"""One member token in both worlds: does it still name what it named?"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.classes.class_aliases import class_behind
from holdfast.check.classes.families import class_after
from holdfast.check.classes.forwarding import passes_outside
from holdfast.check.classes.moved_members import has_left, member_owner
from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.lookup import find_member
from holdfast.python.project.members import Absent, Named, Outside, Unresolved
from holdfast.text.interval import Interval

#: What answers for members that a class does not declare.
_HANDING_ON = ("__getattr__", "__getattribute__")


def judge(pair: Pair, affected: Affected, token: MemberToken) -> Finding | None:
    if not token.changed and _only_passed_outside(pair, token):
        return None
    match token.before, token.after:
        case Named(first), Named(second) if _is_kept(pair, token, first, second):
            return None
        case (Named(first, True), Named(second, False)) | (
            Named(first, _, False),
            Named(second, _, True),
        ) if _only_below(pair, token, first, second):
            return _lost(pair, token, first, exact=False)
        case Named(first, exact), Named(second, still_exact):
            return _moved(pair, token, first, second, exact=exact and still_exact)
        case Named(first, exact), Absent(_, still_exact):
            return _lost(pair, token, first, exact=exact and still_exact)
        case Named(), Unresolved("made up") if not token.changed:
            return None  # the old name is kept alive
        case Named(first), Unresolved("dynamic") if not token.changed and _is_handed_on(pair, first):
            return None
        case Named(first, exact), (Unresolved() | Outside()):
            if not token.changed and any(_renamed(pair, item) for item in first):
                return _lost(pair, token, first, exact=exact)
            if not token.changed and first and all(_left_class(pair, item) for item in first):
                return _lost(pair, token, first, exact=False)
            if token.changed and token.kind == "attribute":
                if not any(_renamed(pair, item) for item in first):
                    return _keeps_its_name(token, first)
                if all(_spelled_otherwise(pair, item, token.name_after) for item in first):
                    return _lost(pair, token, first, exact=False)
            return None
        case Outside(types), _:
            if token.changed and token.kind == "attribute":
                return _foreign(token, types)
            return None
        case Unresolved("keywords"), Named(second, exact) if token.kind == "keyword" and not token.changed:
            if any(pair.to_before(item.interval) in affected.tokens for item in second):
                return _taken(pair, token, second, exact=exact)
            return None
        case Absent(), Named(second, exact):
            if not token.changed:
                return _gained(pair, token, second, exact=exact)
            return None
        case _:
            return None


def _is_handed_on(pair: Pair, first: tuple[Declaration, ...]) -> bool:
    """Was a member taken out of a class that asks another object for what it lacks?"""
    for item in first:
        owner = member_owner(pair.before, item.interval)
        after = class_after(pair, owner) if owner is not None and pair.became(item.interval) is None else None
        if after is None or not any(find_member(pair.after, after, name) for name in _HANDING_ON):
            return False
    return True


def _only_passed_outside(pair: Pair, token: MemberToken) -> bool:
    """Did the attribute lead to a method that only called a library's, which answers now?"""
    if not isinstance(token.before, Named) or isinstance(token.after, Named) or not token.before.declarations:
        return False
    for item in token.before.declarations:
        if pair.became(item.interval) is not None:
            return False
        owner = member_owner(pair.before, item.interval)
        if owner is None or not passes_outside(pair.before, owner, item.name):
            return False
    return True


def _is_kept(
    pair: Pair, token: MemberToken, first: tuple[Declaration, ...], second: tuple[Declaration, ...]
) -> bool:
    """Does the token name a member of which every class keeps what it has?"""
    if token.kind != "attribute" or token.changed:
        return False
    return all(item.interval in pair.kept.before for item in first) or all(
        item.interval in pair.kept.after for item in second
    )


def _only_below(
    pair: Pair, token: MemberToken, first: tuple[Declaration, ...], second: tuple[Declaration, ...]
) -> bool:
    """Did the member go or move away, so that only some classes below the one at hand still have it?"""
    if token.kind != "attribute" or token.changed:
        return False
    if all(pair.became(item.interval) is None for item in first):
        return not all(_in_same_class(pair, item, second) for item in first)
    if not all(has_left(pair, item.interval) for item in first):
        return False  # it moved with its class
    went, found = {pair.moved.get(item.interval) for item in first}, {item.interval for item in second}
    # It went to one class below and was copied to others.
    return went <= found and all(pair.was(place) is None for place in found - went)


def _left_class(pair: Pair, declaration: Declaration) -> bool:
    kinds = (Kind.METHOD, Kind.CLASS_ATTRIBUTE, Kind.NESTED_CLASS)
    return declaration.kind in kinds and has_left(pair, declaration.interval)


def _renamed(pair: Pair, declaration: Declaration) -> bool:
    place = pair.became(declaration.interval)
    if place is None:
        return True
    old = pair.before.world.text(declaration.interval.file) or ""
    new = pair.after.world.text(place.file) or ""
    return old[declaration.interval.start : declaration.interval.end] != new[place.start : place.end]


def _spelled_otherwise(pair: Pair, declaration: Declaration, name: str) -> bool:
    """Does a class after the edit have the member under another name, since it is private to the class?"""
    place = pair.became(declaration.interval)
    facts = pair.after.facts(place.file) if place is not None else None
    return facts is not None and any(
        place is not None and (place.start, place.end) in member.tokens and member.name != name
        for members in facts.members.values()
        for member in members.values()
    )


def _moved(
    pair: Pair,
    token: MemberToken,
    first: tuple[Declaration, ...],
    second: tuple[Declaration, ...],
    *,
    exact: bool,
) -> Finding | None:
    if not token.changed and all(item.kind is Kind.PROPERTY for item in second):
        if {item.name for item in first} == {item.name for item in second}:
            return None  # a property took the attribute's place; what it does is compared as code
    expected = {pair.became(item.interval) for item in first}
    found = {item.interval for item in second}
    # What now only names a class is that class: one that moved may leave its name behind.
    found |= set(_classes_behind(pair, second))
    if None in expected or expected & found:
        if not token.changed and expected - found and not found - expected:
            # Some of the possibilities are no longer reached under this name.
            lost = tuple(
                item
                for item in first
                if pair.became(item.interval) not in found and not _in_same_class(pair, item, second)
            )
            if any(_renamed(pair, item) for item in lost):
                return _lost(pair, token, lost, exact=False)
        return None
    if all(_same_family(pair, item, second) for item in first):
        return None
    clauses = [Clause(item.interval, "it names this") for item in first]
    for item in second:
        place, quoted = pair.shown_at(item.interval)
        clauses.append(Clause(place, "would name this instead", quoted))
    severity = Severity.ERROR if exact else Severity.WARNING
    message = f"this {_WHAT[token.kind]} `{token.name}` would name something else"
    return Finding("HF101", severity, token.interval, message, tuple(clauses))


def _same_family(pair: Pair, item: Declaration, second: tuple[Declaration, ...]) -> bool:
    """A member whose declaration is told by another of its tokens is still the same member."""
    became = pair.became(item.interval)
    if became is None:
        return _in_same_class(pair, item, second)
    return any(
        became.file == other.interval.file and other.name == item.name and item.kind == other.kind
        for other in second
        if pair.to_before(other.interval) is None
    )


def _classes_behind(pair: Pair, declarations: tuple[Declaration, ...]) -> Iterator[Interval]:
    for item in declarations:
        owner = member_owner(pair.after, item.interval) if item.kind is Kind.CLASS_ATTRIBUTE else None
        place = None if owner is None else class_behind(pair.after, owner, item.name)
        if place is not None:
            yield place


def _in_same_class(pair: Pair, item: Declaration, second: tuple[Declaration, ...]) -> bool:
    """A member of a class that moved, which the class has under its name where it stands now."""
    owner = member_owner(pair.before, item.interval)
    place = pair.moved.get(class_info(pair.before, owner).interval) if owner is not None else None
    owners = [member_owner(pair.after, other.interval) for other in second if other.name == item.name]
    return place is not None and any(
        owner is not None and class_info(pair.after, owner).interval == place for owner in owners
    )


_WHAT = {"attribute": "attribute", "keyword": "keyword argument", "fixture": "request for the fixture"}


def _lost(pair: Pair, token: MemberToken, first: tuple[Declaration, ...], *, exact: bool) -> Finding:
    renamed = not token.changed and any(_renamed(pair, item) for item in first)
    severity = Severity.ERROR if exact else Severity.WARNING
    clauses = tuple(Clause(item.interval, "it names this") for item in first)
    what = _WHAT[token.kind]
    if token.kind == "keyword":
        message = f"this {what} `{token.name_after}` would no longer match a parameter"
        return Finding("HF106", severity, token.interval, message, clauses)
    if renamed:
        message = f"this {what} `{token.name}` still has the old name, but what it names was renamed"
        return Finding("HF104", severity, token.interval, message, clauses)
    message = f"this {what} `{token.name_after}` would name nothing"
    return Finding("HF103", severity, token.interval, message, clauses)


def _keeps_its_name(token: MemberToken, first: tuple[Declaration, ...]) -> Finding:
    clauses = tuple(Clause(item.interval, "it names this, which keeps its name") for item in first)
    message = f"`{token.name}` was renamed here, but what it names was not"
    return Finding("HF103", Severity.WARNING, token.interval, message, clauses)


def _foreign(token: MemberToken, types: tuple[str, ...]) -> Finding:
    message = f"`{token.name}` was renamed here, but it belongs to {', '.join(f'`{one}`' for one in types)}"
    return Finding("HF103", Severity.WARNING, token.interval, message)


def _taken(pair: Pair, token: MemberToken, second: tuple[Declaration, ...], *, exact: bool) -> Finding:
    clauses = [Clause(pair.shown_at(item.interval)[0], "would name this parameter") for item in second]
    severity = Severity.ERROR if exact else Severity.WARNING
    message = f"this keyword argument `{token.name}` is one of the others (`**`) and would name a parameter"
    return Finding("HF109", severity, token.interval, message, tuple(clauses))


def _gained(pair: Pair, token: MemberToken, second: tuple[Declaration, ...], *, exact: bool) -> Finding:
    clauses = []
    for item in second:
        place, quoted = pair.shown_at(item.interval)
        clauses.append(Clause(place, "would name this", quoted))
    severity = Severity.ERROR if exact else Severity.WARNING
    message = f"this {_WHAT[token.kind]} `{token.name}` named nothing and would name something"
    return Finding("HF105", severity, token.interval, message, tuple(clauses))
