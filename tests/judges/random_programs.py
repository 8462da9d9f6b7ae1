"""Small random programs that always end, for judging the flow model by running them.

A program is text made from a seed. It uses every statement of Python and calls a handful of helpers
(see `program_runtime`) that decide, raise, and hand out values, so that one text takes many paths.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random

NAMES = ("a", "b", "c", "d")
ERRORS = ("ValueError", "KeyError", "Oops", "(KeyError, Oops)", "Exception")


class Writer:
    """Writes one program. `loops` and `function` say which jumps are allowed where it writes."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.indent = 0
        self.loops = 0
        self.function = ""
        self.serial = 0
        self.in_group_handler = False

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def name(self) -> str:
        return self.random.choice(NAMES)

    def fresh(self, stem: str) -> str:
        self.serial += 1
        return f"{stem}{self.serial}"

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # Expressions

    def expression(self, depth: int = 2) -> str:
        if depth <= 0 or self.chance(0.3):
            return self.random.choice([*(self.name() for _ in range(5)), "'s'", "call()", "call()"])
        return self.random.choice(self._expressions())(depth - 1)

    def _expressions(self) -> list[Callable[[int], str]]:
        return [
            self._call,
            self._call,
            lambda d: f"({self.expression(d)} + {self.name()})",
            lambda d: f"({self.expression(d)} < {self.expression(d)})",
            lambda d: f"({self.expression(d)} < {self.expression(d)} <= {self.expression(d)})",
            lambda d: f"({self.name()} in {self.expression(d)})",
            lambda d: f"({self.expression(d)} and {self.expression(d)} or {self.expression(d)})",
            lambda d: f"(not {self.expression(d)})",
            lambda d: f"({self.expression(d)} if {self.test(d)} else {self.expression(d)})",
            lambda d: f"({self.name()} := {self.expression(d)})",
            lambda d: f"box.{self.name()}",
            lambda d: f"box[{self.expression(d)}]",
            lambda d: f"box[{self.expression(d)}:{self.expression(d)}]",
            lambda d: f"[{self.expression(d)}, *many({self.name()})]",
            lambda d: f"{{{self.expression(d)}: {self.expression(d)}, **mapping({self.name()})}}",
            lambda d: f"{{{self.expression(d)}, {self.name()}}}",
            lambda d: f"({self.expression(d)}, {self.expression(d)})",
            lambda d: f'f"{{{self.name()}}} {{{self.name()}!r:>{{call()}}}}"',
            self._lambda,
            self._comprehension,
            self._comprehension,
            self._yield,
        ]

    def test(self, depth: int = 1) -> str:
        return self.random.choice(
            [
                "cond()",
                "cond()",
                f"cond({self.expression(depth)})",
                "not cond()",
                f"cond() and {self.expression(depth)}",
                f"cond() or not {self.expression(depth)}",
                f"not (cond() and {self.name()})",
                f"(cond() if {self.name()} else cond())",
                f"1 < call() < {self.name()}",
                self.expression(depth),
            ]
        )

    def _call(self, depth: int) -> str:
        return self.random.choice(
            [
                f"call({self.expression(depth)}, {self.expression(depth)})",
                f"call(k={self.expression(depth)}, *many({self.name()}))",
                f"call({self.name()}, *many({self.name()}), {self.expression(depth)}, **mapping({self.name()}))",
                f"call(*many({self.name()}), **mapping({self.expression(depth)}), z={self.name()})",
                f"box.method({self.expression(depth)})",
            ]
        )

    def _lambda(self, depth: int) -> str:
        function, self.function = self.function, "lambda"
        body = self.expression(depth)
        self.function = function
        return f"invoke(lambda a={self.expression(depth)}, *b, c={self.name()}: {body})"

    def _comprehension(self, depth: int) -> str:
        function, self.function = self.function, "comprehension"
        variable, other = self.random.choice(["x", "y", "a"]), self.random.choice(["x", "z"])
        clauses = f"for {variable} in many({self.name()})"
        # Python forbids a walrus to bind an iteration variable, and any walrus in an iterable.
        element = self._without((":=",), depth)
        # CPython 3.11 gives what follows a comparison in a condition the wrong place.
        condition = self._without((":=", "<", " in "), depth)
        if self.chance(0.5):
            clauses += f" if {condition}"
        if self.chance(0.4):
            clauses += f" for {other} in many({variable})"
            if self.chance(0.3):
                clauses += f" if cond({other})"
        if self.chance(0.3) and not self._in_class_body():
            element = f"(w := {element})"
        self.function = function
        return self.random.choice(
            [
                f"[({variable}, {element}) {clauses}]",
                f"{{str({element}) {clauses}}}",
                f"{{str({variable}): {element} {clauses}}}",
                f"list({element} {clauses})",
                f"drive({element} {clauses})",
            ]
        )

    def _in_class_body(self) -> bool:
        return any(line.lstrip().startswith("class ") for line in self.lines[-40:])

    def _without(self, parts: tuple[str, ...], depth: int) -> str:
        while True:
            text = self.expression(min(depth, 1))
            if not any(part in text for part in parts):
                return text

    def _yield(self, depth: int) -> str:
        if self.function == "generator":
            return self.random.choice(
                [f"(yield {self.expression(depth)})", "(yield)", "(yield from many(a))"]
            )
        if self.function == "async":
            return f"(await ready({self.expression(depth)}))"
        return self.name()

    # Statements

    def suite(self, depth: int, least: int = 1) -> None:
        self.indent += 1
        for _ in range(self.random.randint(least, 3)):
            self.statement(depth)
        self.indent -= 1

    def statement(self, depth: int) -> None:
        if depth <= 0 or self.chance(0.4):
            self.simple()
        else:
            self.random.choice(self._compound())(depth - 1)

    def simple(self) -> None:
        choice = self.random.choice
        options = [
            lambda: f"{self.name()} = {self.expression()}",
            lambda: f"{self.name()} = {self.expression()}",
            lambda: f"{self.name()} = {self.name()} = {self.expression()}",
            lambda: f"{self.name()}, {self.name()} = {self.name()}, {self.expression(1)}",
            lambda: f"{self.name()}, *{self.name()} = many({self.expression(1)})",
            lambda: f"({self.name()}, box.{self.name()}), box[{self.name()}] = pairs({self.name()})",
            lambda: f"{self.name()} += {self.expression()}",
            lambda: f"box.{self.name()} += {self.expression(1)}",
            lambda: f"box[{self.expression(1)}] += {self.expression(1)}",
            lambda: f"box.{self.name()} = {self.expression()}",
            lambda: f"box[{self.expression(1)}] = {self.expression(1)}",
            lambda: f"del {self.name()}",
            lambda: f"del box.{self.name()}, box[{self.name()}]",
            lambda: f"{self.expression()}",
            lambda: f"call({self.expression()})",
            lambda: f"assert {self.test()}, {self.expression(1)}",
            lambda: f"import math as {self.name()}",
            lambda: f"from math import pi as {self.name()}, tau",
            lambda: f"{self.name()}: call() = {self.expression(1)}",
            lambda: "fail()",
            lambda: choice(["raise Oops(call())", "raise", "raise ValueError from Oops(call())"]),
            self._jump,
            self._jump,
        ]
        self.line(choice(options)())

    def _jump(self) -> str:
        options = []
        if self.loops and not self.in_group_handler:
            options += ["break", "continue"]
        if self.function in ("def", "async") and not self.in_group_handler:
            options += [f"return {self.expression(1)}"]
        if self.function == "generator" and not self.in_group_handler:
            options += ["return"]
        return self.random.choice(options) if options else "pass"

    def _compound(self) -> list[Callable[[int], None]]:
        return [
            self._if,
            self._if,
            self._while,
            self._for,
            self._for,
            self._try,
            self._try,
            self._try,
            self._with,
            self._with,
            self._match,
            self._define,
            self._class,
        ]

    def _if(self, depth: int) -> None:
        self.line(f"if {self.test()}:")
        self.suite(depth)
        if self.chance(0.3):
            self.line(f"elif {self.test()}:")
            self.suite(depth)
        if self.chance(0.4):
            self.line("else:")
            self.suite(depth)

    def _loop_suite(self, depth: int) -> None:
        outer, self.in_group_handler = self.in_group_handler, False
        self.loops += 1
        self.suite(depth)
        self.loops -= 1
        self.in_group_handler = outer
        if self.chance(0.3):
            self.line("else:")
            self.suite(depth)

    def _while(self, depth: int) -> None:
        if self.chance(0.4):
            self.line("while True:")
            self.indent += 1
            self.line("if stop(): break")
            self.indent -= 1
        else:
            self.line(f"while more() and {self.expression(1)}:")
        self._loop_suite(depth)

    def _for(self, depth: int) -> None:
        target = self.random.choice([self.name(), self.name(), f"box.{self.name()}"])
        if self.function == "async" and self.chance(0.5):
            self.line(f"async for {target} in stream({self.name()}):")
        else:
            self.line(f"for {target} in many({self.expression(1)}):")
        self._loop_suite(depth)

    def _try(self, depth: int) -> None:
        self.line("try:")
        self.suite(depth)
        final = self.chance(0.45)
        if not final or self.chance(0.6):
            star = "*" if self.chance(0.15) else ""
            for _ in range(self.random.randint(1, 2)):
                self._handler(depth, star)
            if not star and self.chance(0.2):
                self.line("except:")
                self.suite(depth)
            if self.chance(0.3):
                self.line("else:")
                self.suite(depth)
        if final:
            self.line("finally:")
            self.suite(depth)

    def _handler(self, depth: int, star: str) -> None:
        bound = f" as {self.random.choice(['e', self.name()])}" if self.chance(0.5) else ""
        self.line(f"except{star} {self.random.choice(ERRORS)}{bound}:")
        outer, self.in_group_handler = self.in_group_handler, self.in_group_handler or bool(star)
        self.suite(depth)
        self.in_group_handler = outer

    def _with(self, depth: int) -> None:
        asynchronous = self.function == "async" and self.chance(0.5)
        manager = "async_manager" if asynchronous else "manager"
        items = [f"{manager}({self.expression(1)})"]
        if self.chance(0.6):
            items[0] += f" as {self.random.choice([self.name(), 'box.' + self.name()])}"
        if self.chance(0.3):
            items.append(f"{manager}({self.name()}) as {self.name()}")
        self.line(f"{'async ' if asynchronous else ''}with {', '.join(items)}:")
        self.suite(depth)

    def _match(self, depth: int) -> None:
        self.line(f"match shape({self.name()}):")
        self.indent += 1
        for _ in range(self.random.randint(1, 3)):
            guard = f" if {self.test()}" if self.chance(0.4) else ""
            self.line(f"case {self._pattern()}{guard}:")
            self.suite(depth)
        if self.chance(0.3):
            self.line(f"case {self.random.choice(['_', self.name()])}:")
            self.suite(depth)
        self.indent -= 1

    def _pattern(self) -> str:
        one, two = self.random.sample(NAMES, 2)
        return self.random.choice(
            [
                f"[{one}, {two}]",
                f"[{one}, *{two}]",
                f"(1 as {one}) | (2 as {one})",
                f"[(1 as {one}) | (2 as {one}), 3]",
                f"{{'k': {one}, **{two}}}",
                f"Point(x={one}, y=1)",
                f"Point({one}, {two})",
                "Constants.one | None",
                f"int() as {one}",
                f"[Point(x=1), {one}]",
            ]
        )

    def _define(self, depth: int) -> None:
        name = self.random.choice(["f", "g", self.name()])
        self._function(depth, name, self.random.choice(["def", "def", "generator", "async"]))
        runner = {"def": "invoke", "generator": "drive_call", "async": "run_call"}
        self.line(f"{runner[self.last_kind]}({name})")

    def _function(self, depth: int, name: str, kind: str) -> None:
        outer = self.function, self.loops, self.in_group_handler
        if self.chance(0.3):
            self.line(f"@decorate({self.name()})")
        prefix = "async def" if kind == "async" else "def"
        annotation = ": call()" if self.chance(0.2) else ""
        self.line(f"{prefix} {name}(a{annotation}={self.expression(1)}, *, b={self.name()}) -> call():")
        self.function, self.loops, self.in_group_handler = kind, 0, False
        self.indent += 1
        declared = ""
        if self.chance(0.3):
            # Only an enclosing function's variable can be nonlocal.
            inside = outer[0] in ("def", "generator", "async")
            declared = "nonlocal" if inside and self.chance(0.6) else "global"
            self.line(f"{declared} {self.random.choice(['c', 'd'])}")
        if kind == "generator":
            self.line("yield")
        for _ in range(self.random.randint(2, 5)):
            self.statement(depth)
        self.indent -= 1
        self.function, self.loops, self.in_group_handler = outer
        self.last_kind = kind

    def _class(self, depth: int) -> None:
        outer = self.function, self.loops, self.in_group_handler
        if self.chance(0.3):
            self.line(f"@decorate({self.name()})")
        name = self.random.choice(["K", self.name()])
        self.line(f"class {name}(Base, key={self.expression(1)}):")
        self.function, self.loops, self.in_group_handler = "class", 0, False
        self.suite(depth)
        self.function, self.loops, self.in_group_handler = outer

    def program(self) -> str:
        """A module that makes a few bindings, then functions that bind all names, and runs them."""
        self.line("a = b = call()")
        self.line("c = call(a); d = c")
        for number in range(self.random.randint(1, 3)):
            kind = self.random.choice(["def", "def", "def", "generator", "async"])
            self._main(f"main{number}", kind)
        for _ in range(self.random.randint(1, 3)):
            self.statement(2)
        return "\n".join(self.lines) + "\n"

    def _main(self, name: str, kind: str) -> None:
        self.function = kind
        self.line(f"{'async ' if kind == 'async' else ''}def {name}(a, b=call(), *c):")
        self.indent += 1
        # Every pool name is a local here, so that inner functions may call it nonlocal.
        self.line("d = a")
        if self.chance(0.15):
            self.line("if cond(): del d")
        if kind == "generator":
            self.line("yield a")
        for _ in range(self.random.randint(3, 7)):
            self.statement(3)
        self.indent -= 1
        self.function = ""
        runner = {"def": "invoke", "generator": "drive_call", "async": "run_call"}[kind]
        self.line(f"{runner}({name})")


def random_program(seed: int) -> str | None:
    """The program of a seed, or None if Python refuses it (a walrus or nonlocal in a wrong place)."""
    text = Writer(seed).program()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "random", "exec", dont_inherit=True)
        except SyntaxError:
            return None
    return text
