"""Our quick `dataclass` does what the standard one does, for what it offers."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from types import ModuleType
from typing import Any, ClassVar

import pytest
from holdfast import records


def classes(module: ModuleType | Any) -> tuple[Any, Any, Any]:
    """The same three classes, made by one of the two modules."""
    dataclass, field = module.dataclass, module.field

    @dataclass(frozen=True, slots=True)
    class Point:
        kind: ClassVar[str] = "point"
        x: int
        y: int = 2
        tags: tuple[str, ...] = field(default_factory=tuple)
        note: Any = field(default=None, hash=False)
        memory: Any = field(default=None, repr=False, compare=False)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("x")

    @dataclass(slots=True)
    class Box:
        inside: list[int] = field(default_factory=list)

    @dataclass(frozen=True, eq=False)
    class Thing:
        name: str

    return Point, Box, Thing


OURS, THEIRS = classes(records), classes(dataclasses)


@pytest.mark.parametrize("made", [OURS, THEIRS], ids=["ours", "standard"])
class TestBoth:
    def test_values(self, made: tuple[Any, Any, Any]) -> None:
        point = made[0]
        assert point(1) == point(1, 2, (), None) == point(y=2, x=1)
        assert point(1) != point(2)
        assert point(1) != (1, 2, (), None)
        assert point(1, memory=[]) == point(1)
        assert hash(point(1, memory=[])) == hash(point(1))
        assert hash(point(1, note=[])) == hash(point(1, note=3))
        assert point(1, note=3) != point(1, note=4)
        assert repr(point(1)).endswith("Point(x=1, y=2, tags=(), note=None)")
        assert point.kind == "point"
        with pytest.raises(ValueError, match="x"):
            point(-1)
        with pytest.raises(TypeError):
            point()

    def test_frozen(self, made: tuple[Any, Any, Any]) -> None:
        value = made[0](1)
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.x = 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            del value.x
        assert not hasattr(value, "__dict__")

    def test_mutable(self, made: tuple[Any, Any, Any]) -> None:
        first, second = made[1](), made[1]()
        first.inside.append(1)
        assert second.inside == []
        second.inside = [1]
        assert first == second
        with pytest.raises(TypeError):
            hash(first)

    def test_identity(self, made: tuple[Any, Any, Any]) -> None:
        first, second = made[2]("a"), made[2]("a")
        assert first != second
        assert len({first, second}) == 2

    def test_matching_and_copies(self, made: tuple[Any, Any, Any]) -> None:
        point = made[0]
        match point(1, 5):
            case point(x, y):
                assert (x, y) == (1, 5)
            case _:
                pytest.fail("the pattern does not match")
        assert copy.deepcopy(point(1, 7)) == point(1, 7)
        assert dataclasses.replace(point(1, 7), x=3) == point(3, 7)
        assert dataclasses.asdict(point(1)) == {"x": 1, "y": 2, "tags": (), "note": None, "memory": None}
        assert [each.name for each in dataclasses.fields(point)] == ["x", "y", "tags", "note", "memory"]


def test_replace() -> None:
    point = OURS[0]
    assert records.replace(point(1, 7), x=3) == point(3, 7)


def test_pickling() -> None:
    from holdfast.text.edits import CreateFile

    assert pickle.loads(pickle.dumps(CreateFile("a", "b"))) == CreateFile("a", "b")


def test_a_base_class_is_refused() -> None:
    with pytest.raises(TypeError, match="base class"):
        records.dataclass(type("Derived", (OURS[2],), {"__annotations__": {"x": "int"}}))
