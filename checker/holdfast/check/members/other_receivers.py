"""Members that are asked of something else after an edit: `self.get()` became `self.client.get()`.

The token is the same, but what stands before it was rewritten, or is a library's module since an import was pointed
there: that the first one has lost its member says nothing about the second.
"""

from __future__ import annotations

import ast

from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.pair import Pair
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.members import Absent, Outside
from holdfast.python.project.values import ModuleValue


def is_asked_of_other(pair: Pair, token: MemberToken) -> bool:
    """Was the receiver or the called function rewritten, without the proof that the new one lacks the member?"""
    file = token.interval.file
    facts = pair.before.facts(file)
    if facts is None or isinstance(token.after, Absent):
        return False
    asked: ast.expr | None = None
    if token.kind == "attribute":
        use = next((use for use in facts.names.attributes if use.start == token.interval.start), None)
        asked = use.node.value if use is not None else None
    elif token.kind == "keyword":
        word = next((word for word in facts.names.keywords if word.start == token.interval.start), None)
        asked = word.node.func if word is not None and isinstance(word.node, ast.Call) else None
    if asked is None:
        return False
    if isinstance(token.after, Outside) and _is_module(pair, file, asked):
        return True
    end = facts.tree.end(asked)
    return pair.tokens(file).is_touched(
        facts.tree.start(asked), token.interval.end if token.kind == "attribute" else end + 1
    )


def _is_module(pair: Pair, file: str, node: ast.expr) -> bool:
    values = evaluate(pair.before, file, node).items
    return bool(values) and all(isinstance(value, ModuleValue) for value in values)
