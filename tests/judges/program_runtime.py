"""The helpers that judged programs call: they decide, raise, hand out values and drive generators.

What they do follows from a seed and a budget. When the budget is used up every decision ends the
program, and nothing raises any more, so that no program runs for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

RAISING = 0.04
BUDGET = 150


class Oops(Exception):  # noqa: N818 - the programs read better so
    """The programs' own error."""


class Point(NamedTuple):
    x: object
    y: object


class Constants:
    one = 1


class Base:
    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__()


class Value:
    """Takes part in every operation."""

    def __add__(self, other: object) -> Value:
        return self

    __radd__ = __add__

    def __lt__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return False

    __gt__ = __lt__
    __ge__ = __le__

    def __contains__(self, item: object) -> bool:
        return True

    def __format__(self, specification: str) -> str:
        return "v"

    def __call__(self, *args: object) -> Value:
        return self


class Box(Value):
    """Accepts every attribute and key too."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return Value()

    def __getitem__(self, key: object) -> object:
        return Value()

    def __setitem__(self, key: object, value: object) -> None:
        pass

    def __delitem__(self, key: object) -> None:
        pass

    def __delattr__(self, name: str) -> None:
        pass

    def method(self, *args: object) -> object:
        return Value()


class Runtime:
    """One run of one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.left = BUDGET

    def chance(self, probability: float) -> bool:
        self.left -= 1
        return self.left > 0 and self.random.random() < probability

    def disturb(self) -> None:
        if self.chance(RAISING):
            errors = [ValueError("v"), KeyError("k"), Oops("o")]
            error: Exception = self.random.choice(errors)
            if self.random.random() < 0.15:
                error = ExceptionGroup("group", [error, self.random.choice(errors)])
            raise error

    def call(self, *args: object, **keywords: object) -> Value:
        self.disturb()
        return Value()

    def cond(self, *args: object) -> bool:
        self.disturb()
        return self.chance(0.5)

    def more(self) -> bool:
        return self.chance(0.6)

    def stop(self) -> bool:
        return self.left <= 0 or self.chance(0.3)

    def fail(self) -> None:
        if self.chance(0.5):
            raise self.random.choice([ValueError("v"), KeyError("k"), Oops("o")])

    def many(self, *args: object) -> list[object]:
        self.disturb()
        count = self.random.randint(0, 3) if self.left > 0 else 0
        return [Value() for _ in range(count)]

    def pairs(self, *args: object) -> tuple[object, object]:
        self.disturb()
        return (Value(), Value()), Value()

    def mapping(self, *args: object) -> dict[str, object]:
        self.disturb()
        return {"m": Value()}

    def shape(self, *args: object) -> object:
        self.disturb()
        choices: list[object] = [1, 2, None, [1, 2], [1, 3], [2, 4], (1, 2, 3), {"k": 1}, {"k": 1, "l": 2}]
        return self.random.choice([*choices, Point(1, 1), Point(2, 1), [Point(1, 2), 7], "s"])

    def decorate(self, *args: object) -> Callable[[Any], Any]:
        self.disturb()

        def decorator(subject: Any) -> Any:
            self.disturb()
            return subject

        return decorator

    def invoke(self, function: Any) -> object:
        """Call something; the errors of the callee mostly stop here."""
        try:
            return function(Value())
        except Exception:
            if self.chance(0.2):
                raise
            return Value()

    def drive(self, iterator: Any) -> object:
        """Push an iterator or generator about: next, send, throw, close, or forget it."""
        last: object = Value()
        for _ in range(6):
            try:
                last = self._push(iterator)
            except StopIteration:
                break
            except Exception:
                if self.chance(0.2):
                    raise
                break
        return last

    def _push(self, generator: Any) -> object:
        way = self.random.random()
        if way < 0.7 or not hasattr(generator, "throw"):
            return next(generator)
        if way < 0.8:
            return generator.send(None)
        if way < 0.92:
            return generator.throw(self.random.choice([ValueError("t"), Oops("t")]))
        generator.close()
        raise StopIteration

    def drive_call(self, function: Any) -> object:
        return self.drive(iter(function(Value())))

    def run_call(self, function: Any) -> object:
        """Run a coroutine to its end, sometimes throwing into it."""
        coroutine = function(Value())
        try:
            for _ in range(200):
                if self.chance(0.05):
                    coroutine.throw(Oops("thrown"))
                else:
                    coroutine.send(None)
        except StopIteration as stopped:
            return stopped.value
        except Exception:
            if self.chance(0.2):
                raise
        finally:
            coroutine.close()
        return None

    def ready(self, *args: object) -> Ready:
        self.disturb()
        return Ready(self)

    def stream(self, *args: object) -> Stream:
        self.disturb()
        return Stream(self)

    def manager(self, *args: object) -> Manager:
        self.disturb()
        return Manager(self)

    def async_manager(self, *args: object) -> AsyncManager:
        self.disturb()
        return AsyncManager(self)

    def namespace(self) -> dict[str, object]:
        """What a program finds in its builtins besides Python's own."""
        names = "call cond more stop fail many pairs mapping shape decorate invoke drive drive_call run_call"
        found: dict[str, object] = {name: getattr(self, name) for name in names.split()}
        found |= {name: getattr(self, name) for name in ("ready", "stream", "manager", "async_manager")}
        return found | {"Oops": Oops, "Point": Point, "Constants": Constants, "Base": Base, "box": Box()}


class Ready:
    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime

    def __await__(self) -> Iterator[None]:
        if self.runtime.chance(0.5):
            yield None
        self.runtime.disturb()


class Stream:
    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime

    def __aiter__(self) -> Stream:
        return self

    async def __anext__(self) -> Value:
        self.runtime.disturb()
        if not self.runtime.chance(0.6):
            raise StopAsyncIteration
        return Value()


class Manager:
    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime

    def __enter__(self) -> Value:
        self.runtime.disturb()
        return Value()

    def __exit__(self, *error: object) -> bool:
        self.runtime.disturb()
        return self.runtime.chance(0.5)


class AsyncManager:
    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime

    async def __aenter__(self) -> Value:
        self.runtime.disturb()
        return Value()

    async def __aexit__(self, *error: object) -> bool:
        self.runtime.disturb()
        return self.runtime.chance(0.5)
