"""Arguments and the parameters that they arrive in, as a call binds them.

Stars are looked into where the trace sees what they spread: a tuple, or a list or dictionary that was made here
and that nobody else has seen. What cannot be bound stays an argument of the call as it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import NamedTuple

from holdfast.python.traces.default_values import default_value
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.getters import traced_getter
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
    home: Subject | None = None,
) -> dict[str, Value] | None:
    """Parameter to value; None where the call does not fit, or spreads what is not seen.

    `partly`: what is not passed is passed later, by whoever calls the `partial`. `home` is the file in which the function stands.
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
            rest[name] = value  # also one that is called like a positional-only parameter
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
            given[name] = default_value(t, defaults[name], origin, home)
    return given


def _spread(t: Tracer, positional: Sequence[tuple[str, Value]]) -> list[Value] | None:
    values: list[Value] = []
    for sign, value in positional:
        if sign == ".":
            values.append(value)
        elif value.tag == "tuple" or is_display(t, value, "List"):
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
        elif is_display(t, value, "Dict"):
            names = [text_of(key) for key in value.parts[::2]]
            if not all(names):
                return None
            found.extend((str(key), item) for key, item in zip(names, value.parts[1::2], strict=True))
        else:
            return None
    return dict(found) if len({name for name, _ in found}) == len(found) else None


def is_display(t: Tracer, value: Value, kind: str) -> bool:
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
