"""Which parameter or field the name of a keyword argument means.

Also the keywords of class statements (`__init_subclass__`) and of class patterns (attributes). When
the callee is a method, a method that overrides it may be the one that runs: its parameter of the same
name is named too, but that is never exact.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.python.names.table import KeywordUse
from holdfast.python.project.calls import SAME_KIND
from holdfast.python.project.classes import class_info, own_member
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.functional_records import record_named, record_replacing
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import Hit, find_class_member, find_super_member
from holdfast.python.project.members import (
    Absent,
    MemberResult,
    Named,
    Outside,
    Unresolved,
    resolve_member,
)
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import (
    Parameters,
    field_parameters,
    makes_fields,
    method_parameters,
    parameters_of,
)
from holdfast.python.project.values import (
    ClassKey,
    ClassValue,
    ExternalValue,
    FunctionValue,
    InstanceValue,
    UnknownValue,
    Value,
    Values,
)

_PARTIAL = frozenset({"functools.partial", "functools.partialmethod"})


def resolve_keyword(program: Program, file: str, use: KeywordUse) -> MemberResult:
    """What the name of a keyword argument, class keyword or pattern keyword names."""
    node = use.node
    if isinstance(node, ast.Call):
        return resolve_argument(program, file, node, use.name)
    if isinstance(node, ast.ClassDef):
        return _class_keyword(program, file, node, use.name)
    if isinstance(node, ast.MatchClass):
        return _pattern(program, file, node, use.name)
    return Unresolved("base")


def overriding_parameters(program: Program, hit: Hit, name: str) -> tuple[tuple[Declaration, ...], bool]:
    """The parameters of that name in the methods that override a method, and whether one takes any name."""
    found = []
    open_ended = False
    for key in subclasses(program, hit.owner):
        member = own_member(program, key, hit.member.name)
        if member is not None and member.functions:
            parameters = method_parameters(program, Hit(key, member, True))
            parameter = parameters.find(name)
            if parameter is not None:
                found.append(parameter)
            open_ended = open_ended or parameters.open
    return tuple(found), open_ended


def resolve_argument(
    program: Program, file: str, node: ast.Call, name: str, through: frozenset[ast.AST] = frozenset()
) -> MemberResult:
    """What a keyword of this name names in a call, whether it is written as one or not.

    `through` are functions that handed the keyword on, so that one that calls itself is not asked again.
    """
    called = evaluate(program, file, node.func)
    if len(called.items) == 1:
        dotted = qualified_name(program, called.items[0])
        if dotted in _PARTIAL and node.args:
            called = evaluate(program, file, node.args[0])
        elif dotted in SAME_KIND and node.args:
            return _replaced_field(program, evaluate(program, file, node.args[0]), name)
    return _combined(program, called, name, through, through_super=_through_super(node.func))


def _through_super(node: ast.expr) -> bool:
    base = node.value if isinstance(node, ast.Attribute) else None
    return isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id == "super"


def _combined(
    program: Program, called: Values, name: str, through: frozenset[ast.AST], *, through_super: bool
) -> MemberResult:
    declarations: dict[Declaration, None] = {}
    outside: list[str] = []
    absent: list[str] = []
    unsure = False
    exact = called.proven
    for item in called.items:
        if isinstance(item, ExternalValue):
            record = record_replacing(program, item.name) or record_named(program, item.name)
            field = None if record is None else record.find(name)
            if field is not None:
                declarations[field] = None
            elif record is not None and record.is_tuple:
                absent.append(record.name)
            else:
                outside.append(item.name)
            continue
        if isinstance(item, UnknownValue):
            unsure = True
            continue
        parameters = parameters_of(program, item)
        found = parameters.find(name)
        exact = exact and parameters.exact
        overriding, open_below = ((), False) if through_super else _overriding(program, item, name)
        exact = exact and not overriding
        declarations.update(dict.fromkeys(overriding))
        if found is not None:
            declarations[found] = None
        elif parameters.open or overriding or open_below:
            unsure = True
            declarations.update(dict.fromkeys(handed_on(program, item, name, through)))
        else:
            absent.append(qualified_name(program, item))
    return _result(declarations, outside, absent, unsure=unsure, exact=exact)


def handed_on(
    program: Program, item: Value, name: str, through: frozenset[ast.AST] = frozenset()
) -> Iterator[Declaration]:
    """Where a keyword ends up that a function takes as one of the others and passes on: `parent(**others)`.

    A function in which the name stands as a text may take the keyword out of the others by itself.
    """
    for file, scope in _functions_behind(program, item):
        facts = program.facts(file)
        node = None if facts is None else facts.names.scopes[scope].node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.args.kwarg is None:
            continue
        inside = list(ast.walk(node))
        if node in through or any(isinstance(each, ast.Constant) and each.value == name for each in inside):
            continue
        for call in inside:
            if isinstance(call, ast.Call) and _passes(call, node.args.kwarg.arg):
                found = resolve_argument(program, file, call, name, through | {node})
                yield from found.declarations if isinstance(found, Named) else ()


def _functions_behind(program: Program, item: Value) -> Iterator[tuple[str, int]]:
    if isinstance(item, FunctionValue):
        yield item.file, item.scope
    elif isinstance(item, ClassValue):
        hit = find_class_member(program, item.key, "__init__")
        if hit is not None:
            yield from ((hit.owner.file, scope) for scope in hit.member.functions)


def _passes(call: ast.Call, others: str) -> bool:
    return any(
        each.arg is None and isinstance(each.value, ast.Name) and each.value.id == others
        for each in call.keywords
    )


def _result(
    declarations: dict[Declaration, None],
    outside: list[str],
    absent: list[str],
    *,
    unsure: bool,
    exact: bool,
) -> MemberResult:
    if declarations:
        ordered = tuple(sorted(declarations, key=lambda item: item.interval))
        return Named(ordered, exact and not (outside or absent or unsure))
    if unsure:
        return Unresolved("keywords")
    if outside:
        return Outside(tuple(sorted(outside)))
    return Absent(tuple(sorted(absent)), exact) if absent else Unresolved("base")


def _overriding(program: Program, item: Value, name: str) -> tuple[tuple[Declaration, ...], bool]:
    facts = program.facts(item.file) if isinstance(item, FunctionValue) and program.memory.idle else None
    # A method that is read from its class, to be given its instance, is that very method.
    if not isinstance(item, FunctionValue) or facts is None or item.receiver is None or not item.bound:
        return (), False
    owner = facts.enclosing_class(item.scope)
    key = None if owner is None else ClassKey(item.file, owner)
    member = None if key is None else own_member(program, key, facts.names.scopes[item.scope].name)
    if key is None or member is None:
        return (), False
    return overriding_parameters(program, Hit(key, member, True), name)


def _replaced_field(program: Program, made: Values, name: str) -> MemberResult:
    """`dataclasses.replace(thing, field=...)`"""
    declarations: dict[Declaration, None] = {}
    for item in made.items:
        if isinstance(item, InstanceValue) and makes_fields(program, item.key):
            found = field_parameters(program, item.key).find(name)
            if found is not None:
                declarations[found] = None
    return Named(tuple(declarations), False) if declarations else Unresolved("base")


def _class_keyword(program: Program, file: str, node: ast.ClassDef, name: str) -> MemberResult:
    if name == "metaclass":
        return Outside(("builtins.type",))
    facts = program.facts(file)
    assert facts is not None
    key = ClassKey(file, facts.names.scope_of_node[node])
    hit = find_super_member(program, key, "__init_subclass__")
    if hit is None:
        return Unresolved("bases") if class_info(program, key).bases else Absent(("builtins.object",), True)
    return _of_parameters(method_parameters(program, hit), name)


def _of_parameters(parameters: Parameters, name: str) -> MemberResult:
    found = parameters.find(name)
    if found is not None:
        return Named((found,), parameters.exact)
    return Unresolved("keywords") if parameters.open else Absent((), parameters.exact)


def _pattern(program: Program, file: str, node: ast.MatchClass, name: str) -> MemberResult:
    values = evaluate(program, file, node.cls)
    results = [
        resolve_member(program, instance, name)
        for item in values.items
        if (instance := _instance_matched(program, item)) is not None
    ]
    if len(results) != len(values.items) or len(results) != 1:
        outside = [item.name for item in values.items if isinstance(item, ExternalValue)]
        return Outside(tuple(outside)) if outside and not results else Unresolved("base")
    found = results[0]
    return found._replace(exact=found.exact and values.proven) if isinstance(found, Named) else found


def _instance_matched(program: Program, item: Value) -> Value | None:
    if isinstance(item, ClassValue):
        return InstanceValue(item.key)
    if isinstance(item, ExternalValue) and record_named(program, item.name) is not None:
        return item
    return None
