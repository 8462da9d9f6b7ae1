"""What arrives in the parameters that both worlds have, where a call runs a function that takes other parameters.

A star at the end of a call is unpacked into the parameters that need a value, so that `put(*point)` is the same as
`row, column = point; put(row, column)`; what is left of it goes to the optional ones together.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from holdfast.python.traces.binding import Arguments, bind, defaults_of, is_display, parameters
from holdfast.python.traces.default_values import default_value
from holdfast.python.traces.expressions import unpacked
from holdfast.python.traces.identity import Called, Signature
from holdfast.python.traces.subject import Subject
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value


def bind_shared(
    t: Tracer, called: Called, receiver: Value, arguments: Arguments, node: ast.Call, *, partly: bool
) -> tuple[tuple[str, ...], tuple[Value, ...]] | None:
    """What arrives in each parameter that both worlds have, by the names that they have after.

    What is taken before the call is taken by what is called: an instance, a class, a partial.
    """
    signature = called.signature
    origin = t.origin(node)
    # A default that is another one now is passed by whoever makes a partial, as far as the calls of it can tell.
    defaulted = {signature.shared[name] for name in signature.other_defaults}
    if called.given is not None:
        # What the partial passes by name is told where it is made; here it only is not missing.
        written = {name for name, _ in arguments.keywords}
        kept = tuple((name, receiver) for name in sorted({*called.given, *defaulted}) if name not in written)
        arguments = Arguments(arguments.positional, (*arguments.keywords, *kept))
    left = _Left()
    if node not in t.subject.spread_rows:
        arguments, left = _star_unpacked(t, signature, called.taken, arguments, origin)
    bound = (receiver,) * called.taken
    given = bind(
        t,
        signature.node,
        bound,
        arguments,
        origin,
        partly=partly,
        home=signature.subject,
    )
    if given is None:
        return None
    if partly:
        for name, default in defaults_of(signature.node).items():
            if name in defaulted and name not in given:
                given[name] = default_value(t, default, origin, signature.subject)
    names = sorted(
        name
        for name in signature.shared
        if signature.shared[name] in given and signature.shared[name] not in left.names
    )
    values = [given[signature.shared[name]] for name in names]
    if left.value is not None:
        named = {own: name for name, own in signature.shared.items()}
        names.append("*" + ",".join(named.get(own, own) for own in left.names))
        values.append(left.value)
    # The function is read as if it got its default: what else it gets must be told.
    other = sorted(
        name
        for name, default in signature.assumed.items()
        if name in given and not _is_default(t, given[name], default, origin, signature.subject)
    )
    return (*names, *(f"{name}=" for name in other)), (*values, *(given[name] for name in other))


class _Left(NamedTuple):
    """What a star passes beyond the parameters that need a value, and for which parameters that is."""

    names: tuple[str, ...] = ()
    value: Value | None = None


def _star_unpacked(
    t: Tracer, signature: Signature, taken: int, arguments: Arguments, origin: Origin
) -> tuple[Arguments, _Left]:
    """The arguments with a star of unknown length at their end written out."""
    signs = [sign for sign, _ in arguments.positional]
    if signs.count("*") != 1 or signs[-1] != "*":
        return arguments, _Left()
    spread = arguments.positional[-1][1]
    if spread.tag == "tuple" or is_display(t, spread, "List"):
        return arguments, _Left()
    declared = signature.node.args
    by_keyword = {name for name, _ in arguments.keywords}
    own = [a.arg for a in (*declared.posonlyargs, *declared.args)][taken + len(signs) - 1 :]
    named = next((position for position, name in enumerate(own) if name in by_keyword), None)
    open_ended = named is None and declared.vararg is not None
    own = own if named is None else own[:named]
    optional = [name for name in own if name in defaults_of(signature.node)]
    needed = len(own) - len(optional)
    rest = optional + ([declared.vararg.arg] if open_ended and declared.vararg is not None else [])
    values: Sequence[Value] = ()
    if needed:
        whole = unpacked(t, "." * needed + "*" * bool(rest), spread, origin)
        values = [t.value("op", ("element", n), (whole,), origin) for n in range(needed + bool(rest))]
    elif rest:
        values = [spread]
    written = [*arguments.positional[:-1], *((".", value) for value in values[:needed])]
    left = _Left(tuple(rest), values[needed] if rest else None)
    return Arguments(tuple(written), arguments.keywords), left


def _is_default(t: Tracer, value: Value, default: ast.expr, origin: Origin, home: Subject | None) -> bool:
    if value is default_value(t, default, origin, home):
        return True
    # A global that the default names, too.
    text = t.subject.tree.text[value.origin[0] : value.origin[1]]
    return value.tag == "global" and isinstance(default, ast.Name) and text == default.id


def quiet_arguments(called: Sequence[Called], node: ast.Call, after: int = 0) -> frozenset[int | str]:
    """Positions and names of arguments that are evaluated where the function is compared.

    Also those that only this world passes, where making them does nothing: a display of constants and names.
    """
    quiet: set[int | str] = set()
    for item in called:
        declared = item.signature.node.args
        names = [a.arg for a in (*declared.posonlyargs, *declared.args)][item.taken :]
        own = frozenset(parameters(item.signature.node)) - set(item.signature.shared.values())
        given: list[tuple[int | str | None, str | None, ast.expr]] = [
            *(
                (n, name, value)
                for n, (name, value) in enumerate(zip(names, node.args[after:], strict=False))
            ),
            *((keyword.arg, keyword.arg, keyword.value) for keyword in node.keywords),
        ]
        for place, name, value in given:
            if place is not None and (name in item.signature.followed or (name in own and _is_idle(value))):
                quiet.add(place)
    return frozenset(quiet)


def _is_idle(node: ast.expr) -> bool:
    if isinstance(node, ast.Dict | ast.List | ast.Tuple | ast.Set):
        return all(_is_idle(item) for item in ast.iter_child_nodes(node) if isinstance(item, ast.expr))
    return isinstance(node, ast.Constant | ast.Name)
