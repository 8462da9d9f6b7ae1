"""Where a function goes that is handed over, and how it is called there.

It is followed forward: into the variable that it is assigned to, the parameter that it is passed for, the field and
the container that keep it, out of the container again, back from the function that returns it, and through `partial`.
Attributes are followed by their names, among related classes where these are known. Every call that is found on the
way is told; where the function goes to somebody who cannot be seen, that is told as well.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from holdfast.check.calls.holders import (
    Carried,
    Holder,
    callers_of_maker,
    class_of,
    readers_of,
    readers_of_attribute,
    readers_of_parameter,
)
from holdfast.check.calls.library_calls import shapes_by_library, shapes_of_hook
from holdfast.check.calls.misfits import Shape, shape_of
from holdfast.python.project.call_targets import parameter_of, partial_of, targets_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.own_members import NEUTRAL_DECORATORS, decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import field_parameters, makes_fields
from holdfast.python.project.spread import Variable
from holdfast.python.project.surroundings import parents_in
from holdfast.python.project.values import ClassKey, ClassValue

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
#: Methods that put an argument into a container, and those that take an element out.
_KEEPING = frozenset({"append", "appendleft", "add", "insert", "put", "put_nowait", "setdefault", "push"})
_PICKING = frozenset({"get", "pop", "popleft", "popitem", "setdefault", "get_nowait"})
#: Functions whose result has the same elements.
_SAME = frozenset({"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "deque"})
#: Functions and decorators that give back what is called as the function is.
_TRANSPARENT = frozenset({"lru_cache", "cache", "staticmethod", "classmethod", "cast"})
#: How many places are looked at before somebody is taken to be out of sight.
_MOST = 400


class Use(NamedTuple):
    """A call of the function: as it is written, or as the library makes it where the function is handed over."""

    file: str
    node: ast.expr
    shape: Shape
    #: The call itself, where code of the project makes it.
    call: ast.Call | None = None


class Uses(NamedTuple):
    found: tuple[Use, ...]
    #: Whether nobody else may call it.
    complete: bool


def uses_of(program: Program, file: str, node: ast.expr) -> Uses:
    """The calls of the function that the expression is, which is handed over where it stands."""
    return _followed(program, [Holder(file, node, Carried())])


def uses_of_decorated(program: Program, file: str, function: _Function) -> Uses:
    """The calls of a function by those that its decorators hand it to."""
    steps: list[_Step] = []
    for decorator in function.decorator_list:
        if decorator_name(decorator) in NEUTRAL_DECORATORS:
            continue
        itself = ast.copy_location(ast.Name(function.name, ast.Load()), decorator)
        call = ast.copy_location(ast.Call(decorator, [itself], []), decorator)
        steps += _as_argument(program, Holder(file, itself, Carried()), call, itself)
    found = [step for step in steps if isinstance(step, Use)]
    onward = _followed(program, [step for step in steps if isinstance(step, Holder)])
    return Uses((*found, *onward.found), onward.complete and None not in steps)


def _followed(program: Program, waiting: list[Holder]) -> Uses:
    found: list[Use] = []
    seen = set(waiting)
    complete = True
    while waiting:
        place = waiting.pop()
        for step in _onward(program, place):
            if isinstance(step, Use):
                found.append(step)
            elif step is None or len(seen) > _MOST:
                complete = False
            elif step not in seen:
                seen.add(step)
                waiting.append(step)
    return Uses(tuple(dict.fromkeys(found)), complete)


#: A call, a further place, or somebody out of sight.
_Step = Use | Holder | None


def _onward(program: Program, place: Holder) -> Iterator[_Step]:
    facts = program.facts(place.file)
    if facts is None:
        yield None
        return
    outer = parents_in(facts.tree.module).get(place.node)
    node, carried = place.node, place.carried
    match outer:
        case ast.Call(func=func) if func is node:
            if not carried.way:
                yield Use(place.file, outer, carried.passed(shape_of(outer.args, outer.keywords)), outer)
        case ast.Call():
            yield from _as_argument(program, place, outer, node)
        case ast.keyword():
            call = parents_in(facts.tree.module)[outer]
            if isinstance(call, ast.Call) and outer.arg is not None:
                yield from _as_argument(program, place, call, node)
            else:
                yield None
        case ast.Assign(targets=targets):
            for target in targets:
                yield from _assigned(program, place, facts, target)
        case ast.AnnAssign(target=target, value=value) if value is node:
            yield from _assigned(program, place, facts, target)
        case ast.NamedExpr(target=target):
            yield from _assigned(program, place, facts, target)
            yield place._replace(node=outer)
        case ast.Dict(values=values) if node in values:
            key = outer.keys[values.index(node)]
            yield place._replace(node=outer, carried=carried if key is None else carried.kept(_constant(key)))
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            starred = any(isinstance(item, ast.Starred) for item in elements)
            yield place._replace(node=outer, carried=carried.kept(None if starred else elements.index(node)))
        case ast.Set():
            yield place._replace(node=outer, carried=carried.kept())
        case ast.Subscript(value=value) if value is node and isinstance(outer.ctx, ast.Load):
            is_slice = isinstance(outer.slice, ast.Slice)
            element = carried.over() if is_slice else carried.taken_out(_constant(outer.slice))
            yield from _with(place._replace(node=outer), element)
        case ast.Attribute(value=value) if value is node:
            yield from _looked_into(program, place, facts, outer)
        case ast.For(iter=iterated, target=target) | ast.AsyncFor(iter=iterated, target=target) if (
            iterated is node
        ):
            yield from _unpacked(program, place, facts, target, carried.taken_out())
        case ast.comprehension(iter=iterated, target=target) if iterated is node:
            yield from _unpacked(program, place, facts, target, carried.taken_out())
        case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element) if (
            element is node
        ):
            yield place._replace(node=outer, carried=carried.kept())
        case ast.DictComp(value=value) if value is node:
            yield place._replace(node=outer, carried=carried.kept())
        case ast.IfExp(body=first, orelse=second) if node in (first, second):
            yield place._replace(node=outer)
        case ast.BoolOp() | ast.Starred():
            yield place._replace(node=outer)
        case ast.BinOp():
            if carried.way:
                yield place._replace(node=outer, carried=carried.over())
        case ast.Return():
            yield from callers_of_maker(program, place, facts)
        case ast.arguments():
            yield from readers_of_parameter(program, place, facts, outer)
        case (
            ast.Expr()
            | ast.Compare()
            | ast.If()
            | ast.While()
            | ast.Assert()
            | ast.UnaryOp()
            | ast.FormattedValue()
        ):
            pass
        case _:
            yield None


def _as_argument(program: Program, place: Holder, call: ast.Call, node: ast.expr) -> Iterator[_Step]:
    """The function, or what holds it, is passed to something."""
    file, carried = place.file, place.carried
    function = partial_of(program, file, call)
    if function is not None:
        if function is not node or carried.way:
            yield None
            return
        shape = shape_of(call.args[1:], call.keywords)
        if shape.more_positions or shape.more_names:
            yield None
            return
        passed = carried.passed(shape)
        yield place._replace(node=call, carried=Carried((), passed.positions, passed.names))
        return
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    targets = targets_of(program, file, call.func)
    if targets.found:
        for target in targets.found:
            parameter = parameter_of(program, target, call, node)
            if parameter is None:
                yield None
            else:
                yield from readers_of(program, parameter, carried)
        if not targets.complete:
            yield None
        return
    made = [value.key for value in evaluate(program, file, call.func).items if isinstance(value, ClassValue)]
    if made:
        for key in made:
            yield from _into_field(program, key, call, node, carried)
        return
    if not carried.way:
        shapes = shapes_by_library(program, file, call, node)
        if shapes is not None:
            for shape in shapes:
                yield Use(file, call, carried.passed(shape))
            return
    if isinstance(call.func, ast.Attribute) and name in _KEEPING:
        yield from _added(program, place, call.func.value, carried.kept())
        if name == "setdefault":
            yield place._replace(node=call)
    elif name in _TRANSPARENT or (carried.way and name == "dict"):
        yield place._replace(node=call)
    elif carried.way and name in _SAME:
        yield place._replace(node=call, carried=carried.over())
    elif carried.way and name in ("enumerate", "zip"):
        yield place._replace(
            node=call, carried=carried.paired(1 if name == "enumerate" else _position(call, node))
        )
    elif carried.way and name in ("extend", "update") and isinstance(call.func, ast.Attribute):
        yield from _added(program, place, call.func.value, carried.over())
    elif carried.way and name in ("next", "choice", "min", "max"):
        yield from _with(place._replace(node=call), carried.taken_out())
    elif name not in ("len", "isinstance", "callable", "print", "repr", "str", "id", "bool", "any", "all"):
        yield None


def _into_field(
    program: Program, key: ClassKey, call: ast.Call, node: ast.expr, carried: Carried
) -> Iterator[_Step]:
    """`Button(on_click)` of a dataclass keeps the function in a field."""
    fields = (
        [item.name for item in field_parameters(program, key).named] if makes_fields(program, key) else []
    )
    named = next((keyword.arg for keyword in call.keywords if keyword.value is node), None)
    position = next((n for n, item in enumerate(call.args) if item is node), None)
    if named is None and position is not None and position < len(fields):
        named = fields[position]
    if named is None or named not in fields:
        yield None
        return
    yield from readers_of_attribute(program, named, key, carried)


def _assigned(program: Program, place: Holder, facts: FileFacts, target: ast.expr) -> Iterator[_Step]:
    if isinstance(target, ast.Attribute) and not place.carried.way:
        shapes = shapes_of_hook(program, place.file, target)
        if shapes is not None:
            yield from (Use(place.file, place.node, place.carried.passed(shape)) for shape in shapes)
            return
    yield from _unpacked(program, place, facts, target, place.carried)


def _unpacked(
    program: Program, place: Holder, facts: FileFacts, target: ast.expr, carried: Carried | None
) -> Iterator[_Step]:
    """The function, or what holds it, is bound to a target."""
    if carried is None:
        return
    match target:
        case ast.Name():
            index = facts.names.occurrence_of_node.get(target)
            if index is None:
                yield None
                return
            owner = facts.names.occurrences[index].owner
            if isinstance(facts.names.scopes[owner].node, ast.ClassDef):
                yield from readers_of_attribute(program, target.id, ClassKey(place.file, owner), carried)
            yield from readers_of(program, Variable(place.file, owner, target.id), carried)
        case ast.Attribute(value=base, attr=name):
            yield from readers_of_attribute(program, name, class_of(program, place.file, base), carried)
        case ast.Subscript(value=base, slice=index):
            yield from _added(program, place, base, carried.kept(_constant(index)))
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            starred = any(isinstance(element, ast.Starred) for element in elements)
            for position, element in enumerate(elements):
                inner = carried.taken_out(None if starred else position)
                yield from _unpacked(program, place, facts, element, inner)
        case ast.Starred(value=inner):
            yield from _unpacked(program, place, facts, inner, carried)
        case _:
            yield None


def _added(program: Program, place: Holder, container: ast.expr, carried: Carried) -> Iterator[_Step]:
    """Something is put into a container, as it is carried there: whoever reads that one may take it out."""
    facts = program.facts(place.file)
    match container:
        case ast.Subscript(value=inner, slice=index):
            yield from _added(program, place, inner, carried.kept(_constant(index)))
        case ast.Call(func=ast.Attribute(value=inner, attr="setdefault" | "get")):
            yield from _added(program, place, inner, carried.kept())
        case ast.Name() | ast.Attribute() if facts is not None:
            yield from _unpacked(program, place, facts, container, carried)
        case _:
            yield None


def _constant(node: ast.expr | None) -> Hashable:
    """A key or position that is written down; None for any other."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str | int) else None


def _position(call: ast.Call, node: ast.expr) -> int | None:
    starred = any(isinstance(item, ast.Starred) for item in call.args)
    return None if starred or node not in call.args else call.args.index(node)


def _with(place: Holder, carried: Carried | None) -> Iterator[_Step]:
    if carried is not None:
        yield place._replace(carried=carried)


def _looked_into(program: Program, place: Holder, facts: FileFacts, outer: ast.Attribute) -> Iterator[_Step]:
    """A method of what holds the function is called, or an attribute of the function is read."""
    call = parents_in(facts.tree.module).get(outer)
    carried = place.carried
    if not carried.way:
        return
    if not isinstance(call, ast.Call) or call.func is not outer:
        yield None
    elif outer.attr in _PICKING:
        yield from _with(place._replace(node=call), carried.taken_out(_constant(next(iter(call.args), None))))
    elif outer.attr == "copy":
        yield place._replace(node=call)
    elif outer.attr == "values":
        yield place._replace(node=call, carried=carried.over())
    elif outer.attr == "items":
        yield place._replace(node=call, carried=carried.paired(1))
