"""Functions that pass their stars on, traced with the parameters that these stand for.

What `**options` holds is what the function gets for the parameters of the one that it hands them to: a dictionary of
these, made for this call alone. So a default that the function puts in, and one that it names itself, are the same
as the parameter that they are for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.python.traces.binding import is_display, text_of
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value


def passed_on_parameters(node: FunctionNode, whole: FunctionNode) -> list[tuple[str, ast.arg]]:
    """The parameters, with their kinds, that the stars of the function stand for."""
    own = {argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    found = [("plain", argument) for argument in whole.args.args if argument.arg not in own]
    return found + [("keyword", argument) for argument in whole.args.kwonlyargs if argument.arg not in own]


def stars_written_out(
    t: Tracer, node: FunctionNode, whole: FunctionNode, given: dict[str, Value]
) -> Iterator[tuple[str, Value]]:
    """What the variables of the stars hold, where the parameters that they stand for have these values."""
    passed = passed_on_parameters(node, whole)
    if node.args.vararg is not None and whole.args.vararg is None:
        values = tuple(given[argument.arg] for kind, argument in passed if kind == "plain")
        origin = given[node.args.vararg.arg].origin
        yield node.args.vararg.arg, t.value("tuple", None, values, origin)
    if node.args.kwarg is not None and whole.args.kwarg is None:
        origin = given[node.args.kwarg.arg].origin
        pairs = [(t.constant(a.arg, origin), given[a.arg]) for kind, a in passed if kind == "keyword"]
        yield node.args.kwarg.arg, dictionary_of(t, pairs, origin)


def dictionary_of(t: Tracer, pairs: list[tuple[Value, Value]], origin: Origin) -> Value:
    """A new dictionary; of several values for one key the last one counts."""
    last = dict(pairs)
    parts = tuple(part for key in sorted(last, key=lambda key: str(key.key)) for part in (key, last[key]))
    was_quiet, t.quiet = t.quiet, True
    made = t.fresh(("Dict", "." * len(last)), parts, origin)
    t.quiet = was_quiet
    return made


def pairs_of(t: Tracer, value: Value) -> list[tuple[Value, Value]] | None:
    """The keys and values of a dictionary that was made here, with texts for keys, and that nobody has seen."""
    if not is_display(t, value, "Dict"):
        return None
    pairs = list(zip(value.parts[::2], value.parts[1::2], strict=True))
    return pairs if all(text_of(key) is not None for key, _ in pairs) else None


def default_put_in(t: Tracer, receiver: Value, node: ast.Call) -> Value | None:
    """`options.setdefault("size", 2)` where the key is there already: nothing happens, and it is the value."""
    match node:
        case ast.Call(func=ast.Attribute(attr="setdefault"), args=[ast.Constant(value=str(key)), *_]):
            found = [value for name, value in pairs_of(t, receiver) or () if text_of(name) == key]
            return found[0] if found else None
    return None


def merged(t: Tracer, node: ast.Dict, parts: list[Value]) -> Value | None:
    """`{"size": 2, **options}` where what the stars spread was made here as well."""
    pairs: list[tuple[Value, Value]] = []
    waiting = iter(parts)
    for key in node.keys:
        if key is None:
            inner = pairs_of(t, next(waiting))
            if inner is None:
                return None
            pairs += inner
        else:
            pairs.append((next(waiting), next(waiting)))
    if any(text_of(key) is None for key, _ in pairs):
        return None
    return dictionary_of(t, pairs, t.origin(node))
