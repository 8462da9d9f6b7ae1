"""Where a program makes keys of the names of functions and classes.

`TABLE[function.__name__] = function`, `{each.__name__: each for each in PROVIDERS}` and
`HANDLERS[type(event).__name__]` turn names into keys; `f"in {function.__name__}"` and messages do not. Says too
whether a certain function or class can be the one whose name is read, by reading alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue

NAMES = frozenset({"__name__", "__qualname__"})
_KEYED = frozenset({"get", "setdefault", "pop", "add", "register", "index", "remove", "__setitem__"})
#: Methods of texts that make another key of a name.
_RESPELLING = frozenset(
    {"lower", "upper", "title", "capitalize", "casefold", "replace", "removeprefix", "removesuffix"}
    | {"strip", "lstrip", "rstrip"}
)
#: Calls of such methods one after the other, each with its arguments.
Spelling = tuple[tuple[str, tuple[str, ...]], ...]
_GOING_THROUGH = frozenset({"values", "sorted", "list", "tuple", "set", "reversed", "iter"})

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class KeyRead(NamedTuple):
    """One `owner.__name__` that becomes a key, perhaps in another spelling; `top` is the whole key."""

    file: str
    node: ast.Attribute
    spelling: Spelling
    top: ast.expr


class Thing(NamedTuple):
    """A function or class of the program: where its definition stands."""

    file: str
    scope: int
    node: _Definition


def key_reads(program: Program) -> Iterator[KeyRead]:
    """Every place of a program that makes a key of a name."""
    for file in sorted(program.index.files_with_any(NAMES)):
        facts = program.facts(file)
        for node, spelling, top in _reads_in(facts) if facts is not None else ():
            yield KeyRead(file, node, spelling, top)


def reads_of(file: str, facts: FileFacts, around: ast.AST) -> Iterator[KeyRead]:
    """The places within some code that make a key of a name."""
    inside = set(ast.walk(around))
    return (KeyRead(file, *found) for found in _reads_in(facts) if found[0] in inside)


def spelled(name: str, spelling: Spelling) -> str:
    """The name as the key spells it."""
    for method, arguments in spelling:
        name = getattr(name, method)(*arguments)
    return name


@lru_cache(maxsize=1024)
def _reads_in(facts: FileFacts) -> tuple[tuple[ast.Attribute, Spelling, ast.expr], ...]:
    if "__name__" not in facts.text and "__qualname__" not in facts.text:
        return ()
    parents = parents_of(facts)
    found = []
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Attribute) and node.attr in NAMES and isinstance(node.ctx, ast.Load):
            spelling, top = _respelled(node, parents)
            if _is_key(top, parents):
                found.append((node, spelling, top))
    return tuple(found)


@lru_cache(maxsize=1024)
def parents_of(facts: FileFacts) -> Mapping[ast.AST, ast.AST]:
    return {inner: node for node in ast.walk(facts.tree.module) for inner in ast.iter_child_nodes(node)}


def _respelled(node: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> tuple[Spelling, ast.expr]:
    """`each.__name__.replace("_", "-")` is the name in another spelling."""
    spelling: list[tuple[str, tuple[str, ...]]] = []
    while True:
        attribute = parents.get(node)
        call = parents.get(attribute) if isinstance(attribute, ast.Attribute) else None
        if not isinstance(call, ast.Call) or not isinstance(attribute, ast.Attribute):
            return tuple(spelling), node
        texts = [item.value for item in call.args if isinstance(item, ast.Constant)]
        plain = tuple(item for item in texts if isinstance(item, str))
        if attribute.attr not in _RESPELLING or call.func is not attribute or len(plain) != len(call.args):
            return tuple(spelling), node
        if (attribute.attr == "replace") != (len(plain) == 2) or call.keywords:
            return tuple(spelling), node
        spelling.append((attribute.attr, plain))
        node = call


def _is_key(node: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> bool:
    match parents.get(node):
        case ast.Subscript(slice=index):
            return index is node
        case ast.Dict(keys=keys):
            return node in keys
        case ast.DictComp(key=key):
            return key is node
        case ast.Compare() | ast.BoolOp() | ast.IfExp() | ast.NamedExpr():
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _KEYED
        case ast.Tuple() as pair:
            # `dict((each.__name__, each) for each in ALL)`
            return isinstance(parents.get(pair), ast.GeneratorExp | ast.ListComp) and pair.elts[0] is node
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()):
            return True
        case _:
            return False


def can_be_read(program: Program, read: KeyRead, thing: Thing) -> bool:
    """Can this read get the name of that function or class?"""
    facts = program.facts(read.file)
    if facts is None:
        return False
    owner = read.node.value
    if _is_class_of_something(owner):
        return isinstance(thing.node, ast.ClassDef)
    return holds(program, read.file, facts, owner, thing)


def holds(program: Program, file: str, facts: FileFacts, node: ast.expr, thing: Thing) -> bool:
    """Is the expression the function or class, or a variable that can hold it?"""
    if is_thing(program, file, node, thing):
        return True
    return isinstance(node, ast.Name) and _can_hold(program, file, facts, node, thing)


def is_thing(program: Program, file: str, node: ast.expr, thing: Thing) -> bool:
    """Is the expression that very function or class?"""
    if last_name(node) == "" or isinstance(node, ast.Call):
        return False
    for item in evaluate(program, file, node).items:
        if isinstance(item, FunctionValue) and (item.file, item.scope) == (thing.file, thing.scope):
            return True
        if isinstance(item, ClassValue) and item.key == ClassKey(thing.file, thing.scope):
            return True
    return False


def is_handed_out(program: Program, thing: Thing) -> bool:
    """Is the function or class passed to something or put into a collection, and not only called?"""
    name = thing.node.name
    for file in program.index.files_with(name):
        facts = program.facts(file)
        if facts is None:
            continue
        for node in ast.walk(facts.tree.module):
            if isinstance(node, ast.Call):
                values: list[ast.expr] = [*node.args, *(item.value for item in node.keywords)]
            elif isinstance(node, ast.List | ast.Tuple | ast.Set):
                values = node.elts
            elif isinstance(node, ast.Dict):
                values = node.values
            else:
                continue
            if any(last_name(value) == name and is_thing(program, file, value, thing) for value in values):
                return True
    return False


def _is_class_of_something(node: ast.expr) -> bool:
    """`type(x)` or `x.__class__`"""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "type" and len(node.args) == 1
    return isinstance(node, ast.Attribute) and node.attr == "__class__"


def _can_hold(program: Program, file: str, facts: FileFacts, node: ast.Name, thing: Thing) -> bool:
    """Can the variable hold the function or class: by a loop, or as a parameter that gets it?"""
    index = facts.names.occurrence_of_node.get(node)
    if index is None or facts.names.occurrences[index].owner < 0:
        return False
    found = facts.names.occurrences[index]
    for binding in facts.bindings.get((found.owner, found.name), ()):
        target = facts.node_of_occurrence.get(binding)
        bound = facts.bound_values.get(target) if target is not None else None
        if bound is not None and bound.how == "element":
            if _goes_through(program, file, facts, bound.node, thing):
                return True
        if isinstance(target, ast.arg):
            owner = facts.names.scopes[found.owner].node
            if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef):
                if _is_passed(program, facts, owner, found.owner, thing):
                    return True
    return False


def _goes_through(program: Program, file: str, facts: FileFacts, node: ast.expr, thing: Thing) -> bool:
    """Does a loop over the expression come to the function or class?"""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return any(is_thing(program, file, item, thing) for item in node.elts)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in _GOING_THROUGH:
            return _goes_through(program, file, facts, node.func.value, thing)
        if last_name(node.func) in _GOING_THROUGH and node.args:
            return _goes_through(program, file, facts, node.args[0], thing)
        return False
    name = last_name(node)
    if name and name in _collections(program, thing):
        return True
    return isinstance(node, ast.Name) and _is_given_collection(program, facts, node, thing)


def _is_given_collection(program: Program, facts: FileFacts, node: ast.Name, thing: Thing) -> bool:
    """Is the variable a parameter that gets a collection with the thing in it, or every such thing (`*rest`)?"""
    index = facts.names.occurrence_of_node.get(node)
    if index is None or facts.names.occurrences[index].owner < 0:
        return False
    scope = facts.names.occurrences[index].owner
    owner = facts.names.scopes[scope].node
    if not isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    bindings = facts.bindings.get((scope, node.id), ())
    targets = [facts.node_of_occurrence.get(binding) for binding in bindings]
    if not any(isinstance(target, ast.arg) for target in targets):
        return False
    many = owner.args.vararg is not None and owner.args.vararg in targets
    for file, other, call in _calls_of(program, facts, owner, scope):
        for value in (*call.args, *(item.value for item in call.keywords)):
            if many and is_thing(program, file, value, thing):
                return True
            inner = value.value if isinstance(value, ast.Starred) else value
            # One step only: a collection that is handed on again is not followed.
            if last_name(inner) in _collections(program, thing) and last_name(inner):
                return True
            if isinstance(inner, ast.List | ast.Tuple | ast.Set):
                if _goes_through(program, file, other, inner, thing):
                    return True
    return False


def _calls_of(
    program: Program, facts: FileFacts, owner: ast.FunctionDef | ast.AsyncFunctionDef, scope: int
) -> Iterator[tuple[str, FileFacts, ast.Call]]:
    """The calls of something that has the name of the function, or of its class for an `__init__`."""
    name = owner.name
    around = facts.enclosing_class(scope)
    if name == "__init__" and around is not None:
        name = facts.names.scopes[around].name
    for file in sorted(program.index.files_with(name)):
        other = program.facts(file)
        for node in calls_in(other.tree.module) if other is not None else ():
            if other is not None and last_name(node.func) == name:
                yield file, other, node


def _collections(program: Program, thing: Thing) -> frozenset[str]:
    """The names of variables and attributes that are given a display with the function or class in it."""
    known: dict[Thing, frozenset[str]] = program.memory.table("collections of functions")
    if thing not in known:
        known[thing] = frozenset(_find_collections(program, thing))
    return known[thing]


def _find_collections(program: Program, thing: Thing) -> Iterator[str]:
    for file in program.index.files_with(thing.node.name):
        facts = program.facts(file)
        for target, bound in facts.bound_values.items() if facts is not None else ():
            value = bound.node if bound.how == "value" else _annotated_value(facts, target)
            elements = (
                value.elts
                if isinstance(value, ast.List | ast.Tuple | ast.Set)
                else (value.values if isinstance(value, ast.Dict) else ())
            )
            if isinstance(target, ast.expr) and any(
                is_thing(program, file, each, thing) for each in elements
            ):
                yield last_name(target)


def _annotated_value(facts: FileFacts | None, target: ast.AST) -> ast.expr | None:
    statement = None if facts is None else parents_of(facts).get(target)
    return statement.value if isinstance(statement, ast.AnnAssign) else None


def _is_passed(
    program: Program,
    facts: FileFacts,
    owner: ast.FunctionDef | ast.AsyncFunctionDef,
    scope: int,
    thing: Thing,
) -> bool:
    """Does some call of the function pass the thing, or a variable that goes through things?"""
    for file, other, call in _calls_of(program, facts, owner, scope):
        for value in (*call.args, *(item.value for item in call.keywords)):
            if is_thing(program, file, value, thing):
                return True
            if isinstance(value, ast.Name) and _loops(program, file, other, value, thing):
                return True
    return _is_mapped(program, owner.name, thing)


def _is_mapped(program: Program, name: str, thing: Thing) -> bool:
    """`map(register, PROVIDERS)`"""
    for file in program.index.files_with(name) & program.index.files_with("map"):
        facts = program.facts(file)
        for node in calls_in(facts.tree.module) if facts is not None else ():
            if facts is not None and len(node.args) > 1:
                if last_name(node.func) == "map" and last_name(node.args[0]) == name:
                    if _goes_through(program, file, facts, node.args[1], thing):
                        return True
    return False


def _loops(program: Program, file: str, facts: FileFacts, node: ast.Name, thing: Thing) -> bool:
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return False
    found = facts.names.occurrences[index]
    for binding in facts.bindings.get((found.owner, found.name), ()):
        target = facts.node_of_occurrence.get(binding)
        bound = facts.bound_values.get(target) if target is not None else None
        if bound is not None and bound.how == "element":
            if _goes_through(program, file, facts, bound.node, thing):
                return True
    return False
