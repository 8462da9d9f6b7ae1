"""Which of the files that appeared is which of the files that vanished.

Two trees do not say that a file moved. A vanished and an appeared file are paired when their text is
the same (files with the same name first), or when more than half of it is, counted by lines. Lines
that many files share say nothing and are not counted, which also keeps the search near-linear.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from holdfast.text.tokens import lines

_ALIKE = 0.5
_COMMON_LINE = 8


def renamed_files(vanished: Mapping[str, str], appeared: Mapping[str, str]) -> dict[str, str]:
    """Old name to new name, one to one, for files given with their texts."""
    pairs = _same_text(vanished, appeared)
    taken = set(pairs.values())
    old = {file: text for file, text in vanished.items() if file not in pairs}
    new = {file: text for file, text in appeared.items() if file not in taken}
    return {**pairs, **_similar_text(old, new)}


def _same_text(vanished: Mapping[str, str], appeared: Mapping[str, str]) -> dict[str, str]:
    by_text: dict[str, list[str]] = defaultdict(list)
    for file in sorted(appeared):
        by_text[appeared[file]].append(file)
    pairs = {}
    for same_name in (True, False):
        for file in sorted(vanished):
            text = vanished[file]
            if file in pairs or not (same_name or text.strip()):
                # Files without text are all alike: only their name can tell.
                continue
            for candidate in by_text[text]:
                if not same_name or _name(candidate) == _name(file):
                    pairs[file] = candidate
                    by_text[text].remove(candidate)
                    break
    return pairs


def _similar_text(vanished: Mapping[str, str], appeared: Mapping[str, str]) -> dict[str, str]:
    holders: dict[str, list[str]] = defaultdict(list)
    old_lines = {file: _weighty_lines(text) for file, text in vanished.items()}
    for file in sorted(old_lines):
        for line in old_lines[file]:
            holders[line].append(file)
    scored = []
    for file in sorted(appeared):
        new_lines = _weighty_lines(appeared[file])
        shared: Counter[str] = Counter()
        for line, count in new_lines.items():
            owners = holders.get(line, ())
            if len(owners) <= _COMMON_LINE:
                for owner in owners:
                    shared[owner] += min(count, old_lines[owner][line]) * len(line)
        for owner, weight in shared.items():
            whole = max(_weight(old_lines[owner]), _weight(new_lines))
            if weight > _ALIKE * whole:
                scored.append((-weight / whole, _name(owner) != _name(file), owner, file))
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, _, owner, file in sorted(scored):
        if owner not in pairs and file not in taken:
            pairs[owner] = file
            taken.add(file)
    return pairs


def _weighty_lines(text: str) -> Counter[str]:
    return Counter(stripped for line in lines(text) if (stripped := line.strip()))


def _weight(counted: Counter[str]) -> int:
    return sum(len(line) * count for line, count in counted.items())


def _name(file: str) -> str:
    return file.rpartition("/")[2]
