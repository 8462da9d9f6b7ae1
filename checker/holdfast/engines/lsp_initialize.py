"""What we tell a language server about ourselves."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from holdfast import __version__


def initialize_params(
    root: str, folders: Sequence[Mapping[str, str]], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """The parameters of `initialize`: a client that can take every form of edit."""
    return {
        "processId": os.getpid(),
        "clientInfo": {"name": "holdfast", "version": __version__},
        "rootPath": root,
        "rootUri": folders[0]["uri"],
        "workspaceFolders": list(folders),
        "initializationOptions": dict(settings),
        "capabilities": {
            # Characters first: a server that counts them whatever it promised is then right.
            "general": {"positionEncodings": ["utf-32", "utf-16", "utf-8"]},
            "window": {"workDoneProgress": True},
            "workspace": {
                "applyEdit": True,
                "configuration": True,
                "workspaceFolders": True,
                "didChangeConfiguration": {"dynamicRegistration": True},
                "didChangeWatchedFiles": {"dynamicRegistration": True},
                "executeCommand": {"dynamicRegistration": True},
                "workspaceEdit": {
                    "documentChanges": True,
                    "resourceOperations": ["create", "rename", "delete"],
                    "failureHandling": "abort",
                },
            },
            "textDocument": {
                "synchronization": {"didSave": True, "dynamicRegistration": False},
                "publishDiagnostics": {"versionSupport": True},
                "rename": {"prepareSupport": True},
                "codeAction": {
                    "dataSupport": True,
                    "disabledSupport": True,
                    "resolveSupport": {"properties": ["edit", "command"]},
                    "codeActionLiteralSupport": {
                        "codeActionKind": {
                            "valueSet": [
                                "",
                                "quickfix",
                                "refactor",
                                "refactor.extract",
                                "refactor.inline",
                                "refactor.move",
                                "refactor.rewrite",
                                "source",
                                "source.organizeImports",
                            ]
                        }
                    },
                },
            },
        },
    }
