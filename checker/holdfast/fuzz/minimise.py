"""Smaller programs that show the same disagreement: statements are dropped while it stays.

The engine is asked anew and everything is judged anew after each step, so that what is left is a true
example by itself. The program before the edit must still end as it did, and no name may lose its definition.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from holdfast.fuzz.loop import Trial
from holdfast.gen.program import GeneratedProgram
from holdfast.python.names.table import NOBODY
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval
from holdfast.text.world import World


class _Cut(NamedTuple):
    """Text to take out of a file, and what stands there instead."""

    file: str
    start: int
    end: int
    text: str


def minimised(trial: Trial, again: Callable[[GeneratedProgram], Trial | None], tries: int = 80) -> Trial:
    """The smallest trial found in so many tries; `again` gives None where the disagreement is gone."""
    smallest = trial
    undefined = _undefined(trial.program)
    refused: set[tuple[str, str]] = set()
    while tries > 0:
        for cut in _cuts(smallest.program, smallest.suggestion.at):
            program = _without(smallest.program, smallest, cut)
            text = program.files[cut.file]
            if (cut.file, text) in refused:
                continue
            if not _undefined(program) <= undefined:
                # A program that fails for want of a name would tell of something else.
                refused.add((cut.file, text))
                continue
            tries -= 1
            found = again(program)
            if found is not None:
                smallest = found
                break
            refused.add((cut.file, text))
            if tries <= 0:
                break
        else:
            return smallest
    return smallest


def _undefined(program: GeneratedProgram) -> frozenset[tuple[str, str]]:
    """The names that nothing in their file defines."""
    whole = Program(World.of(program.files))
    return frozenset(
        (file, item.name)
        for file in whole.python_files
        if (facts := whole.facts(file)) is not None
        for item in facts.names.occurrences
        if item.owner == NOBODY
    )


def _cuts(program: GeneratedProgram, at: Interval) -> Iterator[_Cut]:
    """Every statement that does not hold the place of the request, the longest first."""
    cuts: list[_Cut] = []
    for file, text in program.files.items():
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for node in ast.walk(ast.parse(text)):
            for body in (getattr(node, field, None) for field in ("body", "orelse", "finalbody", "handlers")):
                if not isinstance(body, list):
                    continue
                needed = len(body) == 1 and body is getattr(node, "body", None)
                cuts.extend(
                    cut
                    for statement in body
                    if (cut := _cut(file, text, starts, statement, needed=needed)) is not None
                    and not (file == at.file and cut.start < at.end and at.start < cut.end)
                )
    return iter(sorted(cuts, key=lambda cut: (cut.start - cut.end, cut.file, cut.start)))


def _cut(file: str, text: str, starts: list[int], node: ast.AST, *, needed: bool) -> _Cut | None:
    if not isinstance(node, ast.stmt | ast.ExceptHandler) or isinstance(node, ast.Pass):
        return None
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(each.lineno for each in decorators)])
    start, end = starts[first - 1], starts[node.end_lineno or node.lineno]
    line = text[start : starts[first]]
    indent = line[: len(line) - len(line.lstrip())]
    if not decorators and len(indent.encode()) != node.col_offset:
        return None
    return _Cut(file, start, end, f"{indent}pass\n" if needed and indent else "")


def _without(program: GeneratedProgram, trial: Trial, cut: _Cut) -> GeneratedProgram:
    text = program.files[cut.file]
    end = cut.end
    # Empty lines go with what they follow; whatever stands behind them stays where it begins.
    while text.startswith("\n", end):
        end += 1
    files = {**program.files, cut.file: text[: cut.start] + cut.text + text[end:]}
    at = trial.suggestion.at
    if at.file == cut.file and at.start >= end:
        moved = len(cut.text) - (end - cut.start)
        at = Interval(at.file, at.start + moved, at.end + moved)
    return replace(program, files=files, labels={}, suggestions=(trial.suggestion._replace(at=at),))
