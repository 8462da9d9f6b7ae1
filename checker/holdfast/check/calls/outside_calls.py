"""Methods that Python itself or the standard library calls: they must go on taking what these pass.

A special method gets what the language says, a method that overrides one of a library's class what that one takes,
and visitors, command loops and test cases call the methods that they find by a prefix in one way each.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

from holdfast.check.calls.changed_functions import Changed
from holdfast.check.calls.misfits import Shape, Taken, misfit
from holdfast.check.calls.relays import Function
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.call_targets import INITIALISERS
from holdfast.python.project.classes import outside_ancestors
from holdfast.python.project.modules import External
from holdfast.python.project.own_members import decorator_name, receives
from holdfast.python.project.standard_library import library_object
from holdfast.python.project.values import ClassKey

#: How many arguments the language passes, besides the object.
_SPECIAL = {
    **dict.fromkeys(
        [
            *("__len__", "__str__", "__repr__", "__hash__", "__bool__", "__iter__", "__next__", "__enter__"),
            *("__aenter__", "__aiter__", "__anext__", "__await__", "__int__", "__float__", "__index__"),
            *("__neg__", "__pos__", "__abs__", "__invert__", "__reversed__", "__fspath__", "__dir__"),
            *("__copy__", "__reduce__", "__getstate__", "__bytes__", "__complex__", "__del__"),
        ],
        0,
    ),
    **dict.fromkeys(
        [
            *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__getitem__"),
            *("__delitem__", "__getattr__", "__getattribute__", "__delattr__", "__delete__", "__missing__"),
            *("__format__", "__deepcopy__", "__setstate__", "__class_getitem__", "__instancecheck__"),
            *("__subclasscheck__", "__subclasshook__"),
            *(
                f"__{side}{name}__"
                for side in ("", "r", "i")
                for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor", "matmul")
            ),
            *("__lshift__", "__rshift__", "__divmod__", "__rpow__"),
        ],
        1,
    ),
    **dict.fromkeys(["__setitem__", "__setattr__", "__set__", "__set_name__", "__get__"], 2),
    **dict.fromkeys(["__exit__", "__aexit__"], 3),
}
#: What a decorator makes of a method: how many arguments the descriptor passes, besides the object.
_DECORATED = {"property": 0, "cached_property": 0, "getter": 0, "setter": 1, "deleter": 0}
#: Prefixes by which classes of the standard library find methods, and how many arguments they pass.
_PREFIXES = {
    "ast.NodeVisitor": {"visit_": 1},
    "ast.NodeTransformer": {"visit_": 1},
    "cmd.Cmd": {"do_": 1, "help_": 0, "complete_": 4},
    "unittest.TestCase": {"test": 0},
    "unittest.IsolatedAsyncioTestCase": {"test": 0},
    "http.server.BaseHTTPRequestHandler": {"do_": 0},
    "http.server.SimpleHTTPRequestHandler": {"do_": 0},
}


def check_outside_calls(pair: Pair, changed: Iterable[Changed]) -> Iterator[Finding]:
    for item in changed:
        facts = pair.before.facts(item.place[0])
        owner = None if facts is None else facts.enclosing_class(item.place[1])
        if owner is None or item.only_passes_on:
            continue
        taken = Taken(int(receives(item.before) != "static"), int(receives(item.after) != "static"))
        for count, who in _calls(pair, ClassKey(item.place[0], owner), item.before):
            wrong = misfit(item, taken, Shape(count))
            if wrong is not None and _takes(item.before, taken.before, count):
                message = (
                    f"{who} calls this with {count or 'no'} argument{'' if count == 1 else 's'}: {wrong}"
                )
                yield Finding("HF109", Severity.WARNING, item.token, message)
                break


def _calls(pair: Pair, owner: ClassKey, node: Function) -> Iterator[tuple[int, str]]:
    if node.name in _SPECIAL:
        yield _SPECIAL[node.name], "Python itself"
    for decorator in node.decorator_list:
        if decorator_name(decorator) in _DECORATED:
            yield _DECORATED[decorator_name(decorator)], "whoever reads or assigns the attribute"
    for base in outside_ancestors(pair.before, owner):
        name = base.name if isinstance(base, External) else ""
        for prefix, count in _PREFIXES.get(name, {}).items():
            if node.name.startswith(prefix):
                yield count, f"`{name}`"
        found = library_object(f"{name}.{node.name}") if name else None
        if inspect.isfunction(found) and node.name not in INITIALISERS:
            yield from ((count, f"`{name}`") for count in _counts(found))


def _counts(function: object) -> Iterator[int]:
    """With how many arguments, besides the object, a method of the library may be called."""
    assert inspect.isfunction(function)
    positional = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    needed = sum(parameter.default is parameter.empty for parameter in positional)
    yield from dict.fromkeys((needed - 1, len(positional) - 1))


def _takes(node: Function, taken: int, count: int) -> bool:
    positional = [*node.args.posonlyargs, *node.args.args][taken:]
    needed = len(positional) - len(node.args.defaults)
    return needed <= count and (count <= len(positional) or node.args.vararg is not None)
