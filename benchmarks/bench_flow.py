"""The cost of control and data flow, in units of `ast.parse` of the same text.

Over files of the running standard library: the graphs and reaching bindings of every function, and all
D and C edges on top; the same after a one-line edit, with what did not change taken over; memory for a
thousand lines; and how twenty thousand bindings and reads of one variable compare with five thousand.
Prints `name value bar ok|MISSED` lines and exits with 1 when a bar is missed.
"""

from __future__ import annotations

import ast
import gc
import sys
import sysconfig
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from holdfast.python.flow.edges import flow_edges
from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.names import analyse
from holdfast.python.tree import parse

HIGHEST_RATIO = 6.0
HIGHEST_RATIO_AFTER_EDIT = 1.0
#: Four times the input may take six times as long: linear, with room for a noisy machine.
HIGHEST_GROWTH = 6.0
ROUNDS = 3


def main() -> int:
    texts = library_texts()
    parsing = graphs = edges = changed = 0.0
    for text in texts:
        parsing += best(lambda text=text: ast.parse(text))  # type: ignore[misc]
        tree = parse(text)
        table = analyse(tree)
        graphs += best(lambda tree=tree, table=table: follow(FileFlow(tree, table)))  # type: ignore[misc]
        flow = follow(FileFlow(tree, table))
        edges += best(lambda flow=flow: sum(1 for _ in flow_edges("", flow.tree, flow.table, flow)))  # type: ignore[misc]
        after = parse(edited(text))
        names = analyse(after, table)
        changed += best(lambda after=after, names=names, flow=flow: follow(FileFlow(after, names, flow)))  # type: ignore[misc]
    met = [
        report("flow graphs and reaching / ast.parse", graphs / parsing, HIGHEST_RATIO),
        report("flow with all D and C edges / ast.parse", (graphs + edges) / parsing, HIGHEST_RATIO),
        report("flow after a one-line edit / ast.parse", changed / parsing, HIGHEST_RATIO_AFTER_EDIT),
        report("flow of 20,000 / of 5,000 bindings and reads", growth(), HIGHEST_GROWTH),
    ]
    print(f"flow memory, KiB per 1,000 lines {kibibytes(texts):.0f}")
    return 0 if all(met) else 1


def library_texts() -> list[str]:
    folder = Path(sysconfig.get_path("stdlib"))
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))[:80]]


def follow(flow: FileFlow) -> FileFlow:
    for root in flow.roots():
        flow.reaching(root)
    return flow


def edited(text: str) -> str:
    """The text with one more line in the middle, at the top level."""
    lines = text.split("\n")
    middle = next(
        (n for n in range(len(lines) // 2, len(lines)) if lines[n].startswith(("def ", "class "))), 0
    )
    return "\n".join([*lines[:middle], "one_more = 1", *lines[middle:]])


def growth() -> float:
    times = []
    for count in (5_000, 20_000):
        tree = parse("def f(c):\n" + "    if c: x = 1\n" * count + "    print(x)\n" * count)
        table = analyse(tree)
        times.append(best(lambda tree=tree, table=table: list(flow_edges("", tree, table))))  # type: ignore[misc]
    return times[1] / times[0]


def kibibytes(texts: list[str]) -> float:
    """Memory that the graphs and reaching bindings of a thousand lines take, beside tree and names."""
    prepared = [(tree, analyse(tree)) for tree in map(parse, texts)]
    tracemalloc.start()
    flows = [follow(FileFlow(tree, table)) for tree, table in prepared]
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert flows
    return used / 1024 / (sum(text.count("\n") for text in texts) / 1_000)


def best(action: Callable[[], object]) -> float:
    """Seconds of processor time of the fastest of a few rounds: other processes do not count."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        begun = time.process_time()
        action()
        times.append(time.process_time() - begun)
    return min(times)


def report(name: str, value: float, bar: float) -> bool:
    met = value <= bar
    print(f"{name} {value:.2f} {bar:.1f} {'ok' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    sys.exit(main())
