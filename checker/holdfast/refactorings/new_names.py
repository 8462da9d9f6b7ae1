"""Is a new name one that Python can take?"""

from __future__ import annotations

import keyword

from holdfast.errors import InputError
from holdfast.refactorings.request import Request
from holdfast.text.world import World


def require_legal_name(world: World, request: Request) -> None:
    """Refuses keywords and texts that are no identifier. A dotted name is one for a module to move to."""
    del world
    name = request.new_name
    if name is None:
        return
    file = request.target.file if request.target else None
    offset = request.target.start if request.target else None
    if not name.isidentifier():
        raise InputError(
            f"`{name}` is not a name that Python allows; use letters, digits and underscores, no digit first",
            code="HF601",
            file=file,
            offset=offset,
        )
    if keyword.iskeyword(name):
        raise InputError(
            f"`{name}` is a keyword of Python and cannot be a name; try `{name}_`",
            code="HF601",
            file=file,
            offset=offset,
        )
