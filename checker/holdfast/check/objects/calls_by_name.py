"""The calls of a program by the last word of what they call."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.facts import last_name
from holdfast.python.project.program import Program


def calls_named(program: Program, name: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of something of that name, with its file."""
    for file in sorted(program.index.files_with(name)):
        facts = program.facts(file)
        for node in by_name(facts.tree.module).get(name, ()) if facts is not None else ():
            yield file, node


@lru_cache(maxsize=4096)
def by_name(module: ast.AST) -> Mapping[str, Sequence[ast.Call]]:
    """Name to calls; "" for calls of what has no name, such as `TABLE[key](…)`."""
    found: dict[str, list[ast.Call]] = {}
    for node in calls_in(module):
        name = "" if isinstance(node.func, ast.Subscript) else last_name(node.func)
        found.setdefault(name, []).append(node)
    return found
