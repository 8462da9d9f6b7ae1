"""Modules that were taken out of a package which loads whatever lies in it.

`pkgutil.iter_modules(__path__)` and `import_module(f"plugins.{name}")` find modules that no import names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.check.texts.computed_names import Pattern, pattern_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.python.project.values import ModuleValue
from holdfast.text.interval import Interval

_LISTING = frozenset({"iter_modules", "walk_packages"})
_LOADING = frozenset({"import_module", "__import__"})


def check_gone_modules(pair: Pair) -> Iterator[Finding]:
    files = [*pair.edits.deleted, *pair.edits.renamed]
    gone = sorted(file for file in files if file.endswith(".py") and not file.endswith("__init__.py"))
    places = list(_loading(pair)) if gone else []
    for file in gone:
        new = pair.file_after(file)
        for place, package, pattern in places:
            if _finds(pair.before, file, package, pattern):
                if new is not None and _finds(pair.after, new, package, pattern):
                    continue
                message = f"this loads modules by names made at run time, and would no longer find `{file}`"
                clause = Clause(Interval(file, 0, 0), "it would not be there")
                yield Finding("HF103", Severity.WARNING, place, message, (clause,))
                break


def _finds(program: Program, file: str, package: str | None, pattern: Pattern | None) -> bool:
    if package is not None:
        return file.rpartition("/")[0] == package.rpartition("/")[0]
    return pattern is not None and pattern.matches(program.modules.module_name(file))


def _loading(pair: Pair) -> Iterator[tuple[Interval, str | None, Pattern | None]]:
    """Calls that load modules by name: the package whose modules are listed, or what the name could be."""
    for file in sorted(pair.before.index.files_with_any(_LISTING | _LOADING)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for node in ast.walk(facts.tree.module):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            place = Interval(file, facts.tree.start(node), facts.tree.end(node))
            if pair.tokens(file).is_touched(place.start, place.end):
                continue
            if last_name(node.func) in _LISTING:
                package = _package_of(pair.before, file, node.args[0])
                if package is not None:
                    yield place, package, None
            elif last_name(node.func) in _LOADING:
                pattern = _module_pattern(pair.before, file, facts, node)
                if not pattern.whole and len(pattern.start) + len(pattern.end) > 1:
                    yield place, None, pattern


def _package_of(program: Program, file: str, node: ast.expr) -> str | None:
    """The `__init__` whose `__path__` is listed."""
    if isinstance(node, ast.Name) and node.id == "__path__":
        return file
    if isinstance(node, ast.Attribute) and node.attr == "__path__":
        for value in evaluate(program, file, node.value).items:
            if isinstance(value, ModuleValue) and isinstance(value.module, ModuleFile):
                return value.module.file
    return None


def _module_pattern(program: Program, file: str, facts: FileFacts, node: ast.Call) -> Pattern:
    name = program.modules.module_name(file)
    package = name if file.endswith("/__init__.py") else name.rpartition(".")[0]
    known: dict[str, ast.expr] = {
        "__name__": ast.Constant(name),
        "__package__": ast.Constant(package),
        **_constants(facts),
    }
    pattern = pattern_of(node.args[0], known)
    if not pattern.start.startswith("."):
        return pattern
    given = (
        node.args[1]
        if len(node.args) > 1
        else next((k.value for k in node.keywords if k.arg == "package"), None)
    )
    base = pattern_of(given, known) if given is not None else Pattern("", "", False)
    return Pattern(base.start + pattern.start, pattern.end, False) if base.whole else Pattern("", "", False)


def _constants(facts: FileFacts) -> dict[str, ast.expr]:
    return {
        statement.targets[0].id: statement.value
        for statement in facts.tree.module.body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(statement.value, ast.Constant)
    }
