"""What the tracer is inside of: loops, and calls whose functions it has entered."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from holdfast.python.traces.values import Value, Variable


@dataclass(slots=True)
class LoopFrame:
    #: Calls behind which a round has nothing more to do.
    last_calls: frozenset[ast.AST] = frozenset()
    breaks: list[dict[Variable, Value]] = field(default_factory=list)
    continues: list[dict[Variable, Value]] = field(default_factory=list)


@dataclass(slots=True)
class Inlined:
    """One transparent function that is being entered."""

    node: ast.AST
    tail: bool
    value: Value | None = None
    #: It came to a return statement; a function that is left without one has raised.
    returned: bool = False
    #: Returns from which a handler or a final block may still lead on.
    within_try: frozenset[ast.AST] = frozenset()
    #: The loop whose round the call ends: a return goes on with the next round.
    round_of: LoopFrame | None = None
    #: What the caller does with what is returned, where that is traced on each way to a return.
    go_on: Callable[[Value], None] | None = None
