"""Fixtures of the server's tests: a small project in which some edits are safe and some are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server.raw_client import ABLE, SERVER, RawClient
from server.small_project import make_project, scripted


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path)


Starter = Callable[..., RawClient]


@pytest.fixture
def alone(project: Path) -> Iterator[Starter]:
    """Starts the server alone on the project."""
    clients: list[RawClient] = []

    def start(capabilities: Any = ABLE, root: Path | None = project, **more: Any) -> RawClient:
        client = RawClient(SERVER)
        clients.append(client)
        client.initialize(root, capabilities, **more)
        return client

    yield start
    for client in clients:
        client.close()


@pytest.fixture
def wrapped(project: Path, tmp_path: Path) -> Iterator[Starter]:
    """Starts the server around one that follows a script."""
    clients: list[RawClient] = []

    def start(
        script: dict[str, Any],
        capabilities: Any = ABLE,
        settings: dict[str, Any] | None = None,
        *,
        initialize: bool = True,
        root: Path | None = project,
        **more: Any,
    ) -> RawClient:
        client = RawClient([*SERVER, "--wrap", "--", *scripted(script, tmp_path)])
        clients.append(client)
        if initialize:
            if settings is not None:
                more["initializationOptions"] = {"holdfast": settings}
            client.initialize(root, capabilities, **more)
        return client

    yield start
    for client in clients:
        client.close()
