"""Texts with marker lines under them: reading the text and the marks apart."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from holdfast.casefile.sections import LITERAL, Line, Section, refuse
from holdfast.casefile.values import ExpectedFinding, Mark, Side
from holdfast.text.interval import Interval

_LABEL = r"[A-Za-z_][\w.-]*"
_WORD = re.compile(
    rf"@(?P<label>{_LABEL})(?P<end>[<>]?)"
    r"|(?P<edit>edit)(?P<with>\()?"
    rf"|!(?P<slug>[\w-]+)(?:\((?P<labels>\s*@{_LABEL}\s*(?:=>\s*@{_LABEL}\s*)*)\))?"
)
_MARKER = re.compile(r"(?P<indent>\s*)(?P<carets>\^+)(?P<rest>(?:\s+\S.*)?)")


@dataclass(frozen=True, slots=True)
class MarkedText:
    text: str
    marks: tuple[Mark, ...]


def read_marked(section: Section, case: str) -> MarkedText:
    """The text of a `before/` or `after/` section and its marks."""
    if "escaped" in section.flags:
        return MarkedText(_unescaped(section, case), ())
    newline = "\r\n" if "crlf" in section.flags else "\n"
    lines: list[str] = []
    start = offset = 0
    marks: list[Mark] = []
    open_marks: dict[str, Mark] = {}
    for line in section.lines:
        marker = _MARKER.fullmatch(line.text)
        if marker is not None and _is_meant(marker):
            if not lines:
                raise refuse(
                    case, line.number, "a mark stands under the line that it marks; here is none above"
                )
            mark, end = _mark(marker, line, section, case, start, lines[-1])
            _add(mark, end, marks, open_marks, case, line.number)
        else:
            text = line.text.removeprefix(LITERAL)
            lines.append(text)
            start, offset = offset, offset + len(text) + len(newline)
    for label in open_marks:
        raise refuse(case, section.number, f"@{label}< is never closed by @{label}>")
    whole = "".join(text + newline for text in lines)
    if "no final newline" in section.flags:
        whole = whole.removesuffix(newline)
    return MarkedText(whole, tuple(marks))


def is_marker(line: str) -> bool:
    """Whether a line of source text would be taken for a marker line, well formed or not."""
    marker = _MARKER.fullmatch(line)
    return marker is not None and _is_meant(marker)


def _is_meant(marker: re.Match[str]) -> bool:
    """One caret may be an operator of the marked language; what follows it then looks unlike a mark."""
    rest = marker["rest"].strip()
    return len(marker["carets"]) > 1 or not rest or rest[0] in "@!" or rest.startswith("edit")


def _mark(
    marker: re.Match[str], line: Line, section: Section, case: str, start: int, above: str
) -> tuple[Mark, str]:
    column, width = len(marker["indent"]), len(marker["carets"])
    if column + width > len(above):
        raise refuse(
            case,
            line.number,
            f"the carets reach column {column + width}, but the line above has {len(above)} characters",
        )
    place = Interval(section.path, start + column, start + column + width)
    side = Side(section.folder)
    label: str | None = None
    edited = False
    new_text: str | None = None
    end = ""
    findings: list[ExpectedFinding] = []
    rest, position = marker["rest"], 0
    while rest[position:].strip():
        position += len(rest[position:]) - len(rest[position:].lstrip())
        word = _WORD.match(rest, position)
        if word is not None and word["with"]:
            new_text, position = _edit_text(rest, word.end(), case, line.number)
            edited = True
            continue
        if word is None or not (word.end() == len(rest) or rest[word.end()].isspace()):
            raise refuse(
                case,
                line.number,
                f"cannot read the mark {rest[position:].strip()!r}; a mark is @label, edit or !slug(@label => …)",
            )
        position = word.end()
        if word["label"]:
            if label is not None:
                raise refuse(case, line.number, "a mark has one label; put a second one on a line of its own")
            label, end = word["label"], word["end"]
        elif word["slug"]:
            labels = tuple(re.findall(rf"@({_LABEL})", word["labels"] or ""))
            findings.append(ExpectedFinding(word["slug"], labels))
        else:
            edited = True
    if label is None and not edited and not findings:
        raise refuse(case, line.number, "carets without @label, edit or !slug(…) mark nothing")
    if side is Side.AFTER and (edited or findings):
        raise refuse(case, line.number, "findings and edits are marked in the text before; here only labels")
    return Mark(place, side, label, edited, new_text, tuple(findings)), end


def _edit_text(rest: str, start: int, case: str, number: int) -> tuple[str, int]:
    """The text inside `edit(…)`, as a JSON string or as it stands with balanced parentheses."""
    if rest[start : start + 1] == '"':
        try:
            text, end = json.JSONDecoder().raw_decode(rest, start)
        except json.JSONDecodeError as problem:
            raise refuse(case, number, f"the text in edit(…) is no JSON string ({problem.msg})") from None
    else:
        end = start + balanced_length(rest[start:])
        text = rest[start:end]
    if rest[end : end + 1] != ")":
        raise refuse(case, number, "edit( is never closed")
    return text, end + 1


def balanced_length(text: str) -> int:
    """How many characters stand before the parenthesis that closes the one before the text."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return index
    return len(text)


def _add(
    mark: Mark, end: str, marks: list[Mark], open_marks: dict[str, Mark], case: str, number: int
) -> None:
    label = mark.label
    if end == "<":
        assert label is not None
        open_marks[label] = mark
    elif end == ">":
        assert label is not None
        first = open_marks.pop(label, None)
        if first is None:
            raise refuse(case, number, f"@{label}> closes nothing; @{label}< must stand above")
        place = Interval(mark.place.file, first.place.start, mark.place.end)
        marks.append(
            Mark(
                place,
                mark.side,
                label,
                first.edited or mark.edited,
                first.new_text if mark.new_text is None else mark.new_text,
                first.findings + mark.findings,
            )
        )
    else:
        marks.append(mark)


def _unescaped(section: Section, case: str) -> str:
    pieces = []
    for line in section.lines:
        try:
            piece = json.loads(f'"{line.text}"')
        except json.JSONDecodeError as problem:
            raise refuse(
                case, line.number, f"not the inside of a JSON string ({problem.msg}), in an (escaped) section"
            ) from None
        pieces.append(piece)
    return "".join(pieces)
