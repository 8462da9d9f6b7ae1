"""Edit sets written as LSP WorkspaceEdits, and raw edits marked as needing a person's consent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from holdfast.errors import InputError
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.positions import LineIndex, Unit
from holdfast.text.world import World
from holdfast.wire.names import FileNames


@dataclass(frozen=True, slots=True)
class Annotation:
    """A change annotation: why an edit deserves a look before it is made."""

    identifier: str
    label: str
    description: str = ""
    needs_confirmation: bool = True

    def raw(self) -> dict[str, Any]:
        value: dict[str, Any] = {"label": self.label, "needsConfirmation": self.needs_confirmation}
        if self.description:
            value["description"] = self.description
        return value


def write_workspace_edit(
    edit_set: EditSet,
    *,
    world: World,
    names: FileNames,
    unit: Unit = "utf-16",
    document_changes: bool = True,
) -> dict[str, Any]:
    """The WorkspaceEdit that does the same. Without `document_changes` files cannot be made or moved."""
    edits = {
        file: _text_edits(world.text(file) or "", replacements, unit)
        for file, replacements in edit_set.replacements.items()
    }
    if not document_changes:
        if edit_set.operations:
            raise InputError("This editor cannot create, rename or delete files in a workspace edit.")
        return {"changes": {names.uri(file): edits[file] for file in edits}}
    steps: list[dict[str, Any]] = []
    # Edits first: their positions and URIs speak of the files before anything moves.
    for file, items in edits.items():
        version = world.version(file)
        steps.append({"textDocument": {"uri": names.uri(file), "version": version}, "edits": items})
    steps += ({"kind": "delete", "uri": names.uri(file)} for file in sorted(edit_set.deleted))
    steps += _renames(edit_set.renamed, names)
    for file, text in sorted(edit_set.created.items()):
        uri = names.uri(file)
        steps.append({"kind": "create", "uri": uri})
        if text:
            start = {"line": 0, "character": 0}
            steps.append(
                {
                    "textDocument": {"uri": uri, "version": None},
                    "edits": [{"range": {"start": start, "end": start}, "newText": text}],
                }
            )
    return {"documentChanges": steps}


def annotated(raw: Mapping[str, Any], annotation: Annotation) -> dict[str, Any]:
    """The same WorkspaceEdit with the annotation on every single edit and operation.

    Every one, because a preview applies only the rows that are ticked, and half a rename is worse than
    a wrong one. An annotation that the server itself has put on an edit gives way.
    """
    steps = raw.get("documentChanges")
    if steps is None:
        steps = [
            {"textDocument": {"uri": uri, "version": None}, "edits": edits}
            for uri, edits in (raw.get("changes") or {}).items()
        ]
    marked = []
    for step in steps:
        if "kind" in step:
            marked.append({**step, "annotationId": annotation.identifier})
        else:
            edits = [{**edit, "annotationId": annotation.identifier} for edit in step["edits"]]
            marked.append({**step, "edits": edits})
    kept = {key: value for key, value in raw.items() if key not in ("changes", "documentChanges")}
    annotations = {**(raw.get("changeAnnotations") or {}), annotation.identifier: annotation.raw()}
    return {**kept, "documentChanges": marked, "changeAnnotations": annotations}


def _text_edits(text: str, replacements: tuple[Replacement, ...], unit: Unit) -> list[dict[str, Any]]:
    lines = LineIndex(text)
    return [
        {"range": {"start": _raw(lines, start, unit), "end": _raw(lines, end, unit)}, "newText": new}
        for start, end, new in replacements
    ]


def _raw(lines: LineIndex, offset: int, unit: Unit) -> dict[str, int]:
    line, column = lines.position(offset, unit)
    return {"line": line, "character": column}


def _renames(renamed: Mapping[str, str], names: FileNames) -> list[dict[str, Any]]:
    """Renames in an order in which each finds its new name free; a ring goes through a spare name."""
    pending = dict(sorted(renamed.items()))
    steps = []
    while pending:
        free = [old for old, new in pending.items() if new not in pending]
        if not free:
            old, new = next(iter(pending.items()))
            spare = f"{new}.holdfast-swap"
            steps.append({"kind": "rename", "oldUri": names.uri(old), "newUri": names.uri(spare)})
            del pending[old]
            pending[spare] = new
            continue
        for old in free:
            steps.append({"kind": "rename", "oldUri": names.uri(old), "newUri": names.uri(pending.pop(old))})
    return steps
