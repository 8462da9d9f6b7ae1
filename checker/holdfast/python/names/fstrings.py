"""f-strings. Before Python 3.12 the interpreter's positions inside them cannot be relied on."""

from __future__ import annotations

import ast

from holdfast.python.names.draft import Draft, ScopeDraft


def joined_string(draft: Draft, scope: ScopeDraft, node: ast.JoinedStr, stack: list[ast.AST]) -> None:
    stack += node.values
