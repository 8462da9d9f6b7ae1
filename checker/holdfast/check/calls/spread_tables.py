"""Displays that hold the arguments of calls whose parameters changed, told to the traces.

A key that names a parameter is the parameter, whatever it is called; the elements of a row are for parameters,
whatever their order. That holds where the calls are the only ones to look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.code.sides import Side
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Row, Spread, keys_of, spread
from holdfast.python.project.spread_uses import Accepts, is_only_spread
from holdfast.python.traces.binding import defaults_of
from holdfast.python.traces.identity import Signature
from holdfast.text.interval import Interval


def find_spread_tables(before: Side, after: Side) -> None:
    """Tell both sides which keys and rows are arguments of functions that are called differently now."""
    for side in (before, after):
        for file, call, signature, taken in _starred_calls(side):
            for keyword in call.keywords:
                if keyword.arg is None:
                    _tell_keys(side, file, keyword.value, signature)
                    _tell_defaults(side, file, keyword.value, signature)
            stars = [n for n, item in enumerate(call.args) if isinstance(item, ast.Starred)]
            if len(stars) == 1 and stars[0] == len(call.args) - 1:
                star = call.args[stars[0]]
                if _tell_rows(side, (before, after), file, star, signature, taken + stars[0]):
                    subject = side.subject(file)
                    if subject is not None:
                        subject.spread_rows.add(call)


def _starred_calls(side: Side) -> Iterator[tuple[str, ast.Call, Signature, int]]:
    words = {signature.node.name for signature in side.signatures.values()}
    words |= {name for key in side.signatures for name in _class_name(side.program, *key)}
    for file in sorted(side.program.index.files_with_any(words)):
        facts = side.program.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if isinstance(node, ast.Call) and _has_star(node):
                for target in targets_of(side.program, file, node.func).found:
                    signature = side.signatures.get(target.function)
                    if signature is not None:
                        yield file, node, signature, target.taken


def _class_name(program: Program, file: str, scope: int) -> list[str]:
    facts = program.facts(file)
    owner = None if facts is None else facts.enclosing_class(scope)
    return [] if facts is None or owner is None else [facts.names.scopes[owner].name]


def _has_star(node: ast.Call) -> bool:
    return any(isinstance(item, ast.Starred) for item in node.args) or any(
        keyword.arg is None for keyword in node.keywords
    )


def _tell_keys(side: Side, file: str, node: ast.expr, signature: Signature) -> None:
    renamed = {old: new for new, old in signature.shared.items() if old != new}
    keys, found = keys_of(side.program, file, node) if renamed else ((), Spread())
    wanted = [key for key in keys if key.name in renamed]
    if wanted and _is_for_calls_alone(side, found, renamed):
        for key in wanted:
            subject = side.subject(key.file)
            if subject is not None:
                subject.keys[key.node] = renamed[key.name]


def _tell_defaults(side: Side, file: str, node: ast.expr, signature: Signature) -> None:
    """A display that leaves a parameter to its default, where that changes, is as good as one that passes it."""
    defaults = defaults_of(signature.node)
    names = {name: signature.shared[name] for name in signature.other_defaults}
    keys, found = keys_of(side.program, file, node) if names else ((), Spread())
    if not names or not found.complete or not any(_is_edited(side, row) for row in found.rows):
        return
    if not is_only_spread(side.program, found, _calls_of(side, signature)):
        return
    for row in found.rows:
        subject = side.subject(row.file)
        if subject is None or not isinstance(row.node, ast.Dict) or None in row.node.keys:
            continue
        own = {key.name for key in keys if key.node in row.node.keys}
        subject.left_to_defaults[row.node] = {
            name: (defaults[old], signature.subject) for name, old in names.items() if old not in own
        }


def _is_for_calls_alone(side: Side, found: Spread, names: dict[str, str]) -> bool:
    def accepts(file: str, call: ast.Call) -> bool:
        targets = targets_of(side.program, file, call.func).found
        signatures = [side.signatures.get(target.function) for target in targets]
        return bool(targets) and all(
            signature is not None and all(signature.shared.get(new) == old for old, new in names.items())
            for signature in signatures
        )

    return is_only_spread(side.program, found, accepts)


def _tell_rows(
    side: Side, sides: tuple[Side, Side], file: str, star: ast.expr, signature: Signature, first: int
) -> bool:
    """Whether what the star spreads is for this call alone."""
    assert isinstance(star, ast.Starred)
    found = spread(side.program, file, star.value)
    rows = [row for row in found.rows if isinstance(row.node, ast.Tuple | ast.List)]
    before, after = (
        next(_positions(item) for item in one.signatures.values() if item.key == signature.key)[first:]
        for one in sides
    )
    if before == after or not found.complete or not any(_is_edited(side, row) for row in rows):
        return False
    if not is_only_spread(side.program, found, _calls_of(side, signature)):
        return False
    own = before if side is sides[0] else after
    for row in rows:
        subject = side.subject(row.file)
        elements: Sequence[ast.expr] = row.node.elts  # type: ignore[attr-defined]
        count = len(elements)
        plain = not any(isinstance(item, ast.Starred) for item in elements)
        if subject is not None and plain and count <= len(own) and set(before[:count]) == set(after[:count]):
            subject.rows[row.node] = tuple(own.index(name) for name in after[:count])
    return True


def _is_edited(side: Side, row: Row) -> bool:
    """Does the edit reach into the display? One that stays means the same to whoever unpacks it instead."""
    facts = side.program.facts(row.file)
    if facts is None:
        return False
    place: Interval | None = Interval(row.file, facts.tree.start(row.node), facts.tree.end(row.node))
    if not side.is_before:
        assert place is not None
        place = side.pair.to_before(place)
    return place is None or side.pair.tokens(place.file).is_touched(place.start, place.end)


def _positions(signature: Signature) -> list[str]:
    """What each position means, by the names that the parameters have after."""
    named = {old: new for new, old in signature.shared.items()}
    declared = signature.node.args
    return [named.get(a.arg, f"{a.arg} of one world") for a in (*declared.posonlyargs, *declared.args)]


def _calls_of(side: Side, signature: Signature) -> Accepts:
    def accepts(file: str, call: ast.Call) -> bool:
        targets = targets_of(side.program, file, call.func).found
        return bool(targets) and all(side.signatures.get(target.function) is signature for target in targets)

    return accepts
