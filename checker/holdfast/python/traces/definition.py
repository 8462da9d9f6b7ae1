"""Functions, lambdas and classes that were made, with what they need to be looked into later."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from holdfast.python.traces.subject import Subject
from holdfast.python.traces.values import FunctionTrace, Value


@dataclass(slots=True, eq=False)
class Definition:
    """A function, lambda or class that was made: traced only when somebody needs to look inside."""

    node: ast.AST
    subject: Subject
    #: The activation of each enclosing scope at the place of definition.
    activations: dict[int, int]
    defaults: tuple[Value, ...] = ()
    owner: FunctionTrace | None = None
