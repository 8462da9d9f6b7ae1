"""Findings about what code does: where traces part, put into words and places."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from holdfast.check.calls.absorbed import are_all_entered, files_with_calls, find_absorbed
from holdfast.check.code.equivalence import Sides, both_sides, compare_file, compare_moved
from holdfast.check.code.rewritten import left_in_all, rewritten_functions
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.traces.partings import Difference, Parting
from holdfast.python.traces.values import Value
from holdfast.text.interval import Interval

_CODES = {
    Difference.LOST_STEP: "HF204",
    Difference.NEW_STEP: "HF204",
    Difference.MOVED_STEP: "HF203",
    Difference.OTHER_VALUE: "HF202",
    Difference.OTHER_CONDITION: "HF205",
    Difference.OTHER_EXIT: "HF206",
    Difference.OTHER_SIGNATURE: "HF207",
    Difference.OTHER_BINDING: "HF202",
    Difference.UNSEEN: "HF501",
}

_CALLEE = re.compile(r"[\w.]*?(\w+)\s*\(")

#: A few differences tell the story; what follows from them would only bury it.
_AT_MOST = 8


#: A file before, the same after, and where its code parts.
Parted = list[tuple[str, str, list[Parting]]]
MakeSides = Callable[..., Sides]
Compare = Callable[[Sides], Parted]


def check_behaviour(
    pair: Pair, *, renamed: Mapping[str, str], signatures_may_change: bool = False, weighs: bool = False
) -> Iterator[Finding]:
    """Every place of the changed files where code would do something else.

    With `weighs`, functions that were written in another form are told apart from those that do something else.
    """
    compare = partial(_compare_all, pair, signatures_may_change=signatures_may_change, weighs=weighs)
    make_sides = partial(both_sides, pair, renamed=renamed, signatures_may_change=signatures_may_change)
    sides = make_sides()
    parted = compare(sides)
    # A call that gave way to the function's own code, while the function stays for others: enter it.
    called = {name for item in parted for name in _called(pair, *item)}
    again: Parted = []
    if called:
        again = compare(make_sides(dissolved=called))
        if not weighs and _count(again) < _count(parted):
            parted = again
    if not parted or (signatures_may_change and _is_same_at_calls(pair, make_sides, sides)):
        return
    if weighs:
        yield from _weighed(pair, called, [parted, again] if called else [parted], make_sides, compare)
    elif all(compare(sides) for sides in _with_computations(make_sides, called)):
        for file, new_file, partings in parted:
            yield from _findings(pair, file, new_file, partings)


def _count(parted: Parted) -> int:
    return sum(len(partings) for _, _, partings in parted)


def _weighed(
    pair: Pair, called: set[str], parted: Sequence[Parted], make_sides: MakeSides, compare: Compare
) -> Iterator[Finding]:
    """What is left in every way of comparing: a function that is the same in one of them is the same."""
    ways = [*parted, *(compare(sides) for sides in _with_computations(make_sides, called))]
    for file, new_file, partings in left_in_all(ways):
        definite = [parting for parting in partings if parting.is_definite]
        yield from _findings(pair, file, new_file, definite)
        yield from rewritten_functions(pair, file, new_file, partings)


def _with_computations(make_sides: MakeSides, called: set[str]) -> Iterator[Sides]:
    """Both worlds where calls that only compute may happen anywhere.

    That is asked last: it takes longer, and what parts is better told by the calls themselves.
    """
    for dissolved in dict.fromkeys((frozenset(), frozenset(called))):
        yield make_sides(dissolved=dissolved, sees_computations=True)


def _is_same_at_calls(pair: Pair, make_sides: MakeSides, sides: Sides) -> bool:
    """Is nothing left of the differences where functions that take other parameters are entered at their calls?"""
    absorbed = find_absorbed(sides)
    for sees_computations in (False, True) if absorbed else ():
        sides = make_sides(absorbed=absorbed, sees_computations=sees_computations)
        others = files_with_calls(sides, absorbed)
        if not _compare_all(pair, sides, signatures_may_change=True, others=others):
            return are_all_entered(sides)
    return False


def _called(pair: Pair, file: str, new_file: str, partings: list[Parting]) -> Iterator[str]:
    """The names of the functions whose calls only one world has."""
    before, after = pair.before.world.text(file) or "", pair.after.world.text(new_file) or ""
    for parting in partings:
        if parting.is_call:
            text, origin = (before, parting.before) if parting.before else (after, parting.after)
            found = _CALLEE.match(text, *origin) if origin else None
            if found is not None:
                yield found[1]


def _compare_all(
    pair: Pair,
    sides: Sides,
    *,
    signatures_may_change: bool,
    weighs: bool = False,
    others: Collection[str] = (),
) -> Parted:
    """What parts in each edited file and each moved definition, with the file before and after.

    `others` are files that the edit left alone, to be looked at, too.
    """
    parted: Parted = []
    how = {"signatures_may_change": signatures_may_change, "weighs": weighs}
    for file in sorted({*pair.edited_python_files(), *others}):
        facts = pair.facts(file)
        if facts is not None and not facts[0].tree.error and not facts[1].tree.error:
            partings = compare_file(sides, file, **how)
            parted.append((file, pair.file_after(file) or file, partings))
    for old, new in pair.moved.items():
        if old in pair.kept.before and new in pair.kept.after:
            continue  # compared as each class has it
        parted.append((old.file, new.file, compare_moved(sides, old, new, **how)))
    return [item for item in parted if item[2]]


def _findings(pair: Pair, file: str, new_file: str, partings: list[Parting]) -> Iterator[Finding]:
    before, after = pair.before.world.text(file) or "", pair.after.world.text(new_file) or ""
    seen: set[tuple[str, Interval]] = set()
    for parting in _telling(partings):
        finding = _finding(pair, file, new_file, parting, before, after)
        if (finding.code, finding.place) not in seen and len(seen) < _AT_MOST:
            seen.add((finding.code, finding.place))
            yield finding


def _telling(partings: list[Parting]) -> list[Parting]:
    """The partings that say something: what only follows from others would say it again.

    Steps that part come first; values that differ explain the evaluations that differ; and something
    that is evaluated here and no longer there is one thing.
    """
    unseen = [parting for parting in partings if parting.what is Difference.UNSEEN]
    proper = [parting for parting in partings if parting.what is not Difference.UNSEEN]
    if not proper:
        return []
    for telling in (
        {Difference.MOVED_STEP, Difference.OTHER_EXIT},
        {Difference.OTHER_VALUE, Difference.LOST_STEP, Difference.NEW_STEP, Difference.OTHER_SIGNATURE},
    ):
        chosen = [parting for parting in proper if parting.what in telling]
        if chosen:
            return [*chosen, *unseen]
    in_before = [parting for parting in proper if parting.before is not None]
    return [*(in_before or proper), *unseen]


def _finding(pair: Pair, file: str, new: str, parting: Parting, before: str, after: str) -> Finding:
    if parting.before is not None:
        place, quoted = Interval(file, *parting.before), None
    else:
        assert parting.after is not None
        place, quoted = pair.shown_at(Interval(new, *parting.after))
    clauses: list[Clause] = []
    if parting.before is not None and parting.after is not None:
        shown, line = pair.shown_at(Interval(new, *parting.after))
        if line is not None:
            clauses.append(Clause(shown, "after the edit", line))
    severity = Severity.INFORMATION if parting.what is Difference.UNSEEN else Severity.ERROR
    return Finding(
        _code(parting),
        severity,
        place,
        _message(parting, before, after),
        tuple(clauses),
        quoted=quoted,
    )


def _code(parting: Parting) -> str:
    if parting.what is Difference.OTHER_VALUE and parting.found is not None:
        if parting.found.tag == "nobody":
            return "HF103"
        if parting.found.tag == "unbound" or _may_be_unbound(parting.found):
            return "HF201"
    return _CODES[parting.what]


def _may_be_unbound(value: Value) -> bool:
    return value.tag in ("choice", "left", "resumed") and any(part.tag == "unbound" for part in value.parts)


def _message(parting: Parting, before: str, after: str) -> str:
    old = _quote(before, parting.before)
    new = _quote(after, parting.after)
    match parting.what:
        case Difference.OTHER_VALUE:
            return f"another value would arrive in {old or new}{_value_words(parting, before, after)}"
        case Difference.LOST_STEP:
            return f"{old} would no longer happen here"
        case Difference.NEW_STEP:
            return f"{new} would newly happen here"
        case Difference.MOVED_STEP:
            return f"{old} would happen in another order"
        case Difference.OTHER_CONDITION:
            return f"{old or new} would be evaluated under another condition or another number of times"
        case Difference.OTHER_EXIT:
            return f"control would leave this code in another way: {old or new}"
        case Difference.OTHER_SIGNATURE:
            return "the function would be declared with other parameters"
        case Difference.OTHER_BINDING:
            return "a variable that an inner function uses would hold other values"
        case Difference.UNSEEN:
            return f"`{parting.detail}` looks at the names of this function; what it sees cannot be checked"


def _value_words(parting: Parting, before: str, after: str) -> str:
    if parting.expected is None or parting.found is None:
        return ""
    was, now = _quote(before, parting.expected.origin), _quote(after, parting.found.origin)
    if parting.found.tag == "nobody":
        return f": `{parting.found.key}` would not be defined"
    if parting.found.tag == "unbound":
        return f": `{parting.found.key}` would not be bound"
    return f": {was} before, {now} after" if was and now and was != now else ""


def _quote(text: str, origin: tuple[int, int] | None) -> str:
    if origin is None:
        return ""
    piece = " ".join(text[origin[0] : origin[1]].split())
    if not piece:
        return ""
    return f"`{piece if len(piece) <= 60 else piece[:57] + '…'}`"
