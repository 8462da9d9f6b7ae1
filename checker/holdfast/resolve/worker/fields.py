"""Keyword arguments that name a field where jedi sees no parameter.

jedi follows `f(name=…)` to a parameter, and the fields of a dataclass as its parameters. It does not know
that a NamedTuple, a TypedDict or a class of attrs' older interface takes its fields as arguments, nor what
`functools.partial`, `dataclasses.replace`, `attrs.evolve` and `_replace` do with theirs.
"""

from __future__ import annotations

from typing import Any, Final

from jedi.api import classes

from holdfast.resolve.worker.script import FreshScript

#: Bases whose annotated names are arguments of the class.
_RECORDS: Final = ("NamedTuple", "TypedDict")
_ATTRS: Final = ("attr.s", "attr.attrs", "attr.attributes", "attr.dataclass", "attrs", "attributes", "s")
#: Functions whose keyword arguments are those of their first argument, as a callable or as an instance.
_PARTIAL: Final = frozenset({"functools.partial", "functools.partialmethod"})
_REPLACE: Final = frozenset(
    {"dataclasses.replace", "copy.replace", "attr.evolve", "attrs.evolve", "attr._make.evolve"}
)


def field_names(script: FreshScript, line: int, column: int) -> list[Any]:
    """The definitions that the name of a keyword argument means, by the rules above."""
    leaf = script.name_at(line, column)
    if leaf is None or not _is_keyword(leaf):
        return []
    trailer = leaf.parent.parent
    arguments = trailer
    if trailer.type == "arglist":
        trailer = trailer.parent
    if trailer.type != "trailer" or trailer.children[0] != "(":
        return []
    context = script.context_of(leaf)
    callees = _values_before(context, trailer)
    found: list[Any] = []
    for callee in callees:
        called = _full_name(script, callee)
        if called in _PARTIAL:
            for value in _first_argument(context, arguments):
                found += _parameters(value, leaf.value) or _fields(script, value, leaf.value)
        elif called in _REPLACE:
            for value in _first_argument(context, arguments):
                found += value.py__class__().goto(leaf)
        else:
            found += _fields(script, callee, leaf.value)
    if not found and _is_replace(trailer):
        for value in _values_before(context, trailer.get_previous_sibling()):
            found += value.goto(leaf)
    return [classes.Name(script.state, name) for name in found]


def _is_keyword(leaf: Any) -> bool:
    parent = leaf.parent
    return parent.type == "argument" and parent.children[0] is leaf and parent.children[1] == "="


def _is_replace(trailer: Any) -> bool:
    """Whether the call is `…._replace(…)`."""
    before = trailer.get_previous_sibling()
    if before is None or before.type != "trailer":
        return False
    last = before.children[-1]
    return last.type == "name" and bool(last.value == "_replace")


def _values_before(context: Any, trailer: Any) -> list[Any]:
    """The values of the expression that a trailer follows."""
    from jedi.inference.syntax_tree import infer_trailer

    siblings = trailer.parent.children
    before = siblings[: siblings.index(trailer)]
    if before and before[0] == "await":
        before = before[1:]
    if not before:
        return []
    values = context.infer_node(before[0])
    for each in before[1:]:
        values = infer_trailer(context, values, each)
    return list(values)


def _first_argument(context: Any, arguments: Any) -> list[Any]:
    first = arguments.children[0] if arguments.type == "arglist" else None
    if first is None or first.type == "argument":
        return []
    return list(context.infer_node(first))


def _parameters(value: Any, name: str) -> list[Any]:
    return [
        parameter
        for signature in value.get_signatures()
        for parameter in signature.get_param_names()
        if parameter.string_name == name
    ]


def _fields(script: FreshScript, value: Any, name: str) -> list[Any]:
    """The field of that name of a class that takes its fields as arguments."""
    if not value.is_class() or value.tree_node is None:
        return []
    is_attrs = any(_is_attrs(decorator) for decorator in value.tree_node.get_decorators())
    if not is_attrs and not _is_record(value):
        return []
    for each in value.get_filters():
        # attrs takes the private attribute `_x` as the argument `x`.
        names = each.get(name) or (each.get("_" + name) if is_attrs else [])
        if names:
            return list(names)
    return []


def _is_record(value: Any) -> bool:
    """By the words of the class statements: jedi leaves TypedDict out of the bases."""
    for cls in value.py__mro__():
        node = cls.tree_node
        bases = None if node is None else node.get_super_arglist()
        if bases is not None:
            items = bases.children if bases.type == "arglist" else [bases]
            if any(item.get_code().strip().rpartition(".")[2] in _RECORDS for item in items):
                return True
    return False


def _is_attrs(decorator: Any) -> bool:
    return str(decorator.get_code()).strip().lstrip("@").partition("(")[0].strip() in _ATTRS


def _full_name(script: FreshScript, value: Any) -> str:
    return classes.Name(script.state, value.name).full_name or ""
