"""Campaigns: the short form of `make judge-loop`, and the parts that group, shrink and save."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from holdfast.casefile.read import read_case
from holdfast.engines import EngineAnswer, EngineRequest, Proposal, Refusal
from holdfast.fuzz.campaign import Tally, dealt, reaches_finding, run_shard
from holdfast.fuzz.grouping import Disagreement, Group, abstract, disagreement, group_of
from holdfast.fuzz.loop import Behaviour, Trial, trials
from holdfast.fuzz.minimise import minimised
from holdfast.fuzz.running import Runner
from holdfast.fuzz.saving import case_text
from holdfast.gen.library import GENERATORS
from holdfast.gen.program import GeneratedProgram, Suggestion
from holdfast.text.difference import edit_set_between
from holdfast.text.interval import Interval
from holdfast.text.world import World


class Scripted:
    """An engine that replaces text everywhere, rightly or not."""

    engine = "scripted"

    def __init__(self, changes: Mapping[str, str]) -> None:
        self._changes = changes

    def propose(self, request: EngineRequest, world: World, root: str | None = None) -> EngineAnswer:
        texts: dict[str, str | None] = {}
        for file in world.files():
            text = world.text(file) or ""
            for old, new in self._changes.items():
                text = text.replace(old, new)
            texts[file] = text
        return Proposal(edit_set_between(world, world.with_buffers(texts)), self.engine)

    def close(self) -> None: ...


class Straying(Scripted):
    def propose(self, request: EngineRequest, world: World, root: str | None = None) -> EngineAnswer:
        return Refusal("scripted wants to edit /usr/lib/os.py, outside the workspace; nothing was changed.")


#: Where the new names of renames must come from.
NAMES = {
    "fresh",
    "builtin",
    "taken in same scope",
    "taken in enclosing scope",
    "taken in inner scope",
    "taken in base class",
    "taken in subclass",
}

TEXT = """\
import os

unused = 5


def scale(limit):
    unrelated = limit
    return limit * ceiling


ceiling = 10
print(scale(2))
"""


def program_of(text: str, name: str, new: str) -> GeneratedProgram:
    start = text.rindex(f"\n{name} =") + 1
    at = Interval("main.py", start, start + len(name))
    return GeneratedProgram(
        {"main.py": text},
        "main.py",
        {},
        "written by hand",
        suggestions=(Suggestion("rename", at, new, "taken in inner scope"),),
        generator="by_hand",
    )


def only(program: GeneratedProgram, engine: Scripted, runner: Runner) -> Trial:
    (trial,) = trials([program], [engine], runner)
    return trial


@pytest.mark.slow
def test_the_short_form_of_the_campaign() -> None:
    tally = run_shard(GENERATORS, 300, seed=3)
    assert tally.edits >= 300
    assert {cell.kind for cell in tally.cells} == {"rename", "extract-variable", "extract-function", "inline"}
    assert {cell.engine for cell in tally.cells} == {"jedi", "rope"}
    assert tally.whys.keys() >= NAMES
    found = {group.disagreement for group in tally.groups}
    assert Disagreement.FAILURE not in found
    assert Disagreement.OUTSIDE not in found
    breaking = sum(
        n for cell, n in tally.cells.items() if cell.behaviour in (Behaviour.DIFFERENT, Behaviour.BROKEN)
    )
    escaped = sum(n for group, n in tally.groups.items() if group.disagreement is Disagreement.ESCAPE)
    assert breaking > 100
    assert escaped <= 0.005 * breaking, [
        group for group in tally.groups if group.disagreement is Disagreement.ESCAPE
    ]


def test_shards_share_the_programs_out() -> None:
    few = [generator for generator in GENERATORS if len(generator) < 150]
    whole = [program.files for program in dealt(few, 7)]
    parts = [[program.files for program in dealt(few, 7, shard, 2)] for shard in range(2)]
    assert len(whole) == sum(map(len, few))
    assert sorted(map(repr, whole)) == sorted(map(repr, parts[0] + parts[1]))
    assert abs(len(parts[0]) - len(parts[1])) <= 1
    assert whole != [program.files for program in dealt(few, 8)]


def test_words_without_names_places_and_numbers() -> None:
    first = abstract("`a` in pkg/one.py:3:4 would be read 2 times, not 'b'")
    assert first == abstract("`zz` in two.py:10 would be read 7 times, not 'c'")
    assert first != abstract("`a` in pkg/one.py:3:4 would be written 2 times, not 'b'")


def test_an_edit_outside_the_tree_is_caught() -> None:
    with Runner() as runner:
        trial = only(program_of(TEXT, "ceiling", "x"), Straying({}), runner)
        assert trial.behaviour is Behaviour.REFUSED
        assert disagreement(trial, runner) is Disagreement.OUTSIDE


def test_a_capture_that_is_not_reached_is_rightly_unsafe() -> None:
    text = TEXT.replace("print(scale(2))", "print(2)")
    with Runner() as runner:
        trial = only(program_of(text, "ceiling", "limit"), Scripted({"ceiling": "limit"}), runner)
        assert (trial.verdict, trial.behaviour) == ("unsafe", Behaviour.SAME)
        assert disagreement(trial, runner) is Disagreement.UNREACHED


def test_a_find_is_grouped_shrunk_and_saved() -> None:
    """The engine breaks the program; taking its verdict away makes an escape that is known to be one."""
    engine = Scripted({"ceiling": "limit"})
    with Runner() as runner:
        trial = only(program_of(TEXT, "ceiling", "limit"), engine, runner)
        assert (trial.verdict, trial.behaviour) == ("unsafe", Behaviour.DIFFERENT)
        assert disagreement(trial, runner) is None
        group = group_of(trial, Disagreement.ESCAPE)
        assert group == Group(
            Disagreement.ESCAPE, "rename", "by_hand, taken in inner scope: prints something else"
        )

        def again(program: GeneratedProgram) -> Trial | None:
            found = only(program, engine, runner)
            same = found.runs is not None and found.runs[0].ended == "finished" and found.runs[0].output
            return found if same and found.behaviour is Behaviour.DIFFERENT else None

        small = minimised(trial, again)
    assert small.program.files["main.py"] == (
        "def scale(limit):\n    return limit * ceiling\n\n\nceiling = 10\nprint(scale(2))\n"
    )
    case = read_case(case_text(small, group))
    assert case.before == dict(small.program.files)
    assert case.after == small.after
    assert case.expect.verdict == "unsafe"
    assert case.target is not None
    assert small.program.text_at(case.target) == "ceiling"


def test_whether_a_run_reaches_what_a_finding_points_at() -> None:
    engine = Scripted({"ceiling": "limit"})
    unused = TEXT.replace("print(scale(2))", "print(2)")
    with Runner() as runner:
        assert ("main.py", 8) in runner.reached({"main.py": TEXT}, "main.py")
        assert ("main.py", 8) not in runner.reached({"main.py": unused}, "main.py")
        assert reaches_finding(only(program_of(TEXT, "ceiling", "limit"), engine, runner), runner)
        assert not reaches_finding(only(program_of(unused, "ceiling", "limit"), engine, runner), runner)


def test_tallies_add_up() -> None:
    with Runner() as runner:
        trial = only(program_of(TEXT, "ceiling", "limit"), Scripted({"ceiling": "limit"}), runner)
    whole, part = Tally(seconds=1.0, cpu_seconds=1.5), Tally(seconds=2.0, cpu_seconds=0.5)
    whole.count(trial, None)
    part.count(trial, Disagreement.ESCAPE)
    whole.add(part)
    assert (whole.edits, whole.seconds, whole.cpu_seconds, len(whole.examples)) == (2, 2.0, 2.0, 1)
