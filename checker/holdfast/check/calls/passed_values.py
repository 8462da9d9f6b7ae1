"""What all callers pass for a parameter that only one world has.

Where every call passes the same thing, said in terms of the function (a constant, a global, something of another
argument), the parameter is that thing, and the function can be compared with one that reads it itself.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Iterator, Mapping

from holdfast.check.calls.handed_over import uses_of
from holdfast.check.code.identities import FileIdentities
from holdfast.check.code.sides import Side
from holdfast.python.names.table import BINDING_ROLES, BUILTIN, Occurrence, Role
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.call_targets import INITIALISERS, Target, partial_of, targets_of
from holdfast.python.project.classes import class_info
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.spread import given_to_targets
from holdfast.python.project.surroundings import parents_in
from holdfast.python.project.values import ClassKey, FunctionValue, InstanceValue
from holdfast.python.traces.binding import defaults_of
from holdfast.python.traces.calls import HARMLESS
from holdfast.python.traces.identity import Passed
from holdfast.python.traces.passing_on import is_super

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def passed_by_all(
    side: Side, place: tuple[str, int], function: _Function, wanted: frozenset[str]
) -> dict[str, Passed]:
    """For each wanted parameter of a function what all calls pass for it, where that is the same."""
    facts = side.program.facts(place[0])
    if facts is None or not wanted:
        return {}
    found: dict[str, set[Passed | None]] = {name: set() for name in wanted}
    defaults = set(defaults_of(function).values())
    for caller, arguments in _calls(side, place, facts, function):
        for name in wanted:
            own = frozenset({(*place, name)})
            found[name] |= set(_passed(side, caller, arguments, name, own, defaults)) if arguments else {None}
    return {
        name: value
        for name, values in found.items()
        if len(values) == 1 and (value := next(iter(values))) is not None
    }


def kept_by_all(side: Side, file: str, node: ast.Attribute) -> Passed | None:
    """What an attribute of that name ever holds, where that is one and the same thing."""
    found = set(_of_field(side, file, node, frozenset()))
    return next(iter(found)) if len(found) == 1 else None


_Arguments = Mapping[str, tuple[str, ast.expr]]

#: Parameters (by file, scope and name) and fields (by name alone) on the way to a constant.
Visited = frozenset[tuple[str, int, str]]


def _calls(
    side: Side, place: tuple[str, int], facts: FileFacts, function: _Function
) -> Iterator[tuple[str, _Arguments | None]]:
    """The file of each call and its arguments by parameter; None where those are not known."""
    file, scope = place
    parent = facts.names.scopes[facts.names.scopes[scope].parent]
    words = {function.name}
    if function.name in INITIALISERS and isinstance(parent.node, ast.ClassDef):
        own = ClassKey(file, parent.index)
        words |= {class_info(side.program, key).name for key in (own, *subclasses(side.program, own))}
    for caller in sorted(side.program.index.files_with_any(words)):
        other = side.program.facts(caller)
        if other is None:
            continue
        called = {node.func for node in calls_in(other.tree.module)}
        for node in ast.walk(other.tree.module):
            if isinstance(node, ast.Call):
                target = _target(side, caller, node, place)
                if target is not None:
                    yield caller, _bound(caller, file, function, node, target)
            elif node not in called and isinstance(node, ast.Name | ast.Attribute):
                taken = _taken(side, caller, node, function, place)
                if taken is not None:
                    yield from _handed_over(side, caller, node, place, function, taken)


def _target(side: Side, caller: str, node: ast.Call, place: tuple[str, int]) -> Target | None:
    """The function as the call runs it, if that may be this one."""
    targets = targets_of(side.program, caller, node.func)
    for found in targets.found:
        if found.function == place:
            # What a partial is called with is looked at where the function is handed over to it.
            return None if found.kept else found
        if _may_be_below(side, node, found, place):
            return found._replace(file=place[0], scope=place[1])
    if not targets.complete and isinstance(node.func, ast.Attribute):
        # Nobody knows whose method is called: it may be this one.
        facts = side.program.facts(place[0])
        if facts is not None and facts.names.scopes[place[1]].name == node.func.attr:
            return Target(*place, 1) if facts.enclosing_class(place[1]) is not None else None
    return None


def _may_be_below(side: Side, node: ast.Call, found: Target, place: tuple[str, int]) -> bool:
    """Does the method stand in the place of the one that is called, for objects of a class below?"""
    facts, other = side.program.facts(found.file), side.program.facts(place[0])
    if facts is None or other is None or not isinstance(node.func, ast.Attribute) or not found.taken:
        return False
    own, below = facts.names.scopes[found.scope], other.names.scopes[place[1]]
    if own.name != below.name or is_super(node.func.value) or own.name in INITIALISERS:
        return False
    return ClassKey(place[0], below.parent) in subclasses(side.program, ClassKey(found.file, own.parent))


def _taken(
    side: Side, caller: str, node: ast.Name | ast.Attribute, function: _Function, place: tuple[str, int]
) -> int | None:
    """How many parameters are taken where the function stands for itself; None where it is something else."""
    name = node.id if isinstance(node, ast.Name) else node.attr
    if name != function.name or not isinstance(node.ctx, ast.Load):
        return None
    for value in evaluate(side.program, caller, node).items:
        if isinstance(value, FunctionValue) and (value.file, value.scope) == place:
            return int(value.bound)
    return None


def _handed_over(
    side: Side, caller: str, node: ast.expr, place: tuple[str, int], function: _Function, taken: int
) -> Iterator[tuple[str, _Arguments | None]]:
    """What the function is called with by whoever gets it, or gets a partial of it."""
    facts = side.program.facts(caller)
    outer = parents_in(facts.tree.module).get(node) if facts is not None else None
    partial = (
        outer if isinstance(outer, ast.Call) and partial_of(side.program, caller, outer) is node else None
    )
    uses = uses_of(side.program, caller, node if partial is None else partial)
    if not uses.complete:
        yield caller, None
    positional = [a.arg for a in (*function.args.posonlyargs, *function.args.args)][taken:]
    for use in uses.found:
        first = partial.args[1:] if partial is not None else []
        written = [(caller, item) for item in first]
        keywords = (
            {k.arg: (caller, k.value) for k in partial.keywords if k.arg} if partial is not None else {}
        )
        if use.call is not None:
            written += [(use.file, item) for item in use.call.args]
            keywords |= {k.arg: (use.file, k.value) for k in use.call.keywords if k.arg}
        elif use.shape.positions > len(written) or use.shape.names - keywords.keys():
            reached = {*positional[len(written) : use.shape.positions], *use.shape.names}
            keywords |= dict.fromkeys(reached - keywords.keys(), (caller, _UNKNOWN))
        if use.shape.more_positions or use.shape.more_names:
            yield caller, None
        else:
            defaults = {name: (place[0], default) for name, default in defaults_of(function).items()}
            yield caller, {**defaults, **dict(zip(positional, written, strict=False)), **keywords}


#: What the library passes.
_UNKNOWN = ast.Tuple([], ast.Load())


def _bound(caller: str, file: str, function: _Function, node: ast.Call, target: Target) -> _Arguments | None:
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    positional = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    bound = {name: (file, default) for name, default in defaults_of(function).items()}
    if target.taken and not target.makes and positional and isinstance(node.func, ast.Attribute):
        bound[positional[0]] = (caller, node.func.value)
    left = positional[target.taken :]
    bound.update((name, (caller, value)) for name, value in zip(left, node.args, strict=False))
    for keyword in node.keywords:
        if keyword.arg is None:
            return None
        bound[keyword.arg] = (caller, keyword.value)
    return bound


def _passed(
    side: Side,
    caller: str,
    arguments: _Arguments,
    name: str,
    visited: Visited,
    defaults: Collection[ast.expr],
) -> Collection[Passed | None]:
    if name not in arguments:
        return {None}
    file, expression = arguments[name]
    others = {
        ast.dump(value): parameter
        for parameter, (place, value) in arguments.items()
        if parameter != name and place == caller and isinstance(value, ast.Name | ast.Attribute)
    }
    known = _recipe(side, file, expression, others if file == caller else {})
    if expression in defaults and (known is None or not _stays(side, known)):
        return {None}  # it was read once, when the function was defined
    return {known} if known is not None else _origins(side, file, expression, visited)


def _stays(side: Side, passed: Passed) -> bool:
    """Is it the same whenever it is read?"""
    if passed.kind == "attribute" and not side.stays(str(passed.key)):
        return False
    return passed.kind != "parameter" and all(_stays(side, part) for part in passed.parts)


def _origins(side: Side, file: str, node: ast.expr, visited: Visited) -> Collection[Passed | None]:
    """The constants and globals that the expression can be, back through parameters and fields.

    None stands for anything else. What depends on itself adds nothing.
    """
    known = _recipe(side, file, node, {})
    if known is not None:
        return {known}
    facts = side.program.facts(file)
    index = facts.names.occurrence_of_node.get(node) if facts is not None else None
    if facts is not None and isinstance(node, ast.Name) and index is not None:
        return _of_parameter(side, file, facts, facts.names.occurrences[index], visited)
    if isinstance(node, ast.Attribute):
        return _of_field(side, file, node, visited)
    return {None}


def _of_parameter(
    side: Side, file: str, facts: FileFacts, occurrence: Occurrence, visited: Visited
) -> Collection[Passed | None]:
    bindings = facts.bindings.get((occurrence.owner, occurrence.name), ())
    function = facts.names.scopes[occurrence.owner].node if occurrence.owner > 0 else None
    roles = [facts.names.occurrences[item].role for item in bindings]
    if roles != [Role.PARAMETER] or not isinstance(function, _Function):
        return {None}
    key = (file, occurrence.owner, occurrence.name)
    if key in visited:
        return ()
    found: set[Passed | None] = set()
    calls = [arguments for _, arguments in _calls(side, (file, occurrence.owner), facts, function)]
    for arguments in calls:
        argument = arguments.get(occurrence.name) if arguments else None
        found |= {None} if argument is None else set(_origins(side, *argument, visited | {key}))
    return found if calls else {None}


def _of_field(side: Side, file: str, node: ast.Attribute, visited: Visited) -> Collection[Passed | None]:
    """What is ever stored in an attribute of that name, where the receiver is an object of the project."""
    made = evaluate(side.program, file, node.value).items
    if not made or not all(isinstance(value, InstanceValue) for value in made):
        return {None}
    if ("", 0, node.attr) in visited:
        return ()
    found: set[Passed | None] = set()
    stores = 0
    for place in sorted(side.program.index.files_with(node.attr)):
        facts = side.program.facts(place)
        for use in facts.names.attributes if facts is not None else ():
            if facts is None or use.name != node.attr or isinstance(use.node.ctx, ast.Load):
                continue
            given = given_to_targets(facts).get(use.node)
            if given is None or given.how != "value":
                return {None}
            stores += 1
            found |= set(_origins(side, place, given.node, visited | {("", 0, node.attr)}))
    return found if stores else {None}


def _recipe(side: Side, file: str, node: ast.expr, others: Mapping[str, str]) -> Passed | None:
    """The expression in terms of the function that is called; None where it is something else."""
    parameter = others.get(ast.dump(node))
    if parameter is not None:
        return Passed("parameter", parameter)
    match node:
        case ast.Constant(value=value):
            return Passed("constant", (type(value).__name__, repr(value)))
        case ast.Name():
            return _global(side, file, node)
        case ast.Attribute(value=base, attr=attribute):
            part = _recipe(side, file, base, others)
            if part is None:
                return None
            if part.kind == "global":
                identity = FileIdentities(side, file).of_attribute(part.key, attribute)
                if identity is not None:
                    return Passed("global", identity)
            return Passed("attribute", attribute, (part,))
        case ast.Call(func=ast.Name(id=called), args=arguments, keywords=[]) if called in HARMLESS:
            return _with_parts("operation", f"{called}()", side, file, arguments, others)
        case ast.UnaryOp(op=sign, operand=operand):
            return _with_parts("operation", type(sign).__name__, side, file, [operand], others)
        case ast.BinOp(left=left, op=operator, right=right):
            return _with_parts("operation", type(operator).__name__, side, file, [left, right], others)
    return None


def _with_parts(
    kind: str, key: Hashable, side: Side, file: str, nodes: list[ast.expr], others: Mapping[str, str]
) -> Passed | None:
    parts = [_recipe(side, file, node, others) for node in nodes]
    known = tuple(part for part in parts if part is not None)
    return Passed(kind, key, known) if len(known) == len(parts) else None


def _global(side: Side, file: str, node: ast.Name) -> Passed | None:
    """A module level variable that stays, or a local one that only names a constant or such a variable."""
    facts = side.program.facts(file)
    subject = side.subject(file)
    if facts is None or subject is None or node not in facts.names.occurrence_of_node:
        return None
    occurrence = facts.names.occurrences[facts.names.occurrence_of_node[node]]
    if occurrence.owner == BUILTIN:
        return Passed("builtin", node.id)
    bindings = [
        item
        for item in facts.names.occurrences
        if item.owner == occurrence.owner and item.name == occurrence.name and item.role in BINDING_ROLES
    ]
    if occurrence.owner > 0:
        values = [
            item.value
            for item in ast.walk(facts.tree.module)
            if isinstance(item, ast.Assign)
            and len(item.targets) == 1
            and facts.names.occurrence_of_node.get(item.targets[0]) is not None
            and facts.names.occurrences[facts.names.occurrence_of_node[item.targets[0]]] in bindings
        ]
        if len(bindings) == 1 and len(values) == 1 and isinstance(values[0], ast.Constant | ast.Name):
            return _recipe(side, file, values[0], {})
        return None
    identities = FileIdentities(side, file)
    stays = subject.is_constant_global(node.id) and not identities.is_rebound_elsewhere(node.id)
    if occurrence.owner == 0 and not stays:
        return None
    return Passed("global", identities.of_name(node.id))
