"""Sharing between worlds, independence of order, and input that nobody would write."""

from __future__ import annotations

import random
import sys

from holdfast.python.project.classes import order_of
from holdfast.python.project.edges import binding_edges, program_edges
from holdfast.python.project.exports import lookup
from holdfast.python.project.hierarchy import hierarchy_edges
from holdfast.python.project.program import Program
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.world import World, changed_files
from hypothesis import given, settings
from hypothesis import strategies as st
from python.project.programs import class_named, end_of, program_of, shown, targets


def test_the_program_after_an_edit_analyses_the_edited_file_only() -> None:
    before = program_of(
        {f"m{number}.py": f"from m0 import f\nx{number} = f\n" for number in range(30)}
        | {"m0.py": "def f(): pass\n"}
    )
    list(program_edges(before))
    assert before.cache.analysed == 30
    world = before.world
    assert isinstance(world, World)
    start = end_of(before, "m0.py", "def f")
    after_world = world.apply(EditSet.of({"m0.py": [Replacement(start - 1, start, "g")]}))
    changed = {file: after_world.text(file) for file in changed_files(world, after_world)}
    after = before.after(after_world, changed)
    edges = set(program_edges(after))
    assert after.cache.analysed == 31
    assert after.modules is before.modules
    assert edges == set(program_edges(Program(after_world)))
    assert lookup(after, "m0.py", "f").missing
    assert not lookup(before, "m0.py", "f").missing


def test_files_that_come_and_go() -> None:
    before = program_of({"a.py": "import b\nb.x\n", "c.py": "x = 1\n"})
    assert before.index.files_with("x") == {"a.py", "c.py"}
    assert targets(before, "a.py", "import b") == set()
    texts: dict[str, str | None] = {"b.py": "x = 2\n", "c.py": None}
    world = World.of({"a.py": "import b\nb.x\n", "b.py": "x = 2\n"})
    after = before.after(world, texts)
    assert targets(after, "a.py", "import b") == {"b.py:1:"}
    assert targets(after, "a.py", "b.x") == {"b.py:1:x"}
    assert after.index.files_with("x") == {"a.py", "b.py"}
    assert before.index.files_with("x") == {"a.py", "c.py"}


_NAMES = st.sampled_from(["a", "b", "c"])
_LINES = st.one_of(
    st.builds("from {} import {} as {}".format, _NAMES, _NAMES, _NAMES),
    st.builds("from {} import *".format, _NAMES),
    st.builds("import {} as {}".format, _NAMES, _NAMES),
    st.builds("class {}({}): {} = 1".format, _NAMES, _NAMES, _NAMES),
    st.builds("class {}({}.{}): {} = {}".format, _NAMES, _NAMES, _NAMES, _NAMES, _NAMES),
    st.builds("{} = {}.{}".format, _NAMES, _NAMES, _NAMES),
    st.builds("{} = {}({}=1).{}".format, _NAMES, _NAMES, _NAMES, _NAMES),
    st.builds("def {}({}: {}) -> {}: return {}.{}".format, _NAMES, _NAMES, _NAMES, _NAMES, _NAMES, _NAMES),
)


@settings(deadline=None)
@given(st.dictionaries(_NAMES, st.lists(_LINES, max_size=6), min_size=1), st.randoms(use_true_random=False))
def test_answers_do_not_depend_on_the_order_of_questions(
    modules: dict[str, list[str]], order: random.Random
) -> None:
    """Knots of imports, classes and values, asked about file by file in two orders, and file by file anew."""
    texts = {f"{name}.py": "\n".join(lines) + "\n" for name, lines in modules.items()}
    files = sorted(texts)
    one, other = program_of(texts), program_of(texts)
    first = {file: set(binding_edges(one, file)) for file in files}
    shuffled = order.sample(files, len(files))
    names = order.sample(["a", "b", "c"], 3)
    for file in reversed(shuffled):
        set(hierarchy_edges(other, [file]))
        for name in names:
            lookup(other, file, name)
            set(binding_edges(other, file, frozenset({name})))
    assert {file: set(binding_edges(other, file)) for file in files} == first
    assert {file: set(binding_edges(program_of(texts), file)) for file in files} == first
    assert set(hierarchy_edges(other, files)) == set(hierarchy_edges(program_of(texts), files))


class TestPathological:
    def test_an_import_of_itself(self) -> None:
        program = program_of({"a.py": "import a\nfrom a import x, y\nfrom a import *\nx = 1\na.x\na.a.x\n"})
        # The import is the first binding of the variable, so it declares it.
        assert targets(program, "a.py", "\na.x") == {"a.py:2:x"}
        assert targets(program, "a.py", "x, y") == set()
        assert set(program_edges(program))

    def test_a_circle_of_a_thousand_modules(self) -> None:
        count = 1000
        texts = {
            f"m{n}.py": f"from m{(n + 1) % count} import x\nfrom m{(n + 7) % count} import *\n"
            for n in range(count)
        }
        program = program_of(texts)
        assert lookup(program, "m0.py", "x").declarations or lookup(program, "m0.py", "x").unseen

    def test_a_long_chain_of_re_exports_is_followed_to_its_end(self) -> None:
        texts = {f"m{n}.py": f"from m{n + 1} import x\n" for n in range(700)} | {"m700.py": "x = 1\n"}
        top_first, bottom_first = program_of(texts), program_of(texts)
        assert [shown(top_first, item.interval) for item in lookup(top_first, "m0.py", "x").declarations] == [
            "m700.py:1:x"
        ]
        for number in range(700, -1, -50):
            lookup(bottom_first, f"m{number}.py", "x")
        assert lookup(bottom_first, "m0.py", "x") == lookup(top_first, "m0.py", "x")

    def test_a_thousand_classes_one_under_the_other(self) -> None:
        text = "class C0:\n    x = 1\n" + "".join(f"class C{n}(C{n - 1}): pass\n" for n in range(1, 1000))
        program = program_of({"a.py": text})
        assert len(order_of(program, class_named(program, "C999")).classes) == 1001

    def test_attribute_chains_deeper_than_the_stack(self) -> None:
        depth = sys.getrecursionlimit() // 3
        program = program_of({"a.py": "import a\nx = 1\na" + ".a" * depth + ".x\n"})
        facts = program.facts("a.py")
        assert facts is not None
        assert len(list(binding_edges(program, "a.py"))) == depth + 2

    def test_broken_and_missing_files(self) -> None:
        program = program_of(
            {"a.py": "def f(:\nx = 1\n", "b.py": "from a import x, gone\nimport nowhere.at.all\n"}
        )
        assert targets(program, "b.py", "import x") == {"a.py:2:x"}
        # The part with the mistake may have it.
        assert not lookup(program, "a.py", "gone").missing
        assert program.facts("nothing.py") is None
