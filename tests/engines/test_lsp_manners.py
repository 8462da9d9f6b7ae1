"""The language-server engine against a server of chosen manners."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest
from engines.project_for_engines import after, request, write_texts
from holdfast.engines import Crash, EngineAnswer, Limits, Proposal, Refusal
from holdfast.engines.lsp_engine import LspEngine
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree

SERVER = Path(__file__).with_name("fake_server.py")
WORLD = World.of({"a.py": "old = 1\nprint(old)\n", "b.py": "new = 1\n"})
QUICK = Limits(seconds=5, ready_seconds=3)


def engine(mode: str, limits: Limits = QUICK) -> LspEngine:
    return LspEngine(shlex.join([sys.executable, str(SERVER), mode]), limits=limits)


def rename(mode: str, world: World = WORLD, limits: Limits = QUICK, **options: object) -> EngineAnswer:
    with engine(mode, limits) as server:
        return server.propose(request(Kind.RENAME, (0, 0), "renamed", "a.py", **options), world)


def extract(mode: str) -> EngineAnswer:
    with engine(mode) as server:
        return server.propose(request(Kind.EXTRACT_VARIABLE, (0, 3), None, "a.py"), WORLD)


RENAMED = {"a.py": "renamed = 1\nprint(old)\n"}


@pytest.mark.parametrize("mode", ["plain", "prints first", "floods", "progress", "does not shut down"])
def test_a_server_with_harmless_habits_gives_its_edit(mode: str) -> None:
    assert after(rename(mode), WORLD) == RENAMED


def test_the_server_s_own_requests_are_answered() -> None:
    answer = rename("asks back", settings={"a": {"b": 7}})
    assert after(answer, WORLD) == {"a.py": "right = 1\nprint(old)\n"}


@pytest.mark.parametrize("mode", ["in the action", "on resolve", "by command", "bare command"])
def test_a_code_action_delivers_its_edit_in_four_ways(mode: str) -> None:
    assert after(extract(mode), WORLD) == RENAMED


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("plain", "does not offer this refactoring here; it offers: Fix all."),
        ("disabled", "not an expression"),
        ("offers nothing", "offers no refactorings"),
        ("by silent command", "made no edit"),
        ("by two edits", "2 separate edits"),
    ],
)
def test_an_action_that_is_not_there_is_refused(mode: str, message: str) -> None:
    answer = extract(mode)
    assert isinstance(answer, Refusal)
    assert message in answer.message


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("null", "found nothing to rename"),
        ("declines", "cannot rename a keyword"),
        ("outside", "/usr/lib/os.py is outside the workspace"),
        ("nonsense", "cannot be used"),
        ("offers nothing", "does not offer rename"),
    ],
)
def test_a_rename_that_cannot_be_used_is_refused(mode: str, message: str) -> None:
    answer = rename(mode)
    assert isinstance(answer, Refusal)
    assert message in answer.message


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("dies", "the server ended while answering"),
        ("dies at start", "did not start: the server ended"),
        ("refuses to start", "did not start: not today"),
        ("crashes", "Internal Error: oops"),
    ],
)
def test_a_broken_server_is_a_crash(mode: str, message: str) -> None:
    answer = rename(mode)
    assert isinstance(answer, Crash)
    assert message in answer.message


def test_a_silent_server_is_stopped_in_time() -> None:
    start = time.monotonic()
    with engine("never answers", Limits(seconds=1, ready_seconds=1)) as server:
        answer = server.propose(request(Kind.RENAME, (0, 0), "renamed", "a.py"), WORLD)
        assert isinstance(answer, Crash)
        assert "no answer to textDocument/rename within 1 seconds" in answer.message
        assert server.process_id is None
    assert time.monotonic() - start < 5


@pytest.mark.skipif(sys.platform != "linux", reason="memory of another process is read from /proc")
def test_a_server_that_eats_memory_is_stopped() -> None:
    answer = rename("eats memory", limits=Limits(seconds=20, ready_seconds=1, memory_bytes=300 * 1024**2))
    assert isinstance(answer, Crash)
    assert "took more than" in answer.message


def test_an_answer_that_comes_before_the_server_has_read_everything_is_asked_for_again() -> None:
    world = World.of({"a.py": "old = 1\n", "b.py": "old = 2\n"})
    assert after(rename("late", world), world) == {"a.py": "renamed = 1\n", "b.py": "renamed = 2\n"}


def test_one_server_serves_several_requests_and_worlds() -> None:
    with engine("plain") as server:
        for text in ("one = 1\n", "two = 2\n"):
            world = World.of({"a.py": text})
            found = after(server.propose(request(Kind.RENAME, (0, 0), "renamed", "a.py"), world), world)
            assert found == {"a.py": "renamed" + text[3:]}
        assert server.starts == 1


def test_after_a_crash_the_next_request_starts_a_new_server() -> None:
    with engine("dies") as server:
        for count in (1, 2):
            answer = server.propose(request(Kind.RENAME, (0, 0), "renamed", "a.py"), WORLD)
            assert isinstance(answer, Crash)
            assert server.starts == count


def test_unsaved_text_is_what_counts(tmp_path: Path) -> None:
    root = write_texts(tmp_path, {"a.py": "old = 1\n"})
    world = World.over(DiskTree(root)).with_buffers({"a.py": "xyz = 2\n"}, {"a.py": 12})
    with engine("plain") as server:
        answer = server.propose(request(Kind.RENAME, (0, 0), "renamed", "a.py"), world, str(root))
    assert isinstance(answer, Proposal)
    assert answer.edit_set.made_for == {"a.py": "xyz = 2\n"}
    assert answer.edit_set.versions == {}
    assert after(answer, world) == {"a.py": "renamed = 2\n"}
    assert (root / "a.py").read_text() == "old = 1\n"


def test_a_folder_behind_a_link_is_the_same_workspace(tmp_path: Path) -> None:
    root = write_texts(tmp_path / "real", {"a.py": "old = 1\n"})
    (tmp_path / "link").symlink_to(root)
    world = World.over(DiskTree(root))
    with engine("plain") as server:
        answer = server.propose(
            request(Kind.RENAME, (0, 0), "renamed", "a.py"), world, str(tmp_path / "link")
        )
    assert after(answer, world) == {"a.py": "renamed = 1\n"}


def test_no_command_and_no_program() -> None:
    with pytest.raises(InputError, match="needs a command"):
        LspEngine("  ")
    with LspEngine("no-such-language-server --stdio") as server:
        answer = server.propose(request(Kind.RENAME, (0, 0), "renamed", "a.py"), WORLD)
    assert answer == Refusal("no-such-language-server is not installed or not on the PATH.")


def test_closing_ends_the_server_and_removes_its_folder() -> None:
    server = engine("does not shut down")
    server.propose(request(Kind.RENAME, (0, 0), "renamed", "a.py"), WORLD)
    process_id, folder = server.process_id, server._root
    assert process_id is not None
    assert os.path.isdir(folder)
    server.close()
    assert not os.path.exists(folder)
    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)
