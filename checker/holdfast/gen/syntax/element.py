"""What a building block is: a small function from parts to a space of source text.

Parts are source text or spaces of it; the result is every combination. A block that stands for one
syntax element says which node of the syntax tree it makes and where it may stand, so that a test can
hold it to that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from holdfast.gen.space import Space

Code = str | Space[str]

# Where a piece of code may stand: as an expression; as a statement anywhere, in a function, in a loop
# in a function, in a coroutine; as a pattern of a match statement; as the parameters of a function.
EXPRESSION, ASYNC_EXPRESSION, YIELD_EXPRESSION = "expression", "async expression", "yield expression"
STATEMENT, IN_FUNCTION, IN_LOOP, IN_COROUTINE = "statement", "in function", "in loop", "in coroutine"
IN_NESTED_FUNCTION = "in nested function"
PATTERN, PARAMETERS, ARGUMENTS = "pattern", "parameters", "arguments"


class Element(NamedTuple):
    """One syntax element: `make` works without arguments; `node` is the `ast` class it shows up as."""

    name: str
    make: Callable[..., Space[str]]
    node: str
    setting: str
