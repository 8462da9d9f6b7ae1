"""What comes out of a container, a context manager or a subscription, where an annotation or a display
says so."""

from __future__ import annotations

import ast
from typing import NamedTuple

from holdfast.python.project.annotations import annotated
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.local_displays import display_behind
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import decorator_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    UNKNOWN,
    ExternalValue,
    FunctionValue,
    InstanceValue,
    Values,
    joined,
    one,
)

_SEQUENCES = frozenset(
    [
        "list",
        "set",
        "frozenset",
        "deque",
        "sequence",
        "iterable",
        "iterator",
        "collection",
        "mutablesequence",
        "abstractset",
        "mutableset",
        "generator",
        "asynciterator",
        "asynciterable",
        "asyncgenerator",
        "container",
        "reversible",
    ]
)
_MAPPINGS = frozenset(["dict", "mapping", "mutablemapping", "defaultdict", "ordereddict", "counter"])
#: Calls whose result has the elements of the only argument.
_SAME_ELEMENTS = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter")
)
_YIELDING = frozenset({"contextmanager", "asynccontextmanager"})


class Annotation(NamedTuple):
    file: str
    node: ast.expr


def element_of(program: Program, file: str, node: ast.expr) -> Values:
    """What a loop over the expression yields."""
    facts = program.facts(file)
    display = display_behind(facts, node) if isinstance(node, ast.Name) and facts is not None else None
    node = display or node
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        parts = [evaluate(program, file, item) for item in node.elts]
        return joined(parts) if parts else UNKNOWN
    annotation = annotation_of(program, file, node)
    if annotation is not None:
        return _argument(program, annotation, of_mapping=0)
    from holdfast.python.project.displays import is_dictionary  # it evaluates in turn

    return UNKNOWN if is_dictionary(program, file, node) else _written_down(program, file, node, None)


def contents_of(program: Program, file: str, node: ast.expr, depth: int) -> Values:
    """What the annotation says of the elements (of a mapping: the values), that many containers deep."""
    annotation = annotation_of(program, file, node)
    for _ in range(depth - 1):
        inner = [] if annotation is None else _arguments(program, annotation, of_mapping=1)
        annotation = Annotation(annotation.file, inner[0]) if annotation and len(inner) == 1 else None
    return UNKNOWN if annotation is None else _argument(program, annotation, of_mapping=1)


def item_of(program: Program, file: str, node: ast.Subscript) -> Values:
    """What a subscription of an annotated container yields."""
    if isinstance(node.slice, ast.Slice):
        return UNKNOWN
    annotation = annotation_of(program, file, node.value)
    if annotation is None:
        return _written_down(program, file, node.value, node.slice)
    return _argument(program, annotation, of_mapping=1)


def _written_down(program: Program, file: str, node: ast.expr, index: ast.expr | None) -> Values:
    """What the elements of a container are that is written down; `index` may pick one."""
    from holdfast.python.project.displays import elements_written  # it evaluates in turn

    found = elements_written(program, file, node, index)
    values = joined([evaluate(program, place, item) for place, item in found]) if found else UNKNOWN
    return values if values.complete else UNKNOWN


def entered(program: Program, file: str, node: ast.expr) -> Values:
    """What `with node as x` binds."""
    produced = _yielded(program, file, node)
    if produced is not None:
        return produced
    parts = []
    for item in evaluate(program, file, node).items:
        if isinstance(item, InstanceValue):
            parts.append(_enter(program, item))
        else:
            parts.append(one(item) if isinstance(item, ExternalValue) else UNKNOWN)
    return joined(parts) if parts else UNKNOWN


def _enter(program: Program, item: InstanceValue) -> Values:
    hit = find_member(program, item.key, "__enter__") or find_member(program, item.key, "__aenter__")
    if hit is None or not hit.member.functions:
        return UNKNOWN
    facts = program.facts(hit.owner.file)
    assert facts is not None
    node = facts.names.scopes[hit.member.functions[0]].node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.args.args:
        return UNKNOWN
    if node.returns is not None:
        return annotated(program, hit.owner.file, node.returns, self_class=item.key)
    last = node.body[-1]
    receiver = node.args.args[0].arg
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Name) and last.value.id == receiver:
        return one(item)
    return UNKNOWN


def _yielded(program: Program, file: str, node: ast.expr) -> Values | None:
    """What a generator function under `@contextmanager` says that it yields."""
    if not isinstance(node, ast.Call):
        return None
    for item in evaluate(program, file, node.func).items:
        facts = program.facts(item.file) if isinstance(item, FunctionValue) else None
        if not isinstance(item, FunctionValue) or facts is None:
            continue
        function = facts.names.scopes[item.scope].node
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or function.returns is None:
            continue
        if any(decorator_name(one) in _YIELDING for one in function.decorator_list):
            return _argument(program, Annotation(item.file, function.returns), of_mapping=0)
    return None


def annotation_of(program: Program, file: str, node: ast.expr) -> Annotation | None:
    """The annotation of the variable, attribute or function that the expression takes its value from."""
    facts = program.facts(file)
    if facts is None:
        return None
    if isinstance(node, ast.Name):
        index = facts.names.occurrence_of_node.get(node)
        if index is None:
            return None
        occurrence = facts.names.occurrences[index]
        found = []
        for binding in facts.bindings.get((occurrence.owner, occurrence.name), ()):
            target = facts.node_of_occurrence.get(binding)
            if isinstance(target, ast.arg) and target.annotation is not None:
                found.append(Annotation(file, target.annotation))
            elif target is not None:
                bound = facts.bound_values.get(target)
                if bound is not None and bound.how == "annotation":
                    found.append(Annotation(file, bound.node))
        return found[0] if len(found) == 1 else None
    if isinstance(node, ast.Attribute):
        return _annotation_of_attribute(program, file, node)
    if isinstance(node, ast.Call):
        for item in evaluate(program, file, node.func).items:
            if isinstance(item, ExternalValue) and item.name in _SAME_ELEMENTS and len(node.args) == 1:
                return annotation_of(program, file, node.args[0])
            inner = program.facts(item.file) if isinstance(item, FunctionValue) else None
            if inner is not None and isinstance(item, FunctionValue):
                returns = getattr(inner.names.scopes[item.scope].node, "returns", None)
                return None if returns is None else Annotation(item.file, returns)
    return None


def _annotation_of_attribute(program: Program, file: str, node: ast.Attribute) -> Annotation | None:
    for item in evaluate(program, file, node.value).items:
        hit = find_member(program, item.key, node.attr) if isinstance(item, InstanceValue) else None
        if hit is None:
            continue
        facts = program.facts(hit.owner.file)
        assert facts is not None
        for target in hit.member.targets:
            bound = facts.bound_values.get(target)
            if bound is not None and bound.how == "annotation":
                return Annotation(hit.owner.file, bound.node)
    return None


def _argument(program: Program, annotation: Annotation, *, of_mapping: int) -> Values:
    """What the type argument of a container annotation says about its elements."""
    found = _arguments(program, annotation, of_mapping=of_mapping)
    return joined([annotated(program, annotation.file, item) for item in found]) if found else UNKNOWN


def _arguments(program: Program, annotation: Annotation, *, of_mapping: int) -> list[ast.expr]:
    node = annotation.node
    facts = program.facts(annotation.file)
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and facts is not None:
        node = facts.string_annotation(node) or node
    if not isinstance(node, ast.Subscript):
        return []
    arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    kinds = {
        item.name.rpartition(".")[2].lower()
        for item in evaluate(program, annotation.file, node.value).items
        if isinstance(item, ExternalValue)
    }
    if kinds & _SEQUENCES:
        return arguments[:1]
    if kinds & _MAPPINGS:
        return arguments[of_mapping : of_mapping + 1]
    if "tuple" in kinds:
        return [item for item in arguments if not (isinstance(item, ast.Constant) and item.value is ...)]
    return []
