"""Rename: one thing gets another name, wherever it is named, and nothing else changes.

The whole relation N must stay what it is under the exchange of names: a merge of two variables, a split of
one, a capture, a dangling or newly bound name are each visible in it. Overrides and inheritance stay as
they are, which is how a method that was renamed without its family is found.
"""

from __future__ import annotations

from holdfast.errors import InputError
from holdfast.preserve.rules import Rule
from holdfast.refactorings.new_names import require_legal_name
from holdfast.refactorings.refactoring import Code, Refactoring, target_text
from holdfast.refactorings.request import Kind, Request
from holdfast.text.world import World


def _validate(world: World, request: Request) -> None:
    require_legal_name(world, request)
    target = request.target
    if target is None or target.start == target.end:
        return
    text = target_text(world, request)
    if not text.isidentifier():
        raise InputError(
            f"{target.file}: there is no name to rename at this place (found {text[:20]!r})",
            code="HF605",
            file=target.file,
            offset=target.start,
        )
    if text == request.new_name:
        raise InputError(
            f"`{text}` already has that name", code="HF601", file=target.file, offset=target.start
        )


RENAME = Refactoring(Kind.RENAME, "rename", Rule.parse("N C D O I"), Code.TOKENS, _validate)
