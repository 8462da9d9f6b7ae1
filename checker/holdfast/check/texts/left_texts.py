"""Texts in which an old name still stands after the edit: constants of the code, and files of data.

A text alone proves nothing, since it may be prose or speak of something else. Beside a mechanism that turns
names into texts or texts into names it is evidence. Docstrings, annotations and entries of `__all__` are not
looked at: the first are prose, and the others are names that are resolved as such.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.functional_records import fields_made_by_calls
from holdfast.python.project.program import Texts
from holdfast.text.interval import Interval

#: Endings of files that programs read their data and settings from.
DATA_ENDINGS = (
    *(".ini", ".toml", ".json", ".yaml", ".yml", ".cfg", ".csv", ".tsv"),
    *(".conf", ".env", ".properties", ".xml", ".sql"),
)
#: Endings of files that are filled in.
TEMPLATE_ENDINGS = (".tmpl", ".tpl", ".template", ".j2", ".jinja", ".jinja2", ".html", ".txt")
#: What tools read and the program does not.
TOOL_FILES = frozenset(
    {"pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "mypy.ini", ".pytest.ini", "package.json"}
)
#: More files than this are a collection of data, not the settings of a program.
_MOST_FILES = 300

_BEFORE_VALUE = frozenset("=:,;|\"'([{<>/\t")
_AFTER_VALUE = frozenset(",;|\"')]}:=<>/#\t")
_QUERY = re.compile(r"\b(?:select|insert\s+into|update|delete\s+from|(?:create|alter)\s+table|where)\b", re.I)


class LeftText(NamedTuple):
    """A word in a text that is the same after the edit. `node` is the constant, None in a file of data."""

    place: Interval
    text: str
    start: int
    end: int
    node: ast.Constant | None

    @property
    def is_whole(self) -> bool:
        """Whether the text is the word and nothing else."""
        return self.text.strip() == self.text[self.start : self.end]

    @property
    def is_query(self) -> bool:
        """Whether the text reads like SQL, in which every word names something."""
        return _QUERY.search(self.text) is not None

    @property
    def is_value(self) -> bool:
        """Whether the word stands where data stands, with punctuation around it, and not in a sentence."""
        before = self.text[: self.start].rstrip(" ")[-1:]
        after = self.text[self.end :].lstrip(" ")[:1]
        return (before in _BEFORE_VALUE or before in "\r\n") and (after in _AFTER_VALUE or after in "\r\n")

    @property
    def begins_line(self) -> bool:
        """Whether a line of the text begins with the word, as a command does."""
        return self.text[: self.start].rstrip(" ")[-1:] in "\r\n"

    @property
    def is_data(self) -> bool:
        """Whether the word is more than a word of a sentence."""
        return self.is_whole or self.is_value or self.is_query


def left_in_code(pair: Pair, word: str, *, any_case: bool = False) -> Iterator[LeftText]:
    """Constants of the program in which the word stands and which the edit left alone."""
    for file in sorted(_files_with(pair, word, any_case=any_case)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        seen: set[Interval] = set()
        for node in text_constants(facts):
            for place, match in _placed(facts, file, node, word, any_case=any_case):
                if place not in seen and not pair.tokens(file).is_touched(place.start, place.end):
                    seen.add(place)
                    yield LeftText(place, str(node.value), match.start(), match.end(), node)


def left_in_data(
    pair: Pair, word: str, *, endings: tuple[str, ...] = DATA_ENDINGS, any_case: bool = False
) -> Iterator[LeftText]:
    """Files of data of the project in which the word stands before and after the edit."""
    for file in data_files(pair.before.world, endings):
        text, after = pair.before.world.text(file), pair.after.world.text(file)
        if text is None or after is None or not _matches(after, word, any_case=any_case):
            continue
        for match in _matches(text, word, any_case=any_case)[:1]:
            place = Interval(file, match.start(), match.end())
            yield LeftText(place, text, match.start(), match.end(), None)


def exchanged_in_texts(pair: Pair, affected: Affected, word: str) -> bool:
    """Did the edit exchange the word in some constant or in a file of data, other than where a field is declared?"""
    for token in affected.tokens:
        facts = pair.before.facts(token.file)
        if facts is None or facts.text[token.start : token.end] != word:
            continue
        if (token.start, token.end, word) in fields_made_by_calls(facts):
            continue
        for node in text_constants(facts):
            if facts.tree.start(node) < token.start < facts.tree.end(node):
                if not _is_code(facts, token.start):
                    return True
    return any(
        _matches(pair.before.world.text(file) or "", word)
        and not _matches(pair.after.world.text(file) or word, word)
        for file in data_files(pair.before.world, DATA_ENDINGS)
    )


def data_files(world: Texts, endings: tuple[str, ...]) -> list[str]:
    found = sorted(
        file
        for file in world.files() | world.other_files()
        if file.endswith(endings) and file.rsplit("/", 1)[-1] not in TOOL_FILES and not _is_hidden(file)
    )
    return found if len(found) <= _MOST_FILES else []


@lru_cache(maxsize=4096)
def text_constants(facts: FileFacts) -> tuple[ast.Constant, ...]:
    """The texts of a file that are neither docstrings nor names that the analysis resolves itself."""
    left_out = {use.start for use in facts.names.strings if use.kind != "attribute"}
    found = []
    docstrings: set[ast.AST] = set()
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Expr):
            docstrings.add(node.value)  # a text that stands alone is read by people only
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            start, end = facts.tree.start(node), facts.tree.end(node)
            if not any(start <= place < end for place in left_out):
                if facts.string_annotation(node) is None:
                    found.append(node)
    return tuple(found)


def _files_with(pair: Pair, word: str, *, any_case: bool) -> frozenset[str]:
    if not word.isidentifier():
        # The index knows words: of `list-users` there are two.
        parts = [pair.before.index.files_with(part) for part in re.findall(r"[^\W\d]\w*", word)]
        return frozenset.intersection(*parts) if parts else frozenset()
    words = {word, word.lower(), word.upper(), word.capitalize()} if any_case else {word}
    return pair.before.index.files_with_any(words)


def _matches(text: str, word: str, *, any_case: bool = False) -> list[re.Match[str]]:
    if not any_case and word not in text:
        return []
    return list(re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text, re.I if any_case else 0))


def _placed(
    facts: FileFacts, file: str, node: ast.Constant, word: str, *, any_case: bool
) -> Iterator[tuple[Interval, re.Match[str]]]:
    """Each time that the word stands in a constant, with its place in the source."""
    matches = _matches(str(node.value), word, any_case=any_case)
    if not matches:
        return
    start, end = facts.tree.start(node), facts.tree.end(node)
    places = [
        Interval(file, start + found.start(), start + found.end())
        for found in _matches(facts.text[start:end], word, any_case=any_case)
        if not _is_code(facts, start + found.start())
    ]
    if len(places) == len(matches):
        yield from zip(places, matches, strict=True)
    else:
        # The source spells it otherwise (an escape before the word), or it is one piece of several.
        yield from ((place, matches[0]) for place in places or [Interval(file, start, end)])


def _is_code(facts: FileFacts, start: int) -> bool:
    """Is this a name in the braces of an f-string?"""
    return start in facts.occurrence_at or start in _attribute_places(facts)


@lru_cache(maxsize=1024)
def _attribute_places(facts: FileFacts) -> frozenset[int]:
    attributes = frozenset(use.start for use in facts.names.attributes)
    return attributes | frozenset(use.start for use in facts.names.keywords)


def _is_hidden(file: str) -> bool:
    return any(part.startswith(".") for part in file.split("/"))
