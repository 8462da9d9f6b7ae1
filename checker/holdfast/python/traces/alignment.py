"""Which step of one block is which of the other: those of equal signature, in order."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.python.traces.partings import Comparison, Difference, Parting
from holdfast.python.traces.values import Block, Step, Value

EXITS = frozenset(
    {"return", "raise", "break", "continue", "return-from-within", "assertion fails", "yield", "yield from"}
)


def signature(step: Step, c: Comparison, *, is_before: bool) -> tuple[str, object]:
    """What kind of thing a step is, in the words of the world after."""
    key = step.key
    name = c.name if is_before else c.name_after
    key = tuple(name(part) for part in key) if isinstance(key, tuple) else name(key)
    if step.kind in ("store-cell", "store-outer"):
        key = None
    return (step.kind, key)


def aligned_steps(one: Block, other: Block, c: Comparison) -> list[tuple[Step, Step]]:
    """Pair steps of equal signature in order; report those that have no partner or changed places."""
    before, after = one.steps, other.steps
    if c.plain_fields:
        before, after = _stores_in_order(before), _stores_in_order(after)
    first = [signature(step, c, is_before=True) for step in before]
    second = [signature(step, c, is_before=False) for step in after]
    if first == second:
        pairs = list(zip(before, after, strict=True))
        c.steps.update(pairs)
        return pairs
    matches = _common_subsequence(first, second)
    c.steps.update({before[i]: after[j] for i, j in matches})
    lost = [i for i in range(len(before)) if i not in {i for i, _ in matches}]
    new = [j for j in range(len(after)) if j not in {j for _, j in matches}]
    pairs = [(before[i], after[j]) for i, j in matches]
    for i in lost:
        partner = next((j for j in new if second[j] == first[i]), None)
        if partner is not None:
            new.remove(partner)
            c.steps[before[i]] = after[partner]
            c.partings.append(
                Parting(
                    Difference.MOVED_STEP,
                    before[i].kind,
                    before[i].origin,
                    after[partner].origin,
                    steps=(before[i], after[partner]),
                    block=one,
                )
            )
        else:
            what = Difference.OTHER_EXIT if before[i].kind in EXITS else Difference.LOST_STEP
            c.partings.append(
                Parting(
                    what,
                    before[i].kind,
                    before[i].origin,
                    None,
                    is_call=before[i].kind.startswith("call"),
                    steps=(before[i], None),
                    block=one,
                )
            )
    for j in new:
        what = Difference.OTHER_EXIT if after[j].kind in EXITS else Difference.NEW_STEP
        c.partings.append(
            Parting(
                what,
                after[j].kind,
                None,
                after[j].origin,
                is_call=after[j].kind.startswith("call"),
                steps=(None, after[j]),
                block=one,
            )
        )
    return pairs


def _stores_in_order(steps: Sequence[Step]) -> list[Step]:
    """The steps, with attributes that are stored one right after another in the order of their names.

    Of several stores to one attribute the last one counts.
    """
    found: list[Step] = []
    run: dict[tuple[object, Value], Step] = {}
    for step in [*steps, None]:
        if step is not None and step.kind == "store-attribute":
            run[step.key, step.args[0]] = step
            continue
        found += sorted(run.values(), key=lambda item: str(item.key))
        run = {}
        if step is not None:
            found.append(step)
    return found


def _common_subsequence(first: Sequence[object], second: Sequence[object]) -> list[tuple[int, int]]:
    """A longest common subsequence; the ends that agree are taken off first."""
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    tail = 0
    while tail < min(len(first), len(second)) - start and first[-1 - tail] == second[-1 - tail]:
        tail += 1
    a, b = first[start : len(first) - tail], second[start : len(second) - tail]
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            table[i][j] = table[i + 1][j + 1] + 1 if a[i] == b[j] else max(table[i + 1][j], table[i][j + 1])
    pairs = [(k, k) for k in range(start)]
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            pairs.append((start + i, start + j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    pairs.extend((len(first) - tail + k, len(second) - tail + k) for k in range(tail))
    return pairs
