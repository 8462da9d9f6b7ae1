"""The place that a request points at, looked at before any engine is asked."""

from __future__ import annotations

from holdfast.engines import ENGINES
from holdfast.engines.values import EngineRequest, Refusal
from holdfast.refactorings.request import Kind
from holdfast.text.world import World

#: Refactorings of the name that stands at a place.
_OF_A_NAME = frozenset(
    {
        Kind.RENAME,
        Kind.INLINE,
        Kind.MOVE,
        Kind.CHANGE_SIGNATURE,
        Kind.ENCAPSULATE_FIELD,
        Kind.INTRODUCE_PARAMETER,
    }
)
_OF_A_SELECTION = frozenset({Kind.EXTRACT_VARIABLE, Kind.EXTRACT_FUNCTION})


def refused_at_once(engine: str, request: EngineRequest, world: World) -> Refusal | None:
    """Why no engine need be asked: no such file, no name at the place, nothing selected."""
    if request.kind not in ENGINES.get(engine.partition(":")[0], frozenset()):
        return Refusal(f"{engine} does not perform {request.kind.value}.")
    text = world.text(request.file)
    if text is None:
        return Refusal(f"{request.file} is not a readable Python file of the workspace.")
    if not 0 <= request.start <= request.end <= len(text):
        return Refusal(f"{request.file} has no such place: it is {len(text)} characters long.")
    if request.kind in _OF_A_NAME and not request.options.get("module") and not word_at(text, request.start):
        return Refusal(f"There is no name at this place of {request.file}.")
    if request.kind in _OF_A_SELECTION and not text[request.start : request.end].strip():
        return Refusal(f"Nothing is selected in {request.file}.")
    return None


def word_at(text: str, offset: int) -> str:
    """The name that an offset stands in, before or behind; "" where there is none."""
    start = end = offset
    while start > 0 and _is_name_character(text[start - 1]):
        start -= 1
    while end < len(text) and _is_name_character(text[end]):
        end += 1
    return text[start:end]


def _is_name_character(character: str) -> bool:
    # What may stand in an identifier, combining marks included.
    return f"a{character}".isidentifier()
