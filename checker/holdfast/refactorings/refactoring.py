"""What a refactoring is to the checker: its rule, how its code is compared, and its input checks."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from holdfast.errors import InputError
from holdfast.preserve.rules import Rule
from holdfast.records import dataclass
from holdfast.refactorings.request import Kind, Request
from holdfast.text.world import World


class Code(Enum):
    """How changed code is compared."""

    #: Only names were exchanged: tokens correspond one to one.
    TOKENS = "tokens"
    #: Code was moved about: what it does is compared, plumbing taken out.
    TRACES = "traces"
    #: Definitions moved whole or imports changed: tokens where they correspond, traces elsewhere.
    MOVES = "moves"
    #: Anything may have changed on purpose: only untouched tokens are looked at.
    UNTOUCHED = "untouched"


def _nothing_to_refuse(world: World, request: Request) -> None:
    del world, request


@dataclass(frozen=True, slots=True)
class Refactoring:
    kind: Kind
    title: str
    #: For edges between declarations: what may vanish and appear (see `holdfast.preserve.rules`).
    rule: Rule
    code: Code
    #: Raises `InputError` for a request that cannot be carried out.
    validate: Callable[[World, Request], None] = _nothing_to_refuse


def target_text(world: World, request: Request) -> str:
    """The text that a request points at; raises when it points at nothing."""
    target = request.target
    if target is None:
        return ""
    text = world.text(target.file)
    if text is None:
        raise InputError(f"{target.file}: there is no such file to refactor", code="HF605", file=target.file)
    if not 0 <= target.start <= target.end <= len(text):
        raise InputError(
            f"{target.file}: the selection [{target.start}, {target.end}) is outside the text",
            code="HF605",
            file=target.file,
            offset=min(max(target.start, 0), len(text)),
        )
    return text[target.start : target.end]
