"""Calls of a method of some name, of whatever object, in code that the edit leaves alone."""

from __future__ import annotations

import ast

from holdfast.check.pair import Pair


def is_called_untouched(pair: Pair, name: str) -> bool:
    for file in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(file)
        if facts is None or pair.file_after(file) is None:
            continue
        for node in ast.walk(facts.tree.module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                start, end = facts.tree.start(node), facts.tree.end(node)
                if node.func.attr == name and not pair.tokens(file).is_touched(start, end):
                    return True
    return False
