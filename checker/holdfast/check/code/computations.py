"""Functions that only compute: a call of one changes nothing that anybody could see.

Such a call may happen earlier, later, once more or once less, as long as what it looks at stays the same.
The proof is by the plain reading of the function's own code: it binds its own variables, reads, calculates and
calls what only computes in turn. Whatever is not understood here is an effect.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.members.evidence import is_member
from holdfast.python.names.table import BINDING_ROLES, BUILTIN
from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.library import Calculation, calculation_of, is_certain
from holdfast.python.project.own_members import decorator_name, mangled
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, ExternalValue, FunctionValue, Value
from holdfast.python.traces.calls import HARMLESS, MAKING
from holdfast.python.traces.identity import Computation
from holdfast.python.traces.subject import FunctionNode

#: Methods of texts and containers that change nothing, where no class of the project has one of that name.
_METHODS_OF_TEXTS = frozenset(
    {
        *("capitalize", "casefold", "encode", "endswith", "find", "format", "isalnum", "isalpha", "isdigit"),
        *("islower", "isspace", "isupper", "join", "lower", "lstrip", "removeprefix", "removesuffix"),
        *("replace", "rstrip", "startswith", "strip", "swapcase", "title", "upper", "zfill"),
    }
)
_METHODS_THAT_MAKE = frozenset({"split", "splitlines", "copy", "items", "keys", "values", "union"})
_METHODS_OF_CONTAINERS = frozenset({"get", "count", "index"})

_CONSUMING = frozenset(
    [
        "all",
        "any",
        "dict",
        "enumerate",
        "frozenset",
        "list",
        "max",
        "min",
        "reversed",
        "set",
        "sorted",
        "sum",
        "tuple",
        "zip",
    ]
)
_CONTAINERS = frozenset(
    f"builtins.{name}" for name in ("dict", "frozenset", "list", "set", "str", "tuple", "bytes")
)

_STATEMENTS = (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.For, ast.Pass, ast.Expr)
_EXPRESSIONS = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.Compare, ast.IfExp, ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.List, ast.Set, ast.Dict),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Call, ast.Starred, ast.NamedExpr),
)
_HELPERS = (
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context, ast.comprehension, ast.keyword),
    *(ast.Break, ast.Continue),
)
#: Expressions that hand out what is there or a number, a text, a truth value; others may make an object.
_HANDING_OUT = (ast.Constant, ast.Attribute, ast.Subscript, ast.Compare, ast.JoinedStr, ast.UnaryOp, ast.Name)


class _EffectError(Exception):
    """The code does something, or something that is not understood."""


def computation_of_call(
    program: Program, file: str, node: ast.Call
) -> tuple[Computation, list[FunctionValue]] | None:
    """What the call computes, and the functions of the project that it may run."""
    called = evaluate(program, file, node.func)
    if not called.items or not called.complete:
        return None
    functions: list[FunctionValue] = []
    parts: list[Computation] = []
    for value in called.items:
        if isinstance(value, ExternalValue):
            part = _of_library(program, value)
        elif isinstance(value, FunctionValue):
            all_of_them = _with_overrides(program, value)
            if all_of_them is None:
                return None
            functions += all_of_them
            found = [computation(program, item.file, item.scope) for item in all_of_them]
            part = _joined([item for item in found if item]) if all(found) else None
        else:
            part = None
        if part is None:
            return None
        parts.append(part)
    return _joined(parts), functions


def computation(program: Program, file: str, scope: int) -> Computation | None:
    """What a call of the function depends on, if it only computes."""
    return program.memory.ask(("computation", file, scope), lambda: _computation(program, file, scope), None)


def _joined(parts: list[Computation]) -> Computation:
    return Computation(
        frozenset(name for part in parts for name in part.attributes),
        any(part.looks_around for part in parts),
        any(part.makes for part in parts),
        all(part.cannot_fail for part in parts),
        all(part.immutable for part in parts),
    )


def _of_library(program: Program, value: Value) -> Computation | None:
    instance = isinstance(value, ExternalValue) and value.instance
    name = qualified_name(program, value)
    known = calculation_of(name, instance=instance)
    if known is None:
        return None
    return Computation(
        frozenset(),
        known is Calculation.CONTENTS,
        known is Calculation.OBJECT,
        is_certain(name, instance=instance),
        immutable=known is not Calculation.OBJECT,
    )


def _with_overrides(program: Program, value: FunctionValue) -> list[FunctionValue] | None:
    """The function, and those of classes below that a call through an instance may reach instead."""
    facts = program.facts(value.file)
    if facts is None:
        return None
    found = [value]
    if value.receiver is not None:
        name = facts.names.scopes[value.scope].name
        for key in subclasses(program, value.receiver):
            member = own_member(program, key, name)
            if member is not None:
                if member.kind is not Kind.METHOD:
                    return None
                found += [FunctionValue(key.file, scope, True, key) for scope in member.functions]
    return found


def _computation(program: Program, file: str, scope: int) -> Computation | None:
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if facts is None or not isinstance(node, ast.FunctionDef):
        return None
    if any(decorator_name(item) not in ("staticmethod", "classmethod") for item in node.decorator_list):
        return None
    reading = _read(program, file, facts, scope, node)
    if reading is None:
        return None
    makes = _makes_objects(node) or reading.makes
    return Computation(frozenset(reading.attributes), reading.looks_around, makes, _cannot_fail(node))


#: What no value refuses.
_NEVER_FAILING = (
    *(ast.Return, ast.Assign, ast.If, ast.Pass, ast.Expr, ast.Constant, ast.Name, ast.BoolOp, ast.IfExp),
    *(
        ast.Compare,
        ast.Eq,
        ast.NotEq,
        ast.Is,
        ast.IsNot,
        ast.boolop,
        ast.UnaryOp,
        ast.Not,
        ast.Tuple,
        ast.List,
    ),
    ast.expr_context,
)


def _cannot_fail(node: ast.FunctionDef) -> bool:
    """Does the function only look at variables and hand out what they hold?"""
    return all(isinstance(inner, _NEVER_FAILING) for statement in node.body for inner in ast.walk(statement))


def _read(
    program: Program, file: str, facts: FileFacts, scope: int, node: ast.FunctionDef
) -> _Reading | None:
    """What is seen of a function's code; None where it does more than compute."""
    reading = _Reading(program, file, facts, scope)
    try:
        for statement in node.body:
            reading.look_at(statement)
    except _EffectError:
        return None
    return reading


def _makes_objects(node: ast.FunctionDef) -> bool:
    """May the function hand out an object that it made itself?"""
    own = {
        target.id
        for statement in ast.walk(node)
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in ast.walk(statement)
        if isinstance(target, ast.Name)
        and isinstance(target.ctx, ast.Store)
        and statement.value is not None
        and not _hands_out(statement.value, frozenset())
    }
    returns = [item.value for item in ast.walk(node) if isinstance(item, ast.Return) and item.value]
    return not all(_hands_out(value, frozenset(own)) for value in returns)


def _hands_out(node: ast.expr, made: frozenset[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id not in made
    if isinstance(node, ast.BinOp):
        return _hands_out(node.left, made) and _hands_out(node.right, made)
    if isinstance(node, ast.BoolOp):
        return all(_hands_out(value, made) for value in node.values)
    if isinstance(node, ast.IfExp):
        return _hands_out(node.body, made) and _hands_out(node.orelse, made)
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name):
            return function.id in HARMLESS or function.id in ("sum", "any", "all")
        return (
            isinstance(function, ast.Attribute)
            and function.attr in _METHODS_OF_TEXTS | _METHODS_OF_CONTAINERS
        )
    return isinstance(node, _HANDING_OUT)


class _Reading:
    """What has been seen of one function's code. Raises at the first effect."""

    def __init__(self, program: Program, file: str, facts: FileFacts, scope: int) -> None:
        self.program, self.file, self.facts, self.scope = program, file, facts, scope
        self.class_name = _class_name(facts, scope)
        self.attributes: set[str] = set()
        self.looks_around = False
        self.makes = False

    def look_at(self, node: ast.AST) -> None:
        if isinstance(node, ast.AnnAssign):
            if not isinstance(node.target, ast.Name):
                raise _EffectError
            children: Iterator[ast.AST] = iter([node.target, *([node.value] if node.value else [])])
        else:
            children = ast.iter_child_nodes(node)
        if not isinstance(node, (*_STATEMENTS, *_EXPRESSIONS, *_HELPERS)):
            raise _EffectError
        self._look_closely(node)
        for child in children:
            self.look_at(child)

    def _look_closely(self, node: ast.AST) -> None:
        match node:
            case ast.Expr(value=value) if not isinstance(value, ast.Constant):
                raise _EffectError  # a statement for its effect
            case ast.Name():
                self._name(node)
            case ast.Attribute():
                self._attribute(node)
            case ast.Subscript(ctx=ast.Load()):
                self.looks_around = True
            case ast.Subscript():
                raise _EffectError
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod()):
                if not _divides(node):
                    raise _EffectError
            case ast.AugAssign():
                self._augmented(node)
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
                if isinstance(node, ast.comprehension) and node.is_async:
                    raise _EffectError
                self._iterates(iterable)
            case ast.Call():
                self._call(node)
            case _:
                pass

    def _name(self, node: ast.Name) -> None:
        index = self.facts.names.occurrence_of_node.get(node)
        if index is None:
            raise _EffectError
        occurrence = self.facts.names.occurrences[index]
        if occurrence.role in BINDING_ROLES and not self._is_own(occurrence.owner):
            raise _EffectError
        if not self._is_own(occurrence.owner) and occurrence.owner != BUILTIN:
            if occurrence.owner != 0 or self._is_bound_again(occurrence.name):
                self.looks_around = True

    def _is_own(self, owner: int) -> bool:
        while owner > 0:
            if owner == self.scope:
                return True
            owner = self.facts.names.scopes[owner].parent
        return False

    def _is_bound_again(self, name: str) -> bool:
        bindings = [
            item
            for item in self.facts.names.occurrences
            if item.owner == 0 and item.name == name and item.role in BINDING_ROLES
        ]
        return len(bindings) != 1 or bindings[0].scope != 0

    def _attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            raise _EffectError
        for file in self.program.index.files_with(node.attr):
            facts = self.program.facts(file)
            for members in facts.members.values() if facts is not None else ():
                member = members.get(node.attr)
                if member is not None and member.kind is Kind.PROPERTY:
                    self._take(_property(self.program, file, member.functions[0]))
        self.attributes.add(mangled(node.attr, self.class_name) if self.class_name else node.attr)

    def _augmented(self, node: ast.AugAssign) -> None:
        """Adding to a number or a text binds a variable; adding to a list changes it."""
        if not isinstance(node.target, ast.Name):
            raise _EffectError
        function = self.facts.names.scopes[self.scope].node
        assert isinstance(function, FunctionNode)
        values = [
            item.value
            for item in ast.walk(function)
            if isinstance(item, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == node.target.id for target in item.targets)
        ]
        if not values or not all(map(_is_number_or_text, values)):
            raise _EffectError

    def _iterates(self, iterable: ast.expr) -> None:
        """Who iterates over an iterator uses it up: only what is known to be a container is gone through."""
        self.looks_around = True
        if isinstance(
            iterable,
            ast.List | ast.Tuple | ast.Set | ast.Dict | ast.Constant | ast.ListComp | ast.GeneratorExp,
        ):
            return
        if isinstance(iterable, ast.Call):
            function = iterable.func
            if isinstance(function, ast.Name) and function.id in {"range", *MAKING}:
                return
            if isinstance(function, ast.Attribute) and function.attr in _METHODS_THAT_MAKE:
                return
        values = evaluate(self.program, self.file, iterable)
        for value in values.items:
            if not isinstance(value, ExternalValue) or not value.instance or value.name not in _CONTAINERS:
                raise _EffectError
        if not values.items:
            raise _EffectError

    def _call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            index = self.facts.names.occurrence_of_node.get(function)
            if index is not None and self.facts.names.occurrences[index].owner == BUILTIN:
                self._builtin(function.id, node)
                return
        known = computation_of_call(self.program, self.file, node)
        if known is not None:
            self._take(known[0])
            return
        called = evaluate(self.program, self.file, function)
        if called.complete and called.items and all(isinstance(value, ClassValue) for value in called.items):
            for value in called.items:
                assert isinstance(value, ClassValue)
                if not _only_stores(self.program, value.key):
                    raise _EffectError
            return
        if isinstance(function, ast.Attribute) and not is_member(self.program, function.attr):
            if function.attr in _METHODS_OF_TEXTS:
                return
            if function.attr in _METHODS_OF_CONTAINERS | _METHODS_THAT_MAKE:
                self.looks_around = True
                return
        raise _EffectError

    def _builtin(self, name: str, node: ast.Call) -> None:
        if name not in HARMLESS | MAKING | {"sum", "any", "all"}:
            raise _EffectError
        if name in _CONSUMING and (name not in ("max", "min") or len(node.args) == 1):
            for argument in node.args[:1]:
                self._iterates(argument)
        if any(keyword.arg == "key" and not isinstance(keyword.value, ast.Name) for keyword in node.keywords):
            raise _EffectError

    def _take(self, part: Computation | None) -> None:
        if part is None:
            raise _EffectError
        self.attributes |= part.attributes
        self.looks_around = self.looks_around or part.looks_around


def _is_number_or_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("abs", "float", "int", "len", "round", "str")
    return isinstance(node, ast.Constant | ast.JoinedStr)


def _property(program: Program, file: str, scope: int) -> Computation | None:
    """A getter is a function behind a decorator that is known."""
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if facts is None or not isinstance(node, ast.FunctionDef):
        return None
    if [decorator_name(item) for item in node.decorator_list] != ["property"]:
        return None

    def read() -> Computation | None:
        reading = _read(program, file, facts, scope, node)
        if reading is None:
            return None
        return Computation(frozenset(reading.attributes), reading.looks_around, False, False)

    return program.memory.ask(("computation of property", file, scope), read, None)


def _only_stores(program: Program, key: ClassKey) -> bool:
    """Does making an instance only keep the arguments?"""
    order = order_of(program, key).classes
    if not all(
        isinstance(item, ClassKey) or getattr(item, "name", "") in ("object", "builtins.object")
        for item in order
    ):
        return False
    keys = [item for item in order if isinstance(item, ClassKey)]
    special = ("__new__", "__setattr__", "__post_init__", "__getattribute__", "__del__")
    if any(own_member(program, item, name) is not None for item in keys for name in special):
        return False
    for item in keys:
        member = own_member(program, item, "__init__")
        if member is None:
            continue
        facts = program.facts(item.file)
        node = facts.names.scopes[member.functions[0]].node if facts and member.functions else None
        if not isinstance(node, ast.FunctionDef) or len(member.functions) != 1:
            return False
        return all(_keeps(statement) for statement in node.body)
    return True


def _keeps(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return True
        case ast.Assign(
            targets=[ast.Attribute(value=ast.Name())],
            value=ast.Name() | ast.Constant() | ast.List() | ast.Dict() as value,
        ):
            return all(
                isinstance(inner, ast.Name | ast.Constant | ast.List | ast.Dict | ast.expr_context)
                for inner in ast.walk(value)
            )
    return False


def _divides(node: ast.BinOp) -> bool:
    """Does a division surely work between numbers, or is it the formatting of a text?"""
    if isinstance(node.left, ast.JoinedStr) or (
        isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
    ):
        return True
    return (
        isinstance(node.right, ast.Constant)
        and isinstance(node.right.value, int | float)
        and bool(node.right.value)
    )


def _class_name(facts: FileFacts, scope: int) -> str | None:
    parent = facts.names.scopes[facts.names.scopes[scope].parent]
    return parent.name if isinstance(parent.node, ast.ClassDef) else None
