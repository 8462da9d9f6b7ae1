"""jedi and rope through their worker processes: every refactoring, and everything that can go wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from engines.project_for_engines import MAIN, SHAPES, WORLD, after, at, request, snapshot, write_texts
from holdfast.engines import ENGINES, Crash, Limits, Proposal, Refusal, open_engine, supports
from holdfast.engines.worker import EngineWorker
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind
from holdfast.text.edits import Replacement
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree


@pytest.fixture(scope="module")
def jedi() -> Iterator[EngineWorker]:
    with EngineWorker("jedi") as worker:
        yield worker


@pytest.fixture(scope="module")
def rope() -> Iterator[EngineWorker]:
    with EngineWorker("rope") as worker:
        yield worker


@pytest.fixture(params=["jedi", "rope"])
def worker(request: pytest.FixtureRequest) -> EngineWorker:
    engine: EngineWorker = request.getfixturevalue(request.param)
    return engine


def test_rename_reaches_other_files_and_is_cut_on_names(worker: EngineWorker) -> None:
    answer = worker.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD)
    assert after(answer) == {
        "geometry/shapes.py": SHAPES.replace("double(", "twice("),
        "main.py": MAIN.replace("double", "twice"),
    }
    assert isinstance(answer, Proposal)
    for file, replacements in answer.edit_set.replacements.items():
        text = WORLD.text(file) or ""
        assert {(text[start:end], new) for start, end, new in replacements} == {("double", "twice")}
        assert answer.edit_set.made_for[file] == text


def test_extract_variable(worker: EngineWorker) -> None:
    place = at("value * factor", length=len("value * factor"))
    found = after(worker.propose(request(Kind.EXTRACT_VARIABLE, place, "product"), WORLD))
    assert found == {
        "geometry/shapes.py": SHAPES.replace(
            "    doubled = value * factor", "    product = value * factor\n    doubled = product"
        )
    }


def test_extract_function(worker: EngineWorker) -> None:
    place = at("value * factor", length=len("value * factor"))
    found = after(worker.propose(request(Kind.EXTRACT_FUNCTION, place, "product"), WORLD))
    text = found["geometry/shapes.py"]
    assert "def product(value, factor):\n    return value * factor" in text
    assert "doubled = product(value, factor)" in text


def test_inline(worker: EngineWorker) -> None:
    found = after(worker.propose(request(Kind.INLINE, at("doubled =")), WORLD))
    text = found["geometry/shapes.py"]
    assert "doubled" not in text
    assert "value * factor" in text


def test_renaming_a_package_moves_its_files(worker: EngineWorker) -> None:
    place = at("geometry", "main.py")
    answer = worker.propose(request(Kind.RENAME, place, "forms", "main.py"), WORLD)
    assert isinstance(answer, Proposal)
    assert answer.edit_set.renamed == {
        "geometry/__init__.py": "forms/__init__.py",
        "geometry/shapes.py": "forms/shapes.py",
    }
    assert answer.moved_folders == {"geometry": "forms"}
    assert after(answer)["main.py"] == MAIN.replace("geometry", "forms")


def test_rope_renames_a_module_by_its_file(rope: EngineWorker) -> None:
    answer = rope.propose(request(Kind.RENAME, (0, 0), "figures", module=True), WORLD)
    assert isinstance(answer, Proposal)
    assert answer.edit_set.renamed == {"geometry/shapes.py": "geometry/figures.py"}
    assert after(answer)["main.py"] == MAIN.replace("shapes", "figures")


def test_rope_moves_a_function(rope: EngineWorker) -> None:
    answer = rope.propose(request(Kind.MOVE, at("double(value"), destination="other.py"), WORLD)
    found = after(answer)
    assert "def double(value, factor=2):" in found["other.py"]
    assert "def double" not in found["geometry/shapes.py"]
    assert "from other import double" in found["main.py"] or "import other" in found["main.py"]


def test_rope_moves_a_module(rope: EngineWorker) -> None:
    answer = rope.propose(request(Kind.MOVE, (0, 0), module=True, destination=""), WORLD)
    assert isinstance(answer, Proposal)
    assert answer.edit_set.renamed == {"geometry/shapes.py": "shapes.py"}


def test_rope_changes_a_signature(rope: EngineWorker) -> None:
    changes: list[dict[str, object]] = [{"add": [1, "extra", None, "7"]}]
    found = after(rope.propose(request(Kind.CHANGE_SIGNATURE, at("double(value"), changes=changes), WORLD))
    assert "def double(value, extra, factor=2):" in found["geometry/shapes.py"]
    assert "print(double(4, 7), double(5, 7, 3)," in found["main.py"]
    # rope puts a parameter with a default before one without: an edit that does not compile is handed on.
    changes = [{"reorder": [1, 0]}]
    found = after(rope.propose(request(Kind.CHANGE_SIGNATURE, at("double(value"), changes=changes), WORLD))
    assert "def double(factor=2, value):" in found["geometry/shapes.py"]
    removed = after(
        rope.propose(request(Kind.CHANGE_SIGNATURE, at("double(value"), changes=[{"remove": 1}]), WORLD)
    )
    assert "def double(value):" in removed["geometry/shapes.py"]
    assert "double(5)" in removed["main.py"]


def test_rope_encapsulates_a_field(rope: EngineWorker) -> None:
    text = after(rope.propose(request(Kind.ENCAPSULATE_FIELD, at("width = width")), WORLD))[
        "geometry/shapes.py"
    ]
    assert "def get_width(self):" in text
    assert "self.get_width() * self.height" in text


def test_rope_introduces_a_parameter(rope: EngineWorker) -> None:
    source = "limit = 3\n\n\ndef f(x):\n    return x + limit\n"
    world = World.of({"m.py": source})
    place = (source.rindex("limit"), source.rindex("limit"))
    found = after(rope.propose(request(Kind.INTRODUCE_PARAMETER, place, "top", "m.py"), world), world)
    assert found == {"m.py": "limit = 3\n\n\ndef f(x, top=limit):\n    return x + top\n"}


def test_rope_organises_imports_and_may_find_nothing_to_do(rope: EngineWorker) -> None:
    found = after(rope.propose(request(Kind.ORGANISE_IMPORTS, (0, 0)), WORLD))
    assert found == {"geometry/shapes.py": SHAPES.replace("import sys\n", "")}
    answer = rope.propose(request(Kind.ORGANISE_IMPORTS, (0, 0), file="other.py"), WORLD)
    assert isinstance(answer, Proposal)
    assert answer.edit_set.is_empty


def test_a_place_without_a_name_is_refused(worker: EngineWorker) -> None:
    for place in (at(" Shape:"), (10**6, 10**6), at("* self.height")):
        answer = worker.propose(request(Kind.RENAME, place, "x"), WORLD)
        assert isinstance(answer, Refusal), answer
        assert answer.message


def test_a_refactoring_that_the_engine_declines_is_refused_in_its_words(worker: EngineWorker) -> None:
    place = at("self.width = width", length=8)
    answer = worker.propose(request(Kind.INLINE, at("Shape:")), WORLD)
    assert isinstance(answer, Refusal)
    answer = worker.propose(request(Kind.EXTRACT_VARIABLE, (place[0], place[0] + 60), "x"), WORLD)
    assert isinstance(answer, Refusal)
    assert len(answer.message) > 10


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_other_newlines_a_mark_and_a_declared_encoding(
    worker: EngineWorker, newline: str, tmp_path: Path
) -> None:
    source = f"# coding: latin-1{newline}name = '\xe9'{newline}{newline}{newline}print(name, name + '\xe9'){newline}"
    (tmp_path / "latin.py").write_bytes(source.encode("latin-1"))
    marked = f"nom = 1{newline}print(nom){newline}"
    (tmp_path / "marked.py").write_bytes(b"\xef\xbb\xbf" + marked.encode())
    world = World.over(DiskTree(tmp_path))
    assert world.text("latin.py") == source
    place = (source.rindex("name,"), source.rindex("name,"))
    answer = worker.propose(request(Kind.RENAME, place, "label", "latin.py"), world, str(tmp_path))
    assert after(answer, world) == {"latin.py": source.replace("name", "label")}
    place = (marked.rindex("nom"), marked.rindex("nom"))
    answer = worker.propose(request(Kind.RENAME, place, "m", "marked.py"), world, str(tmp_path))
    assert after(answer, world) == {"marked.py": marked.replace("nom", "m")}
    answer = worker.propose(request(Kind.RENAME, (2, 2), "m", "marked.py"), world, str(tmp_path))
    assert after(answer, world) == {"marked.py": marked.replace("nom", "m")}


def test_inserted_lines_take_the_file_s_newlines(worker: EngineWorker) -> None:
    source = SHAPES.replace("\n", "\r\n")
    world = World.of({"geometry/shapes.py": source})
    start = source.index("value * factor")
    answer = worker.propose(request(Kind.EXTRACT_VARIABLE, (start, start + 14), "product"), world)
    assert after(answer, world) == {
        "geometry/shapes.py": source.replace(
            "    doubled = value * factor", "    product = value * factor\r\n    doubled = product"
        )
    }


def test_the_user_s_folder_is_read_and_never_written(worker: EngineWorker, tmp_path: Path) -> None:
    root = write_texts(tmp_path)
    world = World.over(DiskTree(root))
    before = snapshot(root)
    for kind, place, name in (
        (Kind.RENAME, at("double(value"), "twice"),
        (Kind.EXTRACT_VARIABLE, at("value * factor", length=14), "product"),
        (Kind.INLINE, at("doubled ="), None),
    ):
        answer = worker.propose(request(kind, place, name), world, str(root))
        assert isinstance(answer, Proposal)
    assert snapshot(root) == before
    assert sorted(os.listdir(root)) == ["geometry", "main.py", "other.py"]


def test_unsaved_buffers_are_seen_beside_saved_files(worker: EngineWorker, tmp_path: Path) -> None:
    root = write_texts(tmp_path)
    before = snapshot(root)
    unsaved = SHAPES.replace("double(", "doubling(")
    world = World.over(DiskTree(root)).with_buffers(
        {"geometry/shapes.py": unsaved, "main.py": MAIN.replace("double", "doubling"), "other.py": None}
    )
    place = (unsaved.index("doubling(value"),) * 2
    for name in ("twice", "thrice"):
        answer = worker.propose(request(Kind.RENAME, place, name), world, str(root))
        assert after(answer, world) == {
            "geometry/shapes.py": SHAPES.replace("double(", f"{name}("),
            "main.py": MAIN.replace("double", name),
        }
    assert snapshot(root) == before


def test_a_file_that_changes_between_requests_is_read_again(worker: EngineWorker, tmp_path: Path) -> None:
    root = write_texts(tmp_path, {"m.py": "alpha = 1\nprint(alpha)\n"})
    for old, new in (("alpha", "beta"), ("beta", "gamma")):
        world = World.over(DiskTree(root))
        answer = worker.propose(request(Kind.RENAME, (0, 0), new, "m.py"), world, str(root))
        assert after(answer, world) == {"m.py": f"{new} = 1\nprint({new})\n"}, old
        (root / "m.py").write_text(f"{new} = 1\nprint({new})\n")
        stamp = time.time() + (10 if new == "beta" else 20)
        os.utime(root / "m.py", (stamp, stamp))


def test_what_the_engine_read_must_be_what_the_world_says(worker: EngineWorker, tmp_path: Path) -> None:
    root = write_texts(tmp_path, {"m.py": "alpha = 1\nprint(alpha)\n"})
    world = World.over(DiskTree(root))
    assert world.text("m.py") is not None
    (root / "m.py").write_text("alpha = 2\nprint(alpha)\n")
    answer = worker.propose(request(Kind.RENAME, (0, 0), "beta", "m.py"), world, str(root))
    assert isinstance(answer, Refusal)
    assert "not what the engine has read" in answer.message


def test_an_edit_of_the_standard_library_is_refused_with_its_path(jedi: EngineWorker) -> None:
    source = "import textwrap\n\nprint(textwrap.dedent('x'))\n"
    world = World.of({"m.py": source})
    place = (source.index("dedent"),) * 2
    answer = jedi.propose(request(Kind.RENAME, place, "indent_less", "m.py"), world)
    assert isinstance(answer, Refusal)
    assert "textwrap.py" in answer.message
    assert "outside the workspace" in answer.message


def test_a_file_with_a_syntax_error_elsewhere_does_not_stop_a_rename(worker: EngineWorker) -> None:
    world = WORLD.with_buffers({"other.py": "def broken(:\n"})
    found = after(worker.propose(request(Kind.RENAME, at("double(value"), "twice"), world), world)
    assert found["main.py"] == MAIN.replace("double", "twice")


def test_nothing_in_the_workspace_is_imported_or_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = tmp_path / "trap"
    evil = f"open({str(trap)!r}, 'w').close()\n"
    names = ("jedi", "rope", "json", "sitecustomize", "usercustomize", "holdfast", "queue")
    root = write_texts(
        tmp_path / "root", {f"{name}.py": evil for name in names} | {"m.py": "import json\nalpha = 1\n"}
    )
    monkeypatch.chdir(root)
    monkeypatch.setenv("PYTHONPATH", str(root))
    world = World.over(DiskTree(root))
    for engine in ("jedi", "rope"):
        with EngineWorker(engine) as fresh:
            answer = fresh.propose(request(Kind.RENAME, (12, 12), "beta", "m.py"), world, str(root))
            assert after(answer, world) == {"m.py": "import json\nbeta = 1\n"}
    assert not trap.exists()


def test_a_killed_process_is_a_crash_and_the_next_request_works() -> None:
    with EngineWorker("jedi") as fresh:
        assert isinstance(fresh.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD), Proposal)
        assert fresh.process_id is not None
        os.kill(fresh.process_id, signal.SIGKILL)
        answer = fresh.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD)
        assert isinstance(answer, Crash)
        assert "ended with code" in answer.message
        assert isinstance(fresh.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD), Proposal)
        assert fresh.starts == 2


def test_a_slow_engine_is_stopped() -> None:
    with EngineWorker("jedi", limits=Limits(seconds=0.01)) as fresh:
        answer = fresh.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD)
        assert isinstance(answer, Crash)
        assert "did not answer within 0.01 seconds" in answer.message
        assert fresh.process_id is None


def test_an_engine_that_has_grown_is_replaced() -> None:
    with EngineWorker("rope", limits=Limits(restart_bytes=1)) as fresh:
        for count in (1, 2, 3):
            assert isinstance(
                fresh.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD), Proposal
            )
            assert fresh.starts == count


def test_an_engine_past_its_memory_limit_is_a_crash() -> None:
    world = World.of({"m.py": "x = 1\n#" + "x" * 60_000_000})
    with EngineWorker("jedi", limits=Limits(memory_bytes=300 * 1024**2, seconds=30)) as fresh:
        answer = fresh.propose(request(Kind.RENAME, (0, 0), "y", "m.py"), world)
        assert isinstance(answer, Crash)
        assert "did not answer" not in answer.message
        assert isinstance(fresh.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD), Proposal)


def test_an_exception_of_the_engine_is_a_crash_with_its_traceback(rope: EngineWorker) -> None:
    answer = rope.propose(request(Kind.CHANGE_SIGNATURE, at("double(value"), changes=[{"explode": 1}]), WORLD)
    assert isinstance(answer, Crash)
    assert "KeyError" in answer.message
    assert "Traceback" in answer.traceback
    assert isinstance(rope.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD), Proposal)


def test_no_worker_outlives_its_owner() -> None:
    script = (
        "import time\n"
        "from holdfast.engines.worker import EngineWorker\n"
        "worker = EngineWorker('jedi')\n"
        "print(worker._start().pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        owner.kill()
    deadline = time.monotonic() + 10
    while _running(child):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _running(process_id: int) -> bool:
    try:
        with open(f"/proc/{process_id}/stat", encoding="ascii", errors="replace") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_closing_leaves_no_process_and_no_folder() -> None:
    fresh = EngineWorker("rope")
    fresh.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD)
    process_id, scratch = fresh.process_id, fresh._scratch
    assert process_id is not None
    assert scratch is not None
    fresh.close()
    assert not _running(process_id)
    assert not os.path.exists(scratch)


def test_two_workers_answer_more_than_twenty_requests_a_second() -> None:
    workers = [EngineWorker("jedi"), EngineWorker("rope")]
    asked = 40

    def work(engine: EngineWorker) -> None:
        for number in range(asked):
            engine.propose(request(Kind.RENAME, at("double(value"), f"twice_{number}"), WORLD)

    try:
        for engine in workers:
            engine.propose(request(Kind.RENAME, at("double(value"), "warm"), WORLD)
        threads = [threading.Thread(target=work, args=(engine,)) for engine in workers]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rate = 2 * asked / (time.monotonic() - start)
    finally:
        for engine in workers:
            engine.close()
    assert rate >= 20


def test_the_registry() -> None:
    with pytest.raises(InputError, match=r"no engine is called 'emacs'; choose jedi, rope or lsp:COMMAND\."):
        open_engine("emacs")
    with pytest.raises(InputError, match="no engine is called 'lsp'"):
        open_engine("lsp")
    assert supports("rope", Kind.MOVE)
    assert not supports("jedi", Kind.MOVE)
    assert supports("lsp:pylsp", Kind.RENAME)
    assert not supports("emacs", Kind.RENAME)
    from holdfast.engines import jedi_engine, rope_engine

    assert {kind.value for kind in ENGINES["jedi"]} == set(jedi_engine.KINDS)
    assert {kind.value for kind in ENGINES["rope"]} == set(rope_engine.KINDS) == set(rope_engine._MAKERS)


def test_asking_for_what_an_engine_cannot_do_is_refused(worker: EngineWorker) -> None:
    answer = worker.propose(request(Kind.SAFE_DELETE, at("double(value")), WORLD)
    assert isinstance(answer, Refusal)
    assert "safe-delete" in answer.message


def test_a_file_that_is_not_there_is_refused(worker: EngineWorker) -> None:
    answer = worker.propose(request(Kind.RENAME, (0, 0), "x", "missing.py"), WORLD)
    assert isinstance(answer, Refusal)
    assert "missing.py" in answer.message


def test_importing_the_registry_imports_no_engine() -> None:
    script = "import sys, holdfast.engines; print([m for m in ('jedi', 'rope', 'parso', 'subprocess') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_replacements_are_plain_values(jedi: EngineWorker) -> None:
    answer = jedi.propose(request(Kind.RENAME, at("double(value"), "twice"), WORLD)
    assert isinstance(answer, Proposal)
    assert isinstance(answer.edit_set.replacements["main.py"][0], Replacement)
