"""The servers that are wrapped in tests: how they are started, and whether they are there."""

from __future__ import annotations

from typing import NamedTuple

from server.raw_client import BIN


class RealServer(NamedTuple):
    name: str
    command: tuple[str, ...]
    #: How it delivers extractions: "edit" in the menu, "command" with an applyEdit, or None.
    extracts: str | None = None

    @property
    def installed(self) -> bool:
        return (BIN / self.command[0]).exists()


SERVERS = (
    RealServer("pylsp", ("pylsp",), "command"),
    RealServer("jedi", ("jedi-language-server",), "edit"),
    RealServer("pyright", ("pyright-langserver", "--stdio")),
    RealServer("basedpyright", ("basedpyright-langserver", "--stdio")),
    RealServer("ty", ("ty", "server")),
    RealServer("pyrefly", ("pyrefly", "lsp"), "edit"),
    RealServer("zuban", ("zuban", "server")),
)
