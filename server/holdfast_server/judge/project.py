"""What a project says about itself in pyproject.toml, as far as a check needs it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

from holdfast.findings.accept import code_named


@dataclass(frozen=True, slots=True)
class ProjectFile:
    python_version: tuple[int, int] | None = None
    source_roots: tuple[str, ...] = ()
    ignored: frozenset[str] = frozenset()


def read_project_file(root: str) -> ProjectFile:
    """The settings at the root of a project. A broken file is somebody else's to report."""
    import tomllib

    try:
        with open(os.path.join(root, "pyproject.toml"), "rb") as file:
            data = tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        return ProjectFile()
    own = _table(_table(data, "tool"), "holdfast")
    version = _version(own.get("python-version"), r"(3)\.(\d+)")
    requires = _table(data, "project").get("requires-python")
    codes = (code_named(word) for word in _strings(own.get("ignore")))
    return ProjectFile(
        python_version=version or _version(requires, r".*?(?:>=|~=|==)\s*(3)\.(\d+).*"),
        source_roots=tuple(each.strip("/") for each in _strings(own.get("source-roots"))),
        ignored=frozenset(code for code in codes if code),
    )


def _version(value: object, pattern: str) -> tuple[int, int] | None:
    match = re.fullmatch(pattern, value) if isinstance(value, str) else None
    return (int(match[1]), int(match[2])) if match else None


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _strings(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
