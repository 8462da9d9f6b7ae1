"""Keys of a `TypedDict`: texts that follow the class, or do not.

Nothing happens at run time when a key is renamed in the class alone. But once a key was exchanged somewhere,
in a text or as the keyword of a call that makes the dictionary, every other text that means this key must
follow.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import LeftText, exchanged_in_texts, left_in_code
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.annotations import annotated
from holdfast.python.project.classes import classes_in, order_of, own_members
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import has_ancestor
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, InstanceValue, Values
from holdfast.text.interval import Interval

_TYPED = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})


def check_typed_keys(pair: Pair, affected: Affected) -> Iterator[Finding]:
    if not pair.before.index.files_with("TypedDict"):
        return
    for file in sorted({token.file for token in affected.tokens}):
        for key in classes_in(pair.before, file):
            for name, member in own_members(pair.before, key).items():
                token = Interval(file, *member.token)
                if token in affected.tokens and has_ancestor(pair.before, key, _TYPED):
                    if exchanged_in_texts(pair, affected, name) or _keyword_exchanged(pair, affected, name):
                        yield from _left(pair, key, name, token)


def _keyword_exchanged(pair: Pair, affected: Affected, name: str) -> bool:
    return any(
        use.name == name and Interval(file, use.start, use.end) in affected.tokens
        for file in pair.before.index.files_with(name)
        if (facts := pair.before.facts(file)) is not None
        for use in facts.names.keywords
    )


def _left(pair: Pair, key: ClassKey, name: str, token: Interval) -> Iterator[Finding]:
    for text in left_in_code(pair, name):
        facts = pair.before.facts(text.place.file)
        if facts is None or not text.is_whole:
            continue
        values = _of_dictionary(pair.before, facts, text)
        if values is not None and any(_is_of(pair.before, item, key) for item in values.items):
            message = f'"{name}" still stands here, and other uses of this key were renamed'
            clause = Clause(token, "it is declared here")
            yield Finding("HF104", Severity.WARNING, text.place, message, (clause,))


def _is_of(program: Program, item: object, key: ClassKey) -> bool:
    return isinstance(item, InstanceValue) and key in order_of(program, item.key).classes


def _of_dictionary(program: Program, facts: FileFacts, text: LeftText) -> Values | None:
    """What the dictionary can be that the text is a key of."""
    parents, file = parents_of(facts), text.place.file
    around = parents.get(text.node) if text.node is not None else None
    match around:
        case ast.Subscript(value=value):
            return evaluate(program, file, value)
        case ast.Call(func=ast.Attribute(value=value)):
            return evaluate(program, file, value)
        case ast.Dict():
            return _of_display(program, facts, file, around)
        case _:
            return None


def _of_display(program: Program, facts: FileFacts, file: str, node: ast.Dict) -> Values | None:
    """A display is what the annotation of its variable, or of the function that returns it, says."""
    parents = parents_of(facts)
    around = parents.get(node)
    if isinstance(around, ast.AnnAssign):
        return annotated(program, file, around.annotation)
    if isinstance(around, ast.Return):
        function: ast.AST | None = around
        while function is not None and not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            function = parents.get(function)
        if function is not None and function.returns is not None:
            return annotated(program, file, function.returns)
    return None
