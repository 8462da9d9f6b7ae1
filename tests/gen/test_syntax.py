"""Every building block makes the syntax that it claims, compiles, runs, and keeps labels."""

from __future__ import annotations

import ast
import contextlib
import inspect
import io

import pytest
from holdfast.gen.holes import indented, mark, render
from holdfast.gen.syntax import ELEMENTS
from holdfast.gen.syntax.element import Element

PRELUDE = """
import asyncio, contextlib
x, y = 1, 2
items = [1, 2, 3]
table = {"a": 1}
class Thing:
    def __init__(self): self.size = 7
    def grow(self, by): return by + 1
thing = Thing()
def work(value, step=1): return value * step
guard = lambda: contextlib.nullcontext(4)
async_guard = lambda: contextlib.nullcontext(4)
async def later(value): return value
async def stream(count):
    for each in range(count): yield each
"""

SETTINGS = {
    "expression": "print(‹code›)",
    "async expression": "async def main():\n    print(‹code›)\nasyncio.run(main())",
    "yield expression": "def main():\n    print(‹code›)\nprint(list(main()))",
    "statement": "‹block›\nprint('end')",
    "in function": "def main():\n    x = 1\n    ‹block›\nprint(main())",
    "in nested function": "def main():\n    x, outer = 1, 2\n    def inner():\n        ‹block›\n    inner()\n    print(outer)\nmain()",
    "in loop": "for turn in range(2):\n    ‹block›\nprint('end')",
    "in coroutine": "async def main():\n    ‹block›\nasyncio.run(main())\nprint('end')",
    "pattern": "for subject in (7, [1, 2, 3], {'key': 4}, thing):\n    match subject:\n        case ‹code›:\n            print('matched')\nprint('end')",
    "parameters": "def main(‹code›):\n    return len(locals())\nprint(main(), main(1, 2))",
    "arguments": "print(work(‹code›))",
}


def placed(element: Element, code: str) -> str:
    setting = SETTINGS[element.setting]
    if "‹code›" in setting:
        return setting.replace("‹code›", code)
    (line,) = [line for line in setting.splitlines() if "‹block›" in line]
    indent = line[: len(line) - len(line.lstrip())]
    return setting.replace(line, indented(code, indent))


def test_there_are_many_elements_each_named_once() -> None:
    assert len(ELEMENTS) >= 40
    assert len({element.name for element in ELEMENTS}) == len(ELEMENTS)


@pytest.mark.parametrize("element", ELEMENTS, ids=lambda element: element.name)
def test_an_element_makes_what_it_says(element: Element) -> None:
    variants = list(element.make())
    assert variants
    assert len(set(variants)) == len(variants)
    for code in variants:
        source = placed(element, code)
        tree = ast.parse(source)
        kinds = {type(node).__name__ for node in ast.walk(tree)}
        assert element.node in kinds, code
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            scope = {"__name__": "__main__"}
            exec(PRELUDE, scope)
            exec(compile(source, element.name, "exec"), scope)
        assert printed.getvalue().strip(), code


@pytest.mark.parametrize("element", ELEMENTS, ids=lambda element: element.name)
def test_labels_come_through(element: Element) -> None:
    for parameter in inspect.signature(element.make).parameters.values():
        seen = set()
        for code in element.make(**{parameter.name: mark("part", parameter.default)}):
            text, spans = render(placed(element, code))
            seen |= {text[start:end] for start, end in spans.get("part", ())}
        assert seen == {parameter.default}
