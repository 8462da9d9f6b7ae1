"""Expressions that are known by what they stand for, not by how they are written.

Paths from the place of a file, and the module whose name is replaced: both are written in another way when what
they lead to has moved, and mean the same.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Mapping

from holdfast.check.pair import Pair
from holdfast.check.texts.file_paths import paths_in
from holdfast.check.texts.patched_names import patches
from holdfast.python.project.exports import lookup
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program


def known_values(pair: Pair, program: Program, file: str, facts: FileFacts) -> Mapping[ast.AST, Hashable]:
    """Expressions of a file to their values, spelled alike in both worlds."""
    return {**paths_in(pair, program, file, facts), **_replaced_modules(pair, program, file)}


def _replaced_modules(pair: Pair, program: Program, file: str) -> Mapping[ast.AST, Hashable]:
    """In `patch.object(billing, "charge")` and `billing.charge = fake` the module, as the place of what moved.

    Whether replacing the name there still reaches those who read it is judged by itself (`patched_names`).
    """
    if not pair.moved or program.index.words(file).isdisjoint({"patch", "setattr", "delattr"}):
        return {}
    found: dict[ast.AST, Hashable] = {}
    for patch in patches(program, file):
        declared = [item.interval for item in lookup(program, patch.module, patch.name).declarations]
        places = [pair.became(item) for item in declared] if program is pair.before else declared
        if patch.base is not None and any(place in pair.moved.values() for place in places):
            found[patch.base] = ("module of", *places)
    return found
