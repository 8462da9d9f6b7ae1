"""The cost of the lexical analysis, in units of `ast.parse` of the same text.

Over files of the running standard library: the name table of each file; the table after a line was
changed in the middle, and after a line was added at the top, which moves every statement; and memory for a
thousand lines, beside the tree. Prints `name value bar ok|MISSED` lines; exits with 1 when a bar is missed.
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
from typing import Any

from holdfast.python.names import analyse
from holdfast.python.names.edges import name_edges
from holdfast.python.tree import parse

HIGHEST_RATIO = 6.0
#: After an edit the parsing itself must dominate.
HIGHEST_RATIO_AFTER_EDIT = 1.0
ROUNDS = 5


def main() -> int:
    texts = library_texts()
    parsing = names = edges = changed = moved = 0.0
    worst = 0.0
    for text in texts:
        parse_time = best(lambda text=text: ast.parse(text))  # type: ignore[misc]
        # A tree is parsed anew for each round: the analysis may put positions in it right.
        name_time = best_after(lambda text=text: parse(text), analyse)  # type: ignore[misc]
        table = analyse(parse(text))
        edges += best(lambda table=table: sum(1 for _ in name_edges("", table)))  # type: ignore[misc]
        changed += best_after(
            lambda text=text: parse(with_changed_line(text)),  # type: ignore[misc]
            lambda tree, table=table: analyse(tree, table),  # type: ignore[misc]
        )
        moved += best_after(
            lambda text=text: parse("# one more line\n" + text),  # type: ignore[misc]
            lambda tree, table=table: analyse(tree, table),  # type: ignore[misc]
        )
        parsing += parse_time
        names += name_time
        if text.count("\n") > 100:
            worst = max(worst, name_time / parse_time)
    met = [
        report("names / ast.parse", names / parsing, HIGHEST_RATIO),
        report("names / ast.parse, worst file of over 100 lines", worst, HIGHEST_RATIO),
        report("names with all N edges / ast.parse", (names + edges) / parsing, HIGHEST_RATIO),
        report("names after a changed line / ast.parse", changed / parsing, HIGHEST_RATIO_AFTER_EDIT),
        report("names after an added first line / ast.parse", moved / parsing, HIGHEST_RATIO_AFTER_EDIT),
    ]
    print(f"names memory, KiB per 1,000 lines {kibibytes(texts):.0f}")
    return 0 if all(met) else 1


def library_texts() -> list[str]:
    folder = Path(sysconfig.get_path("stdlib"))
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]


def with_changed_line(text: str) -> str:
    """The text with a statement at the top level changed, as near to the middle as there is one."""
    lines = text.split("\n")
    middle = next(
        (n for n in range(len(lines) // 2, len(lines)) if lines[n].startswith(("def ", "class "))), 0
    )
    name = lines[middle].replace("(", "_changed(", 1) if "(" in lines[middle] else f"{lines[middle]}# changed"
    return "\n".join([*lines[:middle], name, *lines[middle + 1 :]])


def kibibytes(texts: list[str]) -> float:
    """Memory that the tables of a thousand lines take, beside their trees."""
    trees = [parse(text) for text in texts]
    gc.collect()
    tracemalloc.start()
    tables = [analyse(tree) for tree in trees]
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert tables
    return used / 1024 / (sum(text.count("\n") for text in texts) / 1_000)


def best(action: Callable[[], object]) -> float:
    """Seconds of the fastest of a few rounds."""
    return best_after(lambda: None, lambda _: action())


def best_after(prepare: Callable[[], Any], action: Callable[[Any], object]) -> float:
    """Processor seconds of the fastest of a few rounds of `action`, each on something freshly prepared."""
    times = []
    for _ in range(ROUNDS):
        prepared = prepare()
        gc.collect()
        begun = time.process_time()
        kept = action(prepared)
        times.append(time.process_time() - begun)
        del kept
    return min(times)


def report(name: str, value: float, bar: float) -> bool:
    met = value <= bar
    print(f"{name} {value:.2f} {bar:.1f} {'ok' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    sys.exit(main())
