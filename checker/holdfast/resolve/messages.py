"""What travels between Holdfast and the jedi process: one JSON object per line, in both directions.

Both sides of the pipe read this page and nothing else of each other. Positions are lines (from 1) and
columns (from 0, in characters), as jedi counts them; files are relative to the world's root.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Paths(TypedDict):
    """One world as folders: its shadow root, and where modules are looked up.

    The standard library comes between the two lists, as it does for Python.
    """

    root: str
    source_roots: list[str]
    library_paths: list[str]


class Start(TypedDict):
    """The first line that the process reads."""

    #: Where syntax trees are kept; "" for nowhere.
    cache_folder: str
    memory_bytes: int
    trusted: bool
    interpreter: str | None


class Worlds(TypedDict):
    """Whatever was known about the two folders before is void."""

    worlds: dict[str, Paths]


class Ask(TypedDict):
    what: Literal["targets", "types"]
    side: str
    file: str
    line: int
    column: int
    names: list[str]


class Request(TypedDict):
    """Questions to be answered in order, one line each, and then one `Done`."""

    questions: list[Ask]
    #: The process ends itself when one question has cost it more computing time than this.
    seconds: float


class Found(TypedDict):
    """A definition; `file` is None outside of the world, `line` is 0 for a module."""

    file: str | None
    line: int
    column: int
    name: str
    kind: str
    full_name: str
    builtin: bool


class FoundType(TypedDict):
    name: str
    full_name: str
    kind: str
    file: str | None
    line: int
    column: int
    mro: list[str]
    members: list[tuple[str, str]]
    open: bool


class Reply(TypedDict):
    """The answer to one question: `targets`, `types` or the reason why there is none.

    `read` lists the files of the world whose text the answer can depend on.
    """

    targets: NotRequired[list[Found]]
    types: NotRequired[list[FoundType]]
    unanswered: NotRequired[Literal["budget", "crash", "syntax"]]
    detail: NotRequired[str]
    read: NotRequired[list[str]]


class Done(TypedDict):
    """Ready: sent after the start and after each batch. How much memory the process holds, 0 where the system does not say."""

    memory: int
