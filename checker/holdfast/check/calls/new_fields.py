"""Fields that only one world has, and that hold the same thing in every object: a global or a constant.

`self.clock = clock`, where all callers pass the same clock for a parameter that is new, is a way of handing that
clock on. Storing it is no effect, and reading it is reading the clock.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.calls.passed_values import kept_by_all
from holdfast.check.code.sides import Side
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.traces.identity import Passed


def find_new_fields(side: Side, file: str) -> dict[str, Passed]:
    """The fields that initialisers of the file store, that the other world does not have, to what they hold."""
    facts = side.program.facts(file)
    other = side.pair.after if side.is_before else side.pair.before
    found: dict[str, Passed] = {}
    for name, node in _stored(facts) if facts is not None else ():
        if name not in found and not _is_known(other, name):
            held = kept_by_all(side, file, node)
            if held is not None and held.kind in ("constant", "global"):
                found[name] = held
    return found


def _stored(facts: FileFacts) -> Iterator[tuple[str, ast.Attribute]]:
    for scope in facts.names.scopes:
        if not isinstance(scope.node, ast.FunctionDef) or scope.node.name != "__init__":
            continue
        for statement in ast.walk(scope.node):
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                target = statement.targets[0]
                if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                    yield target.attr, target


def _is_known(program: Program, name: str) -> bool:
    """Does some class have a member of this name, or some code look for one?"""
    for file in program.index.files_with(name):
        facts = program.facts(file)
        if facts is not None:
            if any(use.name == name for use in facts.names.attributes):
                return True
            if any(name in members for members in facts.members.values()):
                return True
    return False
