"""Asking an engine for an edit of the editor's text, when no other server is there to ask."""

from __future__ import annotations

from holdfast.engines import Crash, Engine, EngineRequest, Proposal, Refusal
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind
from holdfast.wire.write_edit import write_workspace_edit

from holdfast_server.judge.checking import name_around, request_of, selection
from holdfast_server.judge.folders import FolderView
from holdfast_server.judge.state import State
from holdfast_server.judgement import Proposed, Refused, Wish

_NEW_NAMES = {Kind.EXTRACT_VARIABLE: "extracted", Kind.EXTRACT_FUNCTION: "extracted"}


def propose(engine: Engine, view: FolderView, wish: Wish, state: State) -> Proposed | Refused:
    kind = Kind(wish.kind)
    if wish.uri is None or wish.range is None:
        raise InputError("A refactoring needs a document and a place in it.")
    file = view.names.file(wish.uri)
    text = view.world.text(file)
    if text is None:
        raise InputError(f"{file} is no Python file of the workspace.", code="HF607")
    new_name = wish.new_name
    if kind is Kind.RENAME:
        _refuse_bad_name(view, wish, state)
    start, end = selection(text, wish.range, state.unit)
    if kind in (Kind.RENAME, Kind.INLINE):
        start, end = name_around(text, start)
    else:
        code = text[start:end]
        start, end = start + len(code) - len(code.lstrip()), start + len(code.rstrip())
        new_name = new_name or _free_name(_NEW_NAMES[kind], text)
    answer = engine.propose(EngineRequest(kind, file, start, end, new_name), view.world, view.disk)
    match answer:
        case Proposal(edit_set, _, notes):
            raw = write_workspace_edit(
                edit_set,
                world=view.world,
                names=view.names,
                unit=state.unit,
                document_changes=state.document_changes,
            )
            return Proposed(raw, notes)
        case Refusal(message):
            return Refused(message, "HF600")
        case Crash(message):
            return Refused(f"{engine.engine} failed: {message}", "HF600")


def _refuse_bad_name(view: FolderView, wish: Wish, state: State) -> None:
    """Say what is wrong with a new name before an engine is asked."""
    from holdfast.refactorings.registry import BY_KIND

    request = request_of(wish, view.world, view, state.unit)
    if request.target is None:
        raise InputError("There is no name to rename at this place.", code="HF605")
    BY_KIND[Kind.RENAME].validate(view.world, request)


def _free_name(wanted: str, text: str) -> str:
    """A name that the file does not mention, so that extracting does not capture by its own choice."""
    name, number = wanted, 2
    while name in text:
        name, number = f"{wanted}_{number}", number + 1
    return name
