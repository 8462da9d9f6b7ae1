"""Examples that a project runs as tests: `>>> old(1)` in a docstring or in a text file.

No engine edits them, and they fail like any other test when what they name is gone. They are looked at only
where the project's configuration or one of its test modules runs them: examples that nobody runs are prose.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.members.evidence import defined_in, is_everyday, was_member
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.exports import exported_names, lookup, member_of
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program, Texts
from holdfast.text.interval import Interval

#: Where test runners are told what to run.
_CONFIGURATION = ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
_OF_MODULES = re.compile(r"--doctest-modules")
_OF_TEXTS = re.compile(r"--doctest-glob[=\s\"',]+([^\s\"',\]]+)")
_LINE = re.compile(r"^[ \t]*(?:>>>|\.\.\.)(?: (.*))?$", re.M)
_FIRST = re.compile(r"[ \t]*>>>")


class _Example(NamedTuple):
    """One statement of an example, and where in the file each of its lines begins."""

    tree: ast.Module
    lines: tuple[int, ...]
    sources: tuple[str, ...]


class _Use(NamedTuple):
    """A token of an example that may name a renamed thing."""

    name: str
    start: int
    module: str | None
    is_attribute: bool


def check_doctests(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """Examples that still have the old name of a function, class, global or member."""
    names = {name for name in affected.old_names if was_member(pair, affected, name)}
    if not names:
        return
    in_modules, globs = _what_is_run(pair.before)
    if in_modules:
        for file in affected.files:
            facts = pair.before.facts(file)
            if facts is not None and _may_have(facts.text, names):
                for start, end in _docstrings(facts.tree.module, facts.text):
                    yield from _lost(pair, file, facts.text, (start, end), names, own=file)
    for file in sorted(_matching(pair.before.world, globs)):
        text = pair.before.world.text(file)
        if text is not None and _may_have(text, names):
            yield from _lost(pair, file, text, (0, len(text)), names, own=None)


def _what_is_run(program: Program) -> tuple[bool, tuple[str, ...]]:
    """Are the examples in docstrings run, and those of which text files?"""
    configuration = "\n".join(program.world.text(file) or "" for file in _CONFIGURATION)
    in_modules = bool(_OF_MODULES.search(configuration)) or bool(program.index.files_importing("doctest"))
    return in_modules, tuple(_OF_TEXTS.findall(configuration))


def _matching(world: Texts, globs: tuple[str, ...]) -> Iterator[str]:
    for file in world.files() | world.other_files() if globs else ():
        if any(fnmatch(file.rsplit("/", 1)[-1], glob.rsplit("/", 1)[-1]) for glob in globs):
            yield file


def _may_have(text: str, names: set[str]) -> bool:
    return ">>>" in text and any(name in text for name in names)


def _docstrings(module: ast.Module, text: str) -> Iterator[tuple[int, int]]:
    """Where the docstrings with examples stand; lines are all that is needed."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.walk(module):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            value = first.value if isinstance(first, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and ">>>" in value.value:
                yield starts[first.lineno - 1], starts[first.end_lineno or first.lineno]


def _lost(
    pair: Pair, file: str, text: str, part: tuple[int, int], names: set[str], own: str | None
) -> Iterator[Finding]:
    examples = list(_examples(text, part))
    if not any(name in source for name in names for example in examples for source in example.sources):
        return
    bound = _bound(examples)
    stars = [module for example in examples for module in _stars(example.tree)]
    for use in (use for example in examples for use in _uses(example, names)):
        place = Interval(file, use.start, use.start + len(use.name))
        if text[place.start : place.end] != use.name or _is_touched(pair, place):
            continue
        if use.is_attribute:
            gone = not defined_in(pair.after, use.name) and not is_everyday(use.name)
        elif use.module is not None:
            gone = _is_gone(pair, use.module, use.name)
        elif use.name in bound:
            continue
        else:
            gone = own is not None and _found(pair.before, own, use.name)
            gone = gone and not _found(pair.after, pair.file_after(file) or file, use.name)
            gone = gone or any(_comes_no_more(pair, module, use.name) for module in stars)
        if gone:
            message = f"this example is run as a test and still has the old name `{use.name}`"
            yield Finding("HF104", Severity.WARNING, place, message)


def _is_touched(pair: Pair, place: Interval) -> bool:
    edited = pair.edits.replacements.get(place.file, ())
    return any(start < place.end and place.start < end for start, end, _ in edited)


def _found(program: Program, file: str, name: str) -> bool:
    return not lookup(program, file, name).missing


def _is_gone(pair: Pair, module: str, name: str) -> bool:
    """Did a module of the project have the name before, and does it have it no more?"""
    parts = tuple(module.split("."))
    before = pair.before.resolve_module("", 0, parts)
    after = pair.after.resolve_module("", 0, parts)
    if not isinstance(before, ModuleFile) or not isinstance(after, ModuleFile):
        return False
    return not member_of(pair.before, before, name).missing and member_of(pair.after, after, name).missing


def _comes_no_more(pair: Pair, module: str, name: str) -> bool:
    before = pair.before.resolve_module("", 0, tuple(module.split(".")))
    if not isinstance(before, ModuleFile) or not _is_gone(pair, module, name):
        return False
    return name in exported_names(pair.before, before.file)[0]


def _examples(text: str, part: tuple[int, int]) -> Iterator[_Example]:
    lines: list[tuple[int, str]] = []
    for match in _LINE.finditer(text, *part):
        if _FIRST.match(match[0]) and lines:
            yield from _parsed(lines)
            lines = []
        source = match[1] or ""
        lines.append((match.end() - len(source), source))
    yield from _parsed(lines)


def _parsed(lines: list[tuple[int, str]]) -> Iterator[_Example]:
    sources = tuple(source for _, source in lines)
    try:
        tree = ast.parse("\n".join(sources))
    except (SyntaxError, ValueError):
        return
    yield _Example(tree, tuple(start for start, _ in lines), sources)


def _bound(examples: list[_Example]) -> set[str]:
    """Names that the examples bind themselves."""
    found: set[str] = set()
    for example in examples:
        for node in ast.walk(example.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
                found.add(node.name)
            elif isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.alias):
                found.add(node.asname or node.name.split(".")[0])
    return found


def _stars(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.names[0].name == "*":
            yield node.module


def _uses(example: _Example, names: set[str]) -> Iterator[_Use]:
    def offset(line: int, column: int) -> int:
        source = example.sources[line - 1]
        return example.lines[line - 1] + len(source.encode()[:column].decode(errors="replace"))

    for node in ast.walk(example.tree):
        if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
            yield _Use(node.id, offset(node.lineno, node.col_offset), None, False)
        elif isinstance(node, ast.Attribute) and node.attr in names:
            end = offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
            yield _Use(node.attr, end - len(node.attr), None, True)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                if alias.name in names:
                    start = offset(alias.lineno, alias.col_offset)
                    yield _Use(alias.name, start, node.module, False)
