"""Offsets of one world's files to jedi's lines and columns, and back."""

from __future__ import annotations

from holdfast.python.questions import Target, TypeInfo
from holdfast.resolve.messages import Found, FoundType
from holdfast.text.positions import LineIndex
from holdfast.text.world import World

_OUTSIDE = (None, -1, -1)


class Places:
    """The places of one world. Its memory only grows towards what the world says anyway."""

    __slots__ = ("_indexes", "world")

    def __init__(self, world: World) -> None:
        self.world = world
        self._indexes: dict[str, LineIndex | None] = {}

    def line_and_column(self, file: str, offset: int) -> tuple[int, int] | None:
        """As jedi counts them; None when there is no such place."""
        index = self._index(file)
        if index is None or not 0 <= offset <= len(index.text):
            return None
        position = index.position(offset)
        return position.line + 1, position.column

    def target(self, found: Found) -> Target:
        whole = found["kind"] in ("module", "namespace")
        file, start, end = self._interval(found["file"], found["line"], found["column"], found["name"], whole)
        builtin = file is None and found["builtin"]
        return Target(file, start, end, found["name"], found["kind"], found["full_name"], builtin)

    def type_info(self, found: FoundType) -> TypeInfo:
        whole = found["kind"] in ("module", "namespace")
        file, start, end = self._interval(found["file"], found["line"], found["column"], found["name"], whole)
        return TypeInfo(
            found["name"],
            found["full_name"],
            found["kind"],
            file,
            start,
            end,
            tuple(found["mro"]),
            tuple((name, definer) for name, definer in found["members"]),
            found["open"],
        )

    def _interval(
        self, file: str | None, line: int, column: int, name: str, whole: bool
    ) -> tuple[str | None, int, int]:
        index = None if file is None else self._index(file)
        if file is None or index is None:
            # Also a file that lies in the folder but is not part of the world, e.g. one that git ignores.
            return _OUTSIDE
        if whole or line == 0:
            return file, 0, 0
        offset = index.exact_offset((line - 1, column))
        if offset is None:
            return _OUTSIDE
        end = offset + len(name)
        # What jedi calls a name is not always the token, e.g. for a definition that it made up.
        return file, offset, end if index.text[offset:end] == name else offset

    def _index(self, file: str) -> LineIndex | None:
        try:
            return self._indexes[file]
        except KeyError:
            text = self.world.text(file)
            index = None if text is None else LineIndex(text)
            return self._indexes.setdefault(file, index)
