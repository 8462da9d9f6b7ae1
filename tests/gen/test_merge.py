"""Merging: fewer, larger programs that can be taken apart again."""

from __future__ import annotations

import pytest
from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.library import GENERATORS, named
from holdfast.gen.merge import at_level, levels, merged, merging_dimensions, taken_apart
from holdfast.gen.program import Draft


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("triple_class_method_child", (1152, 192, 48)),
        ("dual_class_method_child", (576, 96, 24)),
        ("dual_class_method_parent", (960, 192, 48)),
    ],
)
def test_counts_of_the_paper(name: str, counts: tuple[int, ...]) -> None:
    generator = named(name)
    assert tuple(len(at_level(generator, level)) for level in range(levels(generator) + 1)) == counts


def test_every_generator_merges_whose_target_does_not_depend_on_all_it_varies() -> None:
    assert [generator.name for generator in GENERATORS if not levels(generator)] == ["scopes"]


@pytest.mark.parametrize(
    "name", [generator.name for generator in GENERATORS if levels(generator) and len(generator) <= 1500]
)
def test_merged_programs_stand_for_every_small_one_once(name: str) -> None:
    generator = named(name)
    small = [program.files for program in generator]
    for level in range(levels(generator) + 1):
        apart = [part.files for large in at_level(generator, level) for part in taken_apart(generator, large)]
        assert len(apart) == len(small)
        assert sorted(map(str, apart)) == sorted(map(str, small))


def test_a_merged_program_contains_its_variants() -> None:
    (large,) = {str(p.files): p for p in at_level(named("triple_class_method_child"), 2)[:1]}.values()
    assert len(large.choices["field"]) == 6
    assert len(large.choices["call"]) == 4
    text = large.files[large.entry]
    for part in ("self.level", "super().level", "A().level", "self.run()", "A.B().run()"):
        assert part in text


def _lines(where: str, what: tuple[str, ...], how: str) -> Draft:
    return Draft({"main.py": f"# {where} {how}\n" + "".join(f"print({each!r})\n" for each in what)})


RULED = Generator(
    name="ruled",
    doc="A generator in which not everything goes together.",
    dimensions=(
        dimension("where", ("here", "there")),
        dimension("what", ("one", "two", "three"), merges=True),
        dimension("how", ("loud", "quiet")),
    ),
    build=_lines,
    rules=(Rule(("where", "what"), lambda where, what: (where, what) != ("there", "two")),),
)


def test_rules_forbid_combinations_and_merging_respects_them() -> None:
    assert len(RULED) == 10
    large = merged(RULED, "what")
    assert [program.choices["what"] for program in large] == [
        ("one", "two", "three"),
        ("one", "two", "three"),
        ("one", "three"),
        ("one", "three"),
    ]
    apart = [part.files for program in large for part in taken_apart(RULED, program)]
    assert sorted(map(str, apart)) == sorted(str(program.files) for program in RULED)


def test_only_merging_dimensions_can_be_merged() -> None:
    assert merging_dimensions(RULED) == ("what",)
    with pytest.raises(ValueError, match="cannot merge"):
        merged(RULED, "where")


def test_recorded_choices_make_the_program_again() -> None:
    for generator in GENERATORS:
        program = generator[len(generator) // 2]
        assert generator.chosen(program.choices) == program
