"""A pytest plugin that writes down every refactoring that rope's own test-suite performs.

Run inside rope's source distribution: `pytest -p record_rope ropetest/refactor`. Each `Project.do` of a
test that passes becomes one JSON line: the test, the Python files before and after.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

#: What a test's own set-up does: it writes files through the project, too.
_SINGLE_WRITES = ("Writing file", "Creating file", "Creating folder", "Removing <", "Moving <")

_RECORDS: list[dict[str, Any]] = []


def _snapshot(project: Any) -> dict[str, str]:
    root = Path(project.address)
    files = {}
    for path in sorted(root.rglob("*.py")):
        relative = path.relative_to(root).as_posix()
        if not relative.startswith(".ropeproject"):
            files[relative] = path.read_text(encoding="utf-8")
    return files


@pytest.fixture(autouse=True)
def _record(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from rope.base.project import Project

    original = Project.do
    found: list[tuple[dict[str, str], dict[str, str]]] = []

    def do(self: Any, changes: Any, *args: Any, **keywords: Any) -> Any:
        if changes.description.startswith(_SINGLE_WRITES):
            return original(self, changes, *args, **keywords)
        before = _snapshot(self)
        result = original(self, changes, *args, **keywords)
        found.append((before, _snapshot(self)))
        return result

    monkeypatch.setattr(Project, "do", do)
    yield
    report = getattr(request.node, "_holdfast_call", None)
    if report is not None and report.passed:
        _RECORDS.extend(
            {"test": request.node.nodeid, "before": before, "after": after} for before, after in found
        )


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    outcome = yield
    if call.when == "call":
        item._holdfast_call = outcome.get_result()  # type: ignore[attr-defined]


def pytest_sessionfinish() -> None:
    with open(os.environ["HOLDFAST_RECORDS"], "w", encoding="utf-8") as sink:
        for record in _RECORDS:
            sink.write(json.dumps(record) + "\n")
