"""Nothing of the analysed project is executed, whatever it looks like.

The project here is hostile: every Python file of it writes to a log when it is run, its interpreter and
its hooks do so, too, and one of its modules is a real extension module.
"""

from __future__ import annotations

import os
import pickle
import sys
import sysconfig
from pathlib import Path

import pytest
from holdfast.python.questions import Question
from holdfast.resolve.libraries import found_library_paths, library_paths
from holdfast.resolve.settings import ResolverSettings, cache_folder
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree
from resolve.conftest import Opener
from resolve.marked import places_of


def _extension() -> Path | None:
    """An extension module of the interpreter that jedi's process does not import by itself."""
    folder = Path(sysconfig.get_config_var("DESTSHARED") or "")
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    found = [folder / f"{name}{suffix}" for name in ("xxlimited", "_xxtestfuzz", "ossaudiodev", "_crypt")]
    return next((path for path in found if path.is_file()), None)


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project, with the current folder and the environment pointing at it."""
    project = tmp_path / "project"
    log = tmp_path / "log"
    run = f"open({str(log)!r}, 'a').write(__name__ + chr(10))\ndef target(): pass\n"
    files = {
        **dict.fromkeys(
            ["pack/__init__.py", "pack/inner.py", "sitecustomize.py", "usercustomize.py", "jedi/__init__.py"],
            run,
        ),
        **dict.fromkeys(["json.py", "colorsys.py", "conftest.py", "gi/__init__.py", "parso.py"], run),
        "use.py": "import pack.inner, json, colorsys, gi, binary\npack.inner.target\nbinary.target\n",
        ".jedi/project.json": '[1, {"path": ".", "environment_path": ".venv", "load_unsafe_extensions": true}]',
        ".venv/pyvenv.cfg": "home = /nowhere\n",
        ".venv/lib/python3.11/site-packages/evil.pth": "import json; json.target()\n../../../../lib\n",
        "lib/other.py": run,
    }
    for file, text in files.items():
        path = project / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name in ("python", "python3"):
        interpreter = project / ".venv" / "bin" / name
        interpreter.parent.mkdir(exist_ok=True)
        interpreter.write_text(f"#!/bin/sh\necho interpreter >> {log}\n")
        interpreter.chmod(0o755)
    monkeypatch.chdir(project)
    monkeypatch.setenv("VIRTUAL_ENV", str(project / ".venv"))
    monkeypatch.setenv("PYTHONPATH", str(project))
    monkeypatch.setenv("PYTHONSTARTUP", str(project / "json.py"))
    monkeypatch.setenv("PATH", f"{project / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return project


def test_no_code_of_the_project_runs(resolver: Opener, hostile: Path) -> None:
    world = World.over(DiskTree(hostile))
    text = world.text("use.py")
    assert text is not None
    questions = [
        Question("before", "use.py", text.index(word)) for word in ("json", "colorsys", "gi", "target")
    ]
    interpreter = str(hostile / ".venv" / "bin" / "python")
    one = resolver(world, interpreter=interpreter)
    answers = one.ask(questions)
    one.types_of([Question("before", "use.py", text.index(".target"))], ["target"])
    assert [places_of(world, answer) for answer in answers] == [
        [("json.py", 1, "module")],
        [("colorsys.py", 1, "module")],
        [("gi/__init__.py", 1, "module")],
        [("pack/inner.py", 2, "function")],
    ]
    assert not (hostile.parent / "log").exists()


def test_the_log_of_the_hostile_project_works(hostile: Path) -> None:
    """What the test above relies on: running a file of the project, or its interpreter, is seen."""
    import subprocess

    subprocess.run([sys.executable, "-c", "pass"], cwd=hostile, check=True)
    subprocess.run([str(hostile / ".venv" / "bin" / "python")], check=True)
    lines = (hostile.parent / "log").read_text().split()
    assert "sitecustomize" in lines
    assert "interpreter" in lines


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the memory map of the process")
@pytest.mark.parametrize("trusted", [False, True])
def test_extension_modules_are_imported_only_from_a_trusted_workspace(
    resolver: Opener, tmp_path: Path, trusted: bool
) -> None:
    extension = _extension()
    if extension is None:
        pytest.skip("this interpreter has no extension module to spare")
    name = extension.name.partition(".")[0]
    target = tmp_path / extension.name
    target.write_bytes(extension.read_bytes())
    (tmp_path / "use.py").write_text(f"import {name}\n{name}.x\n")
    one = resolver(World.over(DiskTree(tmp_path)), trusted=trusted, question_seconds=60.0)
    one.ask([Question("before", "use.py", 7)])
    one.types_of([Question("before", "use.py", 8 + 2 * len(name))])
    mapped = Path(f"/proc/{one.process_id}/maps").read_text()
    assert (str(target) in mapped or (f"/{target.name}" in mapped and str(one.folder) in mapped)) == trusted


def test_libraries_are_folders_and_named_folders(hostile: Path) -> None:
    packages = hostile / ".venv" / "lib" / "python3.11" / "site-packages"
    assert library_paths(str(hostile / ".venv")) == (str(packages), str(hostile / "lib"))
    assert found_library_paths(str(hostile)) == (str(packages), str(hostile / "lib"))
    assert found_library_paths(str(hostile / "pack")) == (
        str(packages),
        str(hostile / "lib"),
    )  # the active one
    assert not (hostile.parent / "log").exists()


def test_pickles_inside_the_workspace_are_never_read(tmp_path: Path) -> None:
    inside = ResolverSettings(cache_folder=str(tmp_path / "project" / "cache"))
    assert cache_folder(inside, str(tmp_path / "project")) == ""
    assert cache_folder(inside, str(tmp_path / "other")) == inside.cache_folder
    assert cache_folder(inside, None) == inside.cache_folder
    assert cache_folder(ResolverSettings(cache_folder=""), None) == ""


class _Explosive:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (os.environ["HOLDFAST_TEST_MARK"],)


def test_pickles_that_others_could_have_written_are_not_read(
    resolver: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, cache = tmp_path / "mark", tmp_path / "cache"
    monkeypatch.setenv("HOLDFAST_TEST_MARK", str(mark))
    world = World.of({"a.py": "class A:\n    b = 1\n\n" + "# filler\n" * 300 + "A().b\n"})
    text = world.text("a.py")
    assert text is not None
    question = Question("before", "a.py", text.index(").b") + 2)
    resolver(world, cache_folder=str(cache)).ask([question])
    entries = list((cache / "trees").iterdir())
    assert entries
    for entry in entries:
        entry.write_bytes(pickle.dumps(_Explosive()))
    (cache / "trees").chmod(0o777)
    (answer,) = resolver(world, cache_folder=str(cache)).ask([question])
    assert places_of(world, answer) == [("a.py", 2, "statement")]
    assert not mark.exists()
