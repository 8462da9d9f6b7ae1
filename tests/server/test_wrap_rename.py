"""A wrapped server's rename: safe ones pass byte for byte, unsafe ones as the user has set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from server.raw_client import ABLE, PLAIN, RawClient, ServerError
from server.small_project import eventually, rename_params, replace_all

Starter = Callable[..., RawClient]


def start(
    wrapped: Starter, project: Path, new: str, capabilities: Any = ABLE, **settings: Any
) -> tuple[RawClient, str]:
    edit = replace_all(project, "ceiling", new)
    client = wrapped({"answered": {"textDocument/rename": edit}}, capabilities, settings or None)
    return client, client.open(project / "app.py")


def all_edits(result: Any) -> list[Any]:
    return [edit for step in result["documentChanges"] for edit in step["edits"]]


def test_a_safe_rename_passes_unchanged(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "fresh")
    assert client.request("textDocument/rename", rename_params(uri, "fresh")) == replace_all(
        project, "ceiling", "fresh"
    )
    assert not client.ours(uri)
    assert not client.messages("window/showMessage")


def test_an_unsafe_rename_needs_confirmation_on_every_edit(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "limit")
    result = client.request("textDocument/rename", rename_params(uri, "limit"))
    edits = all_edits(result)
    assert len(edits) == 4
    annotations = result["changeAnnotations"]
    assert all(annotations[edit["annotationId"]]["needsConfirmation"] for edit in edits)
    (finding,) = client.ours(uri)
    assert finding["code"] == "HF101"
    assert finding["range"]["start"] == {"line": 4, "character": 19}
    assert finding["codeDescription"]["href"].endswith("/HF101.md")
    assert Path(unquote(finding["codeDescription"]["href"].removeprefix("file://"))).is_file()
    places = {each["location"]["range"]["start"]["line"] for each in finding["relatedInformation"]}
    assert places == {0, 3}


def test_block_is_an_error_that_says_why(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "limit", onUnsafe="block")
    with pytest.raises(ServerError, match="parameter `limit`"):
        client.request("textDocument/rename", rename_params(uri, "limit"))
    client.wait_for(lambda _: bool(client.ours(uri)))


def test_an_editor_that_asks_others_after_an_error_gets_no_edits(wrapped: Starter, project: Path) -> None:
    edit = replace_all(project, "ceiling", "limit")
    client = wrapped(
        {"answered": {"textDocument/rename": edit}},
        ABLE,
        {"onUnsafe": "block"},
        clientInfo={"name": "Visual Studio Code"},
    )
    uri = client.open(project / "app.py")
    assert client.request("textDocument/rename", rename_params(uri, "limit")) == {"changes": {}}
    message = client.wait_for(lambda each: each.get("method") == "window/showMessage")
    assert message["params"]["type"] == 1


def test_warn_lets_the_edit_pass_and_says_so(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "limit", onUnsafe="warn")
    edit = replace_all(project, "ceiling", "limit")
    assert client.request("textDocument/rename", rename_params(uri, "limit")) == edit
    client.wait_for(lambda each: each.get("method") == "window/showMessage")
    assert [each["code"] for each in client.ours(uri)] == ["HF101"]


@pytest.mark.parametrize(("chosen", "applied"), [("Apply", True), ("Show", False), ("Cancel", False)])
def test_an_editor_without_previews_is_asked(
    wrapped: Starter, project: Path, chosen: str, applied: bool
) -> None:
    client, uri = start(wrapped, project, "limit", PLAIN)
    client.answers["window/showMessageRequest"] = lambda _: {"title": chosen}
    if applied:
        edit = replace_all(project, "ceiling", "limit")
        assert client.request("textDocument/rename", rename_params(uri, "limit")) == edit
    else:
        with pytest.raises(ServerError):
            client.request("textDocument/rename", rename_params(uri, "limit"))
    (asked,) = client.messages("window/showMessageRequest")
    assert [action["title"] for action in asked["params"]["actions"]] == ["Apply", "Show", "Cancel"]


def test_no_answer_in_time_cancels_and_blocks_nobody(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "limit", PLAIN, confirmSeconds=0.5)
    client.answers["window/showMessageRequest"] = lambda _: NotImplemented
    number = client.begin("textDocument/rename", rename_params(uri, "limit"))
    client.wait_for(lambda each: each.get("method") == "window/showMessageRequest")
    # Others are served while the question is open.
    with pytest.raises(ServerError, match="no textDocument/hover"):
        client.request("textDocument/hover", {}, seconds=2)
    assert "nothing was changed" in client.result(number)["error"]["message"]


def test_an_incomplete_rename_can_be_asked_for_again(wrapped: Starter, project: Path) -> None:
    half = replace_all(project, "ceiling", "fresh", ("app.py",))
    whole = replace_all(project, "ceiling", "fresh")
    client = wrapped({"answered": {"textDocument/rename": {"$turns": [half, half, whole]}}})
    client.answers["window/showMessageRequest"] = lambda _: {"title": "Ask again"}
    uri = client.open(project / "app.py")
    assert client.request("textDocument/rename", rename_params(uri, "fresh")) == whole
    first, second = client.messages("window/showMessageRequest")
    assert "incomplete" in first["params"]["message"]
    assert "incomplete" in second["params"]["message"]
    assert not client.ours((project / "use.py").as_uri())


def test_a_rename_that_stays_incomplete_is_unsafe_like_any_other(wrapped: Starter, project: Path) -> None:
    half = replace_all(project, "ceiling", "fresh", ("app.py",))
    client = wrapped({"answered": {"textDocument/rename": half}})
    client.answers["window/showMessageRequest"] = lambda _: {"title": "Ask again"}
    uri = client.open(project / "app.py")
    assert "changeAnnotations" in client.request("textDocument/rename", rename_params(uri, "fresh"))
    assert len(client.messages("window/showMessageRequest")) == 5
    assert client.ours((project / "use.py").as_uri())


def test_findings_follow_an_edit_that_is_made_and_vanish_with_the_next_change(
    wrapped: Starter, project: Path
) -> None:
    text = (project / "app.py").read_text().replace("limit", "limit_of_all_things")
    (project / "app.py").write_text(text)
    client, uri = start(wrapped, project, "limit_of_all_things", onUnsafe="warn")
    client.request("textDocument/rename", rename_params(uri, "limit_of_all_things"))
    assert client.ours(uri)[0]["range"]["start"] == {"line": 4, "character": 33}
    after = text.replace("ceiling", "limit_of_all_things")
    client.change(uri, 2, after)
    assert eventually(
        lambda: client.ours(uri) and client.ours(uri)[0]["range"]["end"] == {"line": 4, "character": 52}
    )
    client.change(uri, 3, after + "# more\n")
    assert eventually(lambda: not client.ours(uri))


def test_findings_vanish_with_the_next_refactoring(wrapped: Starter, project: Path) -> None:
    bad, good = replace_all(project, "ceiling", "limit"), replace_all(project, "ceiling", "fresh")
    client = wrapped({"answered": {"textDocument/rename": {"$turns": [bad, good]}}})
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    assert client.ours(uri)
    client.request("textDocument/rename", rename_params(uri, "fresh"))
    assert not client.ours(uri)


def test_an_edit_outside_the_workspace_is_refused_with_its_path(wrapped: Starter, project: Path) -> None:
    outside = project.parent / "library.py"
    outside.write_text("ceiling = 1\n")
    edit = replace_all(project, "ceiling", "fresh")
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 7}}
    edit["changes"][outside.as_uri()] = [{"range": span, "newText": "fresh"}]
    for settings in ({}, {"onUnsafe": "warn"}):
        client = wrapped({"answered": {"textDocument/rename": edit}}, ABLE, settings)
        uri = client.open(project / "app.py")
        with pytest.raises(ServerError, match=r"library\.py is outside the workspace"):
            client.request("textDocument/rename", rename_params(uri, "fresh"))


def test_columns_in_another_unit_are_put_right_and_reported(wrapped: Starter, project: Path) -> None:
    (project / "app.py").write_text("ceiling = 10\nprint('😀😀', ceiling)\n")
    # Columns are characters although UTF-16 was agreed.
    edit = replace_all(project, "ceiling", "fresh")
    client = wrapped({"answered": {"textDocument/rename": edit}})
    uri = client.open(project / "app.py")
    result = client.request("textDocument/rename", rename_params(uri, "fresh"))
    steps = {step["textDocument"]["uri"]: step["edits"] for step in result["documentChanges"]}
    assert steps[uri][1]["range"]["start"] == {"line": 1, "character": 14}
    note = client.wait_for(lambda each: each.get("method") == "window/showMessage")
    assert "utf-32" in note["params"]["message"]


def test_an_illegal_name_is_refused(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "class")
    with pytest.raises(ServerError, match="keyword"):
        client.request("textDocument/rename", rename_params(uri, "class"))


def test_unsaved_text_is_what_counts(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "limit")
    text = (project / "app.py").read_text().replace("limit", "factor")
    client.change(uri, 2, text)
    assert "documentChanges" not in client.request("textDocument/rename", rename_params(uri, "limit"))
    assert not client.ours(uri)


def test_a_file_changed_on_disk_is_seen(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "fresh")
    assert "changes" in client.request("textDocument/rename", rename_params(uri, "fresh"))
    (project / "third.py").write_text("import app\n\nfresh = 1\nprint(app.ceiling, fresh)\n")
    result = client.request("textDocument/rename", rename_params(uri, "fresh"))
    third = (project / "third.py").as_uri()
    assert "changeAnnotations" in result
    assert [each["code"] for each in client.ours(third)] == ["HF104"]


def test_switched_off_everything_passes(wrapped: Starter, project: Path) -> None:
    client, uri = start(wrapped, project, "limit", enabled=False)
    edit = replace_all(project, "ceiling", "limit")
    assert client.request("textDocument/rename", rename_params(uri, "limit")) == edit
    assert not client.ours(uri)


def test_the_settings_are_not_handed_to_the_server(wrapped: Starter, project: Path, tmp_path: Path) -> None:
    client, _ = start(wrapped, project, "fresh", onUnsafe="warn", budgett=3)
    message = client.wait_for(lambda each: each.get("method") == "window/showMessage")
    assert "holdfast.budgett is no setting" in message["params"]["message"]
    assert b"onUnsafe" not in (tmp_path / "server.log").read_bytes()
