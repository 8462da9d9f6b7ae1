"""Module level names that another file assigns: `settings.LEVEL = 3`, or a test that patches it.

Such a variable does not stay what its own module binds, and who looked earlier saw something else.
"""

from __future__ import annotations

import ast
import re

from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.python.project.values import ModuleValue

_SETTING = frozenset({"setattr", "patch", "object"})


def is_assigned_from_outside(program: Program, file: str, name: str) -> bool:
    module = ModuleValue(ModuleFile(file))
    written = re.compile(rf"\.\s*{name}\b(?!\s*\()|[\"']{name}[\"']")
    for other in sorted(program.index.files_with(name) - {file}):
        if not written.search(program.world.text(other) or ""):
            continue
        facts = program.facts(other)
        if facts is None:
            continue
        for use in facts.names.attributes:
            if use.name == name and not isinstance(use.node.ctx, ast.Load):
                if module in evaluate(program, other, use.node.value).items:
                    return True
        if any(_sets(program, other, node, module, name) for node in ast.walk(facts.tree.module)):
            return True
    return False


def _sets(program: Program, file: str, node: ast.AST, module: ModuleValue, name: str) -> bool:
    """`setattr(module, "name", value)`, `monkeypatch.setattr(module, "name", value)`, `patch("module.name")`."""
    match node:
        case ast.Call(
            func=ast.Name(id=called) | ast.Attribute(attr=called),
            args=[target, ast.Constant(value=str(text)), *_],
        ) if called in _SETTING and text == name:
            return module in evaluate(program, file, target).items
        case ast.Call(
            func=ast.Name(id=called) | ast.Attribute(attr=called), args=[ast.Constant(value=str(text)), *_]
        ) if called in _SETTING:
            return text == f"{program.modules.module_name(module.module.file)}.{name}"  # type: ignore[union-attr]
    return False
