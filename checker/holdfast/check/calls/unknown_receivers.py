"""Whose method is called where the text does not say what the object is.

Callers may tell which objects a function gets. Where nobody does, it is one of the methods of that name that take
the call: only where all of these are methods whose parameters change is something said.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from holdfast.check.calls.call_fits import fits
from holdfast.check.calls.relays import Function, Place
from holdfast.check.members.evidence import is_everyday
from holdfast.check.objects.kinds import known_classes
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import receives
from holdfast.python.project.program import Program


def methods_called(
    program: Program, file: str, callee: ast.Attribute, call: ast.Call | None, changed: Container[Place]
) -> tuple[Place, ...]:
    """The methods that the expression may be, if all that come into question are among those that changed.

    `call` is the call of it, where it is called.
    """
    kinds = known_classes(program, file, callee.value)
    if kinds is not None:
        hits = [find_member(program, kind, callee.attr) for kind in sorted(kinds)]
        places = [(h.owner.file, scope) for h in hits if h is not None for scope in h.member.functions]
        return tuple(dict.fromkeys(place for place in places if place in changed))
    if is_everyday(callee.attr):
        return ()
    found = [place for place, node in _methods(program, callee.attr) if call is None or _takes(node, call)]
    return tuple(found) if all(place in changed for place in found) else ()


def _methods(program: Program, name: str) -> Iterator[tuple[Place, Function]]:
    for file in sorted(program.index.files_with(name)):
        facts = program.facts(file)
        for members in facts.members.values() if facts is not None else ():
            member = members.get(name)
            for scope in member.functions if member is not None else ():
                node = facts.names.scopes[scope].node if facts is not None else None
                if isinstance(node, Function):
                    yield (file, scope), node


def _takes(node: Function, call: ast.Call) -> bool:
    return fits(node, call, taken=int(receives(node) != "static"))
