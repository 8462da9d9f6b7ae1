"""`dataclass`, `field` and `replace` as in the standard library, for the modules that every run of the command loads.

The standard module compiles six functions for each class, one by one, and loads `inspect` to do so: a fifth of
the time from start to verdict. Here one small source is compiled for each class, and what needs no field by
name is shared. Type checkers see the standard decorator, so a class cannot come to depend on the difference.
Only what our values need is here: no base class with fields, no ordering, no `InitVar`. `dataclasses.replace`,
`fields` and `asdict` work on these classes too: what they look at is made when they ask for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

_ABSENT: Final[Any] = object()


class _Default(NamedTuple):
    """What `field(...)` leaves in the body of a class."""

    value: Any
    factory: Any
    hashed: bool
    shown: bool = True
    compared: bool = True


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        return type(value)(**{name: getattr(value, name) for name in value.__match_args__} | changes)

    def field(*, default=_ABSENT, default_factory=_ABSENT, hash=True, repr=True, compare=True):  # noqa: A002 (the standard names)
        return _Default(default, default_factory, hash and compare, repr, compare)

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True):
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, slots=slots, eq=eq)
        if cls.__bases__ != (object,):
            raise TypeError(f"{cls.__qualname__} has a base class; use the standard dataclasses for it")
        body = dict(vars(cls))
        fields = {
            name: _default_of(body, name)
            for name, annotation in cls.__annotations__.items()
            if not annotation.startswith("ClassVar")
        }
        made = {
            **_compiled(fields, frozen=frozen, eq=eq, finish="__post_init__" in body),
            "__repr__": _repr_of([name for name, default in fields.items() if default.shown]),
            "__match_args__": tuple(fields),
            "__dataclass_fields__": _Fields(),
        }
        if frozen:
            made["__setattr__"] = _refuse_to_set
            made["__delattr__"] = _refuse_to_delete
        if eq and not frozen:
            made["__hash__"] = None
        if frozen and slots:
            made["__getstate__"] = _getstate
            made["__setstate__"] = _setstate
        for name, value in made.items():
            if name not in body:
                setattr(cls, name, value)
        return _with_slots(cls, fields) if slots else cls


def _default_of(body: dict[str, Any], name: str) -> _Default:
    value = body.get(name, _ABSENT)
    return value if isinstance(value, _Default) else _Default(value, _ABSENT, True)


def _compiled(fields: dict[str, _Default], *, frozen: bool, eq: bool, finish: bool) -> dict[str, Any]:
    """`__init__` and, where wanted, `__eq__` and `__hash__`, from one source."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_ABSENT": _ABSENT}
    parameters, lines = ["self"], []
    for name, default in fields.items():
        value = name
        if default.factory is not _ABSENT:
            known[f"_make_{name}"] = default.factory
            parameters.append(f"{name}=_ABSENT")
            value = f"_make_{name}() if {name} is _ABSENT else {name}"
        elif default.value is not _ABSENT:
            known[f"_default_{name}"] = default.value
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        lines.append(f" _set(self, {name!r}, {value})" if frozen else f" self.{name} = {value}")
    if finish:
        lines.append(" self.__post_init__()")
    source = [f"def __init__({', '.join(parameters)}):", *(lines or [" pass"])]
    if eq:
        mine, other = (
            "".join(f"{of}.{name}," for name, default in fields.items() if default.compared)
            for of in ("self", "other")
        )
        source += [
            "def __eq__(self, other):",
            f" return ({mine}) == ({other}) if other.__class__ is self.__class__ else NotImplemented",
        ]
        if frozen:
            hashed = "".join(f"self.{name}," for name, default in fields.items() if default.hashed)
            source += ["def __hash__(self):", f" return hash(({hashed}))"]
    made: dict[str, Any] = {}
    exec("\n".join(source), known, made)
    return made


def _with_slots(cls: type, fields: dict[str, _Default]) -> type:
    """The same class with room for its fields and nothing else; slots can only be given to a new class."""
    body = {
        name: value
        for name, value in vars(cls).items()
        if name not in fields and name not in ("__dict__", "__weakref__")
    }
    return type(cls)(cls.__name__, cls.__bases__, {**body, "__slots__": tuple(fields)})


def _repr_of(names: list[str]) -> Callable[[object], str]:
    def shown(self: object) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    return shown


def _refuse_to_set(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__match_args__]


def _setstate(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__match_args__, state, strict=True):
        object.__setattr__(self, name, value)


class _Fields:
    """The fields as the functions of `dataclasses` want them."""

    def __get__(self, instance: object, owner: Any) -> dict[str, Any]:
        import dataclasses

        standard = dataclasses.make_dataclass(owner.__name__, owner.__match_args__)
        return dict(getattr(standard, "__dataclass_fields__"))  # noqa: B009 (typed as a class variable)
