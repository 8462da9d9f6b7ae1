"""Two worlds side by side: simulated text, files made and removed, answers that are kept or not."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from holdfast.python.questions import Question
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree
from resolve.conftest import Opener
from resolve.marked import marked, places_of

LIBRARY = "class Store:\n    def old(self): pass\n"
USE = "from library import Store\nStore().old()\n"


def both(world: World, after: World, file: str, name: str) -> list[Question]:
    questions = []
    for side, each in (("before", world), ("after", after)):
        text = each.text(file)
        assert text is not None
        questions.append(Question(side, file, text.index(name)))  # type: ignore[arg-type]
    return questions


def test_each_side_sees_its_own_text(resolver: Opener) -> None:
    before = World.of({"library.py": LIBRARY, "use.py": USE})
    after = before.with_buffers({"library.py": "\n\n" + LIBRARY.replace("old", "new")})
    first, second = resolver(before, after).ask(both(before, after, "use.py", "old()"))
    assert places_of(before, first) == [("library.py", 2, "function")]
    assert second == ()


def test_files_come_and_go(resolver: Opener) -> None:
    before = World.of({"library.py": LIBRARY, "use.py": USE})
    after = before.with_buffers({"library.py": None, "library/__init__.py": LIBRARY})
    one = resolver(before, after)
    first, second = one.ask(both(before, after, "use.py", "old()"))
    assert places_of(before, first) == [("library.py", 2, "function")]
    assert places_of(after, second) == [("library/__init__.py", 2, "function")]
    gone = before.with_buffers({"library.py": None})
    one.show(after, gone)
    first, second = one.ask(both(after, gone, "use.py", "old()"))
    assert places_of(after, first) == [("library/__init__.py", 2, "function")]
    assert second == ()


def test_many_edits_one_after_the_other_are_all_seen(resolver: Opener) -> None:
    """Caches by path and time would return an older text here: the edits come within one tick."""
    before = World.of({"library.py": LIBRARY, "use.py": USE})
    one = resolver(before)
    for number in range(1, 9):
        after = before.with_buffers({"library.py": "\n" * number + LIBRARY})
        one.show(before, after)
        first, second = one.ask(both(before, after, "use.py", "old()"))
        assert places_of(before, first) == [("library.py", 2, "function")]
        assert places_of(after, second) == [("library.py", 2 + number, "function")]


def test_answers_are_kept_exactly_as_long_as_they_hold(resolver: Opener) -> None:
    before = World.of({"library.py": LIBRARY, "use.py": USE, "other.py": "x = 1\n"})
    one = resolver(before)
    one.ask(both(before, before, "use.py", "old()"))
    assert (one.asked, one.inferred) == (2, 1)
    unrelated = before.with_buffers({"other.py": "x = 2\n"})
    one.show(before, unrelated)
    one.ask(both(before, unrelated, "use.py", "old()"))
    assert (one.asked, one.inferred) == (4, 1)
    related = before.with_buffers({"library.py": "#\n" + LIBRARY})
    one.show(before, related)
    one.ask(both(before, related, "use.py", "old()"))
    assert (one.asked, one.inferred) == (6, 2)
    another_file = before.with_buffers({"library/__init__.py": "class Store: ...\n"})
    one.show(before, another_file)
    assert one.ask(both(before, another_file, "use.py", "old()"))[1] == ()
    assert (one.asked, one.inferred) == (8, 3)


def test_a_world_on_disk_is_read_through_links_and_never_written(resolver: Opener, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "library.py").write_text(LIBRARY)
    (tmp_path / "use.py").write_text(USE.replace("library", "pack.library"))
    listing = _listing(tmp_path)
    before = World.over(DiskTree(tmp_path))
    after = before.with_buffers({"pack/library.py": "# one line more\n" + LIBRARY})
    first, second = resolver(before, after).ask(both(before, after, "use.py", "old()"))
    assert places_of(before, first) == [("pack/library.py", 2, "function")]
    assert places_of(after, second) == [("pack/library.py", 3, "function")]
    assert _listing(tmp_path) == listing


def test_a_world_from_elsewhere_rests_on_the_disk_of_the_other(resolver: Opener, tmp_path: Path) -> None:
    (tmp_path / "library.py").write_text("# one line more\n" + LIBRARY)
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "new.py").write_text("")
    before = World.of({"library.py": LIBRARY, "use.py": USE})
    after = World.over(DiskTree(tmp_path))
    first, second = resolver(before, after).ask(both(before, after, "use.py", "old()"))
    assert places_of(before, first) == [("library.py", 2, "function")]
    assert places_of(after, second) == [("library.py", 3, "function")]


def test_a_definition_that_git_ignores_is_outside(resolver: Opener, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("made.py\n")
    (tmp_path / "made.py").write_text("def old(): pass\n")
    (tmp_path / "use.py").write_text("import made\nmade.old()\n")
    world = World.over(DiskTree(tmp_path))
    (answer,) = resolver(world).ask([Question("before", "use.py", 17)])
    assert isinstance(answer, tuple)
    assert [(each.file, each.full_name) for each in answer] == [(None, "made.old")]


def test_nothing_is_left_behind(resolver: Opener) -> None:
    case = marked({"a.py": "import os\nos.«getcwd»()\n"})
    one = resolver(case.world)
    one.ask([case.question("a.py")])
    assert one.folder is not None
    folder = one.folder
    assert os.path.isdir(folder)
    one.close()
    assert not os.path.exists(folder)
    assert places_of(case.world, one.ask([case.question("a.py")])[0]) == [(None, 0, "function")]


def _listing(folder: Path) -> list[tuple[str, int, int]]:
    return sorted(
        (str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in [folder, *folder.rglob("*")]
    )


def test_a_question_asked_twice_is_worked_out_once(resolver: Opener) -> None:
    case = marked({"a.py": "class A:\n    b = 1\nA().«b»\n"})
    one = resolver(case.world)
    first, second = one.ask([case.question("a.py"), case.question("a.py")])
    assert first == second != ()
    assert (one.asked, one.inferred) == (2, 1)


def test_installed_packages_of_a_workspace_are_found_as_data(resolver: Opener, tmp_path: Path) -> None:
    packages = tmp_path / ".venv" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("")
    (packages / "library.py").write_text(LIBRARY)
    (tmp_path / "use.py").write_text(USE)
    world = World.over(DiskTree(tmp_path))
    (answer,) = resolver(world).ask([Question("before", "use.py", USE.index("old"))])
    assert isinstance(answer, tuple)
    assert [(each.file, each.full_name) for each in answer] == [(None, "library.Store.old")]
