"""Edit sets are sorted and disjoint by construction; worlds are immutable and share what is untouched."""

from __future__ import annotations

import pytest
from holdfast.errors import InputError
from holdfast.text.edits import CreateFile, DeleteFile, EditSet, RenameFile, Replacement
from holdfast.text.world import World, changed_files, folder_renames


class CountingBase:
    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.asked: list[str] = []

    def files(self) -> frozenset[str]:
        return frozenset(self.texts)

    def text(self, file: str) -> str | None:
        self.asked.append(file)
        text = self.texts.get(file)
        return None if text is None else "".join(list(text))


def test_replacements_are_sorted_and_insertions_at_one_offset_merged() -> None:
    edits = EditSet.of(
        {"a": [Replacement(4, 6, "x"), Replacement(0, 0, "p"), Replacement(2, 2, ""), Replacement(0, 0, "q")]}
    )
    assert edits.replacements == {"a": (Replacement(0, 0, "pq"), Replacement(4, 6, "x"))}


def test_an_insertion_goes_before_the_replacement_that_begins_there() -> None:
    edits = EditSet.of({"a": [Replacement(1, 3, "XY"), Replacement(1, 1, "<"), Replacement(3, 3, ">")]})
    assert World.of({"a": "0123"}).apply(edits).text("a") == "0<XY>3"


@pytest.mark.parametrize(
    ("replacements", "code", "offset"),
    [
        ([Replacement(0, 4, "a"), Replacement(3, 5, "b")], "HF604", 3),
        ([Replacement(0, 4, "a"), Replacement(2, 2, "b")], "HF604", 2),
        ([Replacement(1, 4, "a"), Replacement(1, 4, "a")], "HF604", 1),
        ([Replacement(5, 2, "a")], "HF605", 5),
        ([Replacement(-1, 2, "a")], "HF605", 0),
    ],
)
def test_what_is_no_edit_set_is_refused(replacements: list[Replacement], code: str, offset: int) -> None:
    with pytest.raises(InputError, match=r"pkg/a\.py") as caught:
        EditSet.of({"pkg/a.py": replacements})
    assert (caught.value.code, caught.value.file, caught.value.offset) == (code, "pkg/a.py", offset)


@pytest.mark.parametrize(
    ("edits", "code"),
    [
        (EditSet.of({"a": [Replacement(2, 9, "")]}), "HF605"),
        (EditSet.of({"nowhere": [Replacement(0, 0, "x")]}), "HF607"),
        (EditSet.of({}, [DeleteFile("nowhere")]), "HF607"),
        (EditSet.of({}, [RenameFile("nowhere", "c")]), "HF607"),
        (EditSet.of({}, [RenameFile("a", "b")]), "HF608"),
        (EditSet.of({}, [CreateFile("b", "")]), "HF608"),
        (EditSet.of({"a": [Replacement(0, 0, "x")]}, made_for={"a": "old text"}), "HF603"),
        (EditSet.of({"a": [Replacement(0, 0, "x")]}, versions={"a": 1}), "HF603"),
    ],
)
def test_a_world_refuses_what_does_not_fit(edits: EditSet, code: str) -> None:
    world = World.of({"a": "one", "b": "two"}).with_buffers({"a": "1ne"}, {"a": 2})
    with pytest.raises(InputError) as caught:
        world.apply(edits)
    assert caught.value.code == code
    assert caught.value.file is not None
    assert (world.text("a"), world.text("b")) == ("1ne", "two")
    assert world.files() == {"a", "b"}


@pytest.mark.parametrize(
    ("replacements", "operations", "code"),
    [
        ({"a": [Replacement(0, 0, "x")]}, [DeleteFile("a")], "HF606"),
        ({"a": [Replacement(0, 0, "x")]}, [CreateFile("a", "y")], "HF606"),
        ({}, [RenameFile("a", "b"), DeleteFile("a")], "HF606"),
        ({}, [RenameFile("a", "b"), RenameFile("a", "c")], "HF606"),
        ({}, [RenameFile("a", "c"), RenameFile("b", "c")], "HF606"),
        ({}, [RenameFile("a", "c"), CreateFile("c")], "HF606"),
        ({"../a": [Replacement(0, 0, "x")]}, [], "HF602"),
        ({"/etc/passwd": [Replacement(0, 0, "x")]}, [], "HF602"),
        ({"C:/x": [Replacement(0, 0, "x")]}, [], "HF602"),
        ({}, [RenameFile("a", "b/../../c")], "HF602"),
    ],
)
def test_contradictions_and_places_outside_are_refused_at_construction(
    replacements: dict[str, list[Replacement]],
    operations: list[CreateFile | RenameFile | DeleteFile],
    code: str,
) -> None:
    with pytest.raises(InputError) as caught:
        EditSet.of(replacements, operations)
    assert caught.value.code == code
    assert caught.value.file is not None


def test_files_are_made_moved_swapped_and_removed() -> None:
    before = World.of({"a": "A", "b": "B", "c": "C", "d": "D"})
    edits = EditSet.of(
        {"a": [Replacement(1, 1, "!")]},
        [
            RenameFile("a", "b"),
            RenameFile("b", "a"),
            DeleteFile("c"),
            CreateFile("e", "E"),
            RenameFile("d", "c"),
        ],
    )
    after = before.apply(edits)
    assert {file: after.text(file) for file in after.files()} == {"a": "B", "b": "A!", "c": "D", "e": "E"}
    assert {file: before.text(file) for file in before.files()} == {"a": "A", "b": "B", "c": "C", "d": "D"}
    assert changed_files(before, after) == {"a", "b", "c", "d", "e"}
    assert [edits.name_after(file) for file in "abcd"] == ["b", "a", None, "c"]


def test_untouched_text_is_the_same_object_and_the_base_is_read_once() -> None:
    base = CountingBase({"a": "some text", "b": "other text", "c": "never read"})
    before = World.over(base)
    first = before.text("b")
    after = before.apply(EditSet.of({"a": [Replacement(0, 4, "more")]}))
    assert after.text("b") is first
    assert after.text("a") == "more text"
    assert before.text("a") == "some text"
    assert after.apply(EditSet.of({}, [RenameFile("b", "z")])).text("z") is first
    assert changed_files(before, after) == {"a"}
    assert sorted(base.asked) == ["a", "b"]


def test_buffers_lie_over_the_base_and_edits_over_buffers() -> None:
    world = World.of({"a": "disk", "b": "disk"}).with_buffers({"a": "buffer", "n": "new", "b": None})
    assert world.files() == {"a", "n"}
    edited = world.apply(EditSet.of({"a": [Replacement(0, 0, "un")], "n": [Replacement(3, 3, "er")]}))
    assert (edited.text("a"), edited.text("n"), edited.text("b")) == ("unbuffer", "newer", None)
    assert edited.overlay == {"a": "unbuffer", "n": "newer", "b": None}


def test_changed_files_of_unrelated_worlds_compares_text() -> None:
    assert changed_files(World.of({"a": "1", "b": "2"}), World.of({"a": "1", "b": "3", "c": ""})) == {
        "b",
        "c",
    }


def test_the_empty_edit_set_is_the_same_world() -> None:
    world = World.of({"a": ""})
    assert world.apply(EditSet.of({"a": [Replacement(0, 0, "")]})) is world


def test_a_folder_is_renamed_file_by_file() -> None:
    world = World.of({"pkg/a": "", "pkg/sub/b": "", "pkgs": ""})
    assert folder_renames(world, "pkg", "lib") == (
        RenameFile("pkg/a", "lib/a"),
        RenameFile("pkg/sub/b", "lib/sub/b"),
    )
    with pytest.raises(InputError, match="no such folder"):
        folder_renames(world, "pk", "lib")
