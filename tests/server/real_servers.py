"""The servers that are wrapped in tests: how they are started, and whether they are there."""

from __future__ import annotations

from typing import NamedTuple

from server.raw_client import BIN, SERVER


class RealServer(NamedTuple):
    name: str
    command: tuple[str, ...]
    #: How it delivers extractions: "edit" in the menu, "command" with an applyEdit, or None.
    extracts: str | None = None
    organises_imports: bool = False
    #: Whether it brings imports along when the editor moves a file.
    moves: bool = False

    @property
    def direct(self) -> list[str]:
        return [str(BIN / self.command[0]), *self.command[1:]]

    @property
    def wrapped(self) -> list[str]:
        return [*SERVER, "--wrap", "--", *self.direct]


SERVERS = (
    RealServer("pylsp", ("pylsp",), "command", organises_imports=True),
    RealServer("jedi", ("jedi-language-server",), "edit"),
    RealServer("pyright", ("pyright-langserver", "--stdio")),
    RealServer("basedpyright", ("basedpyright-langserver", "--stdio"), moves=True),
    RealServer("ty", ("ty", "server"), moves=True),
    RealServer("pyrefly", ("pyrefly", "lsp"), "edit", moves=True),
    RealServer("zuban", ("zuban", "server")),
)
#: No type checker, but its menus complete their edits by `codeAction/resolve`.
RUFF = RealServer("ruff", ("ruff", "server"), organises_imports=True)
