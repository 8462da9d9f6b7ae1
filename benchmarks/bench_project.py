"""The cost of programs across files, on a project of 3,000 files made of the running standard library.

After a one-line edit of one file: the index of words, and the edges of that file in the program after, must
cost what that file costs, not what the project costs; so the same edit is measured in a project of a tenth
of the size too. Times are of the processor. Prints `name value bar ok|MISSED` lines; exits with 1 when a bar is missed.
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

from holdfast.python.project.edges import program_edges
from holdfast.python.project.index import IdentifierIndex, index_of
from holdfast.python.project.program import Program
from holdfast.python.project.scan import scan
from holdfast.text.world import World

FILES = 3_000
#: The file that is edited, of about 1,200 lines.
EDITED = "part0/configparser.py"
ROUNDS = 7


def main() -> int:
    large, small = project(FILES), project(FILES // 10)
    text = large[EDITED]
    edited = text.replace("def _interpolate_some(", "def _interpolate_all(", 1)
    assert edited != text
    start = time.process_time()
    index = index_of(large.items())
    building = time.process_time() - start
    print(
        f"index of {len(large)} files, {sum(map(len, large.values())) / 1e6:.0f} MB, seconds {building:.2f}"
    )
    print(f"index memory, KiB per 1,000 lines {kibibytes(small):.0f}")
    met = [*index_costs(index, edited), *model_costs(large, small, edited, index)]
    return 0 if all(met) else 1


def index_costs(index: IdentifierIndex, edited: str) -> list[bool]:
    scanning = best(lambda: scan(edited))
    updating = best(lambda: index.updated({EDITED: edited}))
    after = index.updated({EDITED: edited})
    assert EDITED in after.files_with("_interpolate_all")
    answer = best(lambda: (after.files_with("self"), after.files_with("_interpolate_all")))
    return [
        report("index after an edit / scan of the file", updating / scanning, 2.0),
        report("index answer after an edit, milliseconds", answer * 1000, 5.0),
    ]


def model_costs(
    large: dict[str, str], small: dict[str, str], edited: str, large_index: IdentifierIndex
) -> list[bool]:
    """The edges of the edited file in the program after, everything else being warm."""
    times = []
    for texts, index in ((large, large_index), (small, index_of(small.items()))):
        world = World.of(texts)
        before = Program(world, index=index)
        set(program_edges(before, [EDITED]))
        analysed = before.cache.analysed
        durations = []
        for number in range(ROUNDS):
            # Another text each time: the cache must not know it.
            change = {EDITED: f"{edited}# {number}\n"}
            after_world = world.with_buffers(dict(change))
            after_world.files()
            gc.collect()
            start = time.process_time()
            after = before.after(after_world, change)
            set(program_edges(after, [EDITED]))
            durations.append(time.process_time() - start)
        assert before.cache.analysed == analysed + ROUNDS, "a file that was not edited was analysed again"
        times.append(min(durations))
    parsing = best(lambda: ast.parse(edited))
    return [
        report("edges of the edited file / ast.parse of it", times[0] / parsing, 6.0),
        report(f"the same in {FILES} and in {FILES // 10} files, ratio", times[0] / times[1], 1.5),
    ]


def project(count: int) -> dict[str, str]:
    """Copies of the standard library's top-level modules, each copy in a folder of its own."""
    folder = Path(sysconfig.get_path("stdlib"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}
    found: dict[str, str] = {}
    part = 0
    while len(found) < count:
        for name, text in texts.items():
            if len(found) < count:
                # A line of its own makes every copy another text.
                found[f"part{part}/{name}"] = f"{text}\ncopy_{part} = {part}\n"
        part += 1
    return found


def kibibytes(texts: dict[str, str]) -> float:
    gc.collect()
    tracemalloc.start()
    index = index_of(texts.items())
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert index.files()
    return used / 1024 / (sum(text.count("\n") for text in texts.values()) / 1000)


def once(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def best(run: Callable[[], object]) -> float:
    return min(once(run) for _ in range(ROUNDS))


def report(name: str, value: float, bar: float) -> bool:
    print(f"{name} {value:.2f} {bar} {'ok' if value <= bar else 'MISSED'}")
    return value <= bar


if __name__ == "__main__":
    sys.exit(main())
