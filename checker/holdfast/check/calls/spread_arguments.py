"""Arguments that a star passes on from displays that stand elsewhere, in both worlds.

When parameters change, such displays are as much a part of the call as its own arguments: a tuple gets another
order, a key another name. Those that the edit left alone bind anew; those that follow are compared with the
parameters in mind, if nobody else looks at them.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.check.texts.key_texts import key_texts
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.spread import Key, keys_of, spread
from holdfast.text.interval import Interval


def written_out(pair: Pair, file: str, positional: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """The arguments as they were if each star were written out; as they are where that is not known.

    What the edit changed is left out: it is compared by what the call does.
    """
    stars = [item for item in positional if isinstance(item, ast.Starred)]
    found = spread(pair.before, file, stars[0].value) if len(stars) == 1 else None
    rows = [row for row in found.rows if isinstance(row.node, ast.Tuple | ast.List)] if found else []
    plain = all(not isinstance(item, ast.Starred) for row in rows for item in row.node.elts)  # type: ignore[attr-defined]
    if found is None or not found.complete or not rows or not plain:
        yield positional
        return
    for row in rows:
        facts = pair.before.facts(row.file)
        assert facts is not None
        if not pair.tokens(row.file).is_touched(facts.tree.start(row.node), facts.tree.end(row.node)):
            place = positional.index(stars[0])
            yield [*positional[:place], *row.node.elts, *positional[place + 1 :]]  # type: ignore[attr-defined]


def keys_left(
    pair: Pair, file: str, node: ast.Call, names: Collection[str]
) -> Iterator[tuple[Interval, str]]:
    """Keys of what `**` spreads that still have one of these names."""
    for keyword in node.keywords:
        if keyword.arg is not None or not names:
            continue
        for key in keys_of(pair.before, file, keyword.value)[0]:
            facts = pair.before.facts(key.file)
            if key.name not in names or facts is None:
                continue
            start, end = _token(facts, key)
            if not pair.tokens(key.file).is_touched(start, end):
                yield Interval(key.file, start, end), key.name


class Written(NamedTuple):
    """The names that the two stars of a call pass, as far as they are written down."""

    names: frozenset[str] = frozenset()
    complete: bool = True


def keys_written(pair: Pair, file: str, node: ast.Call) -> Written | None:
    """The names that `**` passes in any case; None where the edit changed a display that it spreads."""
    names: frozenset[str] = frozenset()
    complete = True
    for keyword in node.keywords:
        if keyword.arg is not None:
            continue
        keys, found = keys_of(pair.before, file, keyword.value)
        for row in found.rows:
            facts = pair.before.facts(row.file)
            if facts is None or pair.tokens(row.file).is_touched(
                facts.tree.start(row.node), facts.tree.end(row.node)
            ):
                return None
        names |= {key.name for key in keys}
        complete = complete and found.complete
    return Written(names, complete)


def texts_spread(
    pair: Pair, file: str, node: ast.Call, names: Collection[str]
) -> Iterator[tuple[Interval, str]]:
    """Texts that may be keys of what `**` spreads where that is not written down: read from a file, passed in."""
    unseen = [
        keyword.value
        for keyword in node.keywords
        if keyword.arg is None and not keys_of(pair.before, file, keyword.value)[1].complete
    ]
    around = _function_around(pair, file, node)
    taken = around.args.kwarg.arg if around is not None and around.args.kwarg is not None else None
    if not any(not isinstance(value, ast.Name) or value.id != taken for value in unseen):
        return  # nothing, or the keywords of the function around, whose callers are looked at
    for name in sorted(names):
        for text in key_texts(pair, name):
            near = pair.before.index.words(text.place.file)
            calls_us = around is not None and around.name in near
            if text.is_setting or text.place.file == file or calls_us:
                yield text.place, name


def _function_around(pair: Pair, file: str, node: ast.Call) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    facts = pair.before.facts(file)
    found = None
    for other in ast.walk(facts.tree.module) if facts is not None else ():
        if isinstance(other, ast.FunctionDef | ast.AsyncFunctionDef) and node in ast.walk(other):
            found = other  # inner functions come later
    return found


def _token(facts: FileFacts, key: Key) -> tuple[int, int]:
    if isinstance(key.node, ast.expr):
        return facts.tree.start(key.node), facts.tree.end(key.node)
    start = facts.tree.offset(key.node.lineno, key.node.col_offset)
    return start, start + len(key.name)
