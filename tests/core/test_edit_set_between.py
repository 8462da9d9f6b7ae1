"""The edit set between two worlds, with moved files recognised."""

from __future__ import annotations

from holdfast.text.difference import edit_set_between
from holdfast.text.edits import Replacement
from holdfast.text.renames import renamed_files
from holdfast.text.world import World
from hypothesis import given
from hypothesis import strategies as st

BODY = "".join(f"def function_{i}():\n    return {i}\n\n" for i in range(20))
names = st.sampled_from(["a.py", "b.py", "pkg/a.py", "pkg/__init__.py", "lib/__init__.py", "c.py"])
bodies = st.sampled_from(["", "x = 1\n", BODY, BODY + "y = 2\n", "x = 1\ny = 3\n"])
trees = st.dictionaries(names, bodies, max_size=6)


@given(trees, trees)
def test_applied_to_the_first_world_it_gives_the_second(old: dict[str, str], new: dict[str, str]) -> None:
    before, after = World.of(old), World.of(new)
    result = before.apply(edit_set_between(before, after))
    assert {file: result.text(file) for file in result.files()} == new


def test_a_moved_and_edited_file_is_edited_under_its_old_name() -> None:
    before = World.of({"old.py": BODY, "user.py": "import old\n"})
    after = World.of({"new.py": BODY.replace("function_3", "third"), "user.py": "import new\n"})
    edits = edit_set_between(before, after)
    assert edits.renamed == {"old.py": "new.py"}
    place = BODY.index("function_3")
    assert edits.replacements == {
        "old.py": (Replacement(place, place + 10, "third"),),
        "user.py": (Replacement(7, 10, "new"),),
    }
    assert (edits.created, edits.deleted) == ({}, frozenset())


def test_unlike_files_are_deleted_and_created() -> None:
    edits = edit_set_between(World.of({"old.py": BODY}), World.of({"new.py": "nothing = 'alike'\n"}))
    assert (edits.renamed, edits.created, edits.deleted) == (
        {},
        {"new.py": "nothing = 'alike'\n"},
        frozenset({"old.py"}),
    )


def test_empty_files_are_paired_by_name_only() -> None:
    vanished = {"a/__init__.py": "", "a/x.py": ""}
    assert renamed_files(vanished, {"b/__init__.py": "", "b/y.py": ""}) == {"a/__init__.py": "b/__init__.py"}


def test_of_two_candidates_the_more_alike_is_taken() -> None:
    changed = BODY.replace("return 3", "return 33")
    rest = BODY.replace("return", "yield")
    assert renamed_files({"a.py": BODY, "b.py": rest}, {"c.py": changed, "d.py": rest + "x = 1\n"}) == {
        "a.py": "c.py",
        "b.py": "d.py",
    }
