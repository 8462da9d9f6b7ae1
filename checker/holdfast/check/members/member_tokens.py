"""A token that names a member, resolved in both worlds."""

from __future__ import annotations

from typing import NamedTuple

from holdfast.python.project.members import MemberResult
from holdfast.text.interval import Interval


class MemberToken(NamedTuple):
    """A token that names a member, in both worlds."""

    interval: Interval
    name: str
    name_after: str
    kind: str
    before: MemberResult
    after: MemberResult

    @property
    def changed(self) -> bool:
        return self.name != self.name_after
