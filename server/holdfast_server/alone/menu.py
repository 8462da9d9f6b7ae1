"""The refactorings that are offered at a place, each to be made only when it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from holdfast.text.positions import LineIndex

from holdfast_server.desk.quick_fixes import Commands
from holdfast_server.judge.checking import name_around, selection
from holdfast_server.session.snapshot import Snapshot

#: Code action kind, title, our name of the refactoring, and whether it needs selected code.
_OFFERED: Final = (
    ("refactor.extract.variable", "Extract variable", "extract-variable", True),
    ("refactor.extract.function", "Extract function", "extract-function", True),
    ("refactor.inline", "Inline", "inline", False),
)
KINDS: Final = (*(kind for kind, *_ in _OFFERED), "quickfix")


def refactorings(params: Mapping[str, Any], snapshot: Snapshot, commands: Commands) -> list[dict[str, Any]]:
    """The code actions for a `textDocument/codeAction` request; their edits are asked for later."""
    document, span = params.get("textDocument"), params.get("range")
    uri = document.get("uri") if isinstance(document, Mapping) else None
    opened = snapshot.document(uri) if isinstance(uri, str) else None
    if opened is None or not isinstance(span, Mapping):
        return []
    start, end = selection(opened.text, span, snapshot.unit)
    selected = bool(opened.text[start:end].strip())
    first, last = name_around(opened.text, start)
    on_name = first < last and end <= last
    actions: list[dict[str, Any]] = []
    for kind, title, refactoring, needs_selection in _OFFERED:
        if not _wanted(kind, params) or not (selected if needs_selection else on_name):
            continue
        wish = {"kind": refactoring, "uri": uri, "range": span}
        if snapshot.features.resolves_edits:
            actions.append({"title": title, "kind": kind, "data": {"wish": wish}})
        else:
            command = {"title": title, "command": commands.apply, "arguments": [wish]}
            literal = snapshot.features.action_literals
            actions.append({"title": title, "kind": kind, "command": command} if literal else command)
    return actions


def name_range(params: Mapping[str, Any], snapshot: Snapshot) -> dict[str, Any] | None:
    """The range of the name at a position; None where there is none, or only a keyword."""
    from keyword import iskeyword

    document, position = params.get("textDocument"), params.get("position")
    uri = document.get("uri") if isinstance(document, Mapping) else None
    opened = snapshot.document(uri) if isinstance(uri, str) else None
    if opened is None or not isinstance(position, Mapping):
        return None
    offset, _ = selection(opened.text, {"start": position, "end": position}, snapshot.unit)
    start, end = name_around(opened.text, offset)
    if start == end or iskeyword(opened.text[start:end]):
        return None
    lines = LineIndex(opened.text)
    ends = (lines.position(start, snapshot.unit), lines.position(end, snapshot.unit))
    return {
        side: {"line": place.line, "character": place.column}
        for side, place in zip(("start", "end"), ends, strict=True)
    }


def _wanted(kind: str, params: Mapping[str, Any]) -> bool:
    context = params.get("context")
    only = context.get("only") if isinstance(context, Mapping) else None
    if not isinstance(only, list) or not only:
        return True
    return any(kind == each or kind.startswith(f"{each}.") or each == "" for each in only)
