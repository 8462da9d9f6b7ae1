"""Reads in the body of a class: what is not bound there yet is looked for in the module.

`class Tree: Node = Node` keeps a class of the module under the same name. To the compiler both tokens are
one variable of the class; when the right one is read, the class has nothing of that name.
"""

from __future__ import annotations

import ast

from holdfast.python.names.table import Role, ScopeKind
from holdfast.python.project.facts import FileFacts


def is_read_before_bound(facts: FileFacts, index: int) -> bool:
    """Does the occurrence read a name of its class body before the body binds it?"""
    read = facts.names.occurrences[index]
    if read.role is not Role.READ or read.owner < 0 or read.scope != read.owner:
        return False
    if facts.names.scopes[read.owner].kind is not ScopeKind.CLASS:
        return False
    bindings = facts.bindings.get((read.owner, read.name), ())
    return bool(bindings) and not any(_is_bound_by(facts, binding, read.start) for binding in bindings)


def _is_bound_by(facts: FileFacts, binding: int, offset: int) -> bool:
    """Is the name bound when control comes to the offset? In an assignment the value is read first."""
    if facts.names.occurrences[binding].start > offset:
        return False
    node = facts.node_of_occurrence.get(binding)
    bound = facts.bound_values.get(node) if isinstance(node, ast.Name) else None
    if bound is None:
        return True
    return not facts.tree.start(bound.node) <= offset < facts.tree.end(bound.node)
