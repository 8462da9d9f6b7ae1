"""Which of a server's code actions is the refactoring that was asked for.

Code actions have a kind and a title and nothing else to tell them by; servers agree on the kinds down
to `refactor.extract` and `refactor.inline`, and on plain words in the titles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from holdfast.refactorings.request import Kind


class ActionFilter(NamedTuple):
    kinds: tuple[str, ...]
    title: re.Pattern[str]


_FILTERS: Final[Mapping[Kind, tuple[tuple[str, ...], str]]] = {
    Kind.EXTRACT_VARIABLE: (("refactor.extract", "refactor"), r"extract.*variable"),
    Kind.EXTRACT_FUNCTION: (("refactor.extract", "refactor"), r"extract.*(function|method)"),
    Kind.INLINE: (("refactor.inline", "refactor"), r"inline"),
    Kind.MOVE: (("refactor.move", "refactor"), r"move"),
    Kind.INTRODUCE_PARAMETER: (("refactor",), r"introduce.*parameter"),
    Kind.ORGANISE_IMPORTS: (("source.organizeImports", "source"), r""),
}


def action_filter(kind: Kind, title: str | None = None) -> ActionFilter | None:
    """How to recognise the action; None for a refactoring that servers do not offer."""
    known = _FILTERS.get(kind)
    if known is None:
        return None
    return ActionFilter(known[0], re.compile(title or known[1], re.IGNORECASE))


def kinds_asked_for(kind: Kind) -> list[str]:
    """What to put into the context of the request: the widest kind, since servers differ in the narrow ones."""
    return [_FILTERS[kind][0][-1]]


def choose_action(actions: object, wanted: ActionFilter) -> Mapping[str, Any] | str:
    """The first action that fits, or a sentence that says why there is none."""
    disabled = ""
    offered: list[str] = []
    for action in actions if isinstance(actions, list) else []:
        if not isinstance(action, Mapping):
            continue
        title, kind = str(action.get("title", "")), action.get("kind")
        offered.append(title)
        if isinstance(kind, str) and not any(_is_of(kind, each) for each in wanted.kinds):
            continue
        if not wanted.title.search(title):
            continue
        reason = action.get("disabled")
        if isinstance(reason, Mapping):
            disabled = disabled or str(reason.get("reason", "it is disabled"))
            continue
        return action
    if disabled:
        return disabled
    if offered:
        return f"does not offer this refactoring here; it offers: {'; '.join(offered[:5])}."
    return "does not offer this refactoring here."


def _is_of(kind: str, wanted: str) -> bool:
    return kind == wanted or kind.startswith(wanted + ".")
