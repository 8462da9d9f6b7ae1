"""What a call returns: an instance of the class that is called, what a function's annotation promises, and
what follows from the name of a well-known callee (`super`, `type`, `cast`, `copy`, `__new__`)."""

from __future__ import annotations

import ast

from holdfast.python.names.table import ScopeKind
from holdfast.python.project.annotations import annotated
from holdfast.python.project.classes import class_info
from holdfast.python.project.evaluate import evaluate, qualified_name, returned
from holdfast.python.project.functional_records import record_made, record_replacing
from holdfast.python.project.lookup import find_class_member, find_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    UNKNOWN,
    ClassKey,
    ClassValue,
    ExternalValue,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    SuperValue,
    UnknownValue,
    Value,
    Values,
    inferred,
    joined,
    one,
)

#: Calls that give back something of the kind of their first argument.
SAME_KIND = frozenset(
    {"copy.copy", "copy.deepcopy", "copy.replace", "dataclasses.replace", "attr.evolve", "attrs.evolve"}
)

#: Calls that give back an element of their only argument.
CHOOSING = frozenset({"builtins.max", "builtins.min", "builtins.next", "random.choice", "heapq.heappop"})

#: Modules of containers, and what their methods are called that hand out what was put in.
_CONTAINER_MODULES = frozenset(
    {"builtins", "collections", "queue", "asyncio", "multiprocessing", "weakref", "contextvars", "concurrent"}
)
_HANDING_OUT = frozenset(
    {"get", "pop", "popleft", "popitem", "setdefault", "get_nowait", "result", "__getitem__"}
)
_ANYTHING = CHOOSING | {
    *("builtins.getattr", "functools.reduce", "heapq.heapreplace", "heapq.heappushpop", "weakref.ref"),
    *("weakref.proxy", "asyncio.run", "asyncio.wait_for", "builtins.eval", "builtins.sum"),
}


def call(program: Program, file: str, node: ast.Call) -> Values:
    """What a call can return."""
    called = evaluate(program, file, node.func)
    parts = []
    for item in called.items:
        special = special_call(program, file, node, item)
        parts.append(special if special is not None else called_value(program, item))
    if not parts:
        return UNKNOWN
    return joined(parts) if called.exact else inferred(joined(parts))


def called_value(program: Program, item: Value) -> Values:
    match item:
        case ClassValue(key):
            makes = find_class_member(program, key, "__new__")
            return one(InstanceValue(key), exact=makes is None and class_info(program, key).metaclass is None)
        case FunctionValue():
            return _result(program, item)
        case InstanceValue(key):
            hit = find_member(program, key, "__call__")
            if hit is None or not hit.member.functions:
                return UNKNOWN
            return _result(program, FunctionValue(hit.owner.file, hit.member.functions[0], True, key))
        case ExternalValue(name, _):
            return UNKNOWN if _hands_out(name) else one(ExternalValue(name, True))
        case ModuleValue() | SuperValue() | UnknownValue():
            return UNKNOWN


def _hands_out(name: str) -> bool:
    """May the call give back what the program gave to the library before: an element, or any argument?"""
    module, _, method = name.rpartition(".")
    if name in _ANYTHING:
        return True
    return "." in module and method in _HANDING_OUT and name.partition(".")[0] in _CONTAINER_MODULES


def _result(program: Program, function: FunctionValue) -> Values:
    facts = program.facts(function.file)
    if facts is None or isinstance(facts.names.scopes[function.scope].node, ast.AsyncFunctionDef):
        return UNKNOWN
    return returned(program, function)


def awaited(program: Program, file: str, node: ast.Await) -> Values:
    """What awaiting a call of an asynchronous function gives."""
    if not isinstance(node.value, ast.Call):
        return UNKNOWN
    called = evaluate(program, file, node.value.func)
    parts = []
    for item in called.items:
        facts = program.facts(item.file) if isinstance(item, FunctionValue) else None
        if not isinstance(item, FunctionValue) or facts is None:
            return UNKNOWN
        is_async = isinstance(facts.names.scopes[item.scope].node, ast.AsyncFunctionDef)
        parts.append(returned(program, item) if is_async else UNKNOWN)
    return joined(parts) if parts else UNKNOWN


def special_call(program: Program, file: str, node: ast.Call, called: Value) -> Values | None:
    """What a call of a well-known callable returns; None for every other callee."""
    if isinstance(node.func, ast.Attribute) and node.func.attr == "__new__" and node.args:
        made = evaluate(program, file, node.args[0])
        if made.items and all(isinstance(item, ClassValue) for item in made.items):
            return Values(tuple(_instance(item) for item in made.items), False)
    if isinstance(called, InstanceValue | ClassValue | SuperValue):
        return None
    name = qualified_name(program, called)
    if name == "builtins.super":
        return _super(program, file, node)
    if name in CHOOSING and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        from holdfast.python.project.elements import element_of  # it evaluates in turn

        chosen = element_of(program, file, node.args[0])
        return inferred(chosen) if chosen.complete else None
    if isinstance(called, ExternalValue):
        record = record_replacing(program, name)
        if record is not None:
            return one(ExternalValue(record.name, True), exact=False)
        record = record_made(program, file, node, name)
        if record is not None:
            return one(ExternalValue(record.name, False))
    if not node.args or name not in SAME_KIND | {"builtins.type", "typing.cast", "typing_extensions.cast"}:
        return None
    if name == "builtins.type":
        return _type(program, file, node)
    if name in SAME_KIND:
        return inferred(evaluate(program, file, node.args[0]))
    return inferred(annotated(program, file, node.args[0]))


def _super(program: Program, file: str, node: ast.Call) -> Values:
    if node.args:
        values = evaluate(program, file, node.args[0])
        found = [SuperValue(item.key) for item in values.items if isinstance(item, ClassValue)]
        return Values(tuple(found), values.exact) if len(found) == len(values.items) and found else UNKNOWN
    facts = program.facts(file)
    index = None if facts is None else facts.names.occurrence_of_node.get(node.func)
    if facts is None or index is None:
        return UNKNOWN
    around = facts.scope_around(facts.names.occurrences[index].scope, frozenset({ScopeKind.CLASS}))
    return UNKNOWN if around is None else one(SuperValue(ClassKey(file, around.index)))


def _type(program: Program, file: str, node: ast.Call) -> Values:
    if len(node.args) != 1:
        return UNKNOWN
    values = evaluate(program, file, node.args[0])
    items: list[Value] = []
    for item in values.items:
        if isinstance(item, InstanceValue):
            items.append(ClassValue(item.key))
        elif isinstance(item, ExternalValue) and item.instance:
            items.append(ExternalValue(item.name, False))
        else:
            return UNKNOWN
    return Values(tuple(items), values.exact) if items else UNKNOWN


def _instance(value: Value) -> Value:
    return InstanceValue(value.key) if isinstance(value, ClassValue) else value
