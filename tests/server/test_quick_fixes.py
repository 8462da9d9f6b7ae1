"""Quick fixes on our diagnostics: the checker's safe variants, checked like any other edit, and a way to be left alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from holdfast_server.judge.chamber import Chamber
from holdfast_server.judge.state import State
from holdfast_server.judgement import Judged, Wish
from server.raw_client import ABLE, PLAIN, RawClient, apply_edit
from server.small_project import APP, USE, eventually, rename_params, replace_all

Starter = Callable[..., RawClient]
LITERALS_UNKNOWN = {**PLAIN, "textDocument": {"rename": {}, "codeAction": {}}}


def fixes(client: RawClient, uri: str) -> list[Any]:
    """What is offered on the first finding of a document."""
    finding = client.ours(uri)[0]
    params = {
        "textDocument": {"uri": uri},
        "range": finding["range"],
        "context": {"diagnostics": [finding], "only": ["quickfix"]},
    }
    return list(client.request("textDocument/codeAction", params))


def applied(client: RawClient) -> Mapping[str, Any]:
    """The edit that the editor was last asked to make."""
    assert eventually(lambda: client.messages("workspace/applyEdit"))
    edit: Mapping[str, Any] = client.messages("workspace/applyEdit")[-1]["params"]["edit"]
    return edit


def test_a_free_name_beside_the_fixes_of_the_server(wrapped: Starter, project: Path) -> None:
    theirs = {"title": "Theirs", "kind": "quickfix"}
    bad, good = replace_all(project, "ceiling", "limit"), replace_all(project, "ceiling", "limit_")
    script = {
        "capabilities": {"renameProvider": True, "codeActionProvider": True},
        "answered": {"textDocument/codeAction": [theirs], "textDocument/rename": {"$turns": [bad, good]}},
    }
    client = wrapped(script)
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    first, fix, dismiss = fixes(client, uri)
    assert first == theirs
    assert fix["title"] == "Rename to `limit_` instead"
    assert fix["diagnostics"] == client.ours(uri)
    client.execute(fix["command"])
    assert applied(client) == good
    assert not client.ours(uri)
    client.execute(dismiss["command"])


def test_a_free_name_alone(alone: Starter, project: Path) -> None:
    client = alone()
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    fix, dismiss = fixes(client, uri)
    client.execute(fix["command"])
    texts = {uri: APP, (project / "use.py").as_uri(): USE}
    assert apply_edit(texts, applied(client))[uri] == APP.replace("ceiling", "limit_")
    client.execute(dismiss["command"])
    assert not client.ours(uri)


@pytest.mark.parametrize("capabilities", [ABLE, LITERALS_UNKNOWN], ids=["actions", "bare commands"])
def test_occurrences_that_were_left_behind_are_taken_along(
    wrapped: Starter, project: Path, capabilities: Any
) -> None:
    half = replace_all(project, "ceiling", "fresh", ("app.py",))
    client = wrapped({"answered": {"textDocument/rename": half}}, capabilities)
    client.answers["window/showMessageRequest"] = lambda params: {
        "title": "Go on" if "incomplete" in params["message"] else "Cancel"
    }
    uri, use = client.open(project / "app.py"), (project / "use.py").as_uri()
    client.result(client.begin("textDocument/rename", rename_params(uri, "fresh")))
    assert {each["code"] for each in client.ours(use)} <= {"HF103", "HF104", "HF403"}
    fix, *_ = fixes(client, use)
    assert fix["title"].startswith("Rename this")
    client.execute(fix["command"] if capabilities is ABLE else fix)
    edit = applied(client)
    # The whole rename, and safe as it is.
    assert "changeAnnotations" not in edit
    assert apply_edit({uri: APP, use: USE}, edit) == {
        uri: APP.replace("ceiling", "fresh"),
        use: USE.replace("ceiling", "fresh"),
    }
    assert not client.ours(use)


def test_after_the_edit_was_made_only_the_rest_is_added(wrapped: Starter, project: Path) -> None:
    half = replace_all(project, "ceiling", "fresh", ("app.py",))
    client = wrapped({"answered": {"textDocument/rename": half}}, ABLE, {"onUnsafe": "warn"})
    uri, use = client.open(project / "app.py"), client.open(project / "use.py")
    client.request("textDocument/rename", rename_params(uri, "fresh"))
    client.change(uri, 2, APP.replace("ceiling", "fresh"))
    assert client.ours(use)
    fix, *_ = fixes(client, use)
    client.execute(fix["command"])
    assert apply_edit({use: USE}, applied(client)) == {use: USE.replace("ceiling", "fresh")}


def test_a_variant_is_not_offered_once_the_text_is_another(wrapped: Starter, project: Path) -> None:
    bad = replace_all(project, "ceiling", "limit")
    client = wrapped({"answered": {"textDocument/rename": bad}}, ABLE, {"onUnsafe": "warn"})
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    client.change(uri, 2, APP.replace("ceiling", "limit"))
    assert [each["title"] for each in fixes(client, uri)] == ["Dismiss the findings of Holdfast"]


def test_findings_can_be_dismissed_where_the_server_has_no_actions(wrapped: Starter, project: Path) -> None:
    bad = replace_all(project, "ceiling", "limit")
    client = wrapped({"answered": {"textDocument/rename": bad}})
    uri = client.open(project / "app.py")
    client.request("textDocument/rename", rename_params(uri, "limit"))
    client.execute(fixes(client, uri)[-1]["command"])
    assert not client.ours(uri)


def test_many_findings_share_one_variant(project: Path) -> None:
    """The variant is as large as the edit: with a copy for each finding a half rename would take minutes."""
    for number in range(20):
        (project / f"part{number}.py").write_text(USE)
    uri = (project / "app.py").as_uri()
    place = {"line": 0, "character": 2}
    chamber = Chamber()
    chamber.state = State(folders=(str(project),))
    judged = chamber.check(
        replace_all(project, "ceiling", "fresh", ("app.py",)),
        Wish("rename", uri, {"start": place, "end": place}, "fresh"),
        lambda done, total: None,
    )
    chamber.close()
    assert isinstance(judged, Judged)
    assert len(judged.findings) == 21
    (variant,) = judged.variants.values()
    assert variant.edit is not None
    assert len(variant.edit["documentChanges"]) == 22
