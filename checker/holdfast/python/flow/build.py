"""The control-flow graph of one root, from its tree alone."""

from __future__ import annotations

import ast
from typing import Any

from holdfast.python.flow.builder import Builder
from holdfast.python.flow.definitions import parameters
from holdfast.python.flow.expressions import comprehension_loops, visit, visit_all
from holdfast.python.flow.graph import FlowGraph
from holdfast.python.flow.statements import STATEMENTS


def build_graph(root: ast.AST, *, lazy_annotations: bool = False) -> FlowGraph:
    """The graph of a module, function, lambda, generator expression, `type` statement or type parameter.

    `lazy_annotations`: annotations are not evaluated where they stand (PEP 563, PEP 649). Code that is
    nested too deeply for the interpreter's stack yields an empty graph marked as unseen.
    """
    b = _builder(root, lazy_annotations)
    try:
        _body(b, root)
    except RecursionError:
        b = _builder(root, lazy_annotations)
        return _unseen(b.finish(root))
    return b.finish(root)


def _builder(root: ast.AST, lazy_annotations: bool) -> Builder:
    in_function = type(root).__name__ != "Module"
    return Builder(STATEMENTS, in_function=in_function, lazy_annotations=lazy_annotations)


def _body(b: Builder, root: Any) -> None:
    name = type(root).__name__
    if name == "Module":
        b.suite(root.body)
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


def _unseen(graph: FlowGraph) -> FlowGraph:
    return FlowGraph(
        **{name: getattr(graph, name) for name in FlowGraph.__slots__ if name != "unseen"}, unseen=True
    )
