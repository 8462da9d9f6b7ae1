"""What a check may be told. Every field has the default that an ordinary project wants."""

from __future__ import annotations

from holdfast.records import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    #: The version of Python that gives the project's text its meaning; by default from requires-python.
    python_version: tuple[int, int] | None = None
    #: Folders from which imports are resolved; found by layout when empty.
    source_roots: tuple[str, ...] = ()
    #: Compare every file, not only those that can differ.
    full: bool = False
    #: Seconds for the whole check; None for no limit. What was not reached is said.
    budget_seconds: float | None = None
