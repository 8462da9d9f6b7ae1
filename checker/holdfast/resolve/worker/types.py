"""What an expression may be: its classes, where their members are looked up, and what they define."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from jedi.api import classes, helpers
from jedi.inference.base_value import ValueSet
from jedi.inference.gradual.conversion import convert_values

from holdfast.resolve.messages import FoundType
from holdfast.resolve.worker.script import FreshScript, World

_LITERALS: Final = frozenset({"string", "number", "keyword"})
#: `object` and `type` define these for everybody, which opens nothing.
_HOOKS: Final = ("__getattr__", "__getattribute__")
_EVERYBODY: Final = frozenset({"builtins.object", "builtins.type"})


def types(world: World, script: FreshScript, line: int, column: int, names: list[str]) -> list[FoundType]:
    """The types of the expression that ends at a place, sorted by name."""
    found: dict[tuple[str, str, str, int, int], FoundType] = {}
    for value in _values(script, line, column):
        item = _found_type(world, script, value, names)
        key = (item["full_name"], item["kind"], item["file"] or "", item["line"], item["column"])
        found.setdefault(key, item)
    return [found[key] for key in sorted(found)]


def _values(script: FreshScript, line: int, column: int) -> list[Any]:
    leaf = script.leaf_ending_at(line, column)
    if leaf is None:
        return []
    context = script.context_of(leaf)
    node = leaf
    if leaf.type in ("fstring_end", "string") and leaf.parent.type in ("fstring", "strings"):
        node = leaf.parent
        if node.parent.type == "strings":
            node = node.parent
    if node is not leaf or leaf.type in _LITERALS:
        return list(context.infer_node(node))
    return list(helpers.infer(script.state, context, leaf))


def _found_type(world: World, script: FreshScript, value: Any, names: list[str]) -> FoundType:
    kind = str(value.api_type)
    holder = value.py__class__() if kind == "instance" else value
    name = classes.Name(script.state, holder.name)
    file = world.file_of(name.module_path)
    order, complete = _lookup_order(script, holder)
    # A stub leaves out what its author thought private; the source behind it does not.
    sources = convert_values(ValueSet([value]))
    filters = [each for form in dict.fromkeys((value, *sources)) for each in form.get_filters()]
    members = []
    for wanted in sorted(set(names)):
        definer = _definer(script, filters, wanted)
        if definer is not None:
            members.append((wanted, definer))
    hooks = (_definer(script, filters, hook) for hook in _HOOKS)
    return FoundType(
        name=name.name or "",
        full_name=name.full_name or "",
        kind=kind,
        file=file,
        line=(name.line or 0) if file is not None else 0,
        column=(name.column or 0) if file is not None else 0,
        mro=order,
        members=members,
        open=not complete or any(hook is not None and hook not in _EVERYBODY for hook in hooks),
    )


def _lookup_order(script: FreshScript, holder: Any) -> tuple[list[str], bool]:
    """The full names of the classes in the order of look-up, and whether every base was found."""
    if not holder.is_class():
        return [], True
    order: list[str] = []
    complete = True
    for cls in holder.py__mro__():
        order.append(_full_name(script, cls.name))
        complete = complete and all(_bases(cls))
    # jedi's order is depth first; that `object` comes last is true in any case.
    order.sort(key="builtins.object".__eq__)
    return list(dict.fromkeys(order)), complete


def _bases(cls: Any) -> Iterator[bool]:
    """For each base of a class whether anything is known about it."""
    if cls.is_compiled():
        # A class written in C; its bases come from the interpreter.
        return
    for base in cls.py__bases__():
        yield bool(base.infer())


def _definer(script: FreshScript, filters: list[Any], wanted: str) -> str | None:
    """The full name of the class or module that defines a member; None when nothing does."""
    for each in filters:
        for name in each.get(wanted):
            holder = _holder(name.parent_context)
            return "" if holder is None else _full_name(script, holder.name)
    return None


def _holder(context: Any) -> Any:
    """The class or module around a definition; for `self.x = …` the class of the method."""
    while context is not None and not (context.is_class() or context.is_module()):
        method_of = getattr(context.get_value(), "class_context", None)
        context = context.parent_context if method_of is None else method_of
    return None if context is None else context.get_value()


def _full_name(script: FreshScript, name: Any) -> str:
    return classes.Name(script.state, name).full_name or name.string_name or ""
