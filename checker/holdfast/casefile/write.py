"""Writing case files, so that reading them back gives the same case for any text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from holdfast.casefile.marks import balanced_length, is_marker
from holdfast.casefile.sections import LITERAL, is_header
from holdfast.casefile.values import Case, Mark, Side
from holdfast.errors import InputError
from holdfast.text.positions import LineIndex


def write_case(case: Case) -> str:
    """The text of a case. Raises `InputError` for marks in a text that cannot be written line by line."""
    prose = case.prose.strip("\n")
    if any(map(is_header, prose.split("\n"))):
        raise InputError(f"{case.name}: a line of the prose looks like the header of a section")
    parts = [prose + "\n"] if prose else []
    parts.append(_section("request", _request(case)))
    for file, text in case.before.items():
        parts.append(_file(f"before/{file}", text, _marks_of(case, Side.BEFORE, file)))
    for file, new in case.after.items():
        if new is None:
            parts.append(f"-- after/{file} (deleted) --\n")
        else:
            parts.append(_file(f"after/{file}", new, _marks_of(case, Side.AFTER, file)))
    parts.append(_section("expect", _expectation(case)))
    if case.run is not None:
        parts.append(_section("run", case.run))
    parts.extend(_section(_rendered_name(name), text) for name, text in case.rendered.items())
    return "\n".join(parts)


def with_rendered(text: str, rendered: Mapping[str, str]) -> str:
    """A case file with new `rendered` sections, and nothing else changed."""
    lines = text.split("\n")
    headers = [index for index, line in enumerate(lines) if is_header(line)]
    kept: list[str] = lines[: headers[0]] if headers else lines
    for start, end in zip(headers, [*headers[1:], len(lines)], strict=True):
        if not re.match(r"-- rendered[ /]", lines[start]):
            kept.extend(lines[start:end])
    base = "\n".join(kept).rstrip("\n") + "\n"
    return "\n".join([base, *(_section(_rendered_name(name), each) for name, each in rendered.items())])


def _rendered_name(name: str) -> str:
    return "rendered" if name == "text" else f"rendered/{name}"


def _section(name: str, text: str) -> str:
    lines = text.removesuffix("\n").split("\n") if text else []
    return f"-- {name} --\n" + "".join(_protected(line) + "\n" for line in lines)


def _protected(line: str) -> str:
    return LITERAL + line if is_header(line) or line.startswith(LITERAL) else line


def _request(case: Case) -> str:
    request = case.request
    line = request.kind
    if request.target is not None:
        line += f" @{request.target}"
    if request.new_name is not None:
        line += f" -> {request.new_name}"
    options = {"proposal": request.proposal, **request.options}
    return "\n".join([line, *(f"{key}: {value}" for key, value in options.items())]) + "\n"


def _expectation(case: Case) -> str:
    expect = case.expect
    line = f"refused {expect.code}" if expect.verdict == "refused" else expect.verdict
    return line + "\n" + (f"note: {expect.note}\n" if expect.note is not None else "")


def _marks_of(case: Case, side: Side, file: str) -> list[Mark]:
    return sorted(
        (mark for mark in case.marks if mark.side is side and mark.place.file == file),
        key=lambda mark: (mark.place.start, mark.place.end, mark.label or ""),
    )


def _file(name: str, text: str, marks: list[Mark]) -> str:
    if not _is_plain(text):
        if marks:
            raise InputError(f"{name}: marks cannot be written into a text with such line terminators")
        lines = re.findall(r"[^\n]*\n|[^\n]+", text)
        return _header(name, ["escaped"]) + "".join(_escaped(line) + "\n" for line in lines)
    newline = "\r\n" if "\r\n" in text else "\n"
    flags = ["crlf"] if newline == "\r\n" else []
    if text and not text.endswith(newline):
        flags.append("no final newline")
    return _header(name, flags) + "".join(_marked_lines(text, newline, marks, name))


def _escaped(line: str) -> str:
    """The inside of a JSON string, which must not look like the header of a section."""
    inside = json.dumps(line)[1:-1]
    return "\\u002d" + inside[1:] if is_header(inside) else inside


def _is_plain(text: str) -> bool:
    """Whether the lines of a text can stand as they are: one kind of terminator, characters of UTF-8."""
    if re.search("\r(?!\n)|[\x00\ud800-\udfff]", text):
        return False
    return "\r\n" not in text or re.search(r"(?<!\r)\n", text) is None


def _header(name: str, flags: list[str]) -> str:
    return f"-- {name} ({', '.join(flags)}) --\n" if flags else f"-- {name} --\n"


def _edit_text(text: str) -> str:
    plain = text.isprintable() and text[:1] not in ("", '"') and not text[-1].isspace()
    balanced = balanced_length(text) == len(text) == balanced_length(text + ")")
    return text if plain and balanced else json.dumps(text)


def _marked_lines(text: str, newline: str, marks: list[Mark], name: str) -> Iterable[str]:
    index = LineIndex(text)
    under: dict[int, list[str]] = {}
    for mark in marks:
        first, last = (
            index.line_of(mark.place.start),
            index.line_of(max(mark.place.end - 1, mark.place.start)),
        )
        if mark.place.start == mark.place.end or mark.place.end > index.line_end(last):
            raise InputError(f"{name}: a mark must cover characters of its lines, not {mark.place}")
        words = [f"@{mark.label}"] if mark.label else []
        if mark.edited:
            words.append("edit" if mark.new_text is None else f"edit({_edit_text(mark.new_text)})")
        words.extend(map(str, mark.findings))
        column = mark.place.start - index.line_start(first)
        if first == last:
            carets = "^" * (mark.place.end - mark.place.start)
            under.setdefault(first, []).append(f"{' ' * column}{carets} {' '.join(words)}\n")
        elif mark.label is None or mark.place.start == index.line_end(first):
            raise InputError(f"{name}: a mark over several lines needs a label and must begin on text")
        else:
            end = mark.place.end - index.line_start(last)
            under.setdefault(first, []).append(f"{' ' * column}^ @{mark.label}<\n")
            rest = " ".join([f"@{mark.label}>", *words[1:]])
            under.setdefault(last, []).append(f"{' ' * (end - 1)}^ {rest}\n")
    lines = text.split(newline)
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines):
        yield (LITERAL + line if is_marker(line) else _protected(line)) + "\n"
        yield from under.get(number, ())
