"""Workspace edits as servers really send them, read as edit sets, and written back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from holdfast.errors import InputError
from holdfast.text.edits import CreateFile, DeleteFile, EditSet, RenameFile, Replacement, replaced
from holdfast.text.positions import LineIndex, Unit
from holdfast.text.tokens import joined
from holdfast.text.world import World
from holdfast.wire.names import FileNames
from holdfast.wire.recut import recut
from holdfast.wire.uris import PathStyle
from holdfast.wire.workspace_edit import ExpectedRename, ReadEdit, read_workspace_edit
from holdfast.wire.write_edit import Annotation, annotated, write_workspace_edit
from hypothesis import given
from hypothesis import strategies as st

NAMES = FileNames("/w", PathStyle.POSIX)
A = "def total(x):\n    return x\n\nprint(total(1))\n"
B = "from a import total\n"
WORLD = World.of({"a.py": A, "b.py": B, "pkg/__init__.py": "", "pkg/m.py": "m = 1\n"})


def edit(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    places = [{"line": line, "character": column} for line, column in (start, end)]
    return {"range": {"start": places[0], "end": places[1]}, "newText": text}


def document(file: str, *edits: dict[str, Any], version: int | None = None) -> dict[str, Any]:
    return {"textDocument": {"uri": f"file:///w/{file}", "version": version}, "edits": list(edits)}


def read(raw: object, world: World = WORLD, **options: Any) -> ReadEdit:
    return read_workspace_edit(raw, world=world, names=NAMES, **options)


CALL = A.rindex("total")
RENAMED = {
    "a.py": (Replacement(4, 9, "amount"), Replacement(CALL, CALL + 5, "amount")),
    "b.py": (Replacement(14, 19, "amount"),),
}
TOKENS_A = [edit((0, 4), (0, 9), "amount"), edit((3, 6), (3, 11), "amount")]
TOKEN_B = edit((0, 14), (0, 19), "amount")


@pytest.mark.parametrize(
    "raw",
    [
        {"changes": {"file:///w/a.py": TOKENS_A, "file:///w/b.py": [TOKEN_B]}},
        {"documentChanges": [document("a.py", *TOKENS_A), document("b.py", TOKEN_B)]},
        # Edits in any order, and one document twice.
        {
            "documentChanges": [
                document("a.py", TOKENS_A[1]),
                document("b.py", TOKEN_B),
                document("a.py", TOKENS_A[0]),
            ]
        },
        # The whole file, to a line that is not there.
        {
            "documentChanges": [
                document("a.py", edit((0, 0), (99, 0), A.replace("total", "amount"))),
                document("b.py", edit((0, 0), (1, 0), B.replace("total", "amount"))),
            ]
        },
        # Letters inside the name: t→am, o, t→u, a→n, l→t.
        {
            "changes": {
                "file:///w/a.py": [
                    piece
                    for line, column in ((0, 4), (3, 6))
                    for piece in (
                        edit((line, column), (line, column + 1), "am"),
                        edit((line, column + 2), (line, column + 3), "u"),
                        edit((line, column + 3), (line, column + 4), "n"),
                        edit((line, column + 4), (line, column + 5), "t"),
                    )
                ],
                "file:///w/b.py": [edit((0, 14), (0, 14), "amount"), edit((0, 14), (0, 19), "")],
            }
        },
        # Both forms: documentChanges counts. Annotations are carried by the edits and change nothing.
        {
            "changes": {"file:///w/a.py": [edit((0, 0), (0, 3), "wrong")]},
            "documentChanges": [
                document("a.py", *({**each, "annotationId": "x"} for each in TOKENS_A)),
                document("b.py", TOKEN_B),
            ],
            "changeAnnotations": {"x": {"label": "x"}},
        },
        {"changes": {"file:///w/./a.py": TOKENS_A, "file:///w/pkg/../b.py": [TOKEN_B]}},
    ],
)
def test_every_form_of_one_rename_reads_the_same(raw: dict[str, Any]) -> None:
    result = read(raw, expected=ExpectedRename("total", "amount"))
    assert result.edit_set.replacements == RENAMED
    assert result.notes == ()


def test_versions_are_kept_and_checked() -> None:
    raw = {"documentChanges": [document("a.py", *TOKENS_A, version=3)]}
    assert read(raw).edit_set.versions == {"a.py": 3}
    with pytest.raises(InputError) as refused:
        read(raw, WORLD.with_buffers({"a.py": A}, {"a.py": 4}))
    assert refused.value.code == "HF603"


def test_files_made_moved_and_removed_on_the_way() -> None:
    raw = {
        "documentChanges": [
            {"kind": "create", "uri": "file:///w/new/c.py"},
            document("new/c.py", edit((0, 0), (0, 0), "one\n")),
            document("new/c.py", edit((1, 0), (1, 0), "two\n")),
            {"kind": "rename", "oldUri": "file:///w/a.py", "newUri": "file:///w/z.py"},
            document("z.py", TOKENS_A[0]),
            {"kind": "rename", "oldUri": "file:///w/z.py", "newUri": "file:///w/y.py"},
            {"kind": "delete", "uri": "file:///w/b.py"},
            {"kind": "rename", "oldUri": "file:///w/pkg", "newUri": "file:///w/lib"},
        ]
    }
    result = read(raw).edit_set
    assert result.created == {"new/c.py": "one\ntwo\n"}
    assert result.renamed == {
        "a.py": "y.py",
        "pkg/__init__.py": "lib/__init__.py",
        "pkg/m.py": "lib/m.py",
    }
    assert result.deleted == {"b.py"}
    assert result.replacements == {"a.py": (Replacement(4, 9, "amount"),)}
    after = WORLD.apply(result)
    assert after.files() == {"new/c.py", "y.py", "lib/__init__.py", "lib/m.py"}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([{"kind": "create", "uri": "file:///w/a.py"}], "HF608"),
        ([{"kind": "create", "uri": "file:///w/a.py", "options": {"ignoreIfExists": True}}], {"a.py": A}),
        ([{"kind": "create", "uri": "file:///w/a.py", "options": {"overwrite": True}}], {"a.py": ""}),
        ([{"kind": "delete", "uri": "file:///w/none.py"}], "HF607"),
        ([{"kind": "delete", "uri": "file:///w/none.py", "options": {"ignoreIfNotExists": True}}], {}),
        ([{"kind": "rename", "oldUri": "file:///w/none.py", "newUri": "file:///w/x.py"}], "HF607"),
        ([{"kind": "rename", "oldUri": "file:///w/a.py", "newUri": "file:///w/b.py"}], "HF608"),
        (
            [
                {
                    "kind": "rename",
                    "oldUri": "file:///w/a.py",
                    "newUri": "file:///w/b.py",
                    "options": {"overwrite": True},
                }
            ],
            {"a.py": None, "b.py": A},
        ),
        ([document("none.py", TOKEN_B)], "HF607"),
    ],
)
def test_options_of_file_operations(
    steps: list[dict[str, Any]], expected: str | dict[str, str | None]
) -> None:
    if isinstance(expected, str):
        with pytest.raises(InputError) as refused:
            read({"documentChanges": steps})
        assert refused.value.code == expected
        return
    after = WORLD.apply(read({"documentChanges": steps}).edit_set)
    assert {file: after.text(file) for file in expected} == expected


@pytest.mark.parametrize(
    "uri",
    ["file:///usr/lib/python3/os.py", "file:///w/../etc/x.py", "file:///w", "untitled:1", "file:///W/a.py"],
)
def test_edits_outside_the_workspace_are_refused_with_the_path(uri: str) -> None:
    for raw in (
        {"changes": {uri: [TOKEN_B]}},
        {"documentChanges": [{"kind": "create", "uri": uri}]},
        {"documentChanges": [{"kind": "rename", "oldUri": "file:///w/a.py", "newUri": uri}]},
        {"documentChanges": [{"kind": "delete", "uri": uri}]},
    ):
        with pytest.raises(InputError) as refused:
            read(raw)
        assert refused.value.code == "HF602"
        assert uri.removeprefix("file://").split("/")[-1] in refused.value.message


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {"changes": []},
        {"documentChanges": {}},
        {"documentChanges": [None]},
        {"documentChanges": [{"kind": "explode"}]},
        {"documentChanges": [{"kind": "create"}]},
        {"documentChanges": [{"textDocument": {"uri": 3}, "edits": []}]},
        {"changes": {"file:///w/a.py": [{"range": None, "newText": ""}]}},
        {
            "changes": {
                "file:///w/a.py": [{"range": {"start": {"line": 0}, "end": {"line": 0}}, "newText": ""}]
            }
        },
        {"changes": {"file:///w/a.py": [edit((-1, 0), (0, 0), "")]}},
        {"changes": {"file:///w/a.py": [edit((1, 0), (0, 0), "")]}},
        {"changes": {"file:///w/a.py": [{**TOKEN_B, "newText": None}]}},
        {"changes": {"file:///w/a.py": [{"range": TOKEN_B["range"], "snippet": {"value": "$1"}}]}},
        {"changes": {"no uri": [TOKEN_B]}},
    ],
)
def test_malformed_edits_are_one_clear_error(raw: object) -> None:
    with pytest.raises(InputError):
        read(raw)


def test_overlapping_edits_are_refused() -> None:
    with pytest.raises(InputError) as refused:
        read({"changes": {"file:///w/a.py": [edit((0, 4), (0, 9), "x"), edit((0, 8), (0, 10), "y")]}})
    assert refused.value.code == "HF604"


def test_nothing_at_all_is_the_empty_edit() -> None:
    empty: list[dict[str, Any]] = [{}, {"changes": {}}, {"documentChanges": []}, {"changes": None}]
    for raw in (*empty, {"changes": {"file:///w/a.py": []}}):
        assert read(raw).edit_set.is_empty


ASTRAL = "s = '\U0001f600'; total = 1\nprint(total, '\xe9', total)\n"


@pytest.mark.parametrize("sent", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("agreed", ["utf-8", "utf-16", "utf-32"])
def test_columns_in_another_unit_than_agreed_are_noticed(sent: Unit, agreed: Unit) -> None:
    world = World.of({"a.py": ASTRAL})
    lines = LineIndex(ASTRAL)
    starts = [match.start() for match in re.finditer("total", ASTRAL)]
    edits = [edit(lines.position(at, sent), lines.position(at + 5, sent), "amount") for at in starts]
    result = read(
        {"changes": {"file:///w/a.py": edits}}, world, unit=agreed, expected=ExpectedRename("total", "amount")
    )
    assert result.edit_set.replacements == {"a.py": tuple(Replacement(at, at + 5, "amount") for at in starts)}
    assert result.unit == sent
    assert len(result.notes) == (0 if sent == agreed else 1)
    if sent != agreed:
        assert f"counts columns in {sent} although {agreed} was agreed" in result.notes[0]


def test_an_edit_that_fits_in_no_unit_is_reported_as_it_is() -> None:
    world = World.of({"a.py": "s = '\xe9'; total = 1\n"})
    raw = {"changes": {"file:///w/a.py": [edit((0, 0), (0, 1), "amount")]}}
    result = read(raw, world, expected=ExpectedRename("total", "amount"))
    assert result.unit == "utf-16"
    assert result.notes == ("a.py:1: the edit replaces 's', which is not the name 'total'.",)


def test_more_than_the_name_on_a_plain_line_is_the_server_s_business() -> None:
    raw = {"changes": {"file:///w/b.py": [edit((0, 14), (0, 19), "amount as total")]}}
    assert read(raw, expected=ExpectedRename("total", "amount")).notes == ()


def test_letters_that_happen_to_agree_far_apart_do_not_matter() -> None:
    """A comparison by characters finds `double` of the first line in `doubled` of the second."""
    before = "def double(value):\n    doubled = value\n    return doubled\n"
    after = before.replace("double(", "twice(")
    pieces = [
        Replacement(4, 4, "twice(value):\n    "),
        Replacement(10, 11, "d = "),
        Replacement(16, 38, ""),
    ]
    assert replaced(before, pieces) == after
    assert recut(before, pieces) == (Replacement(4, 10, "twice"),)


texts = st.text(st.sampled_from("ab_1 \n\r(\xe9\U0001f600"), max_size=30)


@given(texts, st.data())
def test_recutting_changes_no_result_and_cuts_no_word(text: str, data: st.DataObject) -> None:
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pairs = list(zip(places[::2], places[1::2], strict=False))
    edits = [Replacement(start, end, data.draw(texts)) for start, end in pairs]
    cut = recut(text, edits)
    after = replaced(text, EditSet.of({"f": edits}).replacements.get("f", ()))
    assert replaced(text, cut) == after
    for start, end, _ in cut:
        assert not joined(text, start) or text[start - 1].isspace()
        assert not joined(text, end) or text[end].isspace()


@given(texts, st.data())
@pytest.mark.parametrize("unit", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("document_changes", [True, False])
def test_what_is_written_reads_back(
    unit: Unit, document_changes: bool, text: str, data: st.DataObject
) -> None:
    world = World.of({"a.py": text})
    after = World.of({"a.py": data.draw(texts)})
    edits = recut(text, [Replacement(0, len(text), after.text("a.py") or "")])
    # No position can stand between \r and \n.
    if any(text[at - 1 : at + 1] == "\r\n" for each in edits for at in each[:2] if at):
        return
    edit_set = EditSet.of({"a.py": edits})
    raw = write_workspace_edit(
        edit_set, world=world, names=NAMES, unit=unit, document_changes=document_changes
    )
    assert world.apply(read(raw, world, unit=unit).edit_set).text("a.py") == after.text("a.py")


def test_file_operations_read_back_rings_included() -> None:
    edit_set = EditSet.of(
        {"a.py": [Replacement(4, 9, "amount")]},
        [
            RenameFile("a.py", "b.py"),
            RenameFile("b.py", "a.py"),
            RenameFile("pkg/m.py", "lib/m.py"),
            DeleteFile("pkg/__init__.py"),
            CreateFile("new.py", "x\r\ny"),
            CreateFile("empty.py", ""),
        ],
    )
    raw = write_workspace_edit(edit_set, world=WORLD, names=NAMES)
    after = WORLD.apply(edit_set)
    again = WORLD.apply(read(raw).edit_set)
    assert {file: again.text(file) for file in again.files()} == {
        file: after.text(file) for file in after.files()
    }
    with pytest.raises(InputError, match="cannot create, rename or delete"):
        write_workspace_edit(edit_set, world=WORLD, names=NAMES, document_changes=False)


def test_the_client_s_own_spelling_is_used() -> None:
    names = FileNames("/w", PathStyle.POSIX, spelt={"a.py": "file:///w/%61.py"})
    raw = write_workspace_edit(EditSet.of({"a.py": [Replacement(0, 3, "x")]}), world=WORLD, names=names)
    assert raw["documentChanges"][0]["textDocument"]["uri"] == "file:///w/%61.py"


@pytest.mark.parametrize(
    "raw",
    [
        {"changes": {"file:///w/a.py": TOKENS_A, "file:///w/b.py": [TOKEN_B]}, "x-own": 1},
        {
            "documentChanges": [
                document("a.py", {**TOKENS_A[0], "annotationId": "theirs"}, TOKENS_A[1], version=2),
                {"kind": "rename", "oldUri": "file:///w/b.py", "newUri": "file:///w/c.py"},
            ],
            "changeAnnotations": {"theirs": {"label": "t"}},
        },
    ],
)
def test_an_annotation_goes_on_every_single_edit(raw: dict[str, Any]) -> None:
    marked = annotated(raw, Annotation("holdfast", "Unsafe", "why"))
    every = [part for step in marked["documentChanges"] for part in step.get("edits", [step])]
    assert {part["annotationId"] for part in every} == {"holdfast"}
    assert marked["changeAnnotations"]["holdfast"] == {
        "label": "Unsafe",
        "description": "why",
        "needsConfirmation": True,
    }
    assert read(marked).edit_set == read(raw).edit_set
    assert marked.get("x-own") == raw.get("x-own")
    assert "changes" not in marked
