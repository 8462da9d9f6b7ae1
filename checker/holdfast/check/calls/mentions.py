"""How a function is mentioned: called, kept by a `partial`, or handed over as itself; and how the other world does."""

from __future__ import annotations

import ast

from holdfast.check.pair import Pair
from holdfast.python.project.call_targets import partial_of
from holdfast.python.project.program import Program
from holdfast.python.project.surroundings import parents_in
from holdfast.text.interval import Interval


def role_of(program: Program, file: str, node: ast.expr) -> str:
    facts = program.facts(file)
    outer = parents_in(facts.tree.module).get(node) if facts is not None else None
    if not isinstance(outer, ast.Call):
        return "itself"
    if outer.func is node:
        return "called"
    return "kept" if partial_of(program, file, outer) is node else "itself"


def role_in_other(pair: Pair, program: Program, file: str, node: ast.expr) -> str | None:
    """The same for the token in the other world; None where it has none there."""
    facts = program.facts(file)
    if facts is None:
        return None
    here = Interval(file, facts.tree.start(node), facts.tree.end(node))
    is_before = program is pair.before
    other = pair.after if is_before else pair.before
    place = pair.to_after(here) if is_before else pair.to_before(here)
    there = other.facts(place.file) if place is not None else None
    if place is None or there is None:
        return None
    for one in parents_in(there.tree.module):
        if isinstance(one, ast.Name | ast.Attribute) and type(one) is type(node):
            if (there.tree.start(one), there.tree.end(one)) == place[1:]:
                return role_of(other, place.file, one)
    return None
