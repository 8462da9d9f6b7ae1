"""Names that a module finds without binding them, because other code put them there.

Among the builtins (`builtins.profile = …`, `gettext.install(…)`, which brings `_`), or into the module itself
(`settings.debug = True` from another file, `globals()["debug"] = True`). Told by the name alone.
"""

from __future__ import annotations

import ast

from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue, ModuleValue

#: Calls that give the names of the module, at its top or anywhere.
_NAMESPACES = ("globals", "vars", "locals")
#: What takes such names and leaves them as they are.
_READING = frozenset({"__import__", "eval", "dict", "list", "set", "sorted", "len", "print", "iter", "tuple"})
_BUILTINS = ("builtins", "__builtin__", "__builtins__")
#: What `gettext.install` puts among the builtins; the others when they are asked for.
_GETTEXT = ("_", "gettext", "ngettext", "pgettext", "npgettext", "lgettext", "lngettext")


def is_injected(program: Program, file: str, name: str) -> bool:
    """May something have given the module of `file` this name at run time?"""
    facts = program.facts(file)
    if facts is not None and any(item.what in (*_NAMESPACES, "exec") for item in facts.names.unseen):
        if any(_fills_namespace(node) for node in ast.walk(facts.tree.module)):
            return True
    return _is_put_into_builtins(program, name) or _is_stored_from_outside(program, file, name)


def _fills_namespace(node: ast.AST) -> bool:
    """`exec(code)`, `globals()["name"] = …`, `globals().update(…)`, or a namespace that is handed on."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, ast.Store) and _is_namespace(node.value)
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("update", "setdefault", "__setitem__"):
        return _is_namespace(node.func.value)
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _READING:
        return False
    is_exec = name == "exec"
    return (is_exec and len(node.args) == 1) or any(_is_namespace(item, "globals") for item in node.args)


def _is_namespace(node: ast.expr, *names: str) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in (names or _NAMESPACES)
        and not node.args
    )


def _is_put_into_builtins(program: Program, name: str) -> bool:
    if name in _GETTEXT and any(
        _calls_install(facts)
        for file in sorted(program.index.files_with("install"))
        if (facts := program.facts(file)) is not None and "gettext" in facts.text
    ):
        return True
    return any(
        _puts_into_builtins(facts, name)
        for file in sorted(program.index.files_with_any(frozenset(_BUILTINS)))
        if (facts := program.facts(file)) is not None and name in facts.text
    )


def _calls_install(facts: FileFacts) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "install"
        for node in ast.walk(facts.tree.module)
    )


def _puts_into_builtins(facts: FileFacts, name: str) -> bool:
    """`builtins.name = …`, `__builtins__["name"] = …`, `setattr(builtins, "name", …)`, `vars(builtins)`."""
    if any(use.name == name and _is_builtins(use.node.value) for use in facts.names.attributes):
        return True
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Subscript) and _mentions_builtins(node.value):
            return True
        if isinstance(node, ast.Call) and any(_mentions_builtins(item) for item in (node.func, *node.args)):
            return True
    return False


def _is_builtins(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in _BUILTINS


def _mentions_builtins(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) and part.id in _BUILTINS for part in ast.walk(node))


def _is_stored_from_outside(program: Program, file: str, name: str) -> bool:
    for other in sorted(program.index.files_with(name)):
        facts = program.facts(other)
        for use in facts.names.attributes if facts is not None else ():
            if use.name == name and isinstance(use.node.ctx, ast.Store):
                for value in evaluate(program, other, use.node.value).items:
                    if value == ModuleValue(ModuleFile(file)):
                        return True
                    if isinstance(value, ExternalValue) and value.name in _BUILTINS:
                        return True
    return False
