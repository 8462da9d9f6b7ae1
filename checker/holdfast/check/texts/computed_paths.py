"""Names of modules that are put together: `import_module(f"shop.stores.{kind}")`.

The part that is written down is a path like any other. What is filled in is a word; where a module was renamed that
such a name led to, a text that is still its old word leads nowhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.objects.constants import texts_at
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import DATA_ENDINGS, left_in_code, left_in_data
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile, NamespacePackage
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

IMPORTING = frozenset({"import_module", "__import__", "find_spec", "run_module"})
_FIELD = re.compile(r"%[sr]|\{[^{}]*\}")


class _Name(NamedTuple):
    """A name as far as it is written: what comes before and behind the first and the last unknown piece."""

    start: str
    end: str
    unknown: tuple[ast.expr, ...]


def check_computed_paths(pair: Pair) -> Iterator[Finding]:
    """Names of modules that would no longer be found."""
    gone = dict(_renamed_modules(pair))
    for file in sorted(pair.before.index.files_with_any(IMPORTING)) if gone else ():
        facts, new_file = pair.before.facts(file), pair.file_after(file)
        for call in calls_in(facts.tree.module) if facts is not None and new_file is not None else ():
            if facts is None or new_file is None or last_name(call.func) not in IMPORTING or not call.args:
                continue
            place = Interval(file, facts.tree.start(call.args[0]), facts.tree.end(call.args[0]))
            if isinstance(call.args[0], ast.Constant) or pair.tokens(file).is_touched(place.start, place.end):
                continue
            before = _name(pair.before, file, call)
            after = _name(pair.after, new_file, call)
            if before.unknown and after.start:
                yield from _of_name(pair, place, before, after, gone)


def _of_name(
    pair: Pair, place: Interval, before: _Name, after: _Name, gone: dict[str, str | None]
) -> Iterator[Finding]:
    package = before.start.rpartition(".")[0]
    if (
        package
        and _is_module(pair.before, package)
        and not _is_module(pair.after, after.start.rpartition(".")[0])
    ):
        message = f"`{package}` is the path of something that would no longer be found there"
        yield Finding("HF104", Severity.WARNING, place, message)
        return
    for module in sorted(gone):
        word = _word(module, before)
        new = gone[module]
        if word is None or (new is not None and _word(new, after) == word):
            continue
        texts = list(_texts(pair, place.file, before, word))
        for text in texts:
            message = f'"{word}" stands here, and the name of a module is put together with it'
            yield Finding(
                "HF104", Severity.WARNING, text, message, (Clause(place, "it is put together here"),)
            )
        if not texts and not _is_imported(pair, module):
            message = f"nothing but the name that is put together here leads to `{module}`"
            yield Finding("HF104", Severity.WARNING, place, message)


def _renamed_modules(pair: Pair) -> Iterator[tuple[str, str | None]]:
    for old, new in pair.edits.renamed.items():
        if old.endswith(".py"):
            yield (
                pair.before.modules.module_name(old),
                pair.after.modules.module_name(new) if new.endswith(".py") else None,
            )
    for old in pair.edits.deleted:
        if old.endswith(".py"):
            yield pair.before.modules.module_name(old), None


def _word(module: str, name: _Name) -> str | None:
    """What would be filled in to get to the module."""
    if len(name.unknown) != 1 or not module.startswith(name.start) or not module.endswith(name.end):
        return None
    word = module[len(name.start) : len(module) - len(name.end)]
    return word if word and "." not in word else None


def _texts(pair: Pair, file: str, name: _Name, word: str) -> Iterator[Interval]:
    """The texts that are the word, of those that are seen to come here, or else of all."""
    found, complete = texts_at(pair.before, file, name.unknown[0])
    for other, node in found:
        facts = pair.before.facts(other)
        if facts is None or not isinstance(node, ast.Constant) or word not in str(node.value).split():
            continue
        place = Interval(other, facts.tree.start(node), facts.tree.end(node))
        if not pair.tokens(other).is_touched(place.start, place.end):
            yield place
    if not complete and not found:
        endings = (*DATA_ENDINGS, ".txt")
        for text in (*left_in_code(pair, word), *left_in_data(pair, word, endings=endings)):
            if text.is_whole or text.is_value or (text.node is None and text.begins_line):
                yield text.place


def _is_imported(pair: Pair, module: str) -> bool:
    """Does an import name the module, so that it is there for more than to be found by a text?"""
    found = pair.before.resolve_module("", 0, tuple(module.split(".")))
    return isinstance(found, ModuleFile) and bool(pair.before.importers(found.file))


def _is_module(program: Program, dotted: str) -> bool:
    found = program.resolve_module("", 0, tuple(dotted.split("."))) if dotted else None
    return isinstance(found, ModuleFile | NamespacePackage)


def _name(program: Program, file: str, call: ast.Call) -> _Name:
    facts = program.facts(file)
    assert facts is not None
    pieces = list(_pieces(program, file, facts, call.args[0]))
    unknown = [place for place, piece in enumerate(pieces) if not isinstance(piece, str)]
    if not unknown:
        return _Name("".join(piece for piece in pieces if isinstance(piece, str)), "", ())
    start = "".join(piece for piece in pieces[: unknown[0]] if isinstance(piece, str))
    end = "".join(piece for piece in pieces[unknown[-1] + 1 :] if isinstance(piece, str))
    if start.startswith("."):
        start = f"{_package(program, file)}.{start.lstrip('.')}"
    others = tuple(piece for piece in pieces if not isinstance(piece, str))
    return _Name(start, end, others)


def _package(program: Program, file: str) -> str:
    name = program.modules.module_name(file)
    return name if file.endswith("/__init__.py") else name.rpartition(".")[0]


def _pieces(program: Program, file: str, facts: FileFacts, node: ast.expr) -> Iterator[str | ast.expr]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            for value in values:
                yield from _pieces(program, file, facts, value)
        case ast.FormattedValue(value=value):
            yield from _pieces(program, file, facts, value)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield from _pieces(program, file, facts, left)
            yield from _pieces(program, file, facts, right)
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
            yield from _filled(text, right.elts if isinstance(right, ast.Tuple) else [right])
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format"), args=arguments):
            yield from _filled(text, arguments)
        case ast.Name(id="__name__"):
            yield program.modules.module_name(file)
        case ast.Name(id="__package__"):
            yield _package(program, file)
        case _:
            found, complete = texts_at(program, file, node)
            texts = {each.value for _, each in found if isinstance(each, ast.Constant)}
            only = next(iter(texts)) if complete and len(texts) == 1 else None
            yield str(only) if only is not None else node


def _filled(text: str, values: list[ast.expr]) -> Iterator[str | ast.expr]:
    position = 0
    for match, value in zip(_FIELD.finditer(text), values, strict=False):
        yield text[position : match.start()]
        yield value
        position = match.end()
    yield text[position:]
