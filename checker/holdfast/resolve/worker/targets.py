"""Where a token leads."""

from __future__ import annotations

from typing import Any

from holdfast.resolve.messages import Found
from holdfast.resolve.worker.script import FreshScript, World


def targets(world: World, script: FreshScript, line: int, column: int) -> list[Found]:
    """The definitions behind the name at a place: through imports, to the member that is meant."""
    found = {_key(item): item for item in map_names(world, script.goto(line, column, follow_imports=True))}
    return [found[key] for key in sorted(found)]


def map_names(world: World, names: list[Any]) -> list[Found]:
    return [_found(world, name) for name in names]


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
