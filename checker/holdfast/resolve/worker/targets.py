"""Where a token leads."""

from __future__ import annotations

from typing import Any, Final

from holdfast.resolve.messages import Found
from holdfast.resolve.worker.fields import field_names
from holdfast.resolve.worker.script import FreshScript, World

_ENUM_VALUES: Final = frozenset({"value", "name", "_value_", "_name_"})


def targets(world: World, script: FreshScript, line: int, column: int) -> list[Found]:
    """The definitions behind the name at a place: through imports, to the member that is meant."""
    names = script.goto(line, column, follow_imports=True) or field_names(script, line, column)
    found = [_found(world, name) for name in names]
    token = script.name_at(line, column)
    if token is not None and token.value in _ENUM_VALUES:
        found = [_enum_value(item, token.value) for item in found]
    unique = {_key(item): item for item in found}
    return [unique[key] for key in sorted(unique)]


def _enum_value(found: Found, token: str) -> Found:
    """jedi leads `Color.RED.value` to `RED`, but the token names a property of every enumeration."""
    if found["name"] == token or found["kind"] != "statement":
        return found
    return Found(
        file=None,
        line=0,
        column=0,
        name=token,
        kind="property",
        full_name=f"enum.Enum.{token.strip('_')}",
        builtin=False,
    )


def _found(world: World, name: Any) -> Found:
    file = world.file_of(name.module_path)
    inside = file is not None
    return Found(
        file=file,
        line=(name.line or 0) if inside else 0,
        column=(name.column or 0) if inside else 0,
        name=name.name or "",
        kind=name.type,
        full_name=name.full_name or "",
        builtin=not inside and bool(name.in_builtin_module()),
    )


def _key(found: Found) -> tuple[str, int, int, str, str, str]:
    return (
        found["file"] or "",
        found["line"],
        found["column"],
        found["name"],
        found["kind"],
        found["full_name"],
    )
