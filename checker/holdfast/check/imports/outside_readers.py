"""Who takes a name from a module elsewhere: untouched code that a change of the module reaches."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.values import ModuleValue
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


def reads_through_module(pair: Pair, file: str, name: str) -> Iterator[Interval]:
    """The tokens of `module.name` in other files, in expressions that the edit leaves alone."""
    for other in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(other)
        if facts is None or other == file or pair.file_after(other) is None:
            continue
        for use in facts.names.attributes:
            if use.name != name or not isinstance(use.node.ctx, ast.Load):
                continue
            if pair.tokens(other).is_touched(facts.tree.start(use.node), use.end):
                continue
            if evaluate(pair.before, other, use.node.value).items == (ModuleValue(ModuleFile(file)),):
                yield Interval(other, use.start, use.end)
