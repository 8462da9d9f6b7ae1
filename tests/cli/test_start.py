"""Imports are part of the user's wait: a plain check loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import APP, repository, write

HEAVY = {
    "jedi",
    "parso",
    "libcst",
    "rope",
    "pygls",
    "lsprotocol",
    "asyncio",
    "hypothesis",
    "importlib.metadata",
    "holdfast.fuzz",
    "holdfast.gen",
}
LOADED = """
import sys
from holdfast.cli.main import main
code = main(sys.argv[1:])
print(*sorted(sys.modules), sep="\\n", file=sys.stderr)
raise SystemExit(code)
"""


@pytest.mark.parametrize(
    ("words", "light"),
    [
        (("--version",), {"argparse", "dataclasses", "json", "subprocess", "ast", "holdfast.check"}),
        (("explain", "HF101"), {"argparse", "json", "subprocess", "holdfast.check", "holdfast.workspace"}),
        (
            ("trees", "a", "b"),
            {"dataclasses", "json", "subprocess", "tomllib", "holdfast.engines", "holdfast.resolve.resolver"},
        ),
        (("diff",), {"dataclasses", "json", "tomllib", "holdfast.engines", "holdfast.resolve.resolver"}),
    ],
)
def test_only_what_is_needed_is_loaded(tmp_path: Path, words: tuple[str, ...], light: set[str]) -> None:
    folder = tmp_path
    if words == ("diff",):
        folder = repository(tmp_path / "project", {"app.py": APP})
    write(folder, {"app.py": APP.replace("ceiling", "top"), "a/app.py": APP, "b/app.py": APP + "x = 1\n"})
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    loaded = set(ran.stderr.split("\n"))
    assert "holdfast.cli.main" in loaded
    assert not loaded & (HEAVY | light)
