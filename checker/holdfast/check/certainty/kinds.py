"""Of which classes the value of an expression surely is.

`evaluate` says what an expression can be, and leaves out that it may be None; here that counts. Known is what is
written down, what an annotation promises that does not allow None, and what constructors, calculations and well-known
calls give. An annotation is believed: in a program whose types fit, it is right.
"""

from __future__ import annotations

import ast

from holdfast.check.certainty.kind_sets import (
    CONTAINERS,
    LIST,
    NONE,
    NOTHING,
    NUMBERS,
    TEXT,
    TRUTH,
    WHOLE,
    Kinds,
    calculated,
    either,
    is_number,
)
from holdfast.check.certainty.promised import promised_kinds
from holdfast.python.names.table import MODULE_SCOPE, Role
from holdfast.python.project.elements import annotation_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.own_members import first_parameter, receives
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ModuleValue

_LITERALS: dict[type[ast.expr], str] = {
    ast.List: "builtins.list",
    ast.ListComp: "builtins.list",
    ast.Tuple: "builtins.tuple",
    ast.Dict: "builtins.dict",
    ast.DictComp: "builtins.dict",
    ast.Set: "builtins.set",
    ast.SetComp: "builtins.set",
    ast.JoinedStr: "builtins.str",
    ast.GeneratorExp: "builtins.generator",
    ast.Compare: "builtins.bool",
}
_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def kinds_of(program: Program, file: str, node: ast.expr) -> Kinds | None:
    """The classes that the value can be of, that of None included; None where that is not known."""
    return _asked(program, file, node) or None


def _kinds(program: Program, file: str, node: ast.expr) -> Kinds | None:
    literal = _LITERALS.get(type(node))
    if literal is not None:
        return frozenset({literal})
    match node:
        case ast.Constant(value=value):
            return frozenset({f"builtins.{type(value).__name__}"})
        case ast.Name():
            return _name(program, file, node)
        case ast.Attribute():
            return _attribute(program, file, node)
        case ast.Call():
            from holdfast.check.certainty.called_kinds import kinds_of_call  # which asks for kinds in turn

            return kinds_of_call(program, file, node)
        case ast.BinOp(left=left, op=op, right=right):
            return calculated(op, _asked(program, file, left), _asked(program, file, right))
        case ast.UnaryOp(op=ast.Not()):
            return TRUTH
        case ast.UnaryOp(operand=operand):
            inner = _asked(program, file, operand)
            return inner if is_number(inner) else None
        case ast.BoolOp(op=op, values=values):
            parts = [_asked(program, file, item) for item in values]
            if isinstance(op, ast.Or):  # what is handed on is true
                parts[:-1] = [None if part is None else part - {NONE} for part in parts[:-1]]
            return either(parts)
        case ast.IfExp(body=body, orelse=orelse):
            return either([_asked(program, file, body), _asked(program, file, orelse)])
        case ast.NamedExpr(value=value):
            return _asked(program, file, value)
        case ast.Subscript():
            return _subscript(program, file, node)
    return None


def _asked(program: Program, file: str, node: ast.expr) -> Kinds | None:
    """As `kinds_of`, within a question: what is defined by itself adds nothing to itself."""
    return program.memory.ask(("kinds", file, node), lambda: _kinds(program, file, node), NOTHING, None)


def _subscript(program: Program, file: str, node: ast.Subscript) -> Kinds | None:
    base = kinds_of(program, file, node.value)
    if base == TEXT or (base is not None and base <= CONTAINERS and isinstance(node.slice, ast.Slice)):
        return base
    annotation = annotation_of(program, file, node.value)
    return None if annotation is None else _element(program, annotation.file, annotation.node, of_mapping=1)


def _element(program: Program, file: str, annotation: ast.expr, *, of_mapping: int) -> Kinds | None:
    """What the elements of a container are of which an annotation speaks."""
    if not isinstance(annotation, ast.Subscript):
        return None
    container = promised_kinds(program, file, annotation)
    arguments = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if container is None or len(container) != 1:
        return None
    (kind,) = container
    name = kind.rpartition(".")[2].lower() if isinstance(kind, str) else ""
    if name in ("dict", "defaultdict", "ordereddict", "mapping", "mutablemapping"):
        return promised_kinds(program, file, arguments[of_mapping]) if len(arguments) == 2 else None
    if name in ("list", "set", "frozenset", "deque", "sequence", "iterable", "iterator", "collection"):
        return promised_kinds(program, file, arguments[0])
    return None


def _name(program: Program, file: str, node: ast.Name) -> Kinds | None:
    facts = program.facts(file)
    index = None if facts is None else facts.names.occurrence_of_node.get(node)
    if facts is None or index is None:
        return None
    occurrence = facts.names.occurrences[index]
    return kinds_of_variable(program, file, occurrence.owner, occurrence.name)


def kinds_of_variable(program: Program, file: str, owner: int, name: str) -> Kinds | None:
    facts = program.facts(file)
    indices = () if facts is None or owner < 0 else facts.bindings.get((owner, name), ())
    if facts is None or not indices:
        return None
    return either(_binding(program, file, facts, index) for index in indices)


def _binding(program: Program, file: str, facts: FileFacts, index: int) -> Kinds | None:
    node = facts.node_of_occurrence.get(index)
    parent = None if node is None else facts.parents.get(node)
    if isinstance(node, ast.arg):
        return _parameter(program, facts, file, node, facts.names.occurrences[index].owner)
    if isinstance(parent, ast.AugAssign):
        added = _asked(program, file, parent.value)
        # The operator fits: what is added to numbers is a number.
        return calculated(parent.op, added, added) if added is not None and added <= NUMBERS | TEXT else None
    if isinstance(parent, ast.NamedExpr):
        return _asked(program, file, parent.value)
    if facts.names.occurrences[index].role is not Role.BIND or node is None:
        return None
    return kinds_of_target(program, file, node)


def kinds_of_target(program: Program, file: str, target: ast.AST) -> Kinds | None:
    """What a statement gives to a name or an attribute."""
    facts = program.facts(file)
    bound = None if facts is None else facts.bound_values.get(target)
    if facts is None or bound is None:
        return None
    if bound.how == "value":
        return _asked(program, file, bound.node)
    if bound.how == "annotation":
        statement = facts.parents.get(target)
        value = statement.value if isinstance(statement, ast.AnnAssign) else None
        if isinstance(value, ast.Constant) and value.value is None:
            return None
        return promised_kinds(program, file, bound.node)
    return _gone_through(program, file, bound.node) if bound.how == "element" else None


def _gone_through(program: Program, file: str, iterable: ast.expr) -> Kinds | None:
    """What the elements are of what is gone through."""
    if isinstance(iterable, ast.List | ast.Tuple | ast.Set) and iterable.elts:
        return either(_asked(program, file, item) for item in iterable.elts)
    if isinstance(iterable, ast.Call):
        called = evaluate(program, file, iterable.func).items
        if [getattr(item, "name", "") for item in called] == ["builtins.range"]:
            return WHOLE
        if isinstance(iterable.func, ast.Attribute) and iterable.func.attr in (
            "split",
            "splitlines",
            "rsplit",
        ):
            return TEXT if kinds_of(program, file, iterable) == LIST else None
    annotation = annotation_of(program, file, iterable)
    if annotation is not None:
        return _element(program, annotation.file, annotation.node, of_mapping=0)
    return TEXT if kinds_of(program, file, iterable) == TEXT else None


def _parameter(program: Program, facts: FileFacts, file: str, node: ast.arg, scope: int) -> Kinds | None:
    function = facts.names.scopes[scope].node
    owner = facts.enclosing_class(scope)
    if isinstance(function, _FunctionNode) and owner is not None and receives(function) == "instance":
        index = facts.names.occurrence_of_node[node]
        if first_parameter(facts, scope) == facts.names.occurrences[index].name:
            return frozenset({ClassKey(file, owner)})
    arguments: ast.arguments | None = getattr(function, "args", None)
    if arguments is None:
        return None
    if node is arguments.vararg:
        return frozenset({"builtins.tuple"})
    if node is arguments.kwarg:
        return frozenset({"builtins.dict"})
    default = default_of(arguments, node)
    if isinstance(default, ast.Constant) and default.value is None:
        return None
    return None if node.annotation is None else promised_kinds(program, file, node.annotation)


def default_of(arguments: ast.arguments, parameter: ast.arg) -> ast.expr | None:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: dict[ast.arg, ast.expr | None] = dict(
        zip(reversed(positional), reversed(arguments.defaults), strict=False)
    )
    defaults.update(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))
    return defaults.get(parameter)


def _attribute(program: Program, file: str, node: ast.Attribute) -> Kinds | None:
    bases = _asked(program, file, node.value)
    if bases is None:
        return _module_variable(program, file, node)
    from holdfast.check.certainty.attributes import kinds_of_attribute  # which asks for kinds in turn

    return either(kinds_of_attribute(program, base, node.attr) for base in bases)


def _module_variable(program: Program, file: str, node: ast.Attribute) -> Kinds | None:
    match evaluate(program, file, node.value).items:
        case (ModuleValue(ModuleFile(other)),):
            return kinds_of_variable(program, other, MODULE_SCOPE, node.attr)
    return None
