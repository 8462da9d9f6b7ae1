"""The documentation says what is true: commands, options, settings, codes, engines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from holdfast.cli.arguments import parser_of
from holdfast.cli.commands import COMMANDS
from holdfast.cli.settings import _KEYS, Settings, read_settings
from holdfast.engines import ENGINES
from holdfast.findings.codes import CODES
from holdfast.refactorings.request import Kind

DOCS = Path(__file__).parents[2] / "docs"
USAGE = (DOCS / "usage.md").read_text("utf-8")


def table(text: str, heading: str) -> list[list[str]]:
    """The rows of the table whose first cell is `heading`, without the ruler."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"
    ]
    start = next(index for index, row in enumerate(rows) if row[0] == heading)
    return [rows[start], *rows[start + 2 :]]


def test_the_table_of_engines_is_the_registry() -> None:
    head, *rows = table((DOCS / "engines.md").read_text("utf-8"), "refactoring")
    assert [cell.strip("`").partition(":")[0] for cell in head[1:]] == list(ENGINES)
    said = {
        (row[0].strip("`"), engine): cell
        for row in rows
        for engine, cell in zip(ENGINES, row[1:], strict=True)
    }
    assert said == {
        (kind.value, engine): "yes" if kind in kinds else "–"
        for kind in Kind
        if kind not in (Kind.REFACTORING, Kind.EDIT)
        for engine, kinds in ENGINES.items()
    }


def test_every_refactoring_is_a_command() -> None:
    assert {kind.value for kind in Kind} - {"refactoring"} <= set(COMMANDS)


def test_the_index_of_codes() -> None:
    _, *rows = table((DOCS / "findings.md").read_text("utf-8"), "code")
    assert [(row[0][1:6], row[1], row[2]) for row in rows] == [tuple(code) for code in CODES]
    for row in rows:
        link = re.search(r"\((.*)\)", row[0])
        assert link is not None
        assert (DOCS / link[1]).is_file()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    assert re.search(rf"`{re.escape(name)}[ `]", USAGE)


def test_every_common_option_is_documented() -> None:
    parser = parser_of(COMMANDS["diff"])
    options = {action.option_strings[0] for action in parser._actions} - {"-h"}
    assert {option for option in options if f"`{option}" not in USAGE} == set()


def test_the_example_of_the_settings_is_complete_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = re.search(r"```toml\n(.*?)```", USAGE, re.DOTALL)
    assert example is not None
    assert set(re.findall(r"^([\w-]+) =", example[1], re.MULTILINE)) == set(_KEYS)
    (tmp_path / "pyproject.toml").write_text(example[1])
    monkeypatch.chdir(tmp_path)
    assert read_settings(str(tmp_path.resolve())) != Settings()
