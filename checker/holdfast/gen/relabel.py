"""The rename that a program's labels stand for: a correct edit to hold engines and checkers against.

Every token that names the target is labelled, the parts of strings that do so dynamically included.
Changing all of them to a fresh name keeps what the program prints; that is also how the labels
themselves are judged.
"""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.gen.program import REFERENCES, TARGET, GeneratedProgram

DYNAMIC = "dynamic"


def renamed(program: GeneratedProgram, name: str, *, dynamically: bool = True) -> Mapping[str, str]:
    """The files of the program with its target called `name`."""
    labels = (TARGET, REFERENCES, DYNAMIC) if dynamically else (TARGET, REFERENCES)
    places = sorted({place for label in labels for place in program.labels.get(label, ())}, reverse=True)
    files = dict(program.files)
    for file, start, end in places:
        files[file] = files[file][:start] + name + files[file][end:]
    return files
