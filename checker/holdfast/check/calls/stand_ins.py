"""Lambdas and partials that stand for a function whose parameters changed: `lambda row: cost(row, PRICES)` for `cost`.

Whoever is given one calls it as the other world calls the function itself. They are the same where each parameter
that both worlds have gets the same: from the same argument, or the same constant. What only one world has was
compared with the function: it gets what all callers pass, or its default.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from holdfast.check.calls.changed_calls import targets_changed
from holdfast.check.calls.changed_defaults import known_default
from holdfast.check.calls.handed_over import uses_of
from holdfast.check.calls.mentions import role_in_other, role_of
from holdfast.check.calls.misfits import Shape, Slots
from holdfast.check.pair import Pair
from holdfast.python.names.table import BINDING_ROLES
from holdfast.python.project.call_targets import partial_of
from holdfast.python.project.program import Program
from holdfast.python.traces.binding import defaults_of
from holdfast.python.traces.build import parameters_of
from holdfast.python.traces.identity import Signature
from holdfast.text.interval import Interval

#: Where a parameter gets its value from: an argument of whoever calls, or something that is known beforehand.
_Term = Hashable
_IDLE = (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.Tuple, ast.expr_context, ast.unaryop)


class World(NamedTuple):
    """One world, as far as it concerns calls: its functions that take other parameters, and those of the other."""

    pair: Pair
    program: Program
    other_program: Program
    signatures: Mapping[tuple[str, int], Signature]
    #: The same functions in the other world, by what is the same in both.
    others: Mapping[Hashable, Signature]


def stands_for(world: World, file: str, node: ast.Lambda | ast.Call) -> ast.expr | None:
    """The function of the other world for which a lambda or a partial stands here, as it is written in it."""
    made = _made(world.program, file, node)
    if made is None or not _is_fixed(world.program, file, made.callee):
        return None
    own_role = role_of(world.program, file, made.callee)
    if role_in_other(world.pair, world.program, file, made.callee) == own_role:
        return None  # the other world has one as well: these are compared with each other
    targets = targets_changed(world.program, world.signatures, file, made.callee)
    uses = uses_of(world.program, file, node)
    for target in targets:
        own = world.signatures.get(target.function)
        other = world.others.get(own.key) if own is not None else None
        if own is None or other is None:
            return None
        shapes = {use.shape for use in uses.found} if uses.complete else set(_all_shapes(other, target.taken))
        if not all(_is_same(world, file, made, own, other, target.taken, shape) for shape in shapes):
            return None
    return made.callee if targets else None


class _Made(NamedTuple):
    """The call that a lambda or a partial makes once it is called."""

    callee: ast.expr
    positional: list[ast.expr]
    keywords: dict[str, ast.expr]
    #: The parameters of the lambda; None for a partial, which passes on what it gets.
    taken: ast.arguments | None


def _made(program: Program, file: str, node: ast.Lambda | ast.Call) -> _Made | None:
    if isinstance(node, ast.Lambda):
        call, skipped, taken = node.body, 0, node.args
        if not isinstance(call, ast.Call) or taken.vararg or taken.kwarg or taken.kwonlyargs:
            return None
        callee: ast.expr | None = call.func
    else:
        call, skipped, taken, callee = node, 1, None, partial_of(program, file, node)
    positional = call.args[skipped:]
    keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    stars = any(isinstance(item, ast.Starred) for item in positional) or len(keywords) < len(call.keywords)
    return None if callee is None or stars else _Made(callee, positional, keywords, taken)


def _is_fixed(program: Program, file: str, callee: ast.expr) -> bool:
    """Is it the same function whenever it is looked up: of a module, or of an object that its variable keeps?"""
    facts = program.facts(file)
    base = callee.value if isinstance(callee, ast.Attribute) else callee
    index = facts.names.occurrence_of_node.get(base) if facts is not None else None
    if facts is None or not isinstance(base, ast.Name) or index is None:
        return False
    found = facts.names.occurrences[index]
    bindings = (
        item.role
        for item in facts.names.occurrences
        if (item.owner, item.name) == (found.owner, found.name) and item.role in BINDING_ROLES
    )
    return len(list(bindings)) <= 1


def _all_shapes(signature: Signature, taken: int) -> Iterable[Shape]:
    """Every number of arguments that the function takes by position."""
    slots = Slots.of(signature.node, taken)
    needed = [name for name in slots.positional if name in slots.needed]
    return (Shape(count) for count in range(len(needed), len(slots.positional) + 1))


def _is_same(
    world: World, file: str, made: _Made, own: Signature, other: Signature, taken: int, shape: Shape
) -> bool:
    if shape.more_names or shape.more_positions:
        return False
    expected = _bound(world, other, taken, shape)
    here = _through(world, file, made, own, taken, shape)
    if expected is None or here is None:
        return False
    return all(
        expected.get(other.shared[name], ()) == here.get(own.shared[name], ()) for name in own.shared
    ) and all(
        _is_as_compared(world, file, own, name, value)
        for name, value in _given(made, own, taken).items()
        if name not in own.shared.values()
    )


def _is_as_compared(world: World, file: str, own: Signature, name: str, value: ast.expr) -> bool:
    """Was the function compared with this value for a parameter that the other world does not have?"""
    if name in own.followed:
        return True
    if name in own.assumed:
        default = _term_of_default(world, own, own.assumed[name])
        return default == _known(world, file, value)
    return all(isinstance(item, _IDLE) for item in ast.walk(value))


def _bound(world: World, signature: Signature, taken: int, shape: Shape) -> dict[str, _Term] | None:
    """What each parameter gets from a call of this shape; None where the function does not take it."""
    slots = Slots.of(signature.node, taken)
    names = {argument.arg for kind, argument in parameters_of(signature.node) if kind in ("plain", "keyword")}
    if shape.positions > len(slots.positional) or not shape.names <= names:
        return None
    terms: dict[str, _Term] = {slots.positional[n]: ("position", n) for n in range(shape.positions)}
    terms.update((name, ("name", name)) for name in shape.names)
    return _with_defaults(world, signature, slots, terms)


def _with_defaults(
    world: World, signature: Signature, slots: Slots, terms: dict[str, _Term]
) -> dict[str, _Term] | None:
    if not slots.needed <= terms.keys():
        return None
    for name, default in defaults_of(signature.node).items():
        terms.setdefault(name, _term_of_default(world, signature, default))
    return terms


def _given(made: _Made, own: Signature, taken: int) -> dict[str, ast.expr]:
    positional = Slots.of(own.node, taken).positional
    return {**dict(zip(positional, made.positional, strict=False)), **made.keywords}


def _through(
    world: World, file: str, made: _Made, own: Signature, taken: int, shape: Shape
) -> dict[str, _Term] | None:
    """The same for a call of the lambda or the partial."""
    slots = Slots.of(own.node, taken)
    written = _given(made, own, taken)
    if len(made.positional) > len(slots.positional):
        return None
    if made.taken is None:
        left = slots.positional[len(made.positional) :]
        arriving = left[: shape.positions]
        if len(arriving) < shape.positions or set(arriving) & made.keywords.keys():
            return None
        terms: dict[str, _Term] = {name: _known(world, file, value) for name, value in written.items()}
        terms.update((name, ("position", n)) for n, name in enumerate(arriving))
        terms.update((name, ("name", name)) for name in shape.names)
        return _with_defaults(world, own, slots, terms)
    inner = _of_lambda(world, file, made.taken, shape)
    if inner is None:
        return None
    terms = {
        name: inner[value.id]
        if isinstance(value, ast.Name) and value.id in inner
        else _known(world, file, value)
        for name, value in written.items()
    }
    return _with_defaults(world, own, slots, terms)


def _of_lambda(world: World, file: str, taken: ast.arguments, shape: Shape) -> dict[str, _Term] | None:
    """What each parameter of the lambda gets."""
    names = [argument.arg for argument in (*taken.posonlyargs, *taken.args)]
    if shape.positions > len(names) or not shape.names <= set(names):
        return None
    terms: dict[str, _Term] = {names[n]: ("position", n) for n in range(shape.positions)}
    terms.update((name, ("name", name)) for name in shape.names)
    defaults = dict(zip(reversed(names), reversed(taken.defaults), strict=False))
    for name, default in defaults.items():
        terms.setdefault(name, _known(world, file, default))
    return terms if len(terms) == len(names) else None


def _term_of_default(world: World, signature: Signature, node: ast.expr) -> _Term:
    is_own = world.signatures.get(signature.place) is signature
    return _placed(world, world.program if is_own else world.other_program, signature.place[0], node)


def _known(world: World, file: str, node: ast.expr) -> _Term:
    return _placed(world, world.program, file, node)


def _placed(world: World, program: Program, file: str, node: ast.expr) -> _Term:
    """What is known of the expression; a declaration by the place that it has after."""
    term = known_default(program, file, node)
    if isinstance(term, Interval) and program is world.pair.before:
        return world.pair.became(term)
    return term
