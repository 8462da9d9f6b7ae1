"""A piece of newer syntax, read by libcst, as `ast` statements with the positions of the whole text.

Only reached for text that the running interpreter cannot parse; libcst is imported here and nowhere else
in the analysis.
"""

from __future__ import annotations

import ast
import re

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from holdfast.python.newer_syntax.places import Places
from holdfast.python.newer_syntax.statements import convert_block
from holdfast.python.tree import Tree, quiet

_FORM_FEED_BEFORE_CODE = re.compile(r"(?:\A|[\r\n])[ \t]*\f[ \t\f]*[^\s#]")


def read_newer_syntax(tree: Tree, start: int, source: str) -> list[ast.stmt] | None:
    """The statements of `source`, or None if libcst cannot read them either.

    `source` is what stands in the text from `start` on, the beginning of a line, or as long as that.
    """
    if _FORM_FEED_BEFORE_CODE.search(source):
        # libcst drops such a form feed, and everything after it would be misplaced.
        return None
    source = source.replace("\f", " ")
    try:
        module = cst.parse_module(source)
        if module.code != source:
            return None
        wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
        positions = wrapper.resolve(PositionProvider)
        with quiet():
            return convert_block(Places(tree, positions, tree.position(start)[0] - 1), module.body)
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError, SyntaxError, ValueError, KeyError):
        return None


def is_newer_syntax(source: str) -> bool:
    """Whether libcst can read `source`."""
    try:
        return cst.parse_module(source).code == source
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError, ValueError):
        return False
