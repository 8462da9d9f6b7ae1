"""The server's values: settings, abilities of editors, documents, kinds of actions, capabilities."""

from __future__ import annotations

from typing import Any

import pytest
from holdfast.text.positions import LineIndex, Unit
from holdfast.wire.uris import PathStyle
from holdfast_server.actions import refactoring_of_action, refactoring_of_command
from holdfast_server.session.documents import Document, changed
from holdfast_server.session.features import read_features
from holdfast_server.session.session import Session
from holdfast_server.session.snapshot import outermost
from holdfast_server.settings import OnUnsafe, Settings, read_settings
from holdfast_server.wrap.capabilities import merged_capabilities
from hypothesis import given
from hypothesis import strategies as st
from server.raw_client import ABLE, PLAIN


def test_settings() -> None:
    settings, problems = read_settings(
        {"onUnsafe": "block", "budget": 5, "pythonVersion": "3.12"}, Settings()
    )
    assert (settings.on_unsafe, settings.budget, settings.python_version) == (OnUnsafe.BLOCK, 5.0, (3, 12))
    assert problems == ()


@pytest.mark.parametrize(
    "raw",
    [
        {"onUnsafe": "explode"},
        {"budget": -1},
        {"budget": True},
        {"budget": float("nan")},
        {"engine": "magic"},
        {"pythonVersion": "2.7"},
        {"sourceRoots": "src"},
        {"trusted": "yes"},
        {"unknown": 1},
        [],
        "confirm",
    ],
)
def test_a_setting_that_makes_no_sense_keeps_its_default_and_is_reported(raw: Any) -> None:
    settings, problems = read_settings(raw, Settings())
    assert settings == Settings()
    assert len(problems) == 1


def test_features() -> None:
    able = read_features({"capabilities": ABLE, "clientInfo": {"name": "Visual Studio Code"}})
    assert able.annotations
    assert able.resolves_edits
    assert able.errors_fall_through
    plain = read_features({"capabilities": PLAIN, "clientInfo": {"name": "Neovim"}})
    assert plain.document_changes
    assert not plain.annotations
    assert not plain.errors_fall_through


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["capabilities", "workspace", "workspaceEdit", "textDocument", "codeAction", "uri", "x"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@given(
    json_values,
    st.sampled_from(
        [
            "initialize",
            "textDocument/didOpen",
            "textDocument/didChange",
            "textDocument/didClose",
            "workspace/didChangeWorkspaceFolders",
            "workspace/didChangeConfiguration",
            "workspace/didChangeWatchedFiles",
        ]
    ),
)
def test_no_message_upsets_a_session(params: Any, method: str) -> None:
    session = Session()
    session.hear(method, params)
    assert session.snapshot().documents == {}


@given(
    st.text(alphabet="aé😀\r\n", max_size=12),
    st.lists(
        st.tuples(st.integers(0, 12), st.integers(0, 12), st.text(alphabet="bü😀\n", max_size=4)), max_size=3
    ),
    st.sampled_from(["utf-8", "utf-16", "utf-32"]),
)
def test_changes_by_range_are_changes_by_offset(
    text: str, changes: list[tuple[int, int, str]], unit: Unit
) -> None:
    document = Document("file:///x.py", text, 1)
    expected, raw = text, []
    for one, other, new in changes:
        lines = LineIndex(expected)
        start, end = sorted(min(each, len(expected)) for each in (one, other))
        places = [lines.position(offset, unit) for offset in (start, end)]
        # Between the two characters of a line end there is no position.
        start, end = (lines.offset(place, unit) for place in places)
        first, last = ({"line": place.line, "character": place.column} for place in places)
        raw.append({"range": {"start": first, "end": last}, "text": new})
        expected = expected[:start] + new + expected[end:]
    assert changed(document, 2, raw, unit) == Document("file:///x.py", expected, 2)


@pytest.mark.parametrize(
    ("kind", "title", "refactoring"),
    [
        ("refactor.extract", "Extract expression into variable 'x'", "extract-variable"),
        ("refactor.extract", "Extract method", "extract-function"),
        ("refactor.extract.function", "Anything", "extract-function"),
        ("refactor.inline", "Inline variable", "inline"),
        ("refactor.move", "Move `scale` to new file", "move"),
        ("refactor", "To method object", "refactoring"),
        ("refactor.rewrite", "Introduce parameter", "introduce-parameter"),
        ("source.organizeImports", "Organize Imports", "organise-imports"),
        ("source.organizeImports.ruff", "x", "organise-imports"),
        ("quickfix", "Extract variable", None),
        ("source.fixAll", "x", None),
        ("refactoring", "x", None),
        (None, "Extract variable", None),
    ],
)
def test_the_refactoring_of_an_action(kind: Any, title: str, refactoring: str | None) -> None:
    assert refactoring_of_action(kind, title) == refactoring


def test_the_refactoring_of_a_command() -> None:
    assert refactoring_of_command("pylsp_rope.refactor.extract.variable") == "extract-variable"
    assert refactoring_of_command("pylsp_rope.refactor.inline") == "inline"
    assert refactoring_of_command("theirs.format") is None


@pytest.mark.parametrize(
    "capabilities",
    [
        {},
        {"codeActionProvider": True, "hoverProvider": {"workDoneProgress": True}},
        {
            "codeActionProvider": {"codeActionKinds": ["refactor"], "x": 1},
            "executeCommandProvider": {"commands": ["a"]},
        },
    ],
)
def test_capabilities_are_added_to_and_never_taken_away(capabilities: Any) -> None:
    merged = merged_capabilities(capabilities, commands=["ours"], resolves=True)
    assert merged["executeCommandProvider"]["commands"][-1] == "ours"
    for key, value in capabilities.items():
        if isinstance(value, dict):
            for name, inner in value.items():
                found = merged[key][name]
                assert found[: len(inner)] == inner if isinstance(inner, list) else found == inner
        else:
            assert merged[key]


def test_a_folder_inside_another_is_part_of_it() -> None:
    assert outermost(("/a/b", "/a", "/c", "/a", "/ab"), PathStyle.POSIX) == ("/a", "/c", "/ab")
