"""Texts that are the name of something where names are keys: in displays, look-ups, settings and data files.

Prose is left out. Such a text proves nothing by itself; together with code that takes names from texts it does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.surroundings import parents_in
from holdfast.text.interval import Interval

_DATA = (".json", ".toml", ".ini", ".cfg", ".conf", ".yaml", ".yml", ".env", ".properties", ".csv")
#: What is larger is no file of settings.
_LARGEST = 200_000


class KeyText(NamedTuple):
    """A place that spells a name as a key."""

    place: Interval
    #: It stands in a data file, or in a text that is made like one.
    is_setting: bool


def key_texts(pair: Pair, name: str) -> Iterator[KeyText]:
    """The places that spell the name as a key and that the edit left alone."""
    for file in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for start, end, is_setting in _in_code(pair, file, facts, name):
            if not pair.tokens(file).is_touched(start, end):
                yield KeyText(Interval(file, start, end), is_setting)
    line = _setting(name)
    for file in sorted(pair.before.world.other_files()):
        if file.endswith(_DATA) and file not in pair.edits.touched_files():
            texts = pair.before.world.text(file), pair.after.world.text(file)
            known = [text for text in texts if text is not None and len(text) < _LARGEST]
            found = line.search(known[0]) if len(known) == len(texts) else None
            # Where data files are not among the edits, what the edit made of them is looked at as well.
            if found is not None and line.search(known[1]) is not None:
                yield KeyText(Interval(file, *found.span(1)), True)


def _setting(name: str) -> re.Pattern[str]:
    """`name = 1`, `name: 1` and `"name": 1`, in lines of their own or one after another."""
    return re.compile(rf"""(?m)(?:^|[{{,;])\s*["']?({re.escape(name)})["']?\s*[=:]""")


def _in_code(pair: Pair, file: str, facts: FileFacts, name: str) -> Iterator[tuple[int, int, bool]]:
    parents = parents_in(facts.tree.module)
    for node in ast.walk(facts.tree.module):
        match node:
            case ast.Constant(value=str(text)) if name in text:
                if _is_key(node, text, name, parents):
                    yield facts.tree.start(node), facts.tree.end(node), text != name
            case ast.Call(keywords=keywords) if any(item.arg == name for item in keywords):
                if _takes_any(pair, file, node, name):
                    keyword = next(item for item in keywords if item.arg == name)
                    start = facts.tree.offset(keyword.lineno, keyword.col_offset)
                    yield start, start + len(name), False


def _is_key(node: ast.Constant, text: str, name: str, parents: Mapping[ast.AST, ast.AST]) -> bool:
    outer = parents.get(node)
    if isinstance(outer, ast.Expr | ast.JoinedStr | ast.FormattedValue) or outer is None:
        return False
    if text != name:
        return "\n" in text and _setting(name).search(text) is not None
    match outer:
        case ast.Dict(keys=keys):
            return any(key is node for key in keys)
        case ast.Subscript() | ast.List() | ast.Tuple() | ast.Set():
            return True
    return False


def _takes_any(pair: Pair, file: str, call: ast.Call, name: str) -> bool:
    """Is the keyword one of any number of others to the function that is called?"""
    for target in targets_of(pair.before, file, call.func).found:
        facts = pair.before.facts(target.file)
        node = facts.names.scopes[target.scope].node if facts is not None else None
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.args.kwarg is not None:
            return name not in {a.arg for a in (*node.args.args, *node.args.kwonlyargs)}
    return False
