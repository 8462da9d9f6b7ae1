"""Which member an attribute token names, by reading alone.

`self.x`, `super().x`, `Class.x`, `module.x`, `Class(...).x`, and variables whose annotation or only
binding says what they are. The answer is one of a closed union: declarations of the world, a type
outside it, the knowledge that no class in reach has the member, or nothing.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from holdfast.python.names.table import BUILTIN, AttributeUse, Role
from holdfast.python.project.classes import (
    UnknownBase,
    class_info,
    class_node,
    object_defines,
    order_of,
    outside_ancestors,
    own_member,
    type_defines,
)
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.exports import member_of
from holdfast.python.project.functional_records import record_named
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import (
    Hit,
    find_class_member,
    find_member,
    find_super_member,
    member_declaration,
)
from holdfast.python.project.module_getattr import MadeUp, made_up, mentions_text
from holdfast.python.project.modules import External, ModuleFile, NamespacePackage
from holdfast.python.project.own_members import first_parameter, plainly_decorated
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import (
    ClassKey,
    ClassValue,
    ExternalValue,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    SuperValue,
    UnknownValue,
    Value,
)

#: Methods that make up members which no text declares.
_DYNAMIC = ("__getattr__", "__getattribute__", "__init_subclass__")
_DYNAMIC_WORDS = ("setattr(", "__dict__", "vars(")


class Named(NamedTuple):
    """The token names one of these declarations. `exact`: proven, and there is no other possibility."""

    declarations: tuple[Declaration, ...]
    exact: bool
    #: The classes at hand have no such member; only classes below them do.
    below: bool = False


class Outside(NamedTuple):
    """The token names a member of something that is not in the world."""

    types: tuple[str, ...]


class Absent(NamedTuple):
    """What the base is, is known, and nothing there has the member. `where` are dotted names."""

    where: tuple[str, ...]
    exact: bool


class Unresolved(NamedTuple):
    """Reading alone cannot say. `reason` is "base", "dynamic", "made up", "bases" or "keywords".

    "made up" is a member that no text declares, but that stands as a text where members are made at run time.
    """

    reason: str


MemberResult = Named | Outside | Absent | Unresolved


class _Collected:
    """The answers for the values that a base can have, while they are put together."""

    def __init__(self, *, exact: bool) -> None:
        self.declarations: dict[Declaration, None] = {}
        self.outside: dict[str, None] = {}
        self.absent: dict[str, None] = {}
        self.reasons: list[str] = []
        self.exact = exact
        self.below: dict[Declaration, None] = {}

    def result(self) -> MemberResult:
        if self.declarations:
            exact = self.exact and not (self.outside or self.reasons or self.absent)
            ordered = sorted(self.declarations, key=lambda item: item.interval)
            return Named(tuple(ordered), exact, self.declarations == self.below)
        if self.reasons:
            return Unresolved(self.reasons[0])
        if self.outside:
            return Outside(tuple(sorted(self.outside)))
        if self.absent:
            return Absent(tuple(sorted(self.absent)), self.exact)
        return Unresolved("base")


def resolve_attribute(program: Program, file: str, use: AttributeUse) -> MemberResult:
    """What the token after a dot names."""
    node = use.node
    if _never_gets_there(program, file, node.value):
        return Absent((), False)
    values = evaluate(program, file, node.value)
    stored = isinstance(node.ctx, ast.Store)
    if not stored and _is_class_itself(program, file, node.value):
        # Not of a class below, either.
        if all(_has_all_in_view(program, value, use.name) for value in values.items):
            return Absent(tuple(qualified_name(program, value) for value in values.items), values.exact)
    found = _member(program, values.items, use.name, exact=values.exact, stored=stored)
    if isinstance(found, Absent) and found.exact and _is_receiver(program, file, node.value):
        # `self` may be of a class further down that nobody sees: a mixin lives off such members.
        return found._replace(exact=False)
    return found


def resolve_member(program: Program, value: Value, name: str) -> MemberResult:
    """What `name` is on one value."""
    return _member(program, (value,), name, exact=True, stored=False)


def _never_gets_there(program: Program, file: str, node: ast.expr) -> bool:
    """`super()` without arguments fails in a function that has no parameter to be the instance."""
    if not isinstance(node, ast.Call) or node.args or not isinstance(node.func, ast.Name):
        return False
    facts = program.facts(file)
    index = facts.names.occurrence_of_node.get(node.func) if node.func.id == "super" and facts else None
    if facts is None or index is None or facts.names.occurrences[index].owner != BUILTIN:
        return False
    around = facts.names.scopes[facts.names.occurrences[index].scope].node
    return isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not (
        around.args.posonlyargs or around.args.args
    )


def _is_class_itself(program: Program, file: str, node: ast.expr) -> bool:
    """Whether the expression is a class by its name, or an instance that is made of it on the spot."""
    if isinstance(node, ast.Call):
        return _names_class(program, file, node.func)
    return _names_class(program, file, node)


def _names_class(program: Program, file: str, node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        values = evaluate(program, file, node.value).items
        through = _names_class(program, file, node.value) or all(
            isinstance(value, ModuleValue) for value in values
        )
        return through and _is_one_class(program, file, node)
    facts = program.facts(file)
    index = facts.names.occurrence_of_node.get(node) if facts is not None else None
    if facts is None or index is None:
        return False
    occurrence = facts.names.occurrences[index]
    bindings = facts.bindings.get((occurrence.owner, occurrence.name), ())
    roles = [facts.names.occurrences[number].role for number in bindings]
    return roles in ([Role.CLASS], [Role.IMPORT]) and _is_one_class(program, file, node)


def _is_one_class(program: Program, file: str, node: ast.expr) -> bool:
    values = evaluate(program, file, node)
    return values.exact and len(values.items) == 1 and isinstance(values.items[0], ClassValue)


def _has_all_in_view(program: Program, value: Value, name: str) -> bool:
    """Whether every class along the order is known, and none of them can have the member."""
    if not isinstance(value, ClassValue | InstanceValue):
        return False
    key, on_class = value.key, isinstance(value, ClassValue)
    find = find_class_member if on_class else find_member
    return not (
        find(program, key, name) is not None
        or object_defines(name)
        or (on_class and type_defines(name))
        or outside_ancestors(program, key)
        or not order_of(program, key).exact
        or find_class_member(program, key, "__new__") is not None
        or makes_members(program, key)
        or _stored_from_outside(program, name)
    )


def _is_receiver(program: Program, file: str, node: ast.expr) -> bool:
    """Whether the expression is a method's first parameter, its class, or `super()`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and (
            node.func.id == "super" or (node.func.id == "type" and len(node.args) == 1)
        )
    facts = program.facts(file)
    index = facts.names.occurrence_of_node.get(node) if facts is not None else None
    if facts is None or index is None:
        return False
    occurrence = facts.names.occurrences[index]
    return occurrence.owner >= 0 and first_parameter(facts, occurrence.owner) == occurrence.name


def _member(
    program: Program, values: tuple[Value, ...], name: str, *, exact: bool, stored: bool
) -> MemberResult:
    collected = _Collected(exact=exact)
    for value in values:
        _collect(program, value, name, collected)
    if stored and not collected.declarations and collected.absent:
        # `thing.x = 1` makes the attribute: that no class declares it says nothing.
        collected.reasons.append("dynamic")
    return collected.result()


def _collect(program: Program, value: Value, name: str, into: _Collected) -> None:
    match value:
        case ModuleValue(module):
            _from_module(program, module, name, into)
        case ClassValue(key):
            _from_class(program, key, name, find_class_member(program, key, name), into, on_class=True)
        case InstanceValue(key):
            _from_class(program, key, name, find_member(program, key, name), into)
        case SuperValue(key):
            _from_class(program, key, name, find_super_member(program, key, name), into)
        case ExternalValue(dotted, _):
            _from_outside(program, (External(dotted),), name, into)
        case FunctionValue():
            if _is_plain(program, value):
                into.outside["types.FunctionType"] = None
            else:
                into.reasons.append("base")  # a decorator can put anything in the function's place
        case UnknownValue():
            into.reasons.append("base")


def _is_plain(program: Program, function: FunctionValue) -> bool:
    facts = program.facts(function.file)
    node = facts.names.scopes[function.scope].node if facts is not None else None
    return not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or plainly_decorated(node)


def _from_module(
    program: Program, module: ModuleFile | NamespacePackage, name: str, into: _Collected
) -> None:
    found = member_of(program, module, name)
    into.declarations.update(dict.fromkeys(found.declarations))
    into.outside.update(dict.fromkeys(found.external) if not found.declarations else {})
    if found.unseen and not found.declarations:
        facts = program.facts(module.file) if isinstance(module, ModuleFile) else None
        is_made_up = facts is not None and made_up(facts, name) is MadeUp.MENTIONED
        into.reasons.append("made up" if is_made_up else "dynamic")
    if found.missing and _stored_from_outside(program, name):
        into.reasons.append("dynamic")
    elif found.missing:
        into.absent[qualified_name(program, ModuleValue(module))] = None


def _from_class(
    program: Program, key: ClassKey, name: str, hit: Hit | None, into: _Collected, *, on_class: bool = False
) -> None:
    if hit is not None:
        into.declarations[member_declaration(hit.owner, hit.member)] = None
        into.exact = into.exact and hit.exact
        return
    below = _declared_below(program, key, name)
    if below:
        into.declarations.update(dict.fromkeys(below))
        into.below.update(dict.fromkeys(below))
        into.exact = False
        return
    if object_defines(name) or (on_class and type_defines(name)):
        into.outside["builtins.type" if on_class else "builtins.object"] = None
        return
    outside = outside_ancestors(program, key)
    if any(isinstance(item, UnknownBase) for item in outside):
        into.reasons.append("bases")
    elif outside:
        _from_outside(program, outside, name, into)
    elif makes_members(program, key) or _stored_from_outside(program, name):
        into.reasons.append("made up" if _is_made_up(program, key, name) else "dynamic")
    else:
        into.absent[class_info(program, key).qualified_name] = None
        into.exact = into.exact and order_of(program, key).exact


def _from_outside(
    program: Program, ancestors: tuple[External | UnknownBase, ...], name: str, into: _Collected
) -> None:
    """What classes outside the world have, those included that a call made of a list of names."""
    lacking: list[str] = []
    others: list[str] = []
    for item in ancestors:
        if isinstance(item, UnknownBase):
            continue
        record = record_named(program, item.name)
        field = None if record is None else record.find(name)
        if field is not None:
            into.declarations[field] = None
            return
        (lacking if record is not None and record.lacks(name) else others).append(item.name)
    if others:
        into.outside.update(dict.fromkeys(others))
    else:
        into.absent.update(dict.fromkeys(lacking))
        into.exact = False


def makes_members(program: Program, key: ClassKey) -> bool:
    """Whether some class along the order may have members that no text declares.

    By `__getattr__`, a metaclass, `__init_subclass__`, a decorator, `setattr` or a hand in `__dict__`.
    """
    known: dict[ClassKey, bool] = program.memory.table("makes members")
    for item in order_of(program, key).classes:
        if isinstance(item, ClassKey):
            if item not in known:
                known[item] = _makes_members(program, item)
            if known[item]:
                return True
    return False


def _makes_members(program: Program, key: ClassKey) -> bool:
    info, node = class_info(program, key), class_node(program, key)
    if info.metaclass is not None and info.metaclass != External("abc.ABCMeta"):
        return True
    if node.decorator_list and not makes_fields(program, key):
        return True
    if any(own_member(program, key, method) is not None for method in _DYNAMIC):
        return True
    facts = program.facts(key.file)
    assert facts is not None
    return any(word in facts.text for word in _DYNAMIC_WORDS)


def _is_made_up(program: Program, key: ClassKey, name: str) -> bool:
    """Is the name a text where some class along the order makes members, as old names are kept alive?"""
    return any(
        isinstance(item, ClassKey)
        and makes_members(program, item)
        and (facts := program.facts(item.file)) is not None
        and mentions_text(facts, name)
        for item in order_of(program, key).classes
    )


def _stored_from_outside(program: Program, name: str) -> bool:
    """Whether some `thing.name = ...` anywhere may give the attribute to something."""
    known: dict[str, bool] = program.memory.table("stored from outside")
    if name not in known:
        known[name] = any(
            use.name == name
            and isinstance(use.node.ctx, ast.Store)
            and not _is_receiver(program, file, use.node.value)
            for file in sorted(program.index.files_with(name))
            if (facts := program.facts(file)) is not None
            for use in facts.names.attributes
        )
    return known[name]


def _declared_below(program: Program, key: ClassKey, name: str) -> list[Declaration]:
    """What subclasses declare: a mixin uses members that only the classes it is mixed into have."""
    if not program.memory.idle:
        return []
    known: dict[tuple[ClassKey, str], list[Declaration]] = program.memory.table("declared below")
    if (key, name) not in known:
        found: dict[Declaration, None] = {}
        for below in subclasses(program, key):
            hit = find_member(program, below, name)
            if hit is not None:
                found[member_declaration(hit.owner, hit.member)] = None
        known[key, name] = list(found)
    return known[key, name]
