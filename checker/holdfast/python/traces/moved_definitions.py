"""Names of definitions that stand elsewhere in the other world."""

from __future__ import annotations

import ast

from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.variables import bind_variable, in_class_body


def bind_moved(t: Tracer, node: ast.AST) -> None:
    """The definition is compared by itself; here its name only stands for it."""
    index = t.names.occurrence_of_node.get(node)
    if index is not None and t.names.occurrences[index].owner == 0:
        name = t.names.occurrences[index].name
        value = t.value("global", t.subject.identities.of_name(name), (), t.origin(node))
        bind_variable(t, 0, name, value, t.origin(node))
    elif index is not None and isinstance(node, ast.ClassDef) and in_class_body(t):
        # Where the class around it keeps the name, it keeps it for the class that stands elsewhere.
        occurrence = t.names.occurrences[index]
        identity = t.subject.identities.of_nested_class((occurrence.start, occurrence.end))
        if identity is not None:
            value = t.value("global", identity, (), t.origin(node))
            bind_variable(t, occurrence.owner, occurrence.name, value, (occurrence.start, occurrence.end))
