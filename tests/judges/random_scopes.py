"""Small random programs that are all about scopes: few names, many ways to bind, declare, read and nest.

Most of them compile; those that do not are for the caller to leave out. The same seed gives the same text
on the same version of Python. From 3.12 on, comprehensions are generators only: the compiler inlines the
others, and its symbol table then lets their variables capture those of generators and lambdas beside them
(`a = 1; def f(): g = (a for _ in [0]); [0 for a in []]; next(g)` raises NameError on 3.12.1 and 3.13.0, which
is no rule of the language).
"""

from __future__ import annotations

import random
import sys

#: Python 3.12 forgets to restore the class that private names belong to after a generic class.
NAMES = ("a", "b", "c", "d" if sys.version_info[:2] == (3, 12) else "__d")
#: Names that are read and never bound: the compilers fail on some bindings of `__class__`.
READ_NAMES = (*NAMES, "super", "__class__")
#: Type parameters and type aliases need a compiler that knows them.
NEWER = sys.version_info >= (3, 12)


def random_program(seed: int) -> str:
    """The program of a seed."""
    return "".join(f"{line}\n" for line in _Writer(random.Random(seed)).block(0, 4))


class _Writer:
    """Writes statements; `depth` is how deep the block is nested."""

    def __init__(self, choices: random.Random) -> None:
        self._choices = choices

    def block(self, depth: int, length: int) -> list[str]:
        lines: list[str] = []
        if depth and self._choices.random() < 0.25:
            declaration = self._choices.choice(("global", "nonlocal"))
            lines.append(f"{declaration} {self._name()}")
        for _ in range(self._choices.randint(1, length)):
            lines += self._statement(depth)
        return lines

    def _name(self) -> str:
        return self._choices.choices(NAMES, (6, 6, 4, 3))[0]

    def _read_name(self) -> str:
        return self._choices.choices(READ_NAMES, (6, 6, 4, 3, 1, 1))[0]

    def _statement(self, depth: int) -> list[str]:
        name, value = self._name(), self._expression(2)
        simple = [
            f"{name} = {value}",
            f"{name} += {value}",
            f"{name}: {self._expression(1)} = {value}",
            f"{name}: {self._expression(1)}",
            f"del {name}",
            f"import {name}",
            f"from m import x as {name}",
            f"print({value})",
            f"for {name} in {value}: {self._expression(1)}",
            f"with {value} as ({name}, *{self._name()}): pass",
            f"try: {value}\nexcept E as {name}: {self._expression(1)}",
            f"match {value}:\n    case [{name}, *{self._name()}]: {self._expression(1)}",
        ]
        if NEWER:
            simple.append(f"type {name}{self._type_parameters()} = {self._expression(1)}")
        if depth > 3 or self._choices.random() < 0.6:
            return self._choices.choice(simple).split("\n")
        return self._compound(depth)

    def _compound(self, depth: int) -> list[str]:
        body = [f"    {line}" for line in self.block(depth + 1, 3)]
        decorator = [f"@{self._expression(1)}"] if self._choices.random() < 0.2 else []
        if self._choices.random() < 0.4:
            bases = f"({self._expression(1)}, k={self._expression(1)})"
            return [*decorator, f"class {self._name()}{self._type_parameters()}{bases}:", *body]
        head = f"def {self._name()}{self._type_parameters()}({self._parameters()}) -> {self._expression(1)}:"
        return [*decorator, head, *body]

    def _parameters(self) -> str:
        names = self._choices.sample(NAMES, self._choices.randint(0, 2))
        return ", ".join(f"{name}: {self._expression(1)} = {self._expression(1)}" for name in names)

    def _type_parameters(self) -> str:
        if not NEWER or self._choices.random() < 0.7:
            return ""
        name = self._choices.choice(NAMES[:3])
        bound = f": {self._expression(1)}" if self._choices.random() < 0.5 else ""
        return f"[{name}{bound}]"

    def _expression(self, depth: int) -> str:
        if depth == 0 or self._choices.random() < 0.4:
            return self._read_name()
        inner = [self._expression(depth - 1) for _ in range(3)]
        name = self._name()
        forms = [
            f"{inner[0]}({inner[1]}, k={inner[2]})",
            f"{inner[0]}.{name}[{inner[1]}]",
            f"(lambda {name}={inner[0]}: {inner[1]})",
            f"({inner[0]} for {name} in {inner[1]} if {inner[2]})",
            f"({inner[0]} for {name} in {inner[1]} for {self._name()} in {inner[2]})",
            f"({name} := {inner[0]})",
            f"f'{{{name}!r:>{{{self._name()}}}}}'",
            f"({inner[0]} if {inner[1]} else {inner[2]})",
        ]
        if not NEWER:
            forms += [
                f"[{inner[0]} for {name} in {inner[1]} if {inner[2]}]",
                f"{{{inner[0]} for {name} in {inner[1]}}}",
                f"{{{inner[0]}: {inner[1]} for {name} in {inner[2]}}}",
            ]
        return self._choices.choice(forms)
