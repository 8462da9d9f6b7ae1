"""Which refactoring a code action or a command stands for.

Code actions have a kind and a title and nothing else to tell them by; servers agree on the kinds down to
`refactor.extract` and on plain words in the titles.
"""

from __future__ import annotations

import re
from typing import Final

_ORGANISE: Final = "source.organizeImports"
#: The first that fits the kind and the title together.
_WORDS: Final = (
    (re.compile(r"extract.*(function|method)|method.*extract"), "extract-function"),
    (re.compile(r"extract.*(variable|local|constant)"), "extract-variable"),
    (re.compile(r"inline"), "inline"),
    (re.compile(r"introduce.*parameter"), "introduce-parameter"),
    (re.compile(r"pull.*up"), "pull-up"),
    (re.compile(r"push.*down"), "push-down"),
    (re.compile(r"move"), "move"),
    (re.compile(r"organi[sz]e.*import|sort.*import"), "organise-imports"),
)
_COMMAND: Final = re.compile(r"refactor|rename|extract|inline|organi[sz]e", re.IGNORECASE)


def refactoring_of_action(kind: object, title: object) -> str | None:
    """The refactoring of a code action; None for an action of another sort, which is not checked."""
    if not isinstance(kind, str):
        return None
    if kind == _ORGANISE or kind.startswith(_ORGANISE + "."):
        return "organise-imports"
    if kind != "refactor" and not kind.startswith("refactor."):
        return None
    return _by_words(f"{kind} {title if isinstance(title, str) else ''}") or "refactoring"


def refactoring_of_command(name: object) -> str | None:
    """The refactoring that a command's name speaks of, for commands that no code action has announced."""
    if not isinstance(name, str) or not _COMMAND.search(name):
        return None
    return _by_words(name) or "refactoring"


def _by_words(text: str) -> str | None:
    plain = re.sub(r"[._\-]+", " ", text).lower()
    return next((refactoring for pattern, refactoring in _WORDS if pattern.search(plain)), None)
