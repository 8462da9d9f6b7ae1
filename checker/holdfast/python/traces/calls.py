"""Calls: known harmless builtins are values, transparent functions are entered, the rest are steps."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Sequence

from holdfast.python.traces.attributes import handed_out_value, look_up_attribute, member_value
from holdfast.python.traces.binding import bind, parameters, traced_arguments
from holdfast.python.traces.callees import (
    class_of,
    is_decorated,
    only_method,
    receiver_bound,
    transparent_function,
    transparent_method,
)
from holdfast.python.traces.contents import changes_of_contents
from holdfast.python.traces.definition import Definition
from holdfast.python.traces.expressions import trace_expression
from holdfast.python.traces.frames import Inlined, LoopFrame
from holdfast.python.traces.global_values import elsewhere
from holdfast.python.traces.identity import Above, Called, Computation, Known, Reach
from holdfast.python.traces.memory import ANY_CALL, SOMETHING, MemoryKey
from holdfast.python.traces.operations import at_this_moment, operation
from holdfast.python.traces.passed_stars import default_put_in
from holdfast.python.traces.passing_on import has_stars, is_super, passed_on
from holdfast.python.traces.shared_binding import bind_shared, quiet_arguments
from holdfast.python.traces.subject import FunctionNode
from holdfast.python.traces.tracer import Tracer
from holdfast.python.traces.values import Origin, Value
from holdfast.python.traces.variables import bind_variable

#: Builtins that change nothing and give an immutable result.
HARMLESS = frozenset(
    {
        *(
            "abs",
            "bin",
            "bool",
            "bytes",
            "callable",
            "chr",
            "complex",
            "divmod",
            "float",
            "format",
            "frozenset",
        ),
        *("getattr", "hasattr", "hash", "hex", "id", "int", "isinstance", "issubclass", "len", "max", "min"),
        *("oct", "ord", "pow", "range", "repr", "round", "str", "tuple", "type"),
    }
)
#: Builtins that change nothing and give a new object each time.
MAKING = frozenset(("dict", "enumerate", "list", "reversed", "set", "slice", "sorted", "zip"))

#: Builtins that look at the names of the running frame.
LOOKING_AT_NAMES = frozenset({"locals", "vars", "dir", "eval", "exec"})

#: Functions that give back their second argument and do nothing else.
_HANDING_BACK = frozenset({("external", "typing.cast"), ("external", "typing_extensions.cast")})

_DEEPEST = 12


def trace_call(t: Tracer, node: ast.Call) -> Value:
    origin = t.origin(node)
    callee = node.func
    if isinstance(callee, ast.Name) and callee.id == "super" and not node.args:
        first = t.first_parameter or t.value("unbound", "super", (), origin)
        return t.value("op", ("super", t.class_name), (first,), origin)
    if isinstance(callee, ast.Lambda) and not _has_defaults(callee):
        # Nobody else has a function that is made and called at once: its code runs here.
        return enter(t, Known(t.subject, callee), (), node, origin)
    handed = t.subject.handed_out.get(node)
    if handed is not None and isinstance(callee, ast.Attribute):
        return handed_out_value(t, trace_expression(t, callee.value), handed, origin)
    if isinstance(callee, ast.Attribute) and is_super(callee.value) and t.first_parameter is not None:
        above = t.subject.identities.above(callee)
        if above is not None:
            return _call_above(t, above, t.first_parameter, node, callee)
    if isinstance(callee, ast.Attribute):
        exactly = t.subject.identities.transparent_method_at(callee)
        only = exactly or only_method(t, callee)
        unasked = t.subject.identities.called_without_receiver(node) if only is None else ()
        if unasked:
            return _bound_call(t, unasked, node, t.value("op", "anyone", (), origin), callee.attr)
        # Who is asked is plumbing, too, where the method does not look at it.
        is_plumbing = only is not None and not _looks_at_receiver(only.node)
        was_quiet, t.quiet = t.quiet, t.quiet or is_plumbing
        receiver = trace_expression(t, callee.value)
        t.quiet = was_quiet
        function = member_value(t, receiver, callee.attr, t.origin(callee))
        if function is None:
            target = None if exactly is not None else transparent_method(t, receiver, callee)
            known = Known(t.subject, target) if target is not None else only
            if known is not None and isinstance(known.node, FunctionNode):
                return enter(t, known, receiver_bound(t, receiver, known), node, origin)
            called = t.subject.identities.signatures(node, None)
            if called:
                return _bound_call(t, called, node, receiver, callee.attr)
            there = default_put_in(t, receiver, node)
            if there is not None:
                return there
            # The method is looked up before the arguments; which one it is, is taken to stay.
            looked_up = look_up_attribute(t, receiver, callee.attr, t.origin(callee))
            computed = t.subject.identities.computation(node)
            if computed is None:
                t.block.called.add(looked_up)
            else:
                shape, args = _arguments(t, node)
                key = (t.spelled(callee.attr), *shape)
                return _computed(t, computed, key, (receiver,), args, origin)
            return _method_call(t, receiver, t.spelled(callee.attr), node, origin)
    else:
        function = trace_expression(t, callee)
    helper = transparent_function(t, function)
    if helper is not None:
        return enter(t, helper, (), node, origin)
    called = t.subject.identities.signatures(node, function.key if function.tag == "global" else None)
    if called:
        return _bound_call(t, called, node, function, _label(function))
    kept = t.subject.identities.partial(node)
    if kept:
        behind = t.subject.identities.stands_for(node)
        if behind is not None:
            return trace_expression(t, behind)
        return _bound_call(t, kept, node, trace_expression(t, node.args[0]), _label(function), partly=True)
    if function.tag == "attribute":
        return _method_call(t, function.parts[0], str(function.key), node, origin)
    if function.tag == "global" and function.key in _HANDING_BACK and len(node.args) == 2:
        return trace_expression(t, node.args[1])
    is_asked = function.tag == "global" or (
        function.tag == "builtin" and (bool(node.keywords) or function.key not in HARMLESS | MAKING)
    )
    computed = t.subject.identities.computation(node) if is_asked else None
    shape, args = _arguments(t, node)
    if computed is not None:
        return _computed(t, computed, shape, (function,), args, origin)
    if function.tag == "builtin" and not node.keywords and "*" not in shape:
        if function.key in HARMLESS:
            return operation(t, f"{function.key}()", args, origin)
        if function.key in MAKING:
            return t.fresh(f"{function.key}()", args, origin, looks_into=args)
    label: tuple[Hashable, ...] = (_label(function), *shape)
    if function.tag == "builtin" and function.key in LOOKING_AT_NAMES:
        t.trace.unseen.append((str(function.key), origin))
        if t.inlined and not args[1:]:
            label = (*label, t.inlined[-1].node)  # the names of another function are others
    return _call_step(t, "call", label, (function, *args), origin, node)


def _call_above(t: Tracer, above: Above, receiver: Value, node: ast.Call, callee: ast.Attribute) -> Value:
    """A call through `super()` of what is known to be found there."""
    origin = t.origin(node)
    if above.entered is not None:
        target = above.entered.node
        assert isinstance(target, FunctionNode)
        bound = () if is_decorated(target, "staticmethod") else (receiver,)
        if not has_stars(node):
            return enter(t, above.entered, bound, node, origin)
        written = traced_arguments(t, node)
        arguments = bind(t, target, bound, written, origin)
        if arguments is None:
            arguments = passed_on(t, target, bound, written, origin)
        with elsewhere(t, above.entered.subject, origin):
            return run_body(t, target, arguments, origin, tail=False, round_of=None)
    if above.identity == "object" and callee.attr == "__init__" and not (node.args or node.keywords):
        return t.constant(None, origin)  # it does nothing
    found = t.value("op", ("super", above.identity), (receiver,), t.origin(callee.value))
    return _method_call(t, found, t.spelled(callee.attr), node, origin)


def _looks_at_receiver(function: ast.AST) -> bool:
    first = function.args.args[:1] if isinstance(function, FunctionNode) else []
    return any(
        isinstance(node, ast.Name) and any(node.id == parameter.arg for parameter in first)
        for node in ast.walk(function)
    )


def _has_defaults(function: ast.Lambda) -> bool:
    return bool(function.args.defaults or any(function.args.kw_defaults))


def _computed(
    t: Tracer,
    computed: Computation,
    shape: tuple[str, ...],
    called: tuple[Value, ...],
    given: tuple[Value, ...],
    origin: Origin,
) -> Value:
    """A call that changes nothing is a value: it is known by what it looks at, and may be anywhere."""
    args = (*called, *given)
    keys: list[MemoryKey] = [("touch", argument) for argument in args if not argument.immutable]
    if computed.attributes:
        keys.append(("attribute",))
        keys.extend(("attribute", name) for name in computed.attributes)
    if computed.looks_around:
        keys.extend(key for key in t.memory if key != SOMETHING)
    elif computed.attributes & t.subject.unstable_attributes:
        keys.append(ANY_CALL)
    for argument in args:
        t.let_go(argument)
    was_quiet, t.quiet = t.quiet, t.quiet or (computed.cannot_fail and all(map(_is_given, given)))
    key = ("computes", *shape)
    if computed.makes:
        value = t.fresh(key, args, origin, since=t.since(*keys))
    else:
        since = t.since(*keys)
        value = t.evaluate(
            t.value("op", key, args, origin, since=since, immutable=computed.immutable), origin
        )
    if computed.fails:
        at_this_moment(t, value, origin)
    t.quiet = was_quiet
    return value


def _is_given(value: Value) -> bool:
    return value.tag in ("const", "global", "builtin", "function")


def _bound_call(
    t: Tracer, called: Sequence[Called], node: ast.Call, receiver: Value, label: str, *, partly: bool = False
) -> Value:
    """A call of something whose parameters changed: what each parameter gets that both worlds have."""
    arguments = traced_arguments(t, node, after=int(partly), quiet=quiet_arguments(called, node, int(partly)))
    origin = t.origin(node)
    key: list[str] = [label]
    values: list[Value] = []
    for item in called:
        found = bind_shared(t, item, receiver, arguments, node, partly=partly)
        if found is not None:
            # Which of them it is, is not known; one that the call does not fit it is not.
            key += (item.name, *found[0])
            values += found[1]
    if len(key) == 1:
        args = (receiver, *arguments.values)
        return _call_step(t, "call-misfit", (label, *arguments.shape), args, origin)
    kind = "call-partial" if partly else "call-bound"
    # What a function of this very code is, is compared where it is defined.
    asked = () if receiver.tag == "function" else (receiver,)
    return _call_step(t, kind, tuple(key), (*asked, *values), origin)


def _label(function: Value) -> str:
    """What is called, so that calls are aligned with calls of the same thing."""
    if function.tag in ("builtin", "global", "nobody"):
        return str(function.key)
    if function.tag == "function" and isinstance(function.key, Definition):
        return getattr(function.key.node, "name", "lambda")
    return function.tag


def _method_call(t: Tracer, receiver: Value, name: str, node: ast.Call, origin: Origin) -> Value:
    shape, args = _arguments(t, node)
    return _call_step(t, "call-method", (name, *shape), (receiver, *args), origin, node)


def _call_step(
    t: Tracer,
    kind: str,
    key: tuple[Hashable, ...],
    args: tuple[Value, ...],
    origin: Origin,
    node: ast.Call | None = None,
) -> Value:
    reach = None if node is None else t.subject.identities.reach(node)
    if reach is not None:
        return t.step(kind, key, args, origin, changes=_reached_by(t, reach, args[0]))
    changes: list[MemoryKey] = [ANY_CALL]
    for argument in args:
        changes.extend(("touch", reached) for reached in _reached(argument))
    return t.step(kind, key, args, origin, changes=changes)


def _reached_by(t: Tracer, reach: Reach, receiver: Value) -> list[MemoryKey]:
    changes: list[MemoryKey] = [SOMETHING, *(("attribute", name) for name in reach.fields)]
    changes += [("item", ("attribute", name)) for name in reach.containers]
    return changes + (changes_of_contents(t, receiver) if reach.receiver else [])


def _reached(value: Value) -> list[Value]:
    """The values through which a call may change memory: the argument and what it was taken from."""
    reached = [value]
    while value.tag in ("attribute", "item") and value.parts:
        value = value.parts[0]
        reached.append(value)
    if value.tag == "op" and isinstance(value.key, tuple) and value.key[0] == "computes":
        # It may have handed out a part of what it was given.
        for part in value.parts:
            reached.extend(_reached(part))
    return reached


def _arguments(t: Tracer, node: ast.Call) -> tuple[tuple[str, ...], tuple[Value, ...]]:
    arguments = traced_arguments(t, node)
    return arguments.shape, arguments.values


def _class_around(t: Tracer, scope: int) -> str | None:
    """The innermost class that the code of a scope stands in, at any depth."""
    while scope >= 0:
        entry = t.names.scopes[scope]
        if isinstance(entry.node, ast.ClassDef):
            return entry.name
        scope = entry.parent
    return None


def enter(t: Tracer, known: Known, bound: tuple[Value, ...], node: ast.Call, origin: Origin) -> Value:
    """Trace the body of a transparent function in place of its call."""
    target = known.node
    assert isinstance(target, FunctionNode | ast.Lambda)
    if len(t.inlined) >= _DEEPEST or any(frame.node is target for frame in t.inlined):
        shape, args = _arguments(t, node)
        return _call_step(t, "call-recursive", shape, (*bound, *args), origin)
    suspended = is_suspended(t, target)
    if suspended and node is not t.driven:
        # The call only makes a coroutine or a generator; what is done with it is not followed.
        shape, args = _arguments(t, node)
        return _call_step(t, "call-suspended", shape, (*bound, *args), origin)
    written = traced_arguments(t, node)
    arguments = bind(t, target, bound, written, origin, home=known.subject)
    if arguments is None:
        return _call_step(t, "call-misfit", written.shape, (*bound, *written.values), origin)
    t.subject.entered.add(node)
    if suspended:
        t.driven = None
    tail = node is t.tail_call and (not t.inlined or t.inlined[-1].tail)
    round_of = t.loops[-1] if t.loops and node in t.loops[-1].last_calls else None
    with elsewhere(t, known.subject, origin):
        return run_body(t, target, arguments, origin, tail=tail, round_of=round_of)


def is_suspended(t: Tracer, target: FunctionNode | ast.Lambda) -> bool:
    """Does calling the function run none of its code: a coroutine function or a generator?"""
    if isinstance(target, ast.AsyncFunctionDef):
        return True
    return isinstance(target, ast.FunctionDef) and any(
        isinstance(inner, ast.Yield | ast.YieldFrom) for inner in own_nodes(target)
    )


def own_nodes(target: FunctionNode) -> Iterator[ast.AST]:
    """The nodes of a function's own code, without those of functions and classes inside it."""
    waiting: list[ast.AST] = list(target.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, FunctionNode | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))


def _returns_within_try(target: FunctionNode | ast.Lambda) -> frozenset[ast.AST]:
    if isinstance(target, ast.Lambda):
        return frozenset()
    trials = (node for node in own_nodes(target) if isinstance(node, ast.Try | ast.TryStar))
    return frozenset(inner for trial in trials for inner in ast.walk(trial) if isinstance(inner, ast.Return))


def run_body(
    t: Tracer,
    target: FunctionNode | ast.Lambda,
    arguments: dict[str, Value],
    origin: Origin,
    *,
    tail: bool,
    round_of: LoopFrame | None = None,
) -> Value:
    scope = t.names.scope_of_node[target]
    saved = (t.activations, t.first_parameter, t.class_name, t.loops, t.left, t.level)
    t.level = scope
    t.counter[0] += 1
    t.activations = {**t.activations, scope: t.counter[0]}
    t.own.add(t.counter[0])
    t.loops, t.left = [], False
    class_name = class_of(t, target)
    t.class_name = class_name or _class_around(t, scope)
    names = parameters(target)
    t.first_parameter = arguments[names[0]] if class_name and names and names[0] in arguments else None
    for parameter, value in arguments.items():
        bind_variable(t, scope, parameter, value, value.origin)
    frame = Inlined(target, tail, within_try=_returns_within_try(target), round_of=round_of)
    t.inlined.append(frame)
    if isinstance(target, ast.Lambda):
        frame.value = trace_expression(t, target.body)
    else:
        t.run_statements(t, t.body_of(target))
        if not t.left and tail:
            t.step("return", None, (t.constant(None, origin),), origin)
            t.left = True
    t.inlined.pop()
    left_for_good = t.left and (tail or not frame.returned)
    t.activations, t.first_parameter, t.class_name, t.loops, t.left, t.level = saved
    if left_for_good:
        t.left = True
    return frame.value or t.constant(None, origin)
