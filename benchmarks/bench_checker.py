"""How long a person waits for a verdict, as ratios to something that everybody knows, measured in one run.

The rename of a local in a large file over one `ast.parse` of that file; the check of a wide rename in
django over the time that rope takes to make it; the command from start to verdict over `python -c pass`.
Times are of the processor. Prints `name value bar ok|MISSED` lines; exits with 1 when a bar is missed. django comes as a wheel, fetched
once into the cache folder of the judges and never imported.
"""

from __future__ import annotations

import ast
import gc
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from holdfast.check import check
from holdfast.engines import EngineRequest, Proposal, open_engine
from holdfast.findings.values import Verdict
from holdfast.python.names.table import ScopeKind
from holdfast.python.project.program import Program
from holdfast.refactorings.request import Kind, Request
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.world import World
from judges.corpora import package_folder

LINES = 2_600
ROUNDS = 7
STARTS = 15

#: rope by itself, warm: the second time that it makes the change, and the files that it changes.
ROPE = """
import sys, time
from rope.base.project import Project
from rope.refactor.rename import Rename
root, file, offset, new = sys.argv[1:]
project = Project(root, ropefolder=None)
resource = project.get_resource(file)
for _ in range(3):
    start = time.process_time()
    changes = Rename(project, resource, int(offset)).get_changes(new)
    seconds = time.process_time() - start
print(seconds, len(changes.get_changed_resources()))
"""


def main() -> int:
    met = [local_in_a_large_file(), wide_rename_in_django(), command_on_a_small_project()]
    return 0 if all(met) else 1


def local_in_a_large_file() -> bool:
    text = min((text for text in standard_library() if text.count("\n") >= LINES), key=len)
    world = World.of({"large.py": text})
    program = Program(world)
    places = a_local(program)
    durations = []
    for number in range(ROUNDS):
        # Another name each time: the text after must not be known.
        new = f"quite_unused_{number}"
        edits = EditSet.of({"large.py": [Replacement(start, end, new) for start, end in places]})
        durations.append(seconds_of(lambda edits=edits: expect_safe(world, edits, program)))  # type: ignore[misc]
    parsing = min(seconds_of(lambda: ast.parse(text)) for _ in range(ROUNDS))
    name = f"rename of a local ({len(places)} tokens) in {text.count(chr(10))} lines / ast.parse"
    return report(name, min(durations[1:]) / parsing, 10.0)


def expect_safe(world: World, edits: EditSet, program: Program) -> None:
    outcome = check(world, world.apply(edits), Request(Kind.RENAME), edits=edits, program=program)
    assert outcome.verdict is Verdict.SAFE, outcome.findings


def a_local(program: Program) -> list[tuple[int, int]]:
    """The tokens of the most used local whose name other functions of the file use, too.

    So the file is not the same text under another word, and must really be compared.
    """
    facts = program.facts("large.py")
    assert facts is not None
    names = Counter(item.name for item in facts.names.occurrences)
    local = Counter(
        (item.owner, item.name)
        for item in facts.names.occurrences
        if item.owner > 0
        and facts.names.scopes[item.owner].kind is ScopeKind.FUNCTION
        and item.owner in facts.names.scope_of_node.values()
    )
    parameters = {
        (item.owner, item.name) for item in facts.names.occurrences if item.role.name == "PARAMETER"
    }
    owner, name = max(
        (key for key in local if key not in parameters and local[key] < names[key[1]]),
        key=lambda key: local[key],
    )
    return [
        (item.start, item.end) for item in facts.names.occurrences if (item.owner, item.name) == (owner, name)
    ]


def wide_rename_in_django() -> bool:
    file, old, new = "django/utils/functional.py", "cached_property", "kept_property"
    root = package_folder("django==5.2")
    texts = {path.relative_to(root).as_posix(): read(path) for path in sorted(root.rglob("*.py"))}
    world = World.of(texts)
    start = texts[file].index(f"class {old}") + len("class ")
    engine = open_engine("rope")
    try:
        request = EngineRequest(Kind.RENAME, file, start, start + len(old), new)
        proposal = engine.propose(request, world, str(root))
    finally:
        engine.close()
    assert isinstance(proposal, Proposal), proposal
    command = [sys.executable, "-c", ROPE, str(root), file, str(start), new]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    making, changed = float(told[0]), int(told[1])
    program = Program(world)
    after = world.apply(proposal.edit_set)
    durations = [
        seconds_of(
            lambda: check(world, after, Request(Kind.RENAME), edits=proposal.edit_set, program=program)
        )
        for _ in range(3)
    ]
    name = f"rename of {old} in django, {changed} files, {min(durations[1:]):.2f} s / rope"
    return report(name, min(durations[1:]) / making, 1.0)


def command_on_a_small_project() -> bool:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before"), Path(folder, "after")
        for copy in (before, after):
            shutil.copytree(Path(__file__).parents[1] / "examples" / "shop", copy)
        edited = after / "shop" / "pricing.py"
        edited.write_text(read(edited).replace("ceiling", "limit"), encoding="utf-8")
        script = os.path.join(sysconfig.get_path("scripts"), "check-refactoring")
        command = [sys.executable, script, "trees", str(before), str(after), "--as", "rename"]

        def run(words: list[str], code: int) -> None:
            ran = subprocess.run(words, env=environment, capture_output=True, check=False, cwd=folder)
            assert ran.returncode == code, ran.stderr

        run(command, 1)  # unsafe is the right answer; from now on everything is compiled
        checking, bare = [], []
        for _ in range(STARTS):
            checking.append(seconds_of(lambda: run(command, 1)))
            bare.append(seconds_of(lambda: run([sys.executable, "-c", "pass"], 0)))
    name = f"check-refactoring trees on examples/shop, {min(checking) * 1000:.0f} ms / python -c pass"
    return report(name, min(checking) / min(bare), 10.0)


def standard_library() -> Iterable[str]:
    return (read(path) for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")))


def read(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as stream:
        return stream.read()


def seconds_of(action: Callable[[], object]) -> float:
    gc.collect()
    start = processor_seconds()
    action()
    return processor_seconds() - start


def processor_seconds() -> float:
    """Of this process and of those that it has waited for: what else runs on the machine does not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


def report(name: str, value: float, bar: float) -> bool:
    met = value <= bar
    print(f"{name} {value:.2f} {bar:g} {'ok' if met else 'MISSED'}", flush=True)
    return met


if __name__ == "__main__":
    sys.exit(main())
