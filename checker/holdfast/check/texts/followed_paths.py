"""Texts that are the path of something and were changed along with it: the same value, said anew."""

from __future__ import annotations

import re
from collections.abc import Mapping

from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import text_constants
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.paths import follow_path
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

_PATH = re.compile(r"[^\W\d]\w*(?:[.:][^\W\d]\w*)+")


def followed_paths(pair: Pair) -> Mapping[str, str]:
    """Texts of before, as Python writes them, to the texts of after that lead to what the same thing became."""
    found: dict[str, str] = {}
    for file in pair.edited_python_files():
        facts = pair.facts(file)
        if facts is None:
            continue
        old, new = (_paths(each) for each in facts)
        if not old - new or not new - old:
            continue
        led = {path: _leads_to(pair.before, file, path) for path in old - new}
        leads = {path: _leads_to(pair.after, pair.file_after(file) or file, path) for path in new - old}
        for path, places in led.items():
            became = frozenset(pair.became(place) for place in places)
            for other, there in leads.items():
                if places and became == there:
                    found[repr(path)] = repr(other)
    return found


def _paths(facts: FileFacts) -> set[str]:
    return {str(node.value) for node in text_constants(facts) if _PATH.fullmatch(str(node.value))}


def _leads_to(program: Program, file: str, path: str) -> frozenset[Interval]:
    parts = tuple(re.split(r"[.:]", path))
    way = follow_path(program, file, parts)
    return frozenset() if way is None or way.known < len(parts) else way.declarations
