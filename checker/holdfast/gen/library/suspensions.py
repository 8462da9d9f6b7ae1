"""Async and generators: code that stops and goes on.

| dimension | variants |
|---|---|
| kind (6) | generator, generator that receives, delegating generator, coroutine, asynchronous generator, asynchronous context |
| flow (7) | the target lives across the stop, is bound by it, is bound in a loop around it, in a comprehension around it, in a handler around it, in a with around it, in an inner function |
| run (3) | to the end, a few steps, abandoned in the middle |
| shape (3) | a function, a method, a function in a function |

6 × 7 × 3 × 3 = 378 programs. The target is a local variable; the selection is the statement that stops.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill, mark
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, SELECTION, Draft, Wish, renames

_PRELUDE = """\
import asyncio
import contextlib

taken = 8


async def later(value):
    await asyncio.sleep(0)
    return value


def source(value):
    got = yield value
    return got or 5


async def stream(count):
    for turn in range(count):
        yield turn


@contextlib.asynccontextmanager
async def opened(value):
    print('open')
    yield value
    print('close')


"""


class Kind(NamedTuple):
    """How the code stops: `stop` is an expression that stops and has a number for a value."""

    keyword: str
    stop: str
    loop: str
    opening: str
    comprehension: str
    result: str
    driver: str


_GENERATOR_LOOP = "for ‹n› in range(2):\n    print(‹n›, ‹stop›)"
_ASYNC_LOOP = "async for ‹n› in stream(2):\n    print(‹n›, ‹stop›)"

_KINDS = {
    "generator": Kind(
        "def", "((yield 1) or 4)", _GENERATOR_LOOP, "with contextlib.nullcontext(6) as ‹n›:",
        "[‹n› + 1 for ‹n› in range(2)]", "yield ‹r›", "generator",
    ),
    "receiving": Kind(
        "def", "(yield)", _GENERATOR_LOOP, "with contextlib.suppress(KeyError) as ‹n›:",
        "[‹n› for ‹n› in range(3) if ‹n›]", "yield ‹r›", "receiver",
    ),
    "delegating": Kind(
        "def", "(yield from source(2))", _GENERATOR_LOOP, "with contextlib.nullcontext(6) as ‹n›:",
        "{‹n› for ‹n› in range(2)}", "yield ‹r›", "generator",
    ),
    "coroutine": Kind(
        "async def", "await later(3)", "for ‹n› in range(2):\n    print(‹n›, ‹stop›)",
        "with contextlib.nullcontext(6) as ‹n›:", "[await later(‹n›) for ‹n› in range(2)]", "return ‹r›",
        "coroutine",
    ),
    "asynchronous generator": Kind(
        "async def", "await later(3)", _ASYNC_LOOP, "async with opened(6) as ‹n›:",
        "[‹n› async for ‹n› in stream(2)]", "yield ‹r›", "stream",
    ),
    "asynchronous context": Kind(
        "async def", "(await asyncio.gather(later(3)))[0]", _ASYNC_LOOP, "async with opened(6) as ‹n›:",
        "[await later(‹n›) async for ‹n› in stream(2)]", "return ‹r›", "coroutine",
    ),
}  # fmt: skip

_FLOWS = {
    "across": "‹n› = 7\n‹select›\nprint(‹n›, held)",
    "bound by it": "«selection|‹n› = ‹stop›»\nprint(‹n›)",
    "loop": "‹loop›",
    "comprehension": "print(‹comprehension›)\n‹select›\n‹n› = held",
    "handler": "try:\n    ‹select›\n    raise ValueError(held)\nexcept ValueError as ‹n›:\n    print(‹n›.args)\n‹n› = 9",
    "with": "‹opening›\n    ‹select›\n    print(‹n›, held)",
    "inner function": "‹n› = 7\n\ndef inner(step):\n    nonlocal ‹n›\n    ‹n› += step\n    return ‹n›\n\n‹select›\nprint(inner(2), held)",
}

_DRIVERS = {
    "generator": {
        "to the end": "show(lambda: list(‹made›))",
        "a few steps": "running = ‹made›\nshow(lambda: next(running))\nshow(lambda: next(running))",
        "abandoned": "running = ‹made›\nshow(lambda: next(running))\nshow(lambda: running.close())",
    },
    "receiver": {
        "to the end": "running = ‹made›\nshow(lambda: [next(running), running.send(5), *running])",
        "a few steps": "running = ‹made›\nshow(lambda: next(running))\nshow(lambda: running.send(6))",
        "abandoned": "running = ‹made›\nshow(lambda: next(running))\nshow(lambda: running.throw(KeyError))",
    },
    "coroutine": {
        "to the end": "show(lambda: asyncio.run(‹made›))",
        "a few steps": "async def both():\n    return await asyncio.gather(‹made›, ‹made›)\n\n\nshow(lambda: asyncio.run(both()))",
        "abandoned": "async def cut():\n    running = asyncio.ensure_future(‹made›)\n    await asyncio.sleep(0)\n"
        "    running.cancel()\n    return isinstance(await asyncio.wait([running]), tuple)\n\n\nshow(lambda: asyncio.run(cut()))",
    },
    "stream": {
        "to the end": "async def all_of():\n    return [each async for each in ‹made›]\n\n\nshow(lambda: asyncio.run(all_of()))",
        "a few steps": "async def first():\n    running = ‹made›\n    return await anext(running)\n\n\nshow(lambda: asyncio.run(first()))",
        "abandoned": "async def cut():\n    running = ‹made›\n    got = await anext(running)\n    await running.aclose()\n"
        "    return got\n\n\nshow(lambda: asyncio.run(cut()))",
    },
}

_SHAPES = {
    "function": ("‹def› work(given=0):\n    ‹body›\n", "work()"),
    "method": ("class Worker:\n    ‹def› work(self, given=0):\n        ‹body›\n", "Worker().work()"),
    "inner function": (
        "def around():\n    outer = 3\n\n    ‹def› work(given=0):\n        print(outer)\n        ‹body›\n\n    return work()\n",
        "around()",
    ),
}


def _build(kind: Kind, flow: str, run: tuple[str, ...], shape: tuple[str, str]) -> Draft:
    template, made = shape
    selected = mark(SELECTION, f"held = {kind.stop}")
    body = flow.replace("‹loop›", kind.loop).replace("‹comprehension›", kind.comprehension)
    body = body.replace("‹opening›", kind.opening).replace("‹select›", selected)
    if "‹loop›" in flow:
        body = body.replace("‹stop›", mark(SELECTION, kind.stop))
    body = body.replace("‹stop›", kind.stop)
    # A comprehension has a scope of its own: its variable is another one.
    if kind.comprehension in body:
        body = body.replace(kind.comprehension, kind.comprehension.replace("‹n›", "value"))
    body = block("local = 2", body, "print('end', local, taken, given)", kind.result.replace("‹r›", "‹n›"))
    if kind.driver in {"generator", "receiver"} and "yield" not in body:
        body = block(body, "yield 0")
    body = body.replace("‹n›", declared("value"), 1).replace("‹n›", referred("value"))
    text = fill(template.replace("‹def›", kind.keyword), body=body)
    driver = "\n\n".join([_DRIVERS[kind.driver][each].replace("‹made›", made) for each in run])
    return Draft({MAIN: _PRELUDE + SHOW + text + "\n\n" + driver + "\nshow(lambda: taken)\n"}, _WISHES)


_WISHES = (
    *renames(
        "target",
        fresh="renamed",
        taken_in_same_scope="local",
        taken_by_a_parameter="given",
        taken_in_enclosing_scope="taken",
        builtin="print",
    ),
    Wish("extract_function", SELECTION, "extracted", "fresh"),
)

SUSPENSIONS = Generator(
    name="suspensions",
    doc="Generators and coroutines: a variable and the statement at which the code stops and goes on.",
    dimensions=(
        dimension("kind", _KINDS),
        dimension("flow", _FLOWS),
        dimension("run", ("to the end", "a few steps", "abandoned"), merges=True),
        dimension("shape", _SHAPES),
    ),
    build=_build,
)
