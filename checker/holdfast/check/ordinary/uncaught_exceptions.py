"""Handlers that an ordinary edit left alone, and that no longer take what the functions in front of them raise.

A function raises another class now, or the class that it raises lost an ancestor. Looked at are `raise` statements of
the functions that a `try` calls itself.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from holdfast.check.ordinary.kept_calls import Function, KeptCall, Target
from holdfast.check.ordinary.new_overrides import standing_classes
from holdfast.check.ordinary.unfit_calls import function_token
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import Ancestor, class_info, order_of
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import External
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ExternalValue, FunctionValue, Value


class _Raised(NamedTuple):
    name: str
    #: The dotted names of the class and its ancestors.
    family: frozenset[str]


def names_of_raising(pair: Pair) -> set[str]:
    """The names of functions that raise a class which lost an ancestor."""
    classes = _classes_with_fewer_ancestors(pair)
    found: set[str] = set()
    for file in pair.before.index.files_with_any(classes) if classes else ():
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            if isinstance(node, Function) and any(last_name(one) in classes for one in _raises(node)):
                found.add(node.name)
    return found


def raises_otherwise(before: Function, after: Function) -> bool:
    return {ast.unparse(node) for node in _raises(before)} != {ast.unparse(node) for node in _raises(after)}


def _classes_with_fewer_ancestors(pair: Pair) -> set[str]:
    """Names of classes, as far as they may be exceptions."""
    return {
        class_info(pair.before, before).name
        for before, after in standing_classes(pair)
        if not _family_of(pair.before, before) <= _family_of(pair.after, after)
        and "builtins.BaseException" in _family_of(pair.before, before)
    }


def _raises(function: Function) -> list[ast.expr]:
    """What the function raises and does not handle itself, as it is written; the class where it is called there."""
    found: list[ast.expr] = []
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise) and node.exc is not None:
            found.append(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)
        elif isinstance(node, ast.Try) and node.handlers:
            waiting += [*node.orelse, *node.finalbody, *(part for one in node.handlers for part in one.body)]
        elif not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def uncaught_exception(pair: Pair, call: KeptCall) -> Iterator[Finding]:
    before, after = _raised(pair.before, call.old), _raised(pair.after, call.new)
    if not before or after is None or before == after:
        return
    handlers = (
        _handlers(pair.before, call.place.file, call.node),
        _handlers(pair.after, call.file_after, call.node_after),
    )
    if not handlers[0] or handlers[0] != handlers[1]:
        return
    known, still = {item.name for item in before}, {item.name for item in after}
    for item in before:
        if item.family.isdisjoint(handlers[0]):
            continue
        if item.name in still:
            now = next(other for other in after if other.name == item.name)
            is_new = False
        else:
            now = next((other for other in after if other.name not in known), item)
            is_new = True
        if now.family.isdisjoint(handlers[1]) and not (is_new and _is_raised_by_helper(pair, call.new, item)):
            yield _finding(pair, call, item, now)
            return


def _raised(program: Program, target: Target) -> list[_Raised] | None:
    """None where a class cannot be read."""
    found = []
    for node in _raises(target.node):
        values = evaluate(program, target.file, node).items
        if len(values) != 1 or not isinstance(values[0], ClassValue | ExternalValue):
            return None
        found.append(_Raised(qualified_name(program, values[0]), _family(program, values[0])))
    return found


def _is_raised_by_helper(pair: Pair, target: Target, raised: _Raised) -> bool:
    """Does a function that it calls raise the class that it raised itself?"""
    for node in ast.walk(target.node):
        for value in evaluate(pair.after, target.file, node.func).items if isinstance(node, ast.Call) else ():
            facts = pair.after.facts(value.file) if isinstance(value, FunctionValue) else None
            helper = (
                facts.names.scopes[value.scope].node
                if facts is not None and isinstance(value, FunctionValue)
                else None
            )
            if isinstance(helper, Function):
                if raised.name.rpartition(".")[2] in (last_name(one) for one in _raises(helper)):
                    return True
    return False


@lru_cache(maxsize=256)
def _tries(facts: FileFacts) -> tuple[ast.Try, ...]:
    return tuple(node for node in ast.walk(facts.tree.module) if isinstance(node, ast.Try) and node.handlers)


def _handlers(program: Program, file: str, call: ast.Call) -> frozenset[str]:
    """The dotted names of the classes that the innermost `try` around the call takes."""
    facts = program.facts(file)
    if facts is None:
        return frozenset()
    place = facts.tree.start(call)
    around = [
        node
        for node in _tries(facts)
        if facts.tree.start(node.body[0]) <= place < facts.tree.end(node.body[-1])
    ]
    found: set[str] = set()
    for handler in (
        min(around, key=lambda node: facts.tree.end(node) - facts.tree.start(node)).handlers if around else ()
    ):
        if handler.type is None:
            return frozenset({"builtins.BaseException"})
        for part in handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]:
            found |= {qualified_name(program, value) for value in evaluate(program, file, part).items}
    return frozenset(found)


def _family(program: Program, value: Value) -> frozenset[str]:
    if isinstance(value, ClassValue):
        return _family_of(program, value.key)
    return _builtin_family(value.name) if isinstance(value, ExternalValue) else frozenset()


def _family_of(program: Program, key: ClassKey) -> frozenset[str]:
    return frozenset().union(*(_names(program, item) for item in order_of(program, key).classes))


def _names(program: Program, item: Ancestor) -> frozenset[str]:
    if isinstance(item, ClassKey):
        return frozenset({class_info(program, item).qualified_name})
    return _builtin_family(item.name) if isinstance(item, External) else frozenset()


def _builtin_family(name: str) -> frozenset[str]:
    """The class and its ancestors, where it is a builtin."""
    module, _, last = name.rpartition(".")
    found = getattr(builtins, last, None) if module == "builtins" else None
    ancestors = found.__mro__ if isinstance(found, type) else ()
    return frozenset({name, *(f"builtins.{one.__name__}" for one in ancestors)})


def _finding(pair: Pair, call: KeptCall, before: _Raised, now: _Raised) -> Finding:
    shown, quoted = pair.shown_at(function_token(pair.after, call.new))
    name, old, new = call.new.node.name, before.name.rpartition(".")[2], now.name.rpartition(".")[2]
    message = f"`{name}` would raise `{new}` here, which no handler takes as it took `{old}`"
    if new == old:
        message = f"`{name}` raises `{new}` here, which the handler would no longer take"
    clause = Clause(shown, "what this function raises changes", quoted)
    return Finding("HF109", Severity.WARNING, call.place, message, (clause,))
