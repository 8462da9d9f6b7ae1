"""Objects whose class a test has told: `if isinstance(event, Failure): event.retry()`.

Behind such a test the object has what the tested class has, whatever its declared class lost.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.classes.families import class_after
from holdfast.check.pair import Pair
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.values import ClassValue
from holdfast.text.interval import Interval


def is_told_by_test(pair: Pair, attribute: Interval, name: str) -> bool:
    """Is the object of this attribute tested for classes that all have the member after the edit?"""
    facts = pair.before.facts(attribute.file)
    if facts is None or "isinstance" not in facts.text:
        return False
    node = next((use.node for use in facts.names.attributes if use.start == attribute.start), None)
    if node is None:
        return False
    return any(_all_have(pair, attribute.file, test, name) for test in _tests(facts, node))


def _all_have(pair: Pair, file: str, tested: ast.expr, name: str) -> bool:
    options = tested.elts if isinstance(tested, ast.Tuple) else [tested]
    for option in options:
        values = evaluate(pair.before, file, option).items
        keys = [class_after(pair, value.key) for value in values if isinstance(value, ClassValue)]
        if not keys or len(keys) != len(values):
            return False
        if any(key is None or find_member(pair.after, key, name) is None for key in keys):
            return False
    return True


def _tests(facts: FileFacts, node: ast.Attribute) -> Iterator[ast.expr]:
    """The classes that the object was tested for when control comes to the attribute."""
    parents = {child: one for one in ast.walk(facts.tree.module) for child in ast.iter_child_nodes(one)}
    wanted = ast.dump(node.value)
    inner: ast.AST = node
    outer = parents.get(inner)
    while outer is not None:
        match outer:
            case ast.If(test=test, body=body) | ast.While(test=test, body=body) if inner in body:
                yield from _told(test, wanted)
            case ast.IfExp(test=test, body=body) if inner is body:
                yield from _told(test, wanted)
            case ast.BoolOp(op=ast.And(), values=values):
                for value in values[: values.index(inner)] if inner in values else ():
                    yield from _told(value, wanted)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                for generator in outer.generators:
                    for test in generator.ifs:
                        yield from _told(test, wanted)
        for block in ("body", "orelse", "finalbody"):
            statements = getattr(outer, block, None)
            if isinstance(statements, list) and inner in statements:
                yield from _told_before(statements[: statements.index(inner)], wanted)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return
        inner, outer = outer, parents.get(outer)


def _told_before(statements: Sequence[ast.stmt], wanted: str) -> Iterator[ast.expr]:
    """What an assertion, or a test that leaves where it fails, told further up in the block."""
    for statement in statements:
        match statement:
            case ast.Assert(test=test):
                yield from _told(test, wanted)
            case ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=[*_, last]) if isinstance(
                last, ast.Return | ast.Raise | ast.Continue | ast.Break
            ):
                yield from _told(test, wanted)


def _told(test: ast.expr, wanted: str) -> Iterator[ast.expr]:
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            for value in values:
                yield from _told(value, wanted)
        case ast.Call(func=ast.Name(id="isinstance"), args=[tested, classes]) if ast.dump(tested) == wanted:
            yield classes
