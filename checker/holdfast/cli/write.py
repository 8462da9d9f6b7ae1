"""Writing an edit that passed its check, and finishing what an earlier run was stopped in."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.cli.output import say
from holdfast.text.edits import EditSet
from holdfast.text.world import World
from holdfast.workspace.apply import apply_edit_set, recover


def apply_if_allowed(
    root: str, edits: EditSet, before: World, code: int, moved_folders: Mapping[str, str] | None = None
) -> None:
    """Writes the edit when the exit code says that nothing speaks against it; says what was done."""
    if code != 0:
        say("nothing was changed, because of the findings above")
        return
    changed = apply_edit_set(root, edits, before, moved_folders=moved_folders)
    say(f"changed {len(changed)} {'file' if len(changed) == 1 else 'files'}")


def recover_project(root: str) -> None:
    """Completes or rolls back an `--apply` that was stopped half-way."""
    done = recover(root)
    if done is None:
        return
    how = {"completed": "completed", "undone": "rolled back"}[done.outcome]
    say(f"an earlier --apply was stopped while writing; it was {how}")
    for file in done.left_alone:
        say(f"{file} was changed since then and was left alone")
