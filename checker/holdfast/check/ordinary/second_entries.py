"""A second entry of a table under a key that it has already, in an ordinary edit: the later one wins.

FORMATS = {
    "csv": write_csv,
    "csv": write_semicolons,    # new
}
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def check_second_entries(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is None or new_file is None or facts[0].tree.error or facts[1].tree.error:
            continue
        for node in ast.walk(facts[1].tree.module):
            if isinstance(node, ast.Dict):
                yield from _table(pair, facts, new_file, node)


def _table(
    pair: Pair, facts: tuple[FileFacts, FileFacts], new_file: str, node: ast.Dict
) -> Iterator[Finding]:
    kept: dict[object, Interval] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        name = _name(key)
        if key is None or name is None:
            continue
        place, whole = _place(facts[1], new_file, key), _place(facts[1], new_file, key, value)
        old = pair.to_before(whole)
        if old is not None:
            kept[name] = Interval(old.file, old.start, old.start + place.end - place.start)
        elif name in kept and not pair.has_stood(place):
            shown, quoted = pair.shown_at(place)
            message = f"this entry `{ast.unparse(key)}` stays, but a second one would take its place"
            clause = Clause(shown, "would be found instead", quoted)
            yield Finding("HF101", Severity.ERROR, kept[name], message, (clause,))


def _name(key: ast.expr | None) -> object:
    """What two keys have in common that are the same: constants, and names of constants."""
    if isinstance(key, ast.Constant):
        return type(key.value), key.value
    return ast.dump(key) if isinstance(key, ast.Name | ast.Attribute) else None


def _place(facts: FileFacts, file: str, first: ast.expr, last: ast.expr | None = None) -> Interval:
    return Interval(file, facts.tree.start(first), facts.tree.end(last or first))
