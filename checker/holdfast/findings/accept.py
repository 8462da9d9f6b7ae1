"""Findings that a person accepts: by a comment in place, by a baseline, or by a setting.

`# holdfast: ignore[HF101]` at the end of a line accepts the findings of that code on the line; on a line
of its own it speaks for the next line. Codes and their short names both work. The comment may stand in
the original text or, since that is what a commit can still change, in the edited one. A comment without
codes accepts nothing: what was accepted must be visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.findings.codes import BY_CODE, BY_SLUG
from holdfast.findings.fingerprint import fingerprints
from holdfast.findings.values import Accepted, AcceptedBy, Finding, Outcome
from holdfast.records import replace
from holdfast.text.edits import EditSet
from holdfast.text.world import World

_COMMENT = re.compile(r"#\s*holdfast:\s*ignore\[([^\]#]*)\]", re.IGNORECASE)
_MARK = "holdfast:"


class Acceptance(NamedTuple):
    """What is accepted besides comments: whole codes, and single findings by fingerprint."""

    codes: frozenset[str] = frozenset()
    baseline: frozenset[str] = frozenset()


COMMENTS_ONLY = Acceptance()


def accept(
    outcome: Outcome, before: World, after: World, edits: EditSet, acceptance: Acceptance = COMMENTS_ONLY
) -> Outcome:
    """The outcome with the accepted findings set apart, so that they take no part in the verdict."""
    if not outcome.findings:
        return outcome
    names = fingerprints(outcome.findings, before) if acceptance.baseline else ()
    comments = _Comments(before, after, edits)
    kept: list[Finding] = []
    accepted: list[Accepted] = []
    for index, finding in enumerate(outcome.findings):
        if finding.code in acceptance.codes:
            accepted.append(Accepted(finding, AcceptedBy.SETTING))
        elif names and names[index] in acceptance.baseline:
            accepted.append(Accepted(finding, AcceptedBy.BASELINE))
        elif comments.accept(finding):
            accepted.append(Accepted(finding, AcceptedBy.COMMENT))
        else:
            kept.append(finding)
    if not accepted:
        return outcome
    return replace(outcome, findings=tuple(kept), accepted=(*outcome.accepted, *accepted))


def code_named(word: str) -> str | None:
    """The code that a word from a person means: `HF101`, `hf101` or `captured`."""
    if word.upper() in BY_CODE:
        return word.upper()
    found = BY_SLUG.get(word.lower())
    return found.code if found else None


def accepted_lines(text: str) -> dict[int, frozenset[str]]:
    """The codes that comments accept, by line (from zero). Only real comments count, not strings."""
    result: dict[int, frozenset[str]] = {}
    if _MARK not in text.lower():
        return result
    lines = _LINES.split(text)
    for line, column, comment in _comments(lines):
        match = _COMMENT.search(comment)
        if match is None:
            continue
        codes = frozenset(filter(None, map(code_named, re.split(r"[\s,]+", match[1].strip()))))
        alone = not lines[line][:column].strip()
        target = line + 1 if alone else line
        result[target] = result.get(target, frozenset()) | codes
    return result


#: The line ends that Python and `holdfast.text.positions` know; `str.splitlines` knows more.
_LINES = re.compile(r"\r\n?|\n")


def _comments(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of the comments; of a text that cannot be tokenised, those up to the error."""
    import tokenize

    feed = iter([line + "\n" for line in lines])
    try:
        for token in tokenize.generate_tokens(lambda: next(feed, "")):
            if token.type == tokenize.COMMENT:
                yield token.start[0] - 1, token.start[1], token.string
    except (tokenize.TokenError, SyntaxError):
        return


class _Comments:
    """The comments of both worlds, each file read at most once."""

    def __init__(self, before: World, after: World, edits: EditSet) -> None:
        self._worlds = (before, after)
        self._edits = edits
        self._lines: dict[tuple[int, str], dict[int, frozenset[str]]] = {}

    def accept(self, finding: Finding) -> bool:
        file, start, _ = finding.place
        if finding.code in self._codes(0, file, start):
            return True
        renamed = self._edits.name_after(file)
        return renamed is not None and finding.code in self._codes(
            1, renamed, _moved(self._edits, file, start)
        )

    def _codes(self, which: int, file: str, offset: int) -> frozenset[str]:
        text = self._worlds[which].text(file)
        if text is None:
            return frozenset()
        if (which, file) not in self._lines:
            self._lines[which, file] = accepted_lines(text)
        lines = self._lines[which, file]
        return lines.get(len(_LINES.findall(text, 0, offset)), frozenset()) if lines else frozenset()


def _moved(edits: EditSet, file: str, offset: int) -> int:
    """Where an offset of the original text stands after the edits; inside a replacement, its start."""
    shift = 0
    for replacement in edits.replacements.get(file, ()):
        if replacement.end > offset:
            return min(offset, replacement.start) + shift
        shift += replacement.growth
    return offset + shift
