"""The worlds and the edits that a case describes."""

from __future__ import annotations

from holdfast.casefile.values import Case, Side
from holdfast.text.difference import edit_set_between
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.world import World


def world_before(case: Case) -> World:
    return World.of(case.before)


def proposed_edits(case: Case) -> EditSet | None:
    """The edits of a `marked` or an `after` proposal; None when an engine has to be asked for them."""
    before = world_before(case)
    match case.request.proposal:
        case "marked":
            return _marked(case)
        case "after":
            return edit_set_between(before, before.with_buffers(case.after))
        case _:
            return None


def _marked(case: Case) -> EditSet:
    replacements: dict[str, list[Replacement]] = {}
    for mark in case.marks:
        if mark.edited and mark.side is Side.BEFORE:
            text = mark.new_text if mark.new_text is not None else case.request.new_name or ""
            replacements.setdefault(mark.place.file, []).append(
                Replacement(mark.place.start, mark.place.end, text)
            )
    return EditSet.of(replacements)
