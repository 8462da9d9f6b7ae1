"""Tables whose keys are names of functions and classes: which texts are looked up in them, and who sees the keys.

`LEAVE.get(type(node).__name__)` only asks for the keys of `LEAVE`. `COMMANDS[function.__name__] = function` files a
function; where `COMMANDS` is asked with something that comes from outside, or its keys are shown, somebody else knows
the function by its name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.objects.constants import texts_at
from holdfast.check.objects.fates import Fate, fate_of
from holdfast.check.texts.name_keys import NAMES, KeyRead, parents_of
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program
from holdfast.python.project.spread import Variable, keys_of, variables_of
from holdfast.text.interval import Interval

_ASKING = frozenset({"get", "pop", "__getitem__"})
_FILING = frozenset({"setdefault", "__setitem__", "register", "add"})
_LISTING = frozenset({"items", "keys", "sorted", "list", "tuple", "join", "iter", "dict", "print", "str"})


def keys_asked(program: Program, read: KeyRead) -> frozenset[Interval] | None:
    """The texts that the key is compared with or looked up among, where these are known; None where any may be."""
    facts = program.facts(read.file)
    assert facts is not None
    parents = parents_of(facts)
    around = parents.get(read.top)
    match around:
        case ast.Compare(left=left, comparators=others):
            texts = [
                found
                for item in (left, *others)
                for found in [texts_at(program, read.file, item), texts_at(program, read.file, item, (-1,))]
            ]
            nodes = {each for found in texts for each in found.found if isinstance(each[1], ast.Constant)}
            known = [_place(program, file, node) for file, node in nodes if isinstance(node, ast.expr)]
            return frozenset(known) if known else None
        case ast.Subscript(value=table, ctx=ast.Load()):
            return _keys_written(program, read.file, table)
        case ast.Call(func=ast.Attribute(value=table, attr=name)) if name in _ASKING:
            return _keys_written(program, read.file, table)
    return None


def _keys_written(program: Program, file: str, table: ast.expr) -> frozenset[Interval] | None:
    keys, found = keys_of(program, file, table)
    if not found.complete or not keys:
        return None
    return frozenset(_place(program, key.file, key.node) for key in keys if isinstance(key.node, ast.expr))


def _place(program: Program, file: str, node: ast.expr) -> Interval:
    facts = program.facts(file)
    assert facts is not None
    return Interval(file, facts.tree.start(node), facts.tree.end(node))


def place_seen(program: Program, read: KeyRead) -> Interval | None:
    """Where the table that things are filed in is asked from outside, or shows its keys."""
    for file, facts, node in _mentions(program, read):
        around = parents_of(facts).get(node)
        match around:
            case ast.Subscript(value=value, slice=index, ctx=ast.Load()) if value is node:
                if _comes_from_outside(program, file, index):
                    return _place(program, file, around)
            case ast.Attribute(attr=name):
                call = parents_of(facts).get(around)
                if isinstance(call, ast.Call) and name in _ASKING and call.args:
                    if _comes_from_outside(program, file, call.args[0]):
                        return _place(program, file, call)
                elif isinstance(call, ast.Call) and name in ("items", "keys"):
                    if fate_of(program, file, facts, call) is Fate.OUT:
                        return _place(program, file, call)
            case ast.Call() | ast.For() | ast.comprehension() | ast.Starred() | ast.Return():
                if isinstance(around, ast.Call) and last_name(around.func) == "len":
                    continue
                if fate_of(program, file, facts, node) is Fate.OUT:
                    return _place(program, file, node)
    return None


def _comes_from_outside(program: Program, file: str, key: ast.expr) -> bool:
    """Is the key neither written in the project nor a name that is asked for itself?"""
    if any(isinstance(each, ast.Attribute) and each.attr in NAMES for each in ast.walk(key)):
        return False
    return not texts_at(program, file, key).complete


def _mentions(program: Program, read: KeyRead) -> Iterator[tuple[str, FileFacts, ast.expr]]:
    """Every read of the variable or attribute that the table is kept in."""
    facts = program.facts(read.file)
    table = _table(facts, read) if facts is not None else None
    if table is None:
        return
    variables = set(variables_of(program, read.file, table))
    name = last_name(table)
    for file in sorted(program.index.files_with(name)) if variables else ():
        other = program.facts(file)
        for node in ast.walk(other.tree.module) if other is not None else ():
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                if (
                    other is not None
                    and last_name(node) == name
                    and _is_one_of(program, file, node, variables)
                ):
                    yield file, other, node


def _is_one_of(program: Program, file: str, node: ast.expr, variables: set[Variable]) -> bool:
    return not variables.isdisjoint(variables_of(program, file, node))


def _table(facts: FileFacts, read: KeyRead) -> ast.expr | None:
    """What the thing is filed in."""
    parents = parents_of(facts)
    around = parents.get(read.top)
    match around:
        case ast.Subscript(value=value, ctx=ast.Store()):
            return value
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in _FILING:
            return value
        case ast.Dict() | ast.DictComp():
            bound = parents.get(around)
            target = bound.targets[0] if isinstance(bound, ast.Assign) else getattr(bound, "target", None)
            return target if isinstance(target, ast.Name | ast.Attribute) else None
    return None
