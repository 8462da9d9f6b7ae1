"""Every program of every generator runs, prints, is like no other, and is labelled rightly."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from itertools import chain

import pytest
from holdfast.fuzz.from_memory import run_here
from holdfast.gen.generator import Generator
from holdfast.gen.library import GENERATORS, named
from holdfast.gen.merge import at_level, levels
from holdfast.gen.program import REFERENCES, TARGET, GeneratedProgram
from holdfast.gen.relabel import DYNAMIC, renamed
from holdfast.text.interval import Interval

# `make judge-generators` runs whole spaces, or 20,000 programs of larger ones.
SAMPLE = 80


def sampled(generator: Generator) -> Iterator[GeneratedProgram]:
    return iter(generator.space.sample(SAMPLE, seed=11))


every_generator = pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.name)


def test_the_registry_has_each_generator_once() -> None:
    assert len({generator.name for generator in GENERATORS}) == len(GENERATORS) >= 20
    assert named("scopes").name == "scopes"


@every_generator
def test_programs_run_and_print(generator: Generator) -> None:
    for program in sampled(generator):
        outcome = run_here(program.files, program.entry)
        assert outcome.output.strip(), program.description
        assert outcome.finished, program.description


@every_generator
def test_merged_programs_run_and_print(generator: Generator) -> None:
    for level in range(1, levels(generator) + 1):
        for program in at_level(generator, level).space.sample(8, seed=level):
            outcome = run_here(program.files, program.entry)
            assert outcome.output.strip(), program.description
            assert outcome.finished, program.description


@every_generator
def test_programs_are_deterministic(generator: Generator) -> None:
    for program in generator.space.sample(20, seed=5):
        assert run_here(program.files, program.entry) == run_here(program.files, program.entry)


@every_generator
def test_no_two_programs_are_equal(generator: Generator) -> None:
    programs = list(generator.space.sample(1000, seed=2))
    assert len({tuple(sorted(program.files.items())) for program in programs}) == len(programs)


@every_generator
def test_labels_stand_for_names_or_selections(generator: Generator) -> None:
    for program in sampled(generator):
        assert TARGET in program.labels or "selection" in program.labels
        named_places = [program.labels.get(label, ()) for label in (TARGET, REFERENCES, DYNAMIC)]
        texts = {program.text_at(place) for place in chain(*named_places)}
        assert len(texts) <= 1, program.description
        for place in program.labels.get("selection", ()):
            assert _parses(program, place), program.description


def _parses(program: GeneratedProgram, place: Interval) -> bool:
    """Whether a selection is whole statements or an expression: it is put into a coroutine or a loop."""
    line = program.files[place.file].rfind("\n", 0, place.start) + 1
    indentation = " " * (place.start - line)
    body = textwrap.indent(textwrap.dedent(indentation + program.text_at(place)), "        ")
    for keyword in ("async def", "def"):  # a coroutine may not delegate, a function may not await
        try:
            ast.parse(f"{keyword} around():\n    while True:\n{body}\n")
        except SyntaxError:
            continue
        return True
    return False


@every_generator
def test_renaming_the_labels_to_a_fresh_name_changes_nothing(generator: Generator) -> None:
    for program in generator.space.sample(60, seed=7):
        for wish in program.suggestions:
            if wish.kind == "rename" and wish.why == "fresh":
                before = run_here(program.files, program.entry)
                assert run_here(renamed(program, wish.name), program.entry) == before, program.description


@every_generator
def test_every_kind_of_taken_name_changes_some_program(generator: Generator) -> None:
    """A generator that offers a collision has programs in which that collision shows."""
    wanted: dict[str, bool] = {}
    for program in generator.space.sample(150, seed=3):
        before = None
        for wish in program.suggestions:
            if wish.kind != "rename" or not wish.why.startswith("taken") or wanted.get(wish.why):
                continue
            before = before or run_here(program.files, program.entry)
            differs = run_here(renamed(program, wish.name), program.entry) != before
            wanted[wish.why] = wanted.get(wish.why, False) or differs
    assert all(wanted.values()), wanted


def test_suggestions_point_at_their_place() -> None:
    program = named("triple_class_method_child")[0]
    kinds = {wish.kind for wish in program.suggestions}
    assert kinds == {"pull_up_method", "rename"}
    assert {program.text_at(wish.at) for wish in program.suggestions} == {"run"}
