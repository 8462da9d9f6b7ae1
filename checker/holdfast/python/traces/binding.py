"""Arguments and the parameters that they arrive in, as a call binds them.

Stars are looked into where the trace sees what they spread: a tuple, or a list or dictionary that was made here
and that nobody else has seen. What cannot be bound stays an argument of the call as it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.getters import traced_getter
from holdfast.python.traces.global_values import elsewhere, read_global
from holdfast.python.traces.identity import Called
from holdfast.python.traces.subject import FunctionNode, Subject
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value


class Arguments(NamedTuple):
    """What a call passes, in the order in which it is written: "*" and "**" are spread."""

    positional: tuple[tuple[str, Value], ...]
    keywords: tuple[tuple[str, Value], ...]

    @property
    def shape(self) -> tuple[str, ...]:
        return tuple(name for name, _ in (*self.positional, *self.keywords))

    @property
    def values(self) -> tuple[Value, ...]:
        return tuple(value for _, value in (*self.positional, *self.keywords))


def traced_arguments(
    t: Tracer, node: ast.Call, *, after: int = 0, quiet: Collection[int | str] = ()
) -> Arguments:
    """The arguments of a call behind the first `after`, those at positions and of names in `quiet` quietly."""
    positional: list[tuple[str, Value]] = []
    for position, argument in enumerate(node.args[after:]):
        value = _traced(t, argument, quiet=position in quiet)
        positional += _each_of_star(t, value) if isinstance(argument, ast.Starred) else [(".", value)]
    keywords: list[tuple[str, Value]] = []
    for keyword in node.keywords:
        name, value = t.subject.keys.get(keyword, keyword.arg), _keyword_value(t, keyword, quiet)
        keywords += _each_of_stars(t, value) if name is None else [(name, value)]
    return Arguments(tuple(positional), tuple(keywords))


def _each_of_star(t: Tracer, value: Value) -> list[tuple[str, Value]]:
    """What `*args` passes on where an entered function took these arguments, or a tuple that is written down."""
    return [(".", part) for part in value.parts] if value.tag == "tuple" else [("*", value)]


def _each_of_stars(t: Tracer, value: Value) -> list[tuple[str, Value]]:
    """What `**kwargs` passes on where an entered function took these keywords and nobody changed them."""
    match value.key:
        case ("keywords", *names) if value.tag == "op" and t.since(("touch", value)) is None:
            return list(zip(map(str, names), value.parts, strict=True))
    return [("**", value)]


def _keyword_value(t: Tracer, keyword: ast.keyword, quiet: Collection[int | str]) -> Value:
    levels = keyword.value
    if keyword.arg == "stacklevel" and isinstance(levels, ast.Constant) and isinstance(levels.value, int):
        # Callers to go up, counted from the function that is traced, not from one that was entered.
        return t.constant(levels.value - len(t.inlined), t.origin(levels))
    return _traced(t, levels, quiet=keyword.arg in quiet)


def _traced(t: Tracer, node: ast.expr, *, quiet: bool) -> Value:
    getter = traced_getter(t, node)
    if getter is not None:
        return getter
    was_quiet, t.quiet = t.quiet, t.quiet or quiet
    value = trace_expression(t, node)
    t.quiet = was_quiet
    return value


def parameters(target: FunctionNode | ast.Lambda) -> list[str]:
    arguments = target.args
    return [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def defaults_of(target: FunctionNode | ast.Lambda) -> dict[str, ast.expr]:
    arguments = target.args
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            defaults[parameter.arg] = default
    return defaults


def bind(
    t: Tracer,
    target: FunctionNode | ast.Lambda,
    bound: Sequence[Value],
    arguments: Arguments,
    origin: Origin,
    *,
    partly: bool = False,
    others: Mapping[str, str] = MappingProxyType({}),
    home: Subject | None = None,
) -> dict[str, Value] | None:
    """Parameter to value; None where the call does not fit, or spreads what is not seen.

    `partly`: what is not passed is passed later, by whoever calls the `partial`. `others` are names that keywords
    have where the function hands them on. `home` is the file in which the function stands.
    """
    values, keywords = _spread(t, arguments.positional), _spread_keywords(t, arguments.keywords)
    if values is None or keywords is None:
        return None
    declared = target.args
    positional = [a.arg for a in (*declared.posonlyargs, *declared.args)]
    given: dict[str, Value] = {}
    values = [*bound, *values]
    if declared.vararg is not None:
        if not partly or len(values) > len(positional):
            given[declared.vararg.arg] = t.value("tuple", None, tuple(values[len(positional) :]), origin)
    elif len(values) > len(positional):
        return None
    given.update(zip(positional, values, strict=False))
    rest: dict[str, Value] = {}
    by_keyword = {a.arg for a in (*declared.args, *declared.kwonlyargs)}
    for name, value in keywords.items():
        if name in by_keyword:
            if name in given:
                return None
            given[name] = value
        elif declared.kwarg is None:
            return None
        else:
            rest[others.get(name, name)] = value  # also one that is called like a positional-only parameter
    if declared.kwarg is not None and (rest or not partly):
        given[declared.kwarg.arg] = t.value(
            "op", ("keywords", *sorted(rest)), tuple(rest[k] for k in sorted(rest)), origin
        )
    return given if partly else _with_defaults(t, target, given, origin, home)


def _with_defaults(
    t: Tracer,
    target: FunctionNode | ast.Lambda,
    given: dict[str, Value],
    origin: Origin,
    home: Subject | None,
) -> dict[str, Value] | None:
    defaults = defaults_of(target)
    for name in parameters(target):
        if name not in given:
            if name not in defaults:
                return None
            given[name] = _default_value(t, defaults[name], origin, home)
    return given


def _default_value(t: Tracer, node: ast.expr, origin: Origin, home: Subject | None) -> Value:
    """A default was evaluated once, at the definition; only constants are the same value here, and globals that stay.

    The definition may stand in another file: the value is shown at the call.
    """
    if isinstance(node, ast.Constant):
        return t.constant(node.value, origin)
    if isinstance(node, ast.Name) and home is not None:
        index = home.names.occurrence_of_node.get(node)
        if (
            index is not None
            and home.names.occurrences[index].owner == 0
            and home.is_constant_global(node.id)
            and not home.identities.is_rebound_elsewhere(node.id)
        ):
            with elsewhere(t, home, origin):
                return read_global(t, node.id, origin)
    return t.value("opaque", ("default", ast.dump(node)), (), origin)


def _spread(t: Tracer, positional: Sequence[tuple[str, Value]]) -> list[Value] | None:
    values: list[Value] = []
    for sign, value in positional:
        if sign == ".":
            values.append(value)
        elif value.tag == "tuple" or _is_display(t, value, "List"):
            values.extend(value.parts)
        else:
            return None
    return values


def _spread_keywords(t: Tracer, keywords: Sequence[tuple[str, Value]]) -> dict[str, Value] | None:
    """None also where a name is passed twice."""
    found: list[tuple[str, Value]] = []
    for name, value in keywords:
        if name != "**":
            found.append((name, value))
        elif _is_display(t, value, "Dict"):
            names = [text_of(key) for key in value.parts[::2]]
            if not all(names):
                return None
            found.extend((str(key), item) for key, item in zip(names, value.parts[1::2], strict=True))
        else:
            return None
    return dict(found) if len({name for name, _ in found}) == len(found) else None


def _is_display(t: Tracer, value: Value, kind: str) -> bool:
    """A list or dictionary that was written down here, without stars, and that nobody has changed or seen."""
    if not t.is_private(value) or t.since(("touch", value)) is not None:
        return False
    match value.key:
        case ((name, str(shape)), _):
            return name == kind and "*" not in shape and shape != "row"
    return False


def text_of(value: Value) -> str | None:
    """The text that a constant is."""
    match value.key:
        case ("str", str(written)) if value.tag == "const":
            found: object = ast.literal_eval(written)
            return found if isinstance(found, str) else None
    return None


def bind_shared(
    t: Tracer, called: Called, receiver: Value, arguments: Arguments, node: ast.Call, *, partly: bool
) -> tuple[tuple[str, ...], tuple[Value, ...]] | None:
    """What arrives in each parameter that both worlds have, by the names that they have after.

    What is taken before the call is taken by what is called: an instance, a class, a partial.
    """
    signature = called.signature
    origin = t.origin(node)
    if called.given:
        # What the partial passes by name is told where it is made; here it only is not missing.
        written = {name for name, _ in arguments.keywords}
        kept = tuple((name, receiver) for name in sorted(called.given) if name not in written)
        arguments = Arguments(arguments.positional, (*arguments.keywords, *kept))
    bound = (receiver,) * called.taken
    given = bind(
        t,
        signature.node,
        bound,
        arguments,
        origin,
        partly=partly,
        others=signature.others,
        home=signature.subject,
    )
    if given is None:
        return None
    names = sorted(name for name in signature.shared if signature.shared[name] in given)
    values = [given[signature.shared[name]] for name in names]
    # The function is read as if it got its default: what else it gets must be told.
    other = sorted(
        name
        for name, default in signature.assumed.items()
        if name in given and not _is_default(t, given[name], default, origin, signature.subject)
    )
    return (*names, *(f"{name}=" for name in other)), (*values, *(given[name] for name in other))


def _is_default(t: Tracer, value: Value, default: ast.expr, origin: Origin, home: Subject | None) -> bool:
    if value is _default_value(t, default, origin, home):
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
