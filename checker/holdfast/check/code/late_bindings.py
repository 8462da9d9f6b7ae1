"""Functions that an edit makes in a loop and keeps for later, and that look at the loop's variable.

All of them share one variable, which by the time of their calls holds what the last round left. A function
that is called in the same round, or that takes the value as a default, is fine.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping

from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LEAVING = (ast.Return, ast.Raise, ast.Break)  # there is no second round
_FUNCTIONS = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef)
#: Methods that keep what they are given.
_KEEPING = frozenset({"append", "add", "insert", "setdefault", "register", "connect", "subscribe", "setattr"})


def check_late_bindings(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is None or facts[0].tree.error or facts[1].tree.error:
            continue
        known = {_shape(function, names) for function, names in _late(facts[0])}
        for function, names in _late(facts[1]):
            if _shape(function, names) not in known:
                name = min(_seen_later(function) & names.keys())
                token = Interval(pair.file_after(file) or file, *_place(facts[1], function))
                place, quoted = pair.shown_at(token)
                message = f"every function made here would see the last `{name}` of the loop"
                yield Finding("HF202", Severity.WARNING, place, message, quoted=quoted)


def _place(facts: FileFacts, node: ast.AST) -> tuple[int, int]:
    index = facts.names.occurrence_of_node.get(node)
    if index is not None:
        return facts.names.occurrences[index].start, facts.names.occurrences[index].end
    assert isinstance(node, ast.expr)
    return facts.tree.start(node), facts.tree.end(node)


def _shape(function: ast.AST, names: Mapping[str, str]) -> str:
    """The code of the function, whatever the variables of the loop are called."""
    code = copy.deepcopy(function)
    for node in ast.walk(code):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]
    return ast.dump(code)


def _late(facts: FileFacts) -> Iterator[tuple[ast.AST, dict[str, str]]]:
    """The functions that are kept beyond the round that made them, with the variables of the loop, numbered."""
    for loop in ast.walk(facts.tree.module):
        if isinstance(loop, _COMPREHENSIONS):
            targets: list[ast.AST] = [generator.target for generator in loop.generators]
            elements = [loop.key, loop.value] if isinstance(loop, ast.DictComp) else [loop.elt]
            kept = [item for element in elements for item in _kept_in(element)]
        elif isinstance(loop, ast.For) and not isinstance(loop.body[-1], _LEAVING):
            targets, kept = [loop.target], [item for part in loop.body for item in _kept_by(part)]
        else:
            continue
        variables = [item.id for part in targets for item in ast.walk(part) if isinstance(item, ast.Name)]
        names = {name: f"variable {position}" for position, name in enumerate(variables)}
        for function in kept:
            if _seen_later(function) & names.keys():
                yield function, names


def _kept_in(element: ast.expr) -> Iterator[ast.AST]:
    """Functions that are, or are held by, an element of what is made."""
    match element:
        case ast.Lambda():
            yield element
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _kept_in(part)
        case ast.Call(func=ast.Name(id=name)) if name[:1].isupper():
            for argument in (*element.args, *(keyword.value for keyword in element.keywords)):
                yield from _kept_in(argument)


def _kept_by(statement: ast.stmt) -> Iterator[ast.AST]:
    """Functions that a statement of a round puts somewhere."""
    for node in ast.walk(statement):
        match node:
            case ast.Assign(targets=[ast.Subscript() | ast.Attribute()], value=value):
                yield from _kept_in(value)
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in _KEEPING:
                for argument in node.args:
                    yield from _kept_in(argument)


def _seen_later(function: ast.AST) -> set[str]:
    """The names that the function reads when it is called, apart from its own."""
    assert isinstance(function, _FUNCTIONS)
    arguments = function.args
    own = {item.arg for item in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    inner = [item for part in body for item in ast.walk(part)]
    bound = {item.id for item in inner if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)}
    read = {item.id for item in inner if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load)}
    return read - own - bound
