"""What a user can set. One frozen value, read leniently: a setting that makes no sense keeps its default.

Settings arrive in `initializationOptions.holdfast`, in `workspace/didChangeConfiguration` or in the answer to
`workspace/configuration`. Every reader says what it did not understand, so that a typing mistake is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final


class OnUnsafe(Enum):
    """What becomes of an edit that changes meaning."""

    CONFIRM = "confirm"
    BLOCK = "block"
    WARN = "warn"


class RefuseBy(Enum):
    """How a refused edit is answered. VS Code asks the next provider after an error, so it gets no edits."""

    AUTO = "auto"
    ERROR = "error"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Settings:
    #: Off: everything passes unchecked.
    enabled: bool = True
    on_unsafe: OnUnsafe = OnUnsafe.CONFIRM
    refuse_by: RefuseBy = RefuseBy.AUTO
    #: Who makes the edits when the server is alone.
    engine: str = "jedi"
    #: Seconds that a person waits for a check; it then goes on in the background.
    budget: float = 2.0
    #: Seconds after which even a background check is given up.
    patience: float = 60.0
    #: Seconds after which a question to the user counts as a no.
    confirm_seconds: float = 20.0
    #: Whether code of the workspace may be run (extension modules, its interpreter).
    trusted: bool = False
    interpreter: str | None = None
    python_version: tuple[int, int] | None = None
    source_roots: tuple[str, ...] = ()
    #: Whether a place that could not be seen is mentioned at all.
    tell_unknown: bool = True


def read_settings(raw: object, base: Settings) -> tuple[Settings, tuple[str, ...]]:
    """`base` with what `raw` says, and a sentence for everything in it that cannot be used."""
    if raw is None:
        return base, ()
    if not isinstance(raw, Mapping):
        return base, ("The settings of Holdfast must be an object.",)
    values: dict[str, Any] = {}
    problems: list[str] = []
    for key, value in raw.items():
        known = _KEYS.get(key)
        if known is None:
            problems.append(f"holdfast.{key} is no setting.")
            continue
        field, reader = known
        try:
            values[field] = reader(value)
        except ValueError as error:
            problems.append(f"holdfast.{key} {error}.")
    return replace(base, **values), tuple(problems)


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 86_400:
        raise ValueError("must be a number of seconds above 0")
    return float(value)


def _on_unsafe(value: object) -> OnUnsafe:
    try:
        return OnUnsafe(value)
    except ValueError:
        raise ValueError("must be confirm, block or warn") from None


def _refuse_by(value: object) -> RefuseBy:
    try:
        return RefuseBy(value)
    except ValueError:
        raise ValueError("must be auto, error or empty") from None


def _engine(value: object) -> str:
    if value not in ("jedi", "rope"):
        raise ValueError("must be jedi or rope")
    return str(value)


def _optional_text(value: object) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise ValueError("must be a string")
    return value


def _version(value: object) -> tuple[int, int] | None:
    if value is None or value == "":
        return None
    parts = str(value).split(".")
    if len(parts) != 2 or not all(part.isdecimal() for part in parts) or parts[0] != "3":
        raise ValueError("must be a version such as 3.12")
    return int(parts[0]), int(parts[1])


def _folders(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError("must be a list of folders")
    return tuple(each.strip("/") for each in value)


_KEYS: Final[Mapping[str, tuple[str, Callable[[object], Any]]]] = {
    "enabled": ("enabled", _boolean),
    "onUnsafe": ("on_unsafe", _on_unsafe),
    "refuseBy": ("refuse_by", _refuse_by),
    "engine": ("engine", _engine),
    "budget": ("budget", _seconds),
    "patience": ("patience", _seconds),
    "confirmSeconds": ("confirm_seconds", _seconds),
    "trusted": ("trusted", _boolean),
    "interpreter": ("interpreter", _optional_text),
    "pythonVersion": ("python_version", _version),
    "sourceRoots": ("source_roots", _folders),
    "tellUnknown": ("tell_unknown", _boolean),
}
