"""Does the changed code of a file still do the same? The traces of both worlds, compared.

This is the strict question for everything that moves code: extract, inline, introduce parameter, and
refactorings of a kind that is not known. What was put in or taken out is transparent (`plumbing`).
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from holdfast.check.plumbing import find_plumbing
from holdfast.python.names.table import NameTable
from holdfast.python.project.facts import FileFacts
from holdfast.python.traces.build import trace_module
from holdfast.python.traces.compare import Comparison, Parting, compare_traces
from holdfast.python.traces.subject import FunctionNode, Subject, attribute_names_assigned_late


def compare_behaviour(
    before: FileFacts,
    after: FileFacts,
    *,
    renamed: Mapping[str, str],
    dissolved: Collection[str] = (),
) -> list[Parting]:
    """Every place where the code of the file does something else than before.

    `renamed` says what names of before are called after; `dissolved` names functions to enter although
    both worlds have them (inlining one of several calls).
    """
    plumbing = find_plumbing(before.names, after.names, renamed)
    unstable = attribute_names_assigned_late(before.tree.module)
    first = Subject(
        before.tree,
        before.names,
        plumbing.before_functions | _named(before.names, dissolved),
        plumbing.before_symbols,
        unstable,
    )
    second = Subject(
        after.tree,
        after.names,
        plumbing.after_functions | _named(after.names, {renamed.get(name, name) for name in dissolved}),
        plumbing.after_symbols,
        unstable,
    )
    comparison = Comparison(
        renamed=renamed,
        same_text=lambda one, other: _segment(before, one) == _segment(after, other),
    )
    compare_traces(trace_module(first), trace_module(second), comparison)
    return comparison.partings


def _named(names: NameTable, wanted: Collection[str]) -> frozenset[ast.AST]:
    return frozenset(
        scope.node for scope in names.scopes if isinstance(scope.node, FunctionNode) and scope.name in wanted
    )


def _segment(facts: FileFacts, node: ast.AST) -> str:
    tree = facts.tree
    start = tree.offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]
    end = tree.offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
    return facts.text[start:end]
