"""Displays that hold the arguments of calls whose parameters changed, told to the traces.

A key that names a parameter is the parameter, whatever it is called; the elements of a row are for parameters,
whatever their order. That holds where the calls are the only ones to look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.calls.call_targets import targets_of
from holdfast.check.code.sides import Side
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Spread, keys_of, spread
from holdfast.python.project.spread_uses import Accepts, is_only_spread
from holdfast.python.traces.identity import Signature


def find_spread_tables(before: Side, after: Side) -> None:
    """Tell both sides which keys and rows are arguments of functions that are called differently now."""
    for side in (before, after):
        for file, call, signature, taken in _starred_calls(side):
            for keyword in call.keywords:
                if keyword.arg is None:
                    _tell_keys(side, file, keyword.value, signature)
            stars = [n for n, item in enumerate(call.args) if isinstance(item, ast.Starred)]
            if len(stars) == 1 and stars[0] == len(call.args) - 1:
                _tell_rows(side, (before, after), file, call.args[stars[0]], signature, taken + stars[0])


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


def _is_for_calls_alone(side: Side, found: Spread, names: dict[str, str]) -> bool:
    def accepts(file: str, call: ast.Call) -> bool:
        targets = targets_of(side.program, file, call.func).found
        signatures = [side.signatures.get(target.function) for target in targets]
        return bool(targets) and all(
            signature is not None and all(signature.shared.get(new) == old for old, new in names.items())
            for signature in signatures
        )

    return is_only_spread(side.program, found.through, accepts)


def _tell_rows(
    side: Side, sides: tuple[Side, Side], file: str, star: ast.expr, signature: Signature, first: int
) -> None:
    assert isinstance(star, ast.Starred)
    found = spread(side.program, file, star.value)
    rows = [row for row in found.rows if isinstance(row.node, ast.Tuple | ast.List)]
    before, after = (
        next(_positions(item) for item in one.signatures.values() if item.key == signature.key)[first:]
        for one in sides
    )
    if before == after or not rows or not found.complete:
        return
    if not is_only_spread(side.program, found.through, _calls_of(side, signature)):
        return
    own = before if side is sides[0] else after
    for row in rows:
        subject = side.subject(row.file)
        elements: Sequence[ast.expr] = row.node.elts  # type: ignore[attr-defined]
        count = len(elements)
        plain = not any(isinstance(item, ast.Starred) for item in elements)
        if subject is not None and plain and count <= len(own) and set(before[:count]) == set(after[:count]):
            subject.rows[row.node] = tuple(own.index(name) for name in after[:count])


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
