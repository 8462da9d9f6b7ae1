"""What the calls of the project pass for a parameter of a function, as far as they are written down."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.classes import class_info
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def given_arguments(
    program: Program, file: str, facts: FileFacts, function: _Function, name: str
) -> Iterator[tuple[str, ast.expr]]:
    """The arguments that arrive in the parameter, each with the file of its call."""
    scope = facts.names.scope_of_node[function]
    positional = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    for caller in sorted(program.index.files_with(_called_by(program, file, facts, function))):
        other = program.facts(caller)
        for node in ast.walk(other.tree.module) if other is not None else ():
            if not isinstance(node, ast.Call):
                continue
            for target in targets_of(program, caller, node.func).found:
                if target.function == (file, scope):
                    given = dict(zip(positional[target.taken :], node.args, strict=False))
                    given.update((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg)
                    if name in given:
                        yield caller, given[name]


def _called_by(program: Program, file: str, facts: FileFacts, function: _Function) -> str:
    """The word by which the function is called: that of the class, for what initialises its instances."""
    owner = facts.enclosing_class(facts.names.scope_of_node[function])
    if owner is not None and function.name in ("__init__", "__new__"):
        return class_info(program, ClassKey(file, owner)).name
    return function.name
