"""Imports elsewhere that take a name from a module: untouched code that a change of the module reaches."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.python.project.modules import ModuleFile
from holdfast.text.interval import Interval


def imports_of(pair: Pair, file: str, name: str) -> Iterator[Interval]:
    """The tokens of `from file import name` in other files that the edit leaves alone."""
    for other in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(other)
        if facts is None or other == file or pair.file_after(other) is None:
            continue
        for use in facts.names.imports:
            if use.member != name or pair.tokens(other).is_touched(use.start, use.end):
                continue
            if pair.before.resolve_module(other, use.level, use.parts) == ModuleFile(file):
                yield Interval(other, use.start, use.end)
