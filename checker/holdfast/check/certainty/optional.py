"""Of which classes a value is, or None: what an annotation says that allows None."""

from __future__ import annotations

import ast

from holdfast.check.certainty.kind_sets import NONE, Kinds, either
from holdfast.check.certainty.kinds import kinds_of
from holdfast.check.certainty.promised import promised_or_none
from holdfast.python.project.elements import annotation_of
from holdfast.python.project.program import Program


def optional_kinds(program: Program, file: str, node: ast.expr) -> Kinds | None:
    kinds = kinds_of(program, file, node)
    if kinds is not None:
        return kinds
    if isinstance(node, ast.IfExp):
        return either(optional_kinds(program, file, item) for item in (node.body, node.orelse))
    annotation = annotation_of(program, file, node) if isinstance(node, ast.Name | ast.Attribute) else None
    if annotation is None:
        return None
    promised = promised_or_none(program, annotation.file, annotation.node)
    return None if promised is None else promised | {NONE}
