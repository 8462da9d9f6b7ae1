"""Reading a function's code for effects: what it looks at, up to the first thing that it does.

The code binds its own variables, reads, calculates and calls what only computes in turn. Whatever is not understood
here is an effect.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.certainty.failing import gone_through
from holdfast.check.certainty.kind_sets import NUMBERS, TEXT
from holdfast.check.certainty.tested import is_tested
from holdfast.check.certainty.uses import known_kinds
from holdfast.check.code.key_functions import calculates
from holdfast.check.code.known_methods import METHODS_OF_CONTAINERS, METHODS_OF_TEXTS, METHODS_THAT_MAKE
from holdfast.check.code.own_containers import FILLING, own_containers
from holdfast.check.code.storing_constructors import only_stores
from holdfast.check.members.evidence import is_member
from holdfast.python.names.table import BINDING_ROLES, BUILTIN
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.own_members import mangled
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassValue
from holdfast.python.traces.calls import HARMLESS, MAKING
from holdfast.python.traces.identity import Computation
from holdfast.python.traces.subject import FunctionNode

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
_STATEMENTS = (
    *(ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.For, ast.While, ast.Pass, ast.Expr),
    *(ast.Raise, ast.Assert),
)
_EXPRESSIONS = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.Compare, ast.IfExp, ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.List, ast.Set, ast.Dict),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Call, ast.Starred, ast.NamedExpr),
)
_HELPERS = (
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context, ast.comprehension, ast.keyword),
    *(ast.Break, ast.Continue),
)


class _EffectError(Exception):
    """The code does something, or something that is not understood."""


def read_code(
    program: Program, file: str, facts: FileFacts, scope: int, node: ast.FunctionDef
) -> Reading | None:
    """What is seen of a function's code; None where it does more than compute."""
    reading = Reading(program, file, facts, scope)
    try:
        for statement in node.body:
            reading.look_at(statement)
    except _EffectError:
        return None
    return reading


def reads_only(program: Program, file: str, facts: FileFacts, scope: int, node: ast.expr) -> bool:
    """Does evaluating the expression, the code of a lambda, change nothing?"""
    try:
        Reading(program, file, facts, scope).look_at(node)
    except _EffectError:
        return False
    return True


class Reading:
    """What has been seen of one function's code. Raises at the first effect."""

    def __init__(self, program: Program, file: str, facts: FileFacts, scope: int) -> None:
        self.program, self.file, self.facts, self.scope = program, file, facts, scope
        self.class_name = _class_name(facts, scope)
        self.attributes: set[str] = set()
        self.looks_around = False
        self.makes = False
        #: It may raise, or go on for ever, for arguments that fit.
        self.fails = False
        function = facts.names.scopes[scope].node
        self.own = own_containers(function) if isinstance(function, FunctionNode) else frozenset()

    def look_at(self, node: ast.AST) -> None:
        if isinstance(node, ast.AnnAssign):
            if not isinstance(node.target, ast.Name):
                raise _EffectError
            children: Iterator[ast.AST] = iter([node.target, *([node.value] if node.value else [])])
        elif isinstance(node, ast.Raise):
            children = iter(_raised(node))
        else:
            children = ast.iter_child_nodes(node)
        if not isinstance(node, (*_STATEMENTS, *_EXPRESSIONS, *_HELPERS)):
            raise _EffectError
        self._look_closely(node)
        for child in children:
            self.look_at(child)

    def _look_closely(self, node: ast.AST) -> None:
        match node:
            case ast.Expr(value=value) if not isinstance(value, ast.Constant) and not self._fills(value):
                raise _EffectError  # a statement for its effect
            case ast.Name():
                self._name(node)
            case ast.Attribute():
                self._attribute(node)
            case ast.Subscript(ctx=ast.Load()):
                self.looks_around = True
            case ast.Subscript(value=base):
                if not self._is_own_container(base):
                    raise _EffectError
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod()):
                self.fails = self.fails or not (_divides(node) or is_tested(self.facts, node, node.right))
            case ast.Raise() | ast.Assert() | ast.While():
                self.fails = True
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
                    from holdfast.check.code.computations import computation_of_property

                    self._take(computation_of_property(self.program, file, member.functions[0]))
        self.attributes.add(mangled(node.attr, self.class_name) if self.class_name else node.attr)

    def _augmented(self, node: ast.AugAssign) -> None:
        """Adding to a number or a text binds a variable; adding to a list changes it."""
        if not isinstance(node.target, ast.Name):
            raise _EffectError
        if node.target.id in self.own:
            return
        kinds, _ = known_kinds(self.program, self.file, node.target)
        if kinds is None or not kinds <= NUMBERS | TEXT:
            raise _EffectError

    def _is_own_container(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.own

    def _fills(self, node: ast.expr) -> bool:
        """Is it a call that changes a container which the function made for itself?"""
        match node:
            case ast.Call(func=ast.Attribute(value=base, attr=method)):
                return method in FILLING and self._is_own_container(base)
        return False

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
            if isinstance(function, ast.Attribute) and function.attr in METHODS_THAT_MAKE:
                return
        if gone_through(self.program, self.file, iterable) is None:
            raise _EffectError

    def _call(self, node: ast.Call) -> None:
        function = node.func
        if self._fills(node):
            return
        if isinstance(function, ast.Name):
            index = self.facts.names.occurrence_of_node.get(function)
            if index is not None and self.facts.names.occurrences[index].owner == BUILTIN:
                self._builtin(function.id, node)
                return
        from holdfast.check.code.computations import computation_of_call  # which reads code in turn

        known = computation_of_call(self.program, self.file, node)
        if known is not None:
            self._take(known[0])
            return
        called = evaluate(self.program, self.file, function)
        if called.complete and called.items and all(isinstance(value, ClassValue) for value in called.items):
            for value in called.items:
                assert isinstance(value, ClassValue)
                if not only_stores(self.program, value.key):
                    raise _EffectError
            return
        if isinstance(function, ast.Attribute) and not is_member(self.program, function.attr):
            if function.attr in METHODS_OF_TEXTS:
                return
            if function.attr in METHODS_OF_CONTAINERS | METHODS_THAT_MAKE:
                self.looks_around = True
                return
        raise _EffectError

    def _builtin(self, name: str, node: ast.Call) -> None:
        if name not in HARMLESS | MAKING | {"sum", "any", "all"}:
            raise _EffectError
        if name in _CONSUMING and (name not in ("max", "min") or len(node.args) == 1):
            for argument in node.args[:1]:
                self._iterates(argument)
        for keyword in node.keywords:
            if keyword.arg == "key" and not calculates(self.program, self.file, keyword.value):
                raise _EffectError

    def _take(self, part: Computation | None) -> None:
        if part is None:
            raise _EffectError
        self.attributes |= part.attributes
        self.looks_around = self.looks_around or part.looks_around
        self.fails = self.fails or part.fails


def _raised(node: ast.Raise) -> Iterator[ast.AST]:
    """What is evaluated on the way to the exception; that a class of exceptions is called does nothing else."""
    match node.exc:
        case None:
            raise _EffectError
        case ast.Call(func=ast.Name(), args=arguments, keywords=keywords):
            yield from arguments
            yield from keywords
        case ast.Name():
            pass
        case other:
            yield other


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
