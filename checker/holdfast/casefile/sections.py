"""Cutting a case file into its sections, with the line number of everything for error messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.errors import InputError

_HEADER = re.compile(r"-- (?P<name>[^\s(][^(]*?)(?: \((?P<flags>[a-z, ]+)\))? --[ \t]*")
_SIMPLE = ("request", "expect", "run", "rendered")
_FLAGS = ("crlf", "no final newline", "escaped", "deleted")
LITERAL = "\\|"


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its name (`before/app.py`), its flags, its lines, and the line number of its header."""

    name: str
    flags: frozenset[str]
    number: int
    lines: tuple[Line, ...]

    @property
    def folder(self) -> str:
        return self.name.partition("/")[0]

    @property
    def path(self) -> str:
        return self.name.partition("/")[2]

    @property
    def text(self) -> str:
        """The lines as they stand, for sections without marks."""
        return "".join(line.text.removeprefix(LITERAL) + "\n" for line in self.lines)


def refuse(case: str, number: int, problem: str) -> InputError:
    """The error for a malformed case, with its place."""
    return InputError(f"{case}:{number}: {problem}", file=case)


def is_header(line: str) -> bool:
    return _HEADER.fullmatch(line) is not None


def sections(text: str, case: str) -> tuple[str, tuple[Section, ...]]:
    """The prose and the sections of a case file."""
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    if lines and lines[-1].text == "":
        lines.pop()
    headers = [index for index, line in enumerate(lines) if is_header(line.text)]
    if not headers:
        raise refuse(case, 1, "there is no section; a case begins with prose and then `-- request --`")
    prose = "\n".join(line.text for line in lines[: headers[0]]).strip("\n")
    return prose, tuple(_sections(lines, headers, case))


def _sections(lines: list[Line], headers: list[int], case: str) -> Iterator[Section]:
    seen: dict[str, int] = {}
    for start, end in zip(headers, [*headers[1:], len(lines)], strict=True):
        body = lines[start + 1 : end]
        if end < len(lines) and body and not body[-1].text:
            body = body[:-1]
        section = _section(lines[start], body, case)
        if section.name in seen:
            raise refuse(
                case,
                section.number,
                f"section {section.name!r} is there twice (first in line {seen[section.name]})",
            )
        seen[section.name] = section.number
        yield section


def _section(header: Line, body: list[Line], case: str) -> Section:
    match = _HEADER.fullmatch(header.text)
    assert match is not None
    name = match["name"].strip()
    flags = frozenset(flag.strip() for flag in match["flags"].split(",")) if match["flags"] else frozenset()
    folder, _, path = name.partition("/")
    is_file = folder in ("before", "after") and path
    if not (is_file or name in _SIMPLE or (folder == "rendered" and path)):
        raise refuse(
            case,
            header.number,
            f"section {name!r} is unknown; there are request, before/PATH, after/PATH, expect, run and rendered",
        )
    for flag in sorted(flags):
        if flag not in _FLAGS or not is_file or (flag == "deleted" and folder != "after"):
            raise refuse(case, header.number, f"section {name!r} cannot be ({flag})")
    return Section(name, flags, header.number, tuple(body))
