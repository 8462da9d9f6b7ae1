"""Is a variable called by the name of a class? `line`, `order_line` and an element of `lines` may be an `OrderLine`."""

from __future__ import annotations

import ast
import re

from holdfast.check.objects.sources import sources_in
from holdfast.python.project.facts import FileFacts, last_name

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def speaks_of(facts: FileFacts, node: ast.expr, class_name: str) -> bool:
    """Does the expression, or what a loop takes it from, have the name of the class, or the last word of it?"""
    wanted = _words(class_name)
    if not wanted:
        return False
    return any(_is_called(words, wanted) for words in titles_of(facts, node))


def is_called_like(name: str, class_name: str) -> bool:
    """Is a plain name that of the class, or the last word of it?"""
    return _is_called(_words(name), _words(class_name))


def _is_called(words: list[str], wanted: list[str]) -> bool:
    return bool(words) and (words[-1:] == wanted[-1:] or words == wanted)


def titles_of(facts: FileFacts, node: ast.expr) -> list[list[str]]:
    """What the expression is called, in words."""
    match node:
        case (
            ast.Subscript(value=value)
            | ast.Call(func=ast.Attribute(value=value, attr="get" | "pop" | "popleft"))
        ):
            return [_singular(_words(last_name(value)))]
        case ast.Call(func=called):
            return [_words(last_name(called))]
    titles = [_words(last_name(node))]
    index = facts.names.occurrence_of_node.get(node)
    if index is not None:
        found = facts.names.occurrences[index]
        for binding in facts.bindings.get((found.owner, found.name), ()):
            target = facts.node_of_occurrence.get(binding)
            source = sources_in(facts).get(target) if target is not None else None
            if source is not None and source.way:
                titles.append(_singular(_words(last_name(source.node))))
            elif source is not None and not isinstance(source.node, ast.Name):
                titles += titles_of(facts, source.node)
    return titles


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def _singular(words: list[str]) -> list[str]:
    if not words:
        return words
    last = words[-1]
    if last.endswith("ies"):
        last = last[:-3] + "y"
    elif last.endswith(("ses", "xes", "ches", "shes")):
        last = last[:-2]
    elif last.endswith("s"):
        last = last[:-1]
    return [*words[:-1], last]
