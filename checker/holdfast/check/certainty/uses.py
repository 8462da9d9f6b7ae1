"""What a value must be by how it is used: a number, or a text.

A field without an annotation is a number where code compares it with numbers or calculates with it, where nothing is
done with it that numbers do not allow, and where it is never None: no test for None, no default and no argument of
None, no store of what may be None. Fields are told by their names, all of them in the project together.
"""

from __future__ import annotations

import ast

from holdfast.check.certainty.attributes import stores
from holdfast.check.certainty.called_kinds import leaves
from holdfast.check.certainty.kind_sets import NUMBERS, TEXT, Kinds, calculated, either, is_number
from holdfast.check.certainty.kinds import default_of, kinds_of
from holdfast.check.certainty.promised import allows_none, promised_kinds
from holdfast.check.certainty.said import IS_TEXT, NUMBER, NUMERIC, OTHER, PERHAPS, Evidence, used
from holdfast.python.project.classes import classes_in, own_member
from holdfast.python.project.declarations import Kind as MemberKind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, FunctionValue
from holdfast.python.traces.certainty import Certainty


def known_kinds(program: Program, file: str, node: ast.expr) -> tuple[Kinds | None, Certainty]:
    """What the value is: known for sure, or told by how it is used."""
    kinds = kinds_of(program, file, node)
    if kinds is not None:
        return kinds, Certainty.SURE
    return program.memory.ask(
        ("by use", file, node), lambda: _by_use(program, file, node), None, None
    ), Certainty.FITS


def _by_use(program: Program, file: str, node: ast.expr) -> Kinds | None:
    """Numbers or texts, where every use of the variable or field agrees."""
    match node:
        case ast.Name():
            return _variable(program, file, node)
        case ast.Attribute(attr=name):
            return program.memory.ask(
                ("field by use", name), lambda: _agreed(_uses_of_field(program, name)), None, None
            )
        case ast.BinOp(left=left, op=op, right=right):
            one, other = known_kinds(program, file, left)[0], known_kinds(program, file, right)[0]
            if isinstance(op, NUMERIC) and (is_number(one) or is_number(other)):
                one, other = one or other, other or one
            return calculated(op, one, other)
        case ast.IfExp(body=body, orelse=orelse):
            return either(known_kinds(program, file, item)[0] for item in (body, orelse))
        case ast.Call():
            return _returned(program, file, node)
    return None


def _variable(program: Program, file: str, node: ast.Name) -> Kinds | None:
    facts = program.facts(file)
    index = None if facts is None else facts.names.occurrence_of_node.get(node)
    if facts is None or index is None:
        return None
    variable = facts.names.occurrences[index]
    if variable.owner < 0:
        return None
    return program.memory.ask(
        ("variable by use", file, variable.owner, variable.name),
        lambda: _agreed(_uses_of_variable(program, file, facts, variable.owner, variable.name)),
        None,
        None,
    )


def _returned(program: Program, file: str, node: ast.Call) -> Kinds | None:
    """What functions give back that nothing is promised of."""
    called = evaluate(program, file, node.func)
    if [getattr(item, "name", "") for item in called.items] == ["builtins.sum"]:
        return NUMBERS
    found: list[Kinds | None] = []
    for item in called.items:
        facts = program.facts(item.file) if isinstance(item, FunctionValue) else None
        function = facts.names.scopes[item.scope].node if facts and isinstance(item, FunctionValue) else None
        if not isinstance(item, FunctionValue) or not isinstance(function, ast.FunctionDef):
            return None
        if function.returns is not None or not leaves(function.body):
            return None
        returns = [each.value for each in ast.walk(function) if isinstance(each, ast.Return)]
        found += [None if value is None else known_kinds(program, item.file, value)[0] for value in returns]
    return either(found) or None


def _agreed(evidence: Evidence) -> Kinds | None:
    """What all say, and at least one without a condition around it."""
    found = set(evidence)
    if NUMBER in found and found <= {NUMBER, PERHAPS + NUMBER}:
        return NUMBERS
    return TEXT if IS_TEXT in found and found <= {IS_TEXT, PERHAPS + IS_TEXT} else None


def _uses_of_variable(program: Program, file: str, facts: FileFacts, owner: int, name: str) -> Evidence:
    for occurrence_index, occurrence in enumerate(facts.names.occurrences):
        if occurrence.owner != owner or occurrence.name != name:
            continue
        node = facts.node_of_occurrence.get(occurrence_index)
        if isinstance(node, ast.arg):
            yield from _taken(program, file, facts, node, occurrence.owner)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from used(program, file, facts, node)
        elif isinstance(node, ast.Name):
            yield from _given(program, file, facts, node)
        else:
            yield OTHER


def _uses_of_field(program: Program, name: str) -> Evidence:
    declared = False
    for file in sorted(program.index.files_with(name)):
        facts = program.facts(file)
        if facts is None:
            continue
        for key in classes_in(program, file):
            member = own_member(program, key, name)
            if member is not None:
                declared = True
                if member.kind in (MemberKind.METHOD, MemberKind.PROPERTY, MemberKind.NESTED_CLASS):
                    yield OTHER
                yield from _of_class(program, key, facts, name)
        for use in facts.names.attributes:
            if use.node.attr == name and isinstance(use.node.ctx, ast.Load):
                yield from used(program, file, facts, use.node)
    for store in stores(program, name):
        facts = program.facts(store.file)
        if facts is not None:
            yield from _given(program, store.file, facts, store.target)
    if not declared:
        yield OTHER


def _of_class(program: Program, key: ClassKey, facts: FileFacts, name: str) -> Evidence:
    """What the class body gives the field, and what calls of the class pass for it by position."""
    member = own_member(program, key, name)
    for target in member.targets if member is not None else ():
        if isinstance(target, ast.Name):
            yield from _given(program, key.file, facts, target)
    position = _position(program, key, facts, name)
    class_name = facts.names.scopes[key.scope].name
    for file in program.index.files_with(class_name):
        others = program.facts(file)
        for call in ast.walk(others.tree.module) if others is not None else ():
            if isinstance(call, ast.Call) and last_name(call.func) == class_name:
                by_name = [item.value for item in call.keywords if item.arg == name]
                by_place = call.args[position : position + 1] if position >= 0 else []
                for argument in (*by_name, *by_place):
                    yield from _of_value(program, file, argument)


def _position(program: Program, key: ClassKey, facts: FileFacts, name: str) -> int:
    """The place among the arguments of the class where the parameter of that name is, or -1."""
    member = own_member(program, key, "__init__")
    node = facts.names.scopes[member.functions[0]].node if member is not None and member.functions else None
    if not isinstance(node, ast.FunctionDef):
        return -1
    names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)][1:]
    return names.index(name) if name in names else -1


def _of_value(program: Program, file: str, node: ast.expr) -> Evidence:
    kinds = kinds_of(program, file, node)
    if kinds is not None:
        yield NUMBER if is_number(kinds) else IS_TEXT if kinds == TEXT else OTHER


def _taken(program: Program, file: str, facts: FileFacts, node: ast.arg, scope: int) -> Evidence:
    arguments: ast.arguments | None = getattr(facts.names.scopes[scope].node, "args", None)
    default = None if arguments is None else default_of(arguments, node)
    if default is not None:
        yield from _of_value(program, file, default)
    if node.annotation is not None and allows_none(node.annotation):
        yield OTHER


def _given(program: Program, file: str, facts: FileFacts, target: ast.expr) -> Evidence:
    """What is stored: a parameter is what it is by its default; what nobody knows may be None."""
    statement = facts.parents.get(target)
    if isinstance(statement, ast.AnnAssign):
        promised = promised_kinds(program, file, statement.annotation)
        yield NUMBER if is_number(promised) else IS_TEXT if promised == TEXT else OTHER
    value = getattr(statement, "value", None)
    if isinstance(statement, ast.AugAssign):
        if isinstance(statement.op, NUMERIC) or is_number(kinds_of(program, file, statement.value)):
            yield NUMBER
        return
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or target not in _targets(statement):
        yield from _in_loop(statement, target)
        return
    if value is None:
        return
    kinds = kinds_of(program, file, value)
    if kinds is not None:
        yield NUMBER if is_number(kinds) else IS_TEXT if kinds == TEXT else OTHER
    elif isinstance(value, ast.Name):
        parameter = _parameter(facts, value)
        if parameter is None:
            yield OTHER
        else:
            yield from _taken(program, file, facts, *parameter)
    else:
        by_use, _ = known_kinds(program, file, value)
        if by_use is not None or not isinstance(value, ast.BinOp):
            yield NUMBER if is_number(by_use) else IS_TEXT if by_use == TEXT else OTHER


def _targets(statement: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _in_loop(statement: ast.AST | None, target: ast.expr) -> Evidence:
    """What a loop hands out is what its uses say."""
    through = isinstance(statement, ast.For | ast.comprehension) and statement.target is target
    if not through and not isinstance(statement, ast.Tuple):
        yield OTHER


def _parameter(facts: FileFacts, node: ast.Name) -> tuple[ast.arg, int] | None:
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return None
    variable = facts.names.occurrences[index]
    bindings = facts.bindings.get((variable.owner, variable.name), ())
    bound = facts.node_of_occurrence.get(bindings[0]) if len(bindings) == 1 else None
    return (bound, variable.owner) if isinstance(bound, ast.arg) else None
