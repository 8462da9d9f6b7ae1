"""Where code after the edit asks a getter for a copy or a view of a container, and whether it only looks at it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from holdfast.check.objects.kinds import known_classes
from holdfast.check.pair import Pair
from holdfast.check.views.changing_functions import changing_functions
from holdfast.check.views.looks import Look, is_only_looked_at
from holdfast.check.views.views import View, find_views
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.own_members import owner_and_word
from holdfast.python.project.program import Program
from holdfast.python.traces.subject import HandedOut
from holdfast.text.interval import Interval


def handed_out(program: Program, file: str, views: tuple[View, ...]) -> Mapping[ast.AST, HandedOut]:
    """For each attribute that asks a property, and each call that asks a method: what it gets."""
    facts = program.facts(file)
    found: dict[ast.AST, HandedOut] = {}
    for view in views if facts is not None else ():
        assert facts is not None
        nodes = list(_asked(program, file, facts, view))
        if not nodes:
            continue
        look = Look(program, file, facts, view, changing_functions(program, {view.field}))
        for node in nodes:
            found[node] = HandedOut(view.field, view.made, is_only_looked_at(look, node))
    return found


def _asked(program: Program, file: str, facts: FileFacts, view: View) -> Iterator[ast.expr]:
    family = {view.owner, *subclasses(program, view.owner)}
    private = owner_and_word(view.name)
    for use in facts.names.attributes:
        if use.name != view.name or not isinstance(use.node.ctx, ast.Load) or private is not None:
            continue
        classes = known_classes(program, file, use.node.value)
        if classes is not None and family.isdisjoint(classes):
            continue
        if not view.is_method:
            yield use.node
            continue
        parent = facts.parents.get(use.node)
        if isinstance(parent, ast.Call) and parent.func is use.node and not (parent.args or parent.keywords):
            yield parent


def check_handed_out(pair: Pair, rewritten: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[Finding]:
    """Code that stays as it is, asked for the container, and does more with the copy than to look at it.

    `rewritten`: for each file the intervals of before whose code is compared by its traces.
    """
    views = tuple(view for view in find_views(pair) if not view.is_method)
    for file in sorted(pair.after.index.files_with_any({view.name for view in views})):
        for node, handed in handed_out(pair.after, file, views).items():
            facts = pair.after.facts(file)
            assert facts is not None
            assert isinstance(node, ast.Attribute)
            use = facts.attribute_of_node[node]
            place = pair.to_before(Interval(file, use.start, use.end))
            if handed.is_looked_at or place is None:
                continue
            if any(start <= place.start < end for start, end in rewritten.get(place.file, ())):
                continue
            what = f"a {handed.made}" if handed.made else "a copy"
            message = f"`{use.name}` would hand out {what} here, and this does more than look into it"
            yield Finding("HF202", Severity.ERROR, place, message)
