"""The report for people: each finding with its source lines, in the order in which its story is told.

Every finding begins with `path:line:column: severity CODE: message`, which terminals and editors turn
into a link. Knows nothing of terminals itself: whether colour is wanted is decided by the caller.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.findings.values import Clause, Finding, Outcome, Severity, Verdict
from holdfast.report import PLAIN, Style
from holdfast.report.excerpt import excerpt, printable
from holdfast.report.places import Places
from holdfast.report.summary import summary
from holdfast.text.interval import Interval
from holdfast.text.world import World

_BOLD, _RED, _YELLOW, _GREEN, _BLUE, _OFF = (
    "\x1b[1m",
    "\x1b[31m",
    "\x1b[33m",
    "\x1b[32m",
    "\x1b[36m",
    "\x1b[0m",
)
_SEVERITY_COLOUR = {Severity.ERROR: _RED, Severity.WARNING: _YELLOW, Severity.INFORMATION: _BLUE}
_VERDICT_COLOUR = {Verdict.SAFE: _GREEN, Verdict.UNSAFE: _RED, Verdict.UNKNOWN: _YELLOW}


def render_text(outcome: Outcome, before: World, style: Style = PLAIN) -> str:
    writer = _Writer(Places(before), style)
    lines: list[str] = []
    for finding in outcome.findings:
        lines.extend(writer.finding(finding))
        lines.append("")
    if style.why:
        lines.extend(writer.why(outcome))
    closing = summary(outcome, style.elapsed_ms)
    lines.append(writer.paint(closing, _BOLD, _VERDICT_COLOUR[outcome.verdict]))
    return "\n".join(lines) + "\n"


class _Writer:
    """Holds what every line needs: where places are, and whether to colour."""

    def __init__(self, places: Places, style: Style) -> None:
        self._places = places
        self._colour = style.colour

    def paint(self, text: str, *colours: str) -> str:
        return "".join(colours) + text + _OFF if self._colour and text else text

    def finding(self, finding: Finding) -> Iterator[str]:
        colour = _SEVERITY_COLOUR[finding.severity]
        region = self._places.region(finding.place)
        where = self.paint(f"{printable(region.path)}:{region.line}:{region.column}:", _BOLD)
        what = self.paint(f"{finding.severity.value} {finding.code}:", _BOLD, colour)
        yield f"{where} {what} {printable(finding.message)}"
        clauses = finding.clauses
        if not clauses or clauses[0].place != finding.place:
            clauses = (Clause(finding.place, "", finding.quoted), *clauses)
        elif finding.quoted and not any(clause.quoted for clause in clauses):
            clauses = (Clause(finding.place, clauses[0].text, finding.quoted), *clauses[1:])
        width = max(len(str(self._places.region(clause.place).line)) for clause in clauses)
        file = finding.place.file
        for index, clause in enumerate(clauses):
            yield from self._clause(clause, width, "^" if index == 0 else "-", colour, file)
            file = clause.place.file
        if finding.fix is not None:
            yield f"{' ' * width} = {self.paint('fix:', _BOLD, _GREEN)} {printable(finding.fix.title)}"

    def _clause(self, clause: Clause, width: int, mark: str, colour: str, file: str) -> Iterator[str]:
        bar = self.paint("|", _BLUE)
        if clause.place.file != file:
            region = self._places.region(clause.place)
            yield f"{' ' * width}-> {printable(region.path)}:{region.line}:{region.column}"
        number, shown, indent, marked = self._line(clause.place)
        tint = colour if mark == "^" else _BLUE
        note = self.paint(mark * marked, tint) + (f" {printable(clause.text)}" if clause.text else "")
        if shown or clause.text:
            yield f"{self.paint(f'{number:>{width}}', _BLUE)} {bar} {shown}"
            yield f"{' ' * width} {bar} {' ' * indent}{note}"
        if clause.quoted is not None:
            for line in clause.quoted.splitlines() or [""]:
                yield f"{self.paint('+'.rjust(width), _GREEN)} {bar} {excerpt(line, 0, 0).shown}"

    def _line(self, place: Interval) -> tuple[int, str, int, int]:
        """The number of a place's first line, how it looks, and where the mark stands."""
        index = self._places.lines(place.file)
        start, end = self._places.clamped(place)
        line = index.line_of(start)
        first = index.line_start(line)
        last = min(end, index.line_end(line))
        part = excerpt(index.line_text(line), start - first, max(last, start) - first)
        return line + 1, part.shown, part.indent, part.width

    def why(self, outcome: Outcome) -> Iterator[str]:
        yield self.paint("Why:", _BOLD)
        for sentence in outcome.evidence or ("no evidence was recorded",):
            yield f"  - {printable(sentence)}"
        for accepted in outcome.accepted:
            region = self._places.region(accepted.finding.place)
            where = f"{printable(region.path)}:{region.line}:{region.column}"
            yield f"  - accepted by {accepted.by.value}: {where}: {accepted.finding.code}"
        yield self.paint("Not looked at:", _BOLD)
        for sentence in outcome.checked.unseen or ("nothing that could matter",):
            yield f"  - {printable(sentence)}"
        yield ""
