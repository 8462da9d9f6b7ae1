"""Making traces: of a whole module, or of one definition in its surroundings."""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Sequence
from enum import Enum
from functools import partial

from holdfast.python.traces.annotations import is_container_type, is_immutable_type, simple_type
from holdfast.python.traces.attributes import attribute_of
from holdfast.python.traces.calls import trace_call
from holdfast.python.traces.default_values import fixed_default
from holdfast.python.traces.definition import Definition
from holdfast.python.traces.expressions import EXPRESSIONS, trace_expression
from holdfast.python.traces.global_values import identified
from holdfast.python.traces.identity import Passed
from holdfast.python.traces.operations import operation
from holdfast.python.traces.passed_stars import passed_on_parameters, stars_written_out
from holdfast.python.traces.statements import trace_statements
from holdfast.python.traces.subject import FunctionNode, Subject
from holdfast.python.traces.tracer import Language, Tracer
from holdfast.python.traces.values import FunctionTrace, Origin, Value
from holdfast.python.traces.variables import bind_variable

_LANGUAGE = Language({**EXPRESSIONS, "Call": trace_call}, trace_statements)


def trace_module(subject: Subject) -> FunctionTrace:
    """The trace of the module's own code; functions in it are traced when they are compared."""
    t = Tracer(subject, _LANGUAGE, {0: 0}, [0])
    t.own.add(0)
    trace_statements(t, subject.tree.module.body)
    return t.trace


def trace_alone(subject: Subject, statement: ast.stmt, name: ast.AST | None = None) -> FunctionTrace:
    """The trace of one statement of a module or class by itself: a definition that stands elsewhere now.

    `name` is the node that is bound, where that is not the statement.
    """
    t = Tracer(subject, _LANGUAGE, {0: 0}, [0])
    t.own.add(0)
    index = subject.names.occurrence_of_node.get(name or statement)
    owner = 0 if index is None else subject.names.occurrences[index].owner
    if isinstance(subject.names.scopes[owner].node, ast.ClassDef):
        # A member: its class is what runs, and binding the name is a step of that.
        t.activations = {0: 0, owner: 1}
        t.counter[0] = 1
        t.own.add(1)
        t.level, t.class_name = owner, subject.names.scopes[owner].name
        _bind_classes_beside(t, owner)
    trace_statements(t, [statement])
    # Whether a class takes an annotation for a field is a question about that class, not about the statement.
    t.block.steps[:] = [step for step in t.block.steps if step.kind != "field"]
    if t.block.steps and t.block.steps[-1].kind in ("member", "store-global"):
        # What is defined counts, not where: a member may have become a global.
        t.block.steps[-1].kind = "definition"
    return t.trace


def _bind_classes_beside(t: Tracer, owner: int) -> None:
    """Classes in the same class are known by what they are: one may stand elsewhere in the other world."""
    for node, index in t.names.occurrence_of_node.items():
        occurrence = t.names.occurrences[index]
        if occurrence.owner != owner or not isinstance(node, ast.ClassDef):
            continue
        identity = t.subject.identities.of_nested_class((occurrence.start, occurrence.end))
        if identity is not None:
            variable = t.variable(owner, occurrence.name)
            t.environment[variable] = t.value("global", identity, (), (occurrence.start, occurrence.end))


class Form(Enum):
    """In which form code is traced: further ones have one trace for more ways of writing."""

    AS_WRITTEN = "as written"
    #: Ways of writing that mean the same (`holdfast.python.traces.canonical`).
    CANONICAL = "canonical"
    #: The same, with nothing asked twice on one way (`holdfast.python.traces.unfolded`).
    UNFOLDED = "unfolded"


def trace_definition(definition: Definition, form: Form = Form.AS_WRITTEN) -> FunctionTrace:
    """The trace of a function's or lambda's body, with its parameters as values."""
    subject = definition.subject
    # Activations of enclosing scopes keep their numbers; ours is larger than any of them.
    number = max(definition.activations.values(), default=0) + 1
    activations = {**definition.activations, subject.names.scope_of_node[definition.node]: number}
    # Forms are loaded only where code was rewritten.
    match form:
        case Form.AS_WRITTEN:
            return _traced(definition, Tracer(subject, _LANGUAGE, activations, [number]))
        case Form.CANONICAL:
            from holdfast.python.traces.canonical.language import canonical_tracer

            return _in_tree_form(_traced(definition, canonical_tracer(subject, activations, number)))
        case Form.UNFOLDED:
            from holdfast.python.traces.unfolded.language import unfolded

            return _in_tree_form(unfolded(subject, activations, number, partial(_traced, definition)))


def _in_tree_form(trace: FunctionTrace) -> FunctionTrace:
    from holdfast.python.traces.canonical.tracer import in_tree_form, lift_evaluated

    in_tree_form(trace.block)
    lift_evaluated(trace.block)
    return trace


def _traced(definition: Definition, t: Tracer) -> FunctionTrace:
    node, subject = definition.node, definition.subject
    scope = subject.names.scope_of_node[node]
    t.own.add(t.activations[scope])
    t.level = scope
    if definition.owner is not None:
        t.around = ChainMap(definition.owner.bindings, *definition.owner.around)
        t.trace.around = t.around.maps
    parent = subject.names.scopes[subject.names.scopes[scope].parent]
    for position, (kind, argument) in enumerate(parameters_of(node)):
        occurrence = subject.names.occurrences[subject.names.occurrence_of_node[argument]]
        place = (occurrence.start, occurrence.end)
        annotation = None if kind in ("*", "**") else argument.annotation
        kinds = (is_immutable_type(annotation), is_container_type(annotation))
        value = Value("parameter", occurrence.name, (), None, place, *kinds)
        value.type = simple_type(annotation) if value.immutable else ""
        t.trace.parameters.append((kind, occurrence.name, value))
        is_passed = occurrence.name in subject.passed.get(node, {})
        if occurrence.name in subject.added_parameters.get(node, ()) and not is_passed:
            # Who does not know the new parameter calls with its default.
            value = _constant_default(t, node, argument, value)
        bind_variable(t, occurrence.owner, occurrence.name, value, value.origin)
        if position == 0 and isinstance(parent.node, ast.ClassDef):
            t.first_parameter = value
    t.class_name = _enclosing_class(subject, scope)
    whole = subject.passing_on.get(node)
    if whole is not None and isinstance(node, FunctionNode):
        _bind_passed_on(t, node, whole)
    given = {name: value for _, name, value in t.trace.parameters}
    for name, passed in subject.passed.get(node, {}).items():
        if name in given:
            origin = given[name].origin
            bind_variable(t, scope, name, _passed_value(t, passed, given, origin), origin)
    t.block.steps.clear()  # binding a captured parameter is no step of the body
    if isinstance(node, ast.Lambda):
        value = trace_expression(t, node.body)
        t.step("return", None, (value,), value.origin)
    elif isinstance(node, FunctionNode):
        t.run_statements(t, t.body_of(node))
        if not t.left:
            end = t.origin(node)[1]
            t.step("return", None, (t.constant(None, (end, end)),), (end, end))
    return t.trace


def _bind_passed_on(t: Tracer, node: FunctionNode, whole: FunctionNode) -> None:
    """Give the function the parameters that its stars stand for, and its stars what these hold."""
    scope = t.names.scope_of_node[node]
    given = {name: value for _, name, value in t.trace.parameters}
    last = t.trace.parameters[-1][2].origin
    for kind, argument in passed_on_parameters(node, whole):
        value = Value("parameter", argument.arg, (), None, last)
        t.trace.parameters.append((kind, argument.arg, value))
        if argument.arg in t.subject.added_parameters.get(node, ()):
            value = _constant_default(t, whole, argument, value)
        given[argument.arg] = value
    for name, value in stars_written_out(t, node, whole, given):
        bind_variable(t, scope, name, value, value.origin)


def _passed_value(t: Tracer, passed: Passed, given: dict[str, Value], origin: Origin) -> Value:
    """What the callers pass, as if the function computed it when it starts."""
    parts = tuple(_passed_value(t, part, given, origin) for part in passed.parts)
    match passed.kind:
        case "constant":
            return t.value("const", passed.key, (), origin, immutable=True)
        case "global":
            return identified(t, passed.key, origin)
        case "builtin":
            return t.value("builtin", passed.key, (), origin)
        case "parameter":
            return given[str(passed.key)]
        case "attribute":
            return attribute_of(t, parts[0], str(passed.key), origin)
        case _:
            return operation(t, str(passed.key), parts, origin)


def _constant_default(t: Tracer, node: ast.AST, parameter: ast.arg, otherwise: Value) -> Value:
    """The value of a parameter that is not passed, where its default is a constant or a global that stays."""
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    defaults |= {
        a: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None
    }
    default = defaults.get(parameter)
    fixed = None if default is None else fixed_default(t, default, otherwise.origin, t.subject)
    return otherwise if fixed is None else fixed


def parameters_of(node: ast.AST) -> Sequence[tuple[str, ast.arg]]:
    """Every parameter with its kind, in the order in which Python lists them."""
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]
    found: list[tuple[str, ast.arg]] = []
    found.extend(("positional", a) for a in arguments.posonlyargs)
    found.extend(("plain", a) for a in arguments.args)
    if arguments.vararg:
        found.append(("*", arguments.vararg))
    found.extend(("keyword", a) for a in arguments.kwonlyargs)
    if arguments.kwarg:
        found.append(("**", arguments.kwarg))
    return found


def _enclosing_class(subject: Subject, scope: int) -> str | None:
    index = subject.names.scopes[scope].parent
    while index >= 0:
        entry = subject.names.scopes[index]
        if isinstance(entry.node, ast.ClassDef):
            return entry.name
        index = entry.parent
    return None
