"""One trial: a site, an engine, the edit it made, what the tests say of it, and what the checker says.

What an engine made and how the tests ended does not depend on the checker. It is kept in the cache, so that
a campaign can be taken up again and a changed checker be judged anew in a fraction of the time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from holdfast.check import Options, check
from holdfast.cli.examine import LazyAnswers
from holdfast.cli.settings import read_settings
from holdfast.engines import Crash, Engine, EngineRequest, Proposal, open_engine
from holdfast.errors import InputError
from holdfast.findings.values import Outcome
from holdfast.refactorings.request import Kind, Request
from holdfast.text.difference import difference
from holdfast.text.edits import EditSet
from holdfast.text.interval import Interval
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree
from projects.sites import Site, pick_sites
from projects.sources import Project, fetched, interpreter
from projects.suite import TestBench

ENGINES = ("jedi", "rope")
_NOT_THE_PACKAGE = ("test", "tests", "testing", "docs", "doc", "examples", "benchmarks", "bench", "setup.py")


class Edit(NamedTuple):
    """What an engine made of a site, and how the tests ended."""

    number: int
    engine: str
    site: Site
    #: `edited`, `refused` or `crashed`.
    answer: str
    after: dict[str, str]
    passed: bool
    said: str


class Trial(NamedTuple):
    """An edit and the checker's verdict on it."""

    project: str
    edit: Edit
    verdict: str
    findings: tuple[str, ...]


class FailsAsItComesError(Exception):
    """A project whose own tests fail before anything was edited: nothing can be judged by them."""


def trials(project: Project, cache: Path, seed: int, sites: int) -> list[Trial]:
    """Every edit of a project, judged. The expensive part of each is made once."""
    tree = fetched(cache, project)
    made = list(_edits(project, cache, seed, sites))
    settings = read_settings(str(tree))
    options = Options(python_version=settings.python_version, source_roots=settings.source_roots)
    judged = []
    for edit in made:
        if edit.answer != "edited":
            judged.append(Trial(project.name, edit, "-", (edit.said,)))
            continue
        before = World.over(DiskTree(str(tree)))
        judged.append(Trial(project.name, edit, *_verdict(before, edit, options)))
    return judged


def _verdict(before: World, edit: Edit, options: Options) -> tuple[str, tuple[str, ...]]:
    """As `check-refactoring` comes to it, members by jedi included."""
    replacements = {file: difference(before.text(file) or "", text) for file, text in edit.after.items()}
    edits = EditSet.of(replacements)
    after = before.apply(edits)
    site = edit.site
    request = Request(site.kind, Interval(site.file, site.start, site.end), site.new_name)
    answers = LazyAnswers(before, after, options.source_roots)
    try:
        outcome = check(before, after, request, edits=edits, options=options, answers=answers)
    except InputError as error:
        return "refused", (error.message,)
    finally:
        answers.close()
    return outcome.verdict.value, tuple(_lines(before, outcome))


def _lines(before: World, outcome: Outcome) -> Iterator[str]:
    for finding in outcome.findings:
        file = finding.place.file
        line = (before.text(file) or "")[: finding.place.start].count("\n") + 1
        yield f"{finding.code} {finding.severity.value} {file}:{line} {finding.message}"


def _edits(project: Project, cache: Path, seed: int, sites: int) -> Iterator[Edit]:
    records = cache / "records" / f"{project.folder}-{seed}.jsonl"
    records.parent.mkdir(parents=True, exist_ok=True)
    known = {(edit.number, edit.engine): edit for edit in _read(records)}
    tree = fetched(cache, project)
    world = World.over(DiskTree(str(tree)))
    picked = pick_sites(_package(world), f"{project.folder} {seed}", sites)
    wanted = [(number, engine) for number in range(len(picked)) for engine in ENGINES]
    if any(key not in known for key in wanted):
        yield from _make(project, cache, records, known, picked, wanted)
    else:
        yield from (known[key] for key in wanted)


def _make(
    project: Project,
    cache: Path,
    records: Path,
    known: dict[tuple[int, str], Edit],
    picked: list[Site],
    wanted: list[tuple[int, str]],
) -> Iterator[Edit]:
    tree = fetched(cache, project)
    world = World.over(DiskTree(str(tree)))
    bench = TestBench(
        tree, cache / "copies" / f"{project.folder}-{records.stem}", interpreter(cache), project.tests
    )
    first = bench.run({})
    if not first.passed:
        raise FailsAsItComesError(f"the tests of {project.name} fail as they come: {first.said}")
    engines = {name: open_engine(name) for name in ENGINES}
    seen: dict[str, tuple[bool, str]] = {}
    try:
        with records.open("a", encoding="utf-8") as lines:
            for number, name in wanted:
                edit = known.get((number, name))
                if edit is None:
                    edit = _made(engines[name], world, str(tree), number, picked[number])
                    if edit.answer == "edited":
                        # Engines often agree; the same text needs no second run.
                        key = json.dumps(edit.after, sort_keys=True)
                        seen[key] = seen.get(key) or tuple(bench.run(edit.after))  # type: ignore[assignment]
                        edit = edit._replace(passed=seen[key][0], said=seen[key][1])
                    lines.write(json.dumps(edit, default=_plain) + "\n")
                    lines.flush()
                yield edit
    finally:
        for engine in engines.values():
            engine.close()


def _made(engine: Engine, world: World, root: str, number: int, site: Site) -> Edit:
    wish = EngineRequest(site.kind, site.file, site.start, site.end, site.new_name)
    answer = engine.propose(wish, world, root)
    if not isinstance(answer, Proposal):
        what = "crashed" if isinstance(answer, Crash) else "refused"
        return Edit(number, engine.engine, site, what, {}, True, answer.message)
    edits = answer.edit_set
    if edits.renamed or edits.created or edits.deleted:
        return Edit(number, engine.engine, site, "refused", {}, True, "files would move")
    changed = world.apply(edits)
    after = {file: changed.text(file) or "" for file in edits.replacements}
    return Edit(number, engine.engine, site, "edited", after, True, "")


def _package(world: World) -> dict[str, str]:
    """The files of the package itself, without its tests."""
    return {
        file: world.text(file) or ""
        for file in world.files()
        if file.endswith(".py")
        and not any(part in _NOT_THE_PACKAGE for part in file.split("/"))
        and not file.rsplit("/", 1)[-1].startswith(("test_", "conftest"))
    }


def _read(records: Path) -> Iterator[Edit]:
    if not records.exists():
        return
    with records.open(encoding="utf-8") as lines:
        for line in lines:
            number, engine, site, *rest = json.loads(line)
            yield Edit(number, engine, _site(site), *rest)


def _site(values: list[Any]) -> Site:
    what, kind, *rest = values
    return Site(what, Kind(kind), *rest)


def _plain(value: object) -> str:
    assert isinstance(value, Kind)
    return value.value
