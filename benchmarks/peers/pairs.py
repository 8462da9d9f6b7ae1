"""The before/after pairs in the test-suites of rope and jedi, from their source distributions.

Nothing of theirs is kept in this project: the distributions are downloaded into a cache folder, rope's
test-suite is run there with `record_rope` beside it, and jedi's case files are read.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROPE, JEDI = "rope-1.15.0", "jedi-0.20.0"

_ROPE_KINDS = {
    "renametest": "rename",
    "multiprojecttest": "rename",
    "inlinetest": "inline",
    "movetest": "move",
    "change_signature_test": "change-signature",
    "restructuretest": "edit",
    "usefunctiontest": "refactoring",
}
_JEDI_KINDS = {
    "rename.py": "rename",
    "inline.py": "inline",
    "extract_variable.py": "extract-variable",
    "extract_function.py": "extract-function",
}
_JEDI_CASE = re.compile(
    r"^# -{5,} *(?P<name>[^\n]*)\n(?P<code>.*?)^# \+{5,}\n(?P<result>.*?)(?=^# -{5,}|\Z)", re.M | re.S
)
#: The line above the place of the request; what follows the column says what the result is.
_JEDI_REQUEST = re.compile(r"#\? \d*(?: (?P<expects>error|text))?")
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")


class PeerPair(NamedTuple):
    """A refactoring that a peer's own tests accept."""

    test: str
    kind: str
    before: dict[str, str]
    after: dict[str, str]


def peer_pairs(cache: Path) -> Iterator[PeerPair]:
    for name in (ROPE, JEDI):
        _fetch(cache, name)
    yield from _rope(cache)
    yield from _jedi(cache / JEDI)


def _fetch(cache: Path, name: str) -> None:
    """Download and unpack a source distribution, unless it is there."""
    if (cache / name).is_dir():
        return
    cache.mkdir(parents=True, exist_ok=True)
    archive = cache / f"{name}.tar.gz"
    if not archive.exists():
        project, version = name.rsplit("-", 1)
        wanted = ["--no-deps", "--no-binary", project, f"{project}=={version}", "-d", str(cache)]
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", *wanted], check=True)
    with tarfile.open(archive) as packed:
        packed.extractall(cache, filter="data")


def _rope(cache: Path) -> Iterator[PeerPair]:
    records = cache / "rope.jsonl"
    if not records.exists():
        environment = {
            **os.environ,
            "HOLDFAST_RECORDS": str(records),
            "PYTHONPATH": str(Path(__file__).parent),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "record_rope", "-p", "no:cacheprovider"]
        # Some of rope's tests fail for reasons of their own; only those that pass are recorded.
        subprocess.run(
            [*command, "ropetest/refactor"], cwd=cache / ROPE, env=environment, stdout=subprocess.DEVNULL
        )
    seen: Counter[str] = Counter()
    with records.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            module = Path(record["test"].partition("::")[0]).stem
            name = record["test"].rpartition("::")[2]
            kind = _ROPE_KINDS.get(module)
            if module == "extracttest":
                kind = "extract-variable" if "extract_variable" in name else "extract-function"
            if kind is not None and record["before"] != record["after"]:
                test = f"rope {module} {name}"
                seen[test] += 1
                if seen[test] > 1:
                    test = f"{test} ({seen[test]})"
                yield PeerPair(test, kind, record["before"], record["after"])


def _jedi(root: Path) -> Iterator[PeerPair]:
    for file, kind in _JEDI_KINDS.items():
        text = (root / "test" / "refactor" / file).read_text(encoding="utf-8")
        for match in _JEDI_CASE.finditer(text):
            pair = _jedi_pair(file, kind, match["name"].strip(), match["code"], match["result"])
            if pair is not None:
                yield pair


def _jedi_pair(file: str, kind: str, name: str, code: str, result: str) -> PeerPair | None:
    """One case of jedi; None for those that expect a refusal or edit other files."""
    request = _JEDI_REQUEST.search(code)
    if request is None or request["expects"] == "error":
        return None
    if request["expects"] == "text":
        return PeerPair(f"jedi {kind} {name}", kind, {file: code}, {file: result})
    files = list(_files_of(result))
    if len(files) != 1 or files[0][0] not in (file, f"test/refactor/{file}"):
        return None
    after = _patched(code, files[0][1])
    return None if after is None else PeerPair(f"jedi {kind} {name}", kind, {file: code}, {file: after})


def _files_of(diff: str) -> Iterator[tuple[str, list[str]]]:
    pieces = re.split(r"^--- ([^\n]+)\n\+\+\+ [^\n]+\n", diff, flags=re.M)
    for name, body in zip(pieces[1::2], pieces[2::2], strict=True):
        yield name.strip(), body.splitlines()


def _patched(text: str, body: list[str]) -> str | None:
    """The text with a unified diff applied; None where it does not fit."""
    lines, out, position = text.splitlines(), list[str](), 0
    for line in body:
        hunk = _HUNK.match(line)
        if hunk is not None:
            start = int(hunk[1]) - (1 if hunk[2] != "0" else 0)
            out.extend(lines[position:start])
            position = start
        elif line.startswith("+"):
            out.append(line[1:])
        else:
            old = line[1:]
            if position >= len(lines) or lines[position] != old:
                return None
            position += 1
            if not line.startswith("-"):
                out.append(old)
    return "\n".join([*out, *lines[position:]]) + "\n"
