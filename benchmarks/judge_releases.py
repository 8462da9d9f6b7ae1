"""Judge `check-refactoring diff` on ordinary changes: `make judge-releases`.

Adjacent patch releases of real packages (`releases.txt`) stand for ordinary commits: most are right, so the
question whether untouched code keeps its meaning should be answered with silence. Prints each pair that
speaks, with every finding, for a person to read, and how many are silent.

Ends with status 1 when fewer than 97 of 100 are silent.

    python benchmarks/judge_releases.py [--cache FOLDER] [--only NAME] [--as KIND]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

CACHE = Path.home() / ".cache" / "holdfast" / "releases"
LIST = Path(__file__).with_name("releases.txt")
SILENT, SECONDS = 0.97, 300
#: Exit codes of the command.
_CLEAN, _FINDINGS = 0, 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge the checker on adjacent releases.")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where the distributions are kept")
    parser.add_argument("--only", help="the pairs of this package alone")
    parser.add_argument("--as", dest="kind", default="edit", help="the question; `edit` by default")
    options = parser.parse_args()
    silent = speaking = 0
    for name, before, after in pairs(options.only):
        trees = [release(options.cache, name, version) for version in (before, after)]
        if None in trees:
            print(f"{name} {before} {after}: not available, left out", flush=True)
            continue
        start = time.perf_counter()
        code, told = answer(trees, options.kind)
        if code == _CLEAN:
            silent += 1
            continue
        speaking += 1
        print(f"\n{name} {before} -> {after} ({time.perf_counter() - start:.1f} s)\n{told}", flush=True)
    total = silent + speaking
    print(f"\n{total} pairs: {silent} silent, {speaking} speaking (bar: {SILENT:.0%} silent)")
    return 0 if total and silent >= SILENT * total else 1


def pairs(only: str | None) -> Iterator[tuple[str, str, str]]:
    for line in LIST.read_text(encoding="utf-8").splitlines():
        name, *versions = line.split()
        if line.startswith("#") or (only is not None and name != only):
            continue
        for before, after in pairwise(versions):
            yield name, before, after


def release(cache: Path, name: str, version: str) -> Path | None:
    """The unpacked wheel of a release: the package as its users get it, which needs no building."""
    tree = cache / f"{name}-{version}"
    if tree.is_dir():
        return tree
    archives = cache / "wheels" / tree.name
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    got = subprocess.run([*command, f"{name}=={version}", "-d", str(archives)], check=False)
    if got.returncode:
        return None
    with zipfile.ZipFile(next(archives.glob("*.whl"))) as packed:
        packed.extractall(tree)
    return tree


def answer(trees: list[Path | None], kind: str) -> tuple[int, str]:
    """What the command says, as a user would see it, and its exit code."""
    command = [sys.executable, "-m", "holdfast.cli.main", "trees", *map(str, trees), "--as", kind]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return _FINDINGS, f"no answer within {SECONDS} seconds"
    return ran.returncode, (ran.stdout + ran.stderr).rstrip()


if __name__ == "__main__":
    sys.exit(main())
