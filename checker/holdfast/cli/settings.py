"""`[tool.holdfast]` of pyproject.toml, read and checked. Command line options win over it.

The nearest pyproject.toml with such a table counts, from the current folder up to the project's root.
An unknown key or a value of the wrong type is a person's mistake and is said at once: a setting that
does nothing in silence would be worse.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from holdfast.errors import InputError

FAIL_LEVELS: Final = ("error", "warning", "unknown")
#: Conventional commits (`refactor:`, `refactor(scope)!:`) and subjects that begin with the word.
REFACTORING_MESSAGE: Final = r"(?i)^\s*refactor(s|ed|ing)?\b"

#: All that a file without a table for us can tell.
_REQUIRES: Final = re.compile(rb"""^[ \t]*requires-python[ \t]*=[ \t]*["']([^"'\r\n]*)["']""", re.MULTILINE)


class Settings(NamedTuple):
    """What a project wants, with our defaults."""

    engine: str = "jedi"
    fail_on: str = "warning"
    budget: float | None = None
    python_version: tuple[int, int] | None = None
    source_roots: tuple[str, ...] = ()
    baseline: str | None = None
    ignore: frozenset[str] = frozenset()
    #: A commit whose subject matches is asked the strict question.
    refactoring_message: str = REFACTORING_MESSAGE


def read_settings(root: str) -> Settings:
    """The settings of the project at `root`, as seen from the current folder."""
    own: Settings | None = None
    requires: tuple[int, int] | None = None
    for folder in _folders(root):
        data = _load(os.path.join(folder, "pyproject.toml"))
        if data is None:
            continue
        path = os.path.relpath(os.path.join(folder, "pyproject.toml"), root).replace(os.sep, "/")
        requires = requires or _lowest_python(data)
        tool = data.get("tool", {})
        if "holdfast" in tool:
            own = _settings(tool["holdfast"], path, root, folder)
            break
    own = own or Settings()
    if own.python_version is None and requires is not None:
        return own._replace(python_version=requires)
    return own


def version_named(word: str) -> tuple[int, int]:
    """A Python version as a person writes it, e.g. `3.12`."""
    match = re.fullmatch(r"(3)\.(\d+)", word)
    if match is None:
        raise InputError(f"{word!r} is not a Python version; write it like 3.12")
    return int(match[1]), int(match[2])


def _folders(root: str) -> list[str]:
    """From the current folder up to the root; only the root when we are outside it."""
    here = os.path.realpath(os.getcwd())
    folders = []
    while here != root and here.startswith(root.rstrip(os.sep) + os.sep):
        folders.append(here)
        here = os.path.dirname(here)
    return [*folders, root]


def _load(path: str) -> dict[str, Any] | None:
    """A pyproject.toml, parsed only when it holds a table for us: the parser is slow to load."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror})") from None
    if b"holdfast" not in data:
        requires = _REQUIRES.search(data)
        return {"project": {"requires-python": requires[1].decode("ascii", "replace")}} if requires else None
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not valid TOML: {error}") from None


def _lowest_python(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """The oldest version that `requires-python` allows."""
    project = data.get("project", {})
    requires = project.get("requires-python", "") if isinstance(project, dict) else ""
    match = re.search(r"(?:>=|~=|==)\s*(3)\.(\d+)", requires if isinstance(requires, str) else "")
    return (int(match[1]), int(match[2])) if match else None


def _settings(table: Any, path: str, root: str, folder: str) -> Settings:
    if not isinstance(table, dict):
        raise InputError(f"{path}: tool.holdfast must be a table")
    values: dict[str, Any] = {}
    for key, value in table.items():
        reader = _KEYS.get(key)
        if reader is None:
            raise InputError(f"{path}: tool.holdfast has no setting {key!r}; {_hint(key)}")
        try:
            values[key.replace("-", "_")] = reader(value)
        except (ValueError, InputError) as error:
            raise InputError(f"{path}: tool.holdfast.{key} {error}") from None
    if "baseline" in values:
        values["baseline"] = os.path.join(folder, values["baseline"])
    if "source_roots" in values:
        values["source_roots"] = tuple(_below(root, folder, each, path) for each in values["source_roots"])
    return Settings(**values)


def _below(root: str, folder: str, path: str, settings: str) -> str:
    """A folder named in the settings, relative to the root."""
    relative = os.path.relpath(os.path.realpath(os.path.join(folder, path)), root)
    if relative.split(os.sep)[0] == os.pardir:
        raise InputError(f"{settings}: the source root {path!r} is outside the workspace", code="HF602")
    return "" if relative == os.curdir else relative.replace(os.sep, "/")


def _hint(key: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(key.replace("_", "-"), _KEYS, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(_KEYS)}"


def _string(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"must be a string, not {value!r}")
    return value


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"must be a list of strings, not {value!r}")
    return tuple(value)


def _level(value: Any) -> str:
    if value not in FAIL_LEVELS:
        raise ValueError(f"must be one of {', '.join(FAIL_LEVELS)}, not {value!r}")
    return str(value)


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise ValueError(f"must be a number of seconds above 0, not {value!r}")
    return float(value)


def _codes(value: Any) -> frozenset[str]:
    from holdfast.findings.accept import code_named

    codes = set()
    for word in _strings(value):
        code = code_named(word)
        if code is None:
            raise ValueError(f"names {word!r}, which is no finding code")
        codes.add(code)
    return frozenset(codes)


def _pattern(value: Any) -> str:
    try:
        re.compile(_string(value))
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}") from None
    return str(value)


_KEYS: dict[str, Callable[[Any], Any]] = {
    "engine": _string,
    "fail-on": _level,
    "budget": _seconds,
    "python-version": lambda value: version_named(_string(value)),
    "source-roots": _strings,
    "baseline": _string,
    "ignore": _codes,
    "refactoring-message": _pattern,
}
