"""Calls that an ordinary edit left alone, of functions that no longer take what they pass.

The parameters of a function changed and one of its callers was missed: a parameter is new and needs a value,
or is gone, or has another position. Only calls whose function is known in both worlds are looked at; what a
changed function does with its values is what commits are for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from holdfast.check.calls.call_fits import at_position, fits
from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, own_member
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.own_members import plainly_decorated
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue, Value
from holdfast.text.interval import Interval

_Function = ast.FunctionDef | ast.AsyncFunctionDef
#: A function of one world: its file and scope, and how many of its parameters are taken before the call.
_Target = tuple[str, int, int]


def check_unfit_calls(pair: Pair) -> Iterator[Finding]:
    names: set[str] = set()
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is not None and not facts[0].tree.error and not facts[1].tree.error:
            names |= _changed_names(pair, file, facts)
    if not names:
        return
    # Whoever calls an initialiser names its class or one below.
    for file in sorted(pair.before.index.files_with_any(names - {"__init__", "__new__"})):
        facts, new_file = pair.facts(file), pair.file_after(file)
        if facts is not None and new_file is not None:
            yield from _file(pair, file, new_file, facts, names)


def _changed_names(pair: Pair, file: str, facts: tuple[FileFacts, FileFacts]) -> set[str]:
    """The names by which functions are called that take other parameters now."""
    after = _functions(facts[1])
    found: set[str] = set()
    for path, node in _functions(facts[0]).items():
        other = after.get(path)
        if other is None or _spelled(node) == _spelled(other):
            continue
        found.add(node.name)
        if node.name in ("__init__", "__new__"):
            scope = facts[0].names.scopes[facts[0].names.scope_of_node[node]]
            if isinstance(facts[0].names.scopes[scope.parent].node, ast.ClassDef):
                key = ClassKey(file, scope.parent)
                found |= {class_info(pair.before, one).name for one in (key, *subclasses(pair.before, key))}
    return found


def _functions(facts: FileFacts) -> Mapping[tuple[str, ...], _Function]:
    """The functions that have their path of names for themselves."""
    paths = scope_paths(facts.names, {})
    found: dict[tuple[str, ...], list[_Function]] = {}
    for scope in facts.names.scopes:
        node = scope.node
        if isinstance(node, _Function):
            found.setdefault(paths[scope.index], []).append(node)
    return {path: nodes[0] for path, nodes in found.items() if len(nodes) == 1}


def _spelled(node: _Function) -> object:
    """The parameters without annotations and values of defaults."""
    arguments = node.args
    plain = (
        [item.arg for item in part] for part in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
    )
    rest = (arguments.vararg and arguments.vararg.arg, arguments.kwarg and arguments.kwarg.arg)
    needed = [default is None for default in arguments.kw_defaults]
    return [*plain], rest, len(arguments.defaults), needed


def _file(
    pair: Pair, file: str, new_file: str, facts: tuple[FileFacts, FileFacts], names: set[str]
) -> Iterator[Finding]:
    before, after = facts
    wanted = names | {other for name in names for other in before.aliases.get(name, ())}
    calls: dict[tuple[int, int], ast.Call] = {}
    for node in ast.walk(before.tree.module):
        if not isinstance(node, ast.Call) or last_name(node.func) not in wanted:
            continue
        place = before.tree.start(node), before.tree.end(node)
        if pair.tokens(file).is_touched(*place):
            continue
        if not calls:
            calls = {
                (after.tree.start(other), after.tree.end(other)): other
                for other in ast.walk(after.tree.module)
                if isinstance(other, ast.Call)
            }
        new_place = pair.tokens(file).to_after(*place)
        other = calls.get(new_place) if new_place is not None else None
        if other is not None:
            yield from _call(pair, (file, node), (new_file, other), Interval(file, *place))


def _call(
    pair: Pair, before: tuple[str, ast.Call], after: tuple[str, ast.Call], place: Interval
) -> Iterator[Finding]:
    (file, node), (new_file, other) = before, after
    first, second = evaluate(pair.before, file, node.func), evaluate(pair.after, new_file, other.func)
    if not first.complete or not second.complete:
        return
    old = [_target(pair.before, item) for item in first.items]
    new = [_target(pair.after, item) for item in second.items]
    if len(old) != 1 or len(new) != 1 or old[0] is None or new[0] is None:
        return
    if any(_is_taken_below(pair.after, item, node) for item in second.items):
        return
    problem = _problem(_node(pair.before, old[0]), _node(pair.after, new[0]), node, old[0][2], new[0][2])
    if problem is not None:
        shown, quoted = pair.shown_at(_token(pair.after, new[0]))
        severity = Severity.ERROR if first.exact and second.exact else Severity.WARNING
        clause = Clause(shown, "the parameters of this function change", quoted)
        yield Finding("HF109", severity, place, problem, (clause,))


def _target(program: Program, value: Value) -> _Target | None:
    if isinstance(value, FunctionValue):
        return value.file, value.scope, int(value.bound)
    if isinstance(value, ClassValue) and not makes_fields(program, value.key):
        if find_class_member(program, value.key, "__new__") is not None:
            return None
        hit = find_class_member(program, value.key, "__init__")
        if hit is not None and hit.exact and len(hit.member.functions) == 1:
            return hit.owner.file, hit.member.functions[0], 1
    return None


def _node(program: Program, target: _Target) -> _Function | None:
    facts = program.facts(target[0])
    node = facts.names.scopes[target[1]].node if facts is not None else None
    return node if isinstance(node, _Function) and plainly_decorated(node) else None


def _token(program: Program, target: _Target) -> Interval:
    facts = program.facts(target[0])
    assert facts is not None
    item = facts.names.occurrences[facts.names.occurrence_of_node[facts.names.scopes[target[1]].node]]
    return Interval(target[0], item.start, item.end)


def _is_taken_below(program: Program, value: Value, call: ast.Call) -> bool:
    """May the object be of a class below, whose own method takes the call?"""
    if not isinstance(value, FunctionValue) or value.receiver is None:
        return False
    facts = program.facts(value.file)
    name = facts.names.scopes[value.scope].name if facts is not None else ""
    for key in subclasses(program, value.receiver):
        member = own_member(program, key, name)
        if member is None:
            continue
        node = _node(program, (key.file, member.functions[0], 1)) if member.functions else None
        if node is None or fits(node, call, taken=int(value.bound)):
            return True
    return False


def _problem(
    old: _Function | None, new: _Function | None, call: ast.Call, taken_before: int, taken_after: int
) -> str | None:
    if old is None or new is None or not fits(old, call, taken=taken_before):
        return None
    if not fits(new, call, taken=taken_after):
        return f"`{new.name}` would no longer take the arguments of this call"
    if any(isinstance(item, ast.Starred) for item in call.args):
        return None
    names = {item.arg for item in (*new.args.posonlyargs, *new.args.args)}
    for position in range(len(call.args)):
        first = at_position(old, position + taken_before)
        second = at_position(new, position + taken_after)
        if first is not None and second is not None and first != second and first in names:
            return f"an argument of this call would arrive in another parameter than `{first}`"
    return None
