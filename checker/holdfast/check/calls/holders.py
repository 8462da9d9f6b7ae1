"""Who reads what holds a function: a variable, an attribute, the result of a call, a parameter with a default.

Attributes are found by their names, among related classes where the classes are known.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from holdfast.check.calls.misfits import Shape
from holdfast.python.names.table import MODULE_SCOPE
from holdfast.python.project.classes import order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, variables_of
from holdfast.python.project.surroundings import parents_in
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue, InstanceValue

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Carried(NamedTuple):
    """What goes along: the way into the containers that hold the function, and what a `partial` passes for it."""

    #: For each container, the innermost first, the position or key of the function; None for any.
    way: tuple[Hashable, ...] = ()
    positions: int = 0
    names: frozenset[str] = frozenset()

    def kept(self, at: Hashable = None) -> Carried:
        """The same where the thing is put into a container."""
        return self._replace(way=(*self.way, at))

    def taken_out(self, at: Hashable = None) -> Carried | None:
        """The same where an element is taken out; None where that is another one."""
        if not self.way or (at is not None and self.way[-1] not in (None, at)):
            return None
        return self._replace(way=self.way[:-1])

    def over(self) -> Carried:
        """The same where the elements are put into another container, in whatever order."""
        return self._replace(way=(*self.way[:-1], None)) if self.way else self

    def paired(self, at: int | None) -> Carried:
        """The same where each element becomes a part of a tuple."""
        return self._replace(way=(*self.way[:-1], at, None)) if self.way else self

    def passed(self, shape: Shape) -> Shape:
        return shape._replace(
            positions=shape.positions + self.positions,
            names=shape.names | self.names,
            written=("",) * self.positions + shape.written,
        )


class Holder(NamedTuple):
    """An expression that is the function or holds it."""

    file: str
    node: ast.expr
    carried: Carried


def class_of(program: Program, file: str, node: ast.expr) -> ClassKey | None:
    values = evaluate(program, file, node).items
    if len(values) == 1 and isinstance(values[0], InstanceValue | ClassValue):
        return values[0].key
    return None


def readers_of(program: Program, variable: Variable, carried: Carried) -> Iterator[Holder | None]:
    """Everybody who reads the variable."""
    everywhere = variable.owner == MODULE_SCOPE
    for file in sorted(program.index.files_with(variable.name)) if everywhere else [variable.file]:
        facts = program.facts(file)
        if facts is None:
            continue
        words = {variable.name, *facts.aliases.get(variable.name, ())}
        for node in ast.walk(facts.tree.module):
            if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            if (node.id if isinstance(node, ast.Name) else node.attr) in words:
                if variable in variables_of(program, file, node):
                    yield Holder(file, node, carried)


def readers_of_attribute(
    program: Program, name: str, owner: ClassKey | None, carried: Carried
) -> Iterator[Holder | None]:
    """Everybody who reads an attribute of the name, of an object that may be of the class."""
    for file in sorted(program.index.files_with(name)):
        facts = program.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.name != name or not isinstance(use.node.ctx, ast.Load):
                continue
            other = class_of(program, file, use.node.value)
            if owner is None or other is None or _are_related(program, owner, other):
                yield Holder(file, use.node, carried)


def _are_related(program: Program, one: ClassKey, other: ClassKey) -> bool:
    return one in order_of(program, other).classes or other in order_of(program, one).classes


def callers_of_maker(program: Program, place: Holder, facts: FileFacts) -> Iterator[Holder | None]:
    """The function around gives it back: to whoever calls that one."""
    around = next(
        (node for node in _around(facts, place.node) if isinstance(node, _Function | ast.Lambda)), None
    )
    if not isinstance(around, _Function) or around.decorator_list:
        yield None
        return
    own = FunctionValue(place.file, facts.names.scope_of_node[around], False, None)
    for file in sorted(program.index.files_with(around.name)):
        other = program.facts(file)
        for node in ast.walk(other.tree.module) if other is not None else ():
            if isinstance(node, ast.Call):
                called = evaluate(program, file, node.func).items
                if any(isinstance(item, FunctionValue) and item[:2] == own[:2] for item in called):
                    yield Holder(file, node, place.carried)


def readers_of_parameter(
    program: Program, place: Holder, facts: FileFacts, arguments: ast.arguments
) -> Iterator[Holder | None]:
    """It is the default of a parameter."""
    function = parents_in(facts.tree.module)[arguments]
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for parameter, default in pairs:
        if default is place.node:
            scope = facts.names.scope_of_node[function]
            yield from readers_of(program, Variable(place.file, scope, parameter.arg), place.carried)


def _around(facts: FileFacts, node: ast.AST) -> Iterator[ast.AST]:
    parents = parents_in(facts.tree.module)
    while node in parents:
        node = parents[node]
        yield node
