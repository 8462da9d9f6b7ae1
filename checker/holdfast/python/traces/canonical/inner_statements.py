"""Statements that stand for code to be traced in their place."""

from __future__ import annotations

import ast
from collections.abc import Callable


class InnerStatement(ast.Pass):
    """What `trace` does happens here."""

    def __init__(self, trace: Callable[[], None]) -> None:
        super().__init__()
        self.trace = trace
