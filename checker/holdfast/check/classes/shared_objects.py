"""Attributes of classes that are one object for several classes in one world, and one for each in the other.

`notes = []` in two classes makes two lists. Pulled up into their base class it makes one, and what one class puts
into it the other finds there. That is seen where the object is changed or set anew, or handed to somebody who may
do so; a table that code only looks things up in may be shared or not.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from holdfast.check.classes.families import Family
from holdfast.check.pair import Pair
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, InstanceValue, ModuleValue, Value
from holdfast.text.interval import Interval

#: Expressions that make a new object each time, which classes may share or not.
_MAKING = (ast.Call, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)
#: Those of them whose elements are all there is to them.
_DISPLAYS = (ast.List, ast.Dict, ast.Set)

#: Functions and methods that look into a container and keep nothing of it.
_LOOKING = frozenset(
    ("len", "list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max", "any")
)
_LOOKING_TOO = frozenset(("all", "print", "str", "repr", "bool", "enumerate", "zip"))
_ASKING = frozenset(("get", "items", "keys", "values", "index", "count", "copy"))


def check_shared_objects(pair: Pair) -> Iterator[Finding]:
    """Definitions of which only the number of objects changed, where that can be seen."""
    places = sorted(pair.kept.shared.items(), key=lambda item: (item[0].file, item[0].start))
    for place, other in places:
        text = pair.before.world.text(place.file) or ""
        name = text[place.start : place.end]
        shown, quoted = pair.shown_at(other)
        message = f"other classes than now would share the object that `{name}` is, and code may change it"
        clauses = (Clause(shown, "would be made here", quoted),)
        yield Finding("HF303", Severity.WARNING, place, message, clauses)


def is_shared_state(pair: Pair, family: Family) -> bool:
    """Does it matter which classes have one attribute together: an object that changes, or one set anew?"""
    worlds = (
        (pair.before, family.classes.keys(), family.before),
        (pair.after, family.classes.values(), family.after),
    )
    for program, classes, tokens in worlds:
        values = [value for token in tokens for value in _values_bound_at(program, token)]
        if not values:
            continue
        if _is_set_on_class(program, family.name):
            return True
        made = [value for value in values if any(isinstance(inner, _MAKING) for inner in ast.walk(value))]
        if made and not (all(map(_is_flat, made)) and _is_only_looked_into(program, family.name, classes)):
            return True
    return False


def _values_bound_at(program: Program, token: Interval) -> Iterator[ast.expr]:
    """What the statement with this target assigns, annotated or not."""
    facts = program.facts(token.file)
    for node in ast.walk(facts.tree.module) if facts is not None else ():
        if isinstance(node, ast.Assign | ast.AnnAssign) and facts is not None and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (inner for target in targets for inner in ast.walk(target))
            if any(isinstance(name, ast.Name) and facts.tree.start(name) == token.start for name in names):
                yield node.value


def _is_set_on_class(program: Program, name: str) -> bool:
    for file in program.index.files_with(name):
        facts = program.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.name == name and isinstance(use.node.ctx, ast.Store | ast.Del):
                values = evaluate(program, file, use.node.value).items
                if not values or any(isinstance(value, ClassValue) for value in values):
                    return True
    return False


def _is_flat(value: ast.expr) -> bool:
    """Is it a container written out, with nothing in it that could change itself?"""
    return isinstance(value, _DISPLAYS) and not any(
        isinstance(inner, _MAKING) for inner in ast.walk(value) if inner is not value
    )


def _is_only_looked_into(program: Program, name: str, classes: Collection[ClassKey]) -> bool:
    for file in program.index.files_with(name):
        facts = program.facts(file)
        if facts is None or f'"{name}"' in facts.text or f"'{name}'" in facts.text:
            return False  # it may be asked for by its text
        parents = parents_of(facts)
        for use in facts.names.attributes:
            if use.name == name and not isinstance(use.node.ctx, ast.Store):
                values = evaluate(program, file, use.node.value).items
                is_other = values and not any(_may_be(program, value, classes) for value in values)
                if not is_other and not _looks_into(use.node, parents):
                    return False
        for node, index in facts.names.occurrence_of_node.items():
            # In the body of its own class it is a variable.
            occurrence = facts.names.occurrences[index]
            if occurrence.name == name and isinstance(
                facts.names.scopes[occurrence.owner].node, ast.ClassDef
            ):
                is_read = isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)
                if is_read and not _looks_into(node, parents):
                    return False
    return True


def _may_be(program: Program, value: Value, classes: Collection[ClassKey]) -> bool:
    """Can the value be one of the classes, or an instance of one?"""
    if not isinstance(value, InstanceValue | ClassValue):
        return not isinstance(value, ModuleValue)
    above = order_of(program, value.key).classes
    return any(key in above or value.key in order_of(program, key).classes for key in classes)


def _looks_into(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    around = parents.get(node)
    match around:
        case ast.For(iter=gone_through) | ast.comprehension(iter=gone_through):
            return gone_through is node
        case ast.Subscript(value=value, ctx=ast.Load()):
            return value is node
        case ast.Compare(ops=operators):
            return not any(isinstance(operator, ast.Is | ast.IsNot) for operator in operators)
        case ast.Call(func=ast.Name(id=function)):
            return function in _LOOKING or function in _LOOKING_TOO
        case ast.Attribute(attr=method):
            call = parents.get(around)
            return method in _ASKING and isinstance(call, ast.Call) and call.func is around
        case ast.FormattedValue():
            return True
        case _:
            return False
