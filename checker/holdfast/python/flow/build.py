"""The control-flow graph of one root, from its tree alone."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.comprehensions import comprehension_loops
from holdfast.python.flow.definitions import parameters
from holdfast.python.flow.expressions import EXPRESSIONS
from holdfast.python.flow.graph import FlowGraph
from holdfast.python.flow.statements import STATEMENTS
from holdfast.python.flow.visiting import visit, visit_all


def build_graph(root: ast.AST, *, lazy_annotations: bool = False) -> FlowGraph:
    """The graph of a module, function, lambda, generator expression, `type` statement or type parameter.

    `lazy_annotations`: annotations are not evaluated where they stand (PEP 563, PEP 649). Code that is
    nested too deeply for the interpreter's stack yields an empty graph marked as unseen.
    """
    b = _builder(root, lazy_annotations)
    statements: list[int] = []
    try:
        _body(b, root, statements)
    except RecursionError:
        b = _builder(root, lazy_annotations)
        return replace(b.finish(root), unseen=True)
    graph = b.finish(root)
    return replace(graph, statements=statements) if statements else graph


def _builder(root: ast.AST, lazy_annotations: bool) -> Builder:
    in_function = type(root).__name__ != "Module"
    return Builder(STATEMENTS, EXPRESSIONS, in_function=in_function, lazy_annotations=lazy_annotations)


def _body(b: Builder, root: Any, statements: list[int]) -> None:
    name = type(root).__name__
    if name == "Module":
        for statement in root.body:
            statements.append(len(b.kinds))
            STATEMENTS[type(statement)](b, statement)
    elif name in ("FunctionDef", "AsyncFunctionDef"):
        parameters(b, root.args)
        b.suite(root.body)
    elif name == "Lambda":
        parameters(b, root.args)
        visit(b, root.body)
    elif name == "GeneratorExp":
        comprehension_loops(b, root)
    elif name == "TypeAlias":
        visit(b, root.value)
    elif name in ("TypeVar", "ParamSpec", "TypeVarTuple"):
        visit_all(b, (getattr(root, "bound", None), getattr(root, "default_value", None)))
    else:
        visit(b, root)
