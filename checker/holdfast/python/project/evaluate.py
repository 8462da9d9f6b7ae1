"""What an expression can be, by the plain reading of names, imports, annotations and constructor calls.

No inference engine: a variable is what its bindings say it is, all of them together and whatever their
order; a call of a class is an instance, a call of a function is what its annotation promises. Everything
else is unknown. What rests on an annotation, or on a variable that others may rebind, is not exact.
"""

from __future__ import annotations

import ast

from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NOBODY, Role, ScopeKind
from holdfast.python.project.annotations import annotated
from holdfast.python.project.class_bodies import is_read_before_bound
from holdfast.python.project.classes import class_info
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.exports import module_name_of, star_provides
from holdfast.python.project.facts import BoundValue, FileFacts
from holdfast.python.project.lookup import find_class_member, find_member, find_super_member, is_enumeration
from holdfast.python.project.modules import External, Missing, ModuleFile, ModuleResult, NamespacePackage
from holdfast.python.project.own_members import Member, first_parameter, plainly_decorated, receives
from holdfast.python.project.program import Program
from holdfast.python.project.values import (
    NO_VALUES,
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

_FUNCTIONS = frozenset({ScopeKind.FUNCTION})
_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def evaluate(program: Program, file: str, node: ast.expr) -> Values:
    """What the expression can be."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Await):
        return program.memory.ask(
            ("value", file, node), lambda: _evaluate(program, file, node), NO_VALUES, UNKNOWN
        )
    if isinstance(node, ast.IfExp):
        return joined([evaluate(program, file, node.body), evaluate(program, file, node.orelse)])
    if isinstance(node, ast.BoolOp):
        return inferred(joined([evaluate(program, file, item) for item in node.values]))
    if isinstance(node, ast.NamedExpr):
        return evaluate(program, file, node.value)
    if isinstance(node, ast.Constant):
        return one(ExternalValue(f"builtins.{type(node.value).__name__}", True))
    literal = _LITERALS.get(type(node))
    return UNKNOWN if literal is None else one(ExternalValue(literal, True))


_LITERALS: dict[type[ast.expr], str] = {
    ast.List: "builtins.list",
    ast.ListComp: "builtins.list",
    ast.Tuple: "builtins.tuple",
    ast.Dict: "builtins.dict",
    ast.DictComp: "builtins.dict",
    ast.Set: "builtins.set",
    ast.SetComp: "builtins.set",
    ast.JoinedStr: "builtins.str",
}


def _evaluate(program: Program, file: str, node: ast.expr) -> Values:
    if isinstance(node, ast.Name):
        facts = program.facts(file)
        index = None if facts is None else facts.names.occurrence_of_node.get(node)
        if facts is None or index is None:
            return UNKNOWN
        occurrence = facts.names.occurrences[index]
        owner = occurrence.owner
        if is_read_before_bound(facts, index) and (MODULE_SCOPE, occurrence.name) in facts.bindings:
            owner = MODULE_SCOPE
        return variable(program, file, owner, occurrence.name)
    if isinstance(node, ast.Attribute):
        return _attribute(program, file, node)
    if isinstance(node, ast.Call):
        from holdfast.python.project.calls import call  # what is called is evaluated in turn

        return call(program, file, node)
    if isinstance(node, ast.Await):
        from holdfast.python.project.calls import awaited

        return awaited(program, file, node)
    if isinstance(node, ast.Subscript):
        return _subscript(program, file, node)
    return UNKNOWN


def variable(program: Program, file: str, owner: int, name: str) -> Values:
    """What a variable of the file can be; `owner` may be BUILTIN or NOBODY."""
    return program.memory.ask(
        ("variable", file, owner, name), lambda: _variable(program, file, owner, name), NO_VALUES, UNKNOWN
    )


def module_member(program: Program, module: ModuleResult, name: str) -> Values:
    """What a module's attribute can be."""
    match module:
        case External(dotted):
            return one(ExternalValue(f"{dotted}.{name}", False))
        case Missing():
            return UNKNOWN
        case NamespacePackage():
            inner = program.modules.submodule(module, name)
            return UNKNOWN if inner is None else one(ModuleValue(inner))
        case ModuleFile(file):
            return program.memory.ask(
                ("member", file, name), lambda: _module_attribute(program, file, name), NO_VALUES, UNKNOWN
            )


def instances(program: Program, file: str, node: ast.expr) -> Values:
    """What a value annotated with the expression can be."""
    return inferred(annotated(program, file, node))


def qualified_name(program: Program, value: Value) -> str:
    """A dotted name for a value, "" where it has none."""
    match value:
        case ExternalValue(name, _):
            return name
        case ClassValue(key) | InstanceValue(key) | SuperValue(key):
            return class_info(program, key).qualified_name
        case FunctionValue(file, scope, _, _):
            facts = program.facts(file)
            return f"{program.modules.module_name(file)}.{facts.names.scopes[scope].name}" if facts else ""
        case ModuleValue(module):
            return module_name_of(program, module)
        case UnknownValue():
            return ""


def _module_attribute(program: Program, file: str, name: str) -> Values:
    facts = program.facts(file)
    if facts is None:
        return UNKNOWN
    if (MODULE_SCOPE, name) in facts.bindings:
        return variable(program, file, MODULE_SCOPE, name)
    starred = _starred(program, file, name)
    if starred is not None:
        return starred
    inner = program.modules.submodule(ModuleFile(file), name)
    return UNKNOWN if inner is None else one(ModuleValue(inner))


def _starred(program: Program, file: str, name: str) -> Values | None:
    found = star_provides(program, file, name)
    if not found.declarations:
        return None
    values = joined([of_declaration(program, item) for item in found.declarations])
    return inferred(values) if found.unseen else values


def of_declaration(program: Program, item: Declaration) -> Values:
    """What the variable behind a module-level declaration can be."""
    if item.kind is Kind.MODULE:
        return one(ModuleValue(ModuleFile(item.interval.file)))
    return variable(program, item.interval.file, MODULE_SCOPE, item.name)


def _variable(program: Program, file: str, owner: int, name: str) -> Values:
    facts = program.facts(file)
    if facts is None:
        return UNKNOWN
    if owner in {BUILTIN, NOBODY}:
        starred = _starred(program, file, name)
        if starred is not None:
            return starred
        return UNKNOWN if owner == NOBODY else one(ExternalValue(f"builtins.{name}", False))
    indices = facts.bindings.get((owner, name), ())
    imports = facts.import_of_occurrence
    # What is imported because another import failed is the least likely.
    likeliest = sorted(indices, key=lambda item: item in imports and imports[item].context == "fallback")
    parts = [binding(program, file, index) for index in likeliest]
    return joined(parts) if parts else UNKNOWN


def binding(program: Program, file: str, index: int) -> Values:
    """What one binding occurrence gives its variable."""
    facts = program.facts(file)
    assert facts is not None
    occurrence = facts.names.occurrences[index]
    node = facts.node_of_occurrence.get(index)
    if occurrence.role is Role.IMPORT:
        return _imported(program, facts, file, index)
    if isinstance(node, ast.ClassDef):
        return one(ClassValue(ClassKey(file, facts.names.scope_of_node[node])))
    if isinstance(node, _FunctionNode):
        return _function(facts, file, node)
    if isinstance(node, ast.arg):
        return _parameter(program, facts, file, node, occurrence.owner)
    bound = None if node is None else facts.bound_values.get(node)
    if bound is None or occurrence.role is Role.AUGMENT:
        return UNKNOWN
    values = bound_value(program, file, bound)
    # Anyone can rebind a module's variable from outside; a function's own is safe.
    return values if facts.names.scopes[occurrence.owner].kind in _FUNCTIONS else inferred(values)


def bound_value(program: Program, file: str, bound: BoundValue) -> Values:
    """What a target gets from the expression beside it."""
    from holdfast.python.project.elements import element_of, entered  # they evaluate in turn

    if bound.how == "value":
        return evaluate(program, file, bound.node)
    if bound.how == "annotation":
        return instances(program, file, bound.node)
    if bound.how == "element":
        return inferred(element_of(program, file, bound.node))
    if bound.how == "enter":
        return inferred(entered(program, file, bound.node))
    options = bound.node.elts if isinstance(bound.node, ast.Tuple) else [bound.node]
    return joined([instance_of(evaluate(program, file, item)) for item in options])


def instance_of(values: Values) -> Values:
    """What a call of these classes makes."""
    items: list[Value] = []
    for item in values.items:
        match item:
            case ClassValue(key):
                items.append(InstanceValue(key))
            case ExternalValue(name, False):
                items.append(ExternalValue(name, True))
            case _:
                return UNKNOWN
    return Values(tuple(items), values.exact) if items else UNKNOWN


def _imported(program: Program, facts: FileFacts, file: str, index: int) -> Values:
    use = facts.import_of_occurrence.get(index)
    if use is None:
        return UNKNOWN
    module = program.resolve_module(file, use.level, use.parts)
    if use.member is None:
        match module:
            case ModuleFile() | NamespacePackage():
                return one(ModuleValue(module))
            case External(name):
                return one(ExternalValue(name, False))
            case Missing():
                return UNKNOWN
    if module == ModuleFile(file):
        inner = program.modules.submodule(module, use.member)
        return UNKNOWN if inner is None else one(ModuleValue(inner))
    return module_member(program, module, use.member)


def _function(facts: FileFacts, file: str, node: _FunctionNode) -> Values:
    scope = facts.names.scope_of_node[node]
    return one(FunctionValue(file, scope, False, None), exact=plainly_decorated(node))


def _parameter(program: Program, facts: FileFacts, file: str, node: ast.arg, scope: int) -> Values:
    function = facts.names.scopes[scope].node
    owner = facts.enclosing_class(scope)
    if isinstance(function, _FunctionNode) and owner is not None:
        index = facts.names.occurrence_of_node[node]
        if first_parameter(facts, scope) == facts.names.occurrences[index].name:
            key = ClassKey(file, owner)
            exact = plainly_decorated(function)
            if receives(function) == "class":
                return one(ClassValue(key), exact=exact)
            return one(InstanceValue(key), exact=exact)
    arguments = getattr(function, "args", None)
    if arguments is not None and node is arguments.vararg:
        return one(ExternalValue("builtins.tuple", True))
    if arguments is not None and node is arguments.kwarg:
        return one(ExternalValue("builtins.dict", True))
    return UNKNOWN if node.annotation is None else instances(program, file, node.annotation)


def _subscript(program: Program, file: str, node: ast.Subscript) -> Values:
    """`Base[T]` is the class `Base`; an element of anything else is what its annotation says."""
    from holdfast.python.project.elements import item_of

    values = evaluate(program, file, node.value)
    items = [item for item in values.items if isinstance(item, ClassValue)]
    outside = [item for item in values.items if isinstance(item, ExternalValue) and not item.instance]
    if len(items) + len(outside) == len(values.items) and values.items:
        return values
    return inferred(item_of(program, file, node))


def _attribute(program: Program, file: str, node: ast.Attribute) -> Values:
    facts = program.facts(file)
    use = None if facts is None else facts.attribute_of_node.get(node)
    name = node.attr if use is None else use.name
    if name in ("value", "exception"):
        from holdfast.python.project.raised import raised_exception  # it evaluates in turn

        raised = raised_exception(program, file, node)
        if raised is not None:
            return raised
    base = evaluate(program, file, node.value)
    parts = [attribute_of(program, item, name) for item in base.items]
    if not parts:
        return UNKNOWN
    return joined(parts) if base.exact else inferred(joined(parts))


def attribute_of(program: Program, value: Value, name: str) -> Values:
    """What the attribute of a value can be."""
    match value:
        case ModuleValue(module):
            return module_member(program, module, name)
        case ExternalValue(dotted, instance):
            return one(ExternalValue(f"{dotted}.{name}", instance))
        case ClassValue(key):
            hit = find_class_member(program, key, name)
            if hit is not None and hit.member.kind is Kind.CLASS_ATTRIBUTE and is_enumeration(program, key):
                return one(InstanceValue(key))
        case InstanceValue(key):
            hit = find_member(program, key, name)
        case SuperValue(key):
            hit = find_super_member(program, key, name)
        case FunctionValue() | UnknownValue():
            return UNKNOWN
    if hit is None:
        return UNKNOWN
    found = member_value(program, hit.owner, hit.member, receiver=key, through=value)
    return found if hit.exact else inferred(found)


def member_value(
    program: Program, owner: ClassKey, member: Member, *, receiver: ClassKey, through: Value
) -> Values:
    """What a member holds when it is read through an instance or the class."""
    if member.kind is Kind.METHOD:
        bound = member.receives != "static" and not (
            isinstance(through, ClassValue) and member.receives == "instance"
        )
        found = [FunctionValue(owner.file, scope, bound, receiver) for scope in member.functions]
        return Values(tuple(found), _all_plain(program, owner, member))
    if member.kind is Kind.NESTED_CLASS:
        return Values(tuple(ClassValue(ClassKey(owner.file, scope)) for scope in member.classes))
    if member.kind is Kind.PROPERTY:
        if isinstance(through, ClassValue):
            return UNKNOWN
        return returned(program, FunctionValue(owner.file, member.functions[0], True, receiver))
    facts = program.facts(owner.file)
    assert facts is not None
    parts = []
    for target in member.targets:
        bound_to = facts.bound_values.get(target)
        parts.append(UNKNOWN if bound_to is None else bound_value(program, owner.file, bound_to))
    return inferred(joined(parts)) if parts else UNKNOWN


def _all_plain(program: Program, owner: ClassKey, member: Member) -> bool:
    facts = program.facts(owner.file)
    assert facts is not None
    nodes = [facts.names.scopes[scope].node for scope in member.functions]
    return all(isinstance(node, _FunctionNode) and plainly_decorated(node) for node in nodes)


def returned(program: Program, function: FunctionValue) -> Values:
    """What the function's return annotation promises, or else what its return statements say."""
    facts = program.facts(function.file)
    node = None if facts is None else facts.names.scopes[function.scope].node
    if not isinstance(node, _FunctionNode):
        return UNKNOWN
    if node.returns is None:
        from holdfast.python.project.returns import returned_by_code  # it evaluates in turn

        if not plainly_decorated(node):
            return UNKNOWN
        return program.memory.ask(
            ("returned", function),
            lambda: returned_by_code(program, function, node),
            NO_VALUES,
            UNKNOWN,
        )
    return inferred(annotated(program, function.file, node.returns, self_class=function.receiver))
