"""Where a project is refactored: sites picked by chance, from the syntax tree alone.

The checker's own model of names is not asked, so that what it overlooks can be a site.
"""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.refactorings.request import Kind

_WORD = re.compile(r"[^\W\d]\w*")
_EXTRACTABLE = (ast.Call, ast.Attribute, ast.BinOp, ast.Compare, ast.Subscript, ast.BoolOp, ast.IfExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

#: How often each kind of site is drawn. Members are where real projects break most.
SHARES = {
    "local": 3,
    "parameter": 3,
    "global": 2,
    "function": 3,
    "class": 2,
    "method": 5,
    "attribute": 4,
    "extract-variable": 3,
    "extract-function": 4,
    "inline": 3,
}


class Site(NamedTuple):
    """A request that can be put to an engine. Offsets are characters."""

    what: str
    kind: Kind
    file: str
    start: int
    end: int
    new_name: str | None
    #: A new name that something nearby already has.
    taken: bool = False


class _Name(NamedTuple):
    what: str
    file: str
    start: int
    end: int
    #: What else is declared where this name is.
    group: tuple[str, int]


def pick_sites(texts: dict[str, str], seed: str, count: int) -> list[Site]:
    """So many sites of the given files, fixed by the seed."""
    chance = random.Random(seed)
    pools: dict[str, list[Site | _Name]] = defaultdict(list)
    names: dict[tuple[str, int], set[str]] = defaultdict(set)
    for file, text in sorted(texts.items()):
        for site in _sites(file, text):
            pools[site.what].append(site)
            if isinstance(site, _Name):
                names[site.group].add(text[site.start : site.end])
    for pool in pools.values():
        chance.shuffle(pool)
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    sites: list[Site] = []
    while len(sites) < count and any(pools.values()):
        pool = pools[chance.choice(kinds)]
        if not pool:
            continue
        site = pool.pop()
        if isinstance(site, _Name):
            site = _rename(site, texts[site.file], names, chance)
        sites.append(site)
    return sites


def _rename(site: _Name, text: str, names: dict[tuple[str, int], set[str]], chance: random.Random) -> Site:
    old = text[site.start : site.end]
    taken = sorted(names[site.group] - {old})
    if taken and chance.random() < 0.35:
        new = chance.choice(taken)
        return Site(site.what, Kind.RENAME, site.file, site.start, site.end, new, taken=True)
    new = (
        f"{old}_renewed" if chance.random() < 0.5 else f"{old[: len(old) - len(old.lstrip('_'))]}renewed_name"
    )
    return Site(site.what, Kind.RENAME, site.file, site.start, site.end, new)


def _sites(file: str, text: str) -> Iterator[Site | _Name]:
    try:
        module = ast.parse(text)
    except SyntaxError:
        return
    yield from _Walk(file, text).walk(module, "module", 0)


class _Walk:
    """Walks a tree, knowing offsets and what encloses a node."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        # As the parser counts lines: a form feed does not end one.
        self.lines = [f"{line}\n" for line in text.split("\n")]
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def walk(self, node: ast.AST, inside: str, group: int) -> Iterator[Site | _Name]:
        for child in ast.iter_child_nodes(node):
            yield from self.here(child, inside, group)
            if isinstance(child, (*_FUNCTIONS, ast.ClassDef)):
                within = "class" if isinstance(child, ast.ClassDef) else "function"
                yield from self.walk(child, within, child.lineno)
            else:
                yield from self.walk(child, inside, group)
        if inside == "function":
            yield from self.statements(node)

    def here(self, node: ast.AST, inside: str, group: int) -> Iterator[Site | _Name]:
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            what = (
                "class" if isinstance(node, ast.ClassDef) else "method" if inside == "class" else "function"
            )
            # The word behind `def` or `class`, which stands behind the decorators.
            start, _ = self.span(node)
            words = _WORD.finditer(self.text, start)
            word = next(each for each in words if each[0] not in ("async", "def", "class"))
            if not (word[0].startswith("__") and word[0].endswith("__")):
                yield _Name(what, self.file, word.start(), word.end(), (self.file, group))
            if isinstance(node, ast.FunctionDef) and what == "function" and len(node.body) < 4:
                yield Site("inline", Kind.INLINE, self.file, word.start(), word.end(), None)
        elif isinstance(node, ast.arg) and node.arg not in ("self", "cls"):
            start = self.offset(node.lineno, node.col_offset)
            yield _Name("parameter", self.file, start, start + len(node.arg), (self.file, group))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            what = {"module": "global", "class": "attribute", "function": "local"}[inside]
            start, end = self.span(node)
            yield _Name(what, self.file, start, end, (self.file, group))
            if inside == "function":
                yield Site("inline", Kind.INLINE, self.file, start, end, None)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            _, end = self.span(node)
            yield _Name("attribute", self.file, end - len(node.attr), end, (self.file, group))
        if inside == "function" and isinstance(node, _EXTRACTABLE):
            yield from self.expression(node)

    def expression(self, node: ast.expr) -> Iterator[Site]:
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return
        start, end = self.span(node)
        yield Site("extract-variable", Kind.EXTRACT_VARIABLE, self.file, start, end, "extracted")
        if isinstance(node, (ast.BinOp, ast.Call, ast.Compare)):
            yield Site("extract-function", Kind.EXTRACT_FUNCTION, self.file, start, end, "extracted")

    def statements(self, node: ast.AST) -> Iterator[Site]:
        for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if not isinstance(body, list):
                continue
            for first in range(len(body)):
                for last in body[first : first + 3]:
                    start, end = self.span(body[first])[0], self.span(last)[1]
                    yield Site("extract-function", Kind.EXTRACT_FUNCTION, self.file, start, end, "extracted")
