"""Objects whose class a test has told: `if isinstance(event, Failure): event.retry()`.

Behind such a test the object has what the tested class has, whatever its declared class lost.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.classes.families import class_after
from holdfast.check.pair import Pair
from holdfast.check.texts.name_keys import parents_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ExternalValue
from holdfast.text.interval import Interval

_TESTING = ("isinstance", "type(", "match ")


def is_told_by_test(pair: Pair, attribute: Interval, name: str) -> bool:
    """Is the object of this attribute tested for classes that all have the member after the edit?"""
    facts = pair.before.facts(attribute.file)
    if facts is None or not any(word in facts.text for word in _TESTING):
        return False
    node = next((use.node for use in facts.names.attributes if use.start == attribute.start), None)
    if node is None:
        return False
    return any(_all_have(pair, attribute.file, test, name) for test in _tests(facts, node.value))


def tested_classes(
    program: Program, file: str, facts: FileFacts, node: ast.expr
) -> tuple[ClassValue | ExternalValue, ...]:
    """The classes of one of which the object is here, since it was tested for them; nothing where it was not."""
    if not any(word in facts.text for word in _TESTING):
        return ()
    for tested in _tests(facts, node):
        values = [item for option in _options(tested) for item in evaluate(program, file, option).items]
        known = tuple(item for item in values if isinstance(item, ClassValue | ExternalValue))
        if known and len(known) == len(values):
            return known
    return ()


def ruled_out(program: Program, file: str, facts: FileFacts, node: ast.expr) -> frozenset[ClassKey]:
    """The classes of which the object is not, since a test for them failed on the way here."""
    if not any(word in facts.text for word in _TESTING):
        return frozenset()
    values = [
        item
        for tested in _failed(facts, node)
        for option in _options(tested)
        for item in evaluate(program, file, option).items
    ]
    return frozenset(item.key for item in values if isinstance(item, ClassValue))


def _all_have(pair: Pair, file: str, tested: ast.expr, name: str) -> bool:
    for option in _options(tested):
        values = evaluate(pair.before, file, option).items
        keys = [class_after(pair, value.key) for value in values if isinstance(value, ClassValue)]
        if not keys or len(keys) != len(values):
            return False
        if any(key is None or find_member(pair.after, key, name) is None for key in keys):
            return False
    return True


def _options(tested: ast.expr) -> list[ast.expr]:
    match tested:
        case ast.Tuple(elts=options):
            return list(options)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_options(left), *_options(right)]
    return [tested]


def _tests(facts: FileFacts, node: ast.expr) -> Iterator[ast.expr]:
    """The classes that the object was tested for when control comes to the expression, the nearest first."""
    parents = parents_of(facts)
    wanted = ast.dump(node)
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
            case ast.match_case(pattern=pattern):
                match = parents.get(outer)
                if isinstance(match, ast.Match) and ast.dump(match.subject) == wanted:
                    yield from _in_pattern(pattern)
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


def _failed(facts: FileFacts, node: ast.expr) -> Iterator[ast.expr]:
    """The classes that the object was tested for in vain when control comes to the expression."""
    parents = parents_of(facts)
    wanted = ast.dump(node)
    inner: ast.AST = node
    outer = parents.get(inner)
    while outer is not None:
        match outer:
            case ast.If(test=test, orelse=otherwise) if inner in otherwise:
                yield from _told(test, wanted, whole=True)
            case ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=body) if inner in body:
                yield from _told(test, wanted, whole=True)
            case ast.IfExp(test=test, orelse=otherwise) if inner is otherwise:
                yield from _told(test, wanted, whole=True)
        for block in ("body", "orelse", "finalbody"):
            statements = getattr(outer, block, None)
            for statement in (
                statements[: statements.index(inner)]
                if isinstance(statements, list) and inner in statements
                else ()
            ):
                match statement:
                    case ast.If(
                        test=test, body=[*_, ast.Return() | ast.Raise() | ast.Continue() | ast.Break()]
                    ):
                        yield from _told(test, wanted, whole=True)
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


def _told(test: ast.expr, wanted: str, *, whole: bool = False) -> Iterator[ast.expr]:
    """The classes that a test asks for; of a `whole` test nothing else may be part, so that its failure tells too."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values) if not whole:
            for value in values:
                yield from _told(value, wanted)
        case ast.Call(func=ast.Name(id="isinstance"), args=[tested, classes]) if ast.dump(tested) == wanted:
            yield classes
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="type"), args=[tested]),
            ops=[ast.Is() | ast.Eq()],
            comparators=[one],
        ) if ast.dump(tested) == wanted and not isinstance(one, ast.Call):
            yield one


def _in_pattern(pattern: ast.pattern) -> Iterator[ast.expr]:
    """The class of a pattern, where there is one alone."""
    match pattern:
        case ast.MatchClass(cls=tested):
            yield tested
        case ast.MatchAs(pattern=ast.MatchClass(cls=tested)):
            yield tested
        case ast.MatchOr(patterns=patterns):
            classes = [tested for each in patterns for tested in _in_pattern(each)]
            if len(classes) == len(patterns):
                yield ast.copy_location(ast.Tuple(classes, ast.Load()), classes[0])
