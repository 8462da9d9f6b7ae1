"""The cost of the preservation analysis, in units of building one bare set of as many edges.

For 10^4, 10^5 and 10^6 edges and 10 to 10^4 replacements, prints the CPU time per edge of the whole analysis
(both models normalised and compared) and its ratio to the cost of building one plain Python set from a list
of as many such tuples, measured in the same run. The bars: no ratio passes 20, and the largest is at most
1.5 times the smallest. Exits with 1 when one is missed.

A check is run once on a model that was just made, not in a loop on a warm cache. So the caches are emptied
before each measurement, the median counts, and the names that edges end at lie among other tokens in memory
as they do in a program. As in `timeit`, the garbage collector is off. (In a loop on warm caches, with the
names side by side in memory, filling a set is so cheap for small models that the ratio is 17 to 20 for 10^4
edges and falls to 10 to 12 for 10^6.)
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from statistics import median

from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.analysis import violations
from holdfast.preserve.rules import Rule
from holdfast.text.correspondence import collapsed
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import Interval

EDGES = (10_000, 100_000, 1_000_000)
REPLACEMENTS = (10, 100, 1_000, 10_000)
HIGHEST_RATIO = 20.0
WIDEST_SPREAD = 1.5
FILES = 10
EDGES_PER_NAME = 3
TOKENS_PER_NAME = 4
LARGER_THAN_ANY_CACHE = bytearray(1 << 28)
TOKEN, NAME, NEW_NAME = 8, 6, "longer_xy"


def main() -> int:
    gc.disable()
    print(f"{'edges':>9} {'replacements':>12} {'µs per edge':>12} {'set, µs':>9} {'ratio':>6}")
    ratios = []
    for edge_count in EDGES:
        shape = edges_between(edge_count)
        for replacement_count in REPLACEMENTS:
            analysis, bare = measure(edge_count, replacement_count, shape)
            ratios.append(analysis / bare)
            print(
                f"{edge_count:>9} {replacement_count:>12} {analysis / edge_count * 1e6:>12.2f} "
                f"{bare / edge_count * 1e6:>9.3f} {ratios[-1]:>6.1f}",
                flush=True,
            )
    highest, spread = max(ratios), max(ratios) / min(ratios)
    met = highest <= HIGHEST_RATIO and spread <= WIDEST_SPREAD
    print(
        f"bench-core: highest ratio {highest:.1f} (bar {HIGHEST_RATIO:.0f}), "
        f"spread {spread:.2f} (bar {WIDEST_SPREAD}): {'ok' if met else 'MISSED'}"
    )
    return 0 if met else 1


Shape = list[tuple[int, int, str, int]]


def edges_between(edge_count: int) -> Shape:
    """(file, head, kind, tail) by the number of the name: each has a declaration, a value, a successor."""
    choice = random.Random(edge_count)
    names = edge_count // FILES // EDGES_PER_NAME
    shape: Shape = []
    for file in range(FILES):
        for name in range(names):
            shape.append((file, name, "N", choice.randrange(max(0, name - 300), name + 1)))
            shape.append((file, choice.randrange(max(0, name - 40), name + 1), "D", name))
            shape.append((file, name, "C", (name + 1) % names))
    return shape


def measure(edge_count: int, replacement_count: int, shape: Shape) -> tuple[float, float]:
    """CPU seconds for one analysis, and for one bare set of as many edges."""
    places_before, places_after, edit_set = texts(edge_count, replacement_count)
    edges = [
        Edge(places_before[file][head], kind, places_before[file][tail]) for file, head, kind, tail in shape
    ]
    before = Model.of(edges)
    after = Model.of(
        Edge(places_after[file][head], kind, places_after[file][tail]) for file, head, kind, tail in shape
    )
    correspondence = collapsed(edit_set)
    rule = Rule.parse("N C D")
    assert violations(before, after, correspondence, rule) == ()
    analysis, bare = [], []
    # Measured in turn, so that a slow moment of the machine meets both.
    for _ in range(max(3, min(15, 1_000_000 // edge_count))):
        analysis.append(seconds(lambda: violations(before, after, correspondence, rule)))
        bare.append(seconds(lambda: set(edges)))
    return median(analysis), median(bare)


def seconds(action: Callable[[], object]) -> float:
    bytes(LARGER_THAN_ANY_CACHE)
    began = time.process_time()
    action()
    return time.process_time() - began


def texts(
    edge_count: int, replacement_count: int
) -> tuple[list[list[Interval]], list[list[Interval]], EditSet]:
    """The names of ten files before and after some tokens became three characters longer.

    One token in four is a name, which edges end at; the renamed tokens are any. There are at least twice
    as many tokens as replacements.
    """
    choice = random.Random(replacement_count)
    names = edge_count // FILES // EDGES_PER_NAME
    tokens = max(TOKENS_PER_NAME * names, 2 * replacement_count // FILES)
    before: list[list[Interval]] = []
    after: list[list[Interval]] = []
    replacements: dict[str, list[Replacement]] = {}
    for number in range(FILES):
        file = f"package/module_{number}.py"
        renamed = sorted(choice.sample(range(tokens), replacement_count // FILES))
        replacements[file] = [Replacement(token * TOKEN, token * TOKEN + NAME, NEW_NAME) for token in renamed]
        grown = set(renamed)
        growth = len(NEW_NAME) - NAME
        shift = 0
        old, new = [], []
        for token in range(tokens):
            start = token * TOKEN
            extra = growth if token in grown else 0
            old.append(Interval(file, start, start + NAME))
            new.append(Interval(file, start + shift, start + shift + NAME + extra))
            shift += extra
        chosen = [name * tokens // names for name in range(names)]
        before.append([old[token] for token in chosen])
        after.append([new[token] for token in chosen])
    return before, after, EditSet.of(replacements)


if __name__ == "__main__":
    sys.exit(main())
