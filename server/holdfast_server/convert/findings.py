"""Findings in the editor's terms: URIs and ranges in the agreed unit, before and after the edit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from holdfast.errors import InputError
from holdfast.findings.values import Finding, Fix
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import Interval
from holdfast.text.positions import LineIndex, Unit
from holdfast.text.world import World
from holdfast.wire.names import FileNames
from holdfast.wire.write_edit import write_workspace_edit

from holdfast_server.judgement import Place, RawRange, Shown, Variant
from holdfast_server.session.documents import text_key


class Converter:
    """Converts the findings of one check; the lines of each file are found once."""

    def __init__(
        self,
        before: World,
        after: World,
        edits: EditSet,
        names: FileNames,
        unit: Unit,
        *,
        document_changes: bool = True,
    ) -> None:
        self._before = before
        self._after = after
        self._edits = edits
        self._names = names
        self._unit = unit
        self._document_changes = document_changes
        self._lines: dict[tuple[int, str], LineIndex] = {}

    def shown(self, finding: Finding) -> Shown:
        return Shown(
            code=finding.code,
            severity=finding.severity.value,
            message=_with_quote(finding.message, finding.quoted),
            place=self.place(finding.place),
            related=tuple(
                (self.place(each.place), _with_quote(each.text, each.quoted)) for each in finding.clauses
            ),
            variant=None if finding.fix is None else _title(finding.fix),
        )

    def variants(self, findings: Iterable[Finding]) -> dict[str, Variant]:
        """The safe variants of all findings by title, each converted once: one is as large as the edit."""
        fixes = {_title(finding.fix): finding.fix for finding in findings if finding.fix is not None}
        found = {title: self._variant(title, fix) for title, fix in fixes.items()}
        return {title: variant for title, variant in found.items() if variant is not None}

    def _variant(self, title: str, fix: Fix) -> Variant | None:
        """A fix in the editor's terms; None for one that it could not carry out."""
        if fix.new_name is not None:
            return Variant(title, name=fix.new_name)
        if fix.edits is None:
            return None
        try:
            edit = write_workspace_edit(
                fix.edits,
                world=self._before,
                names=self._names,
                unit=self._unit,
                document_changes=self._document_changes,
            )
        except InputError:
            return None
        return Variant(title, edit=edit, rest=self._rest(fix.edits))

    def _rest(self, wanted: EditSet) -> Mapping[str, Any] | None:
        """What is missing to the wanted edit once the proposed one has been made; None where files move.

        Written without versions: nobody knows yet which ones the documents will have then.
        """
        if wanted.renamed or wanted.created or wanted.deleted:
            return None
        missing: dict[str, list[Replacement]] = {}
        for file, items in wanted.replacements.items():
            made = set(self._edits.replacements.get(file, ()))
            for start, end, text in (each for each in items if each not in made):
                first, last = (_moved(self._edits, file, offset) for offset in (start, end))
                missing.setdefault(file, []).append(Replacement(first, last, text))
        return write_workspace_edit(
            EditSet.of(missing), world=self._after, names=self._names, unit=self._unit, document_changes=False
        )

    def states(self, findings: Iterable[Finding]) -> dict[str, tuple[str, str]]:
        """The text keys of every file that the findings speak of."""
        files = {place.file for finding in findings for place in _places(finding)}
        return {
            self._names.uri(file): (text_key(self._before.text(file)), text_key(self._after_text(file)))
            for file in sorted(files)
        }

    def place(self, place: Interval) -> Place:
        start, end = self._clamped(place)
        file = place.file
        moved = [_moved(self._edits, file, offset) for offset in (start, end)]
        length = len(self._after_text(file) or "")
        first, last = sorted(min(offset, length) for offset in moved)
        return Place(
            self._names.uri(file), self._range(0, file, start, end), self._range(1, file, first, last)
        )

    def _clamped(self, place: Interval) -> tuple[int, int]:
        length = len(self._before.text(place.file) or "")
        start = min(max(place.start, 0), length)
        return start, min(max(place.end, start), length)

    def _after_text(self, file: str) -> str | None:
        name = self._edits.name_after(file)
        return None if name is None else self._after.text(name)

    def _range(self, which: int, file: str, start: int, end: int) -> RawRange:
        if (which, file) not in self._lines:
            text = self._before.text(file) if which == 0 else self._after_text(file)
            self._lines[which, file] = LineIndex(text or "")
        lines = self._lines[which, file]
        ends = [lines.position(offset, self._unit) for offset in (start, end)]
        return {
            side: {"line": position.line, "character": position.column}
            for side, position in zip(("start", "end"), ends, strict=True)
        }


def _title(fix: Fix) -> str:
    if fix.new_name is not None:
        return f"Rename to `{fix.new_name}` instead"
    return fix.title[:1].upper() + fix.title[1:]


def _moved(edits: EditSet, file: str, offset: int) -> int:
    """Where an offset stands after the edit; inside a replacement, the nearer of its ends."""
    shift = 0
    for start, end, text in edits.replacements.get(file, ()):
        if offset <= start:
            break
        if offset < end:
            return start + shift
        shift += len(text) - (end - start)
    return offset + shift


def _places(finding: Finding) -> Iterable[Interval]:
    yield finding.place
    for clause in finding.clauses:
        yield clause.place


def _with_quote(text: str, quoted: str | None) -> str:
    return text if quoted is None else f"{text}\n    {quoted.strip()}"
