"""Where a variable gets what it holds, as the text says: the expression, and the way into it.

A way is a tuple of steps from the outside in: a position in a tuple, or any element of a container. So in
`for place, line in enumerate(self.lines)` the variable `line` gets any element of `self.lines`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from holdfast.python.project.facts import FileFacts

#: The step to any element of a list, or to any value of a dictionary.
ANY = -1

Way = tuple[int, ...]


class Source(NamedTuple):
    node: ast.expr
    way: Way


@lru_cache(maxsize=1024)
def sources_in(facts: FileFacts) -> Mapping[ast.AST, Source]:
    """For every name and attribute that statements, loops and comprehensions of a file bind."""
    found: dict[ast.AST, Source] = {}
    for node in ast.walk(facts.tree.module):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    found.update(_bound(target, value, ()))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                found.update(_bound(target, value, ()))
            case ast.NamedExpr(target=target, value=value):
                found.update(_bound(target, value, ()))
            case ast.AugAssign(target=target, op=ast.Add() | ast.BitOr(), value=value):
                found.update(_bound(target, value, ()))
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                found.update(_bound(node.target, node.iter, (ANY,)))
    return found


def _bound(target: ast.expr, value: ast.expr, way: Way) -> Iterator[tuple[ast.AST, Source]]:
    if isinstance(target, ast.Tuple | ast.List):
        starred = [place for place, item in enumerate(target.elts) if isinstance(item, ast.Starred)]
        for place, item in enumerate(target.elts):
            if starred and place >= starred[0]:
                rest = item.value if isinstance(item, ast.Starred) else item
                # What a star takes is a list of elements.
                yield from _bound(rest, value, way if isinstance(item, ast.Starred) else (*way, ANY))
            else:
                yield from _bound(item, value, (*way, place))
    elif not isinstance(target, ast.Subscript):
        yield target, simplified(value, way)


def simplified(node: ast.expr, way: Way) -> Source:
    """The same through calls that only hand elements on, as far as the way goes into them."""
    while way:
        match node, way:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]), (-1, 1, *rest):
                node, way = inner, (ANY, *rest)
            case ast.Call(func=ast.Name(id="zip"), args=arguments), (-1, place, *rest) if (
                0 <= place < len(arguments)
            ):
                node, way = arguments[place], (ANY, *rest)
            case ast.Call(func=ast.Attribute(value=inner, attr="items"), args=[]), (-1, 1, *rest):
                node, way = inner, (ANY, *rest)
            case ast.Call(func=ast.Attribute(value=inner, attr="values"), args=[]), (-1, *rest):
                node, way = inner, (ANY, *rest)
            case ((ast.Tuple(elts=elements) | ast.List(elts=elements)), (place, *rest)) if 0 <= place < len(
                elements
            ) and not any(isinstance(item, ast.Starred) for item in elements[: place + 1]):
                node, way = elements[place], tuple(rest)
            case _:
                break
    return Source(node, way)
