"""The edges of a program that one file alone does not have: N across files and to members, O, and I.

An edge ends at the declaring token. An edge that would end where it starts (the declaring token itself)
is left out. Each edge says whether it is exact: proven by the language's rules and the text at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from holdfast.model.edge import Edge
from holdfast.python.names.table import BUILTIN, MODULE_SCOPE, NOBODY
from holdfast.python.project.declarations import Declaration, Resolution
from holdfast.python.project.exports import lookup, resolve_import, star_provides, variable_declaration
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.fixtures import fixture_uses
from holdfast.python.project.hierarchy import hierarchy_edges
from holdfast.python.project.keywords import resolve_keyword
from holdfast.python.project.layout import base, stem
from holdfast.python.project.lookup import find_member
from holdfast.python.project.members import Named, resolve_attribute
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

#: An edge and whether it is exact.
ProgramEdge = tuple[Edge, bool]

_Names = frozenset[str] | None


def program_edges(
    program: Program, files: Iterable[str] | None = None, names: _Names = None
) -> Iterator[ProgramEdge]:
    """The edges whose heads are in these files (all by default) and whose tokens have these names."""
    chosen = sorted(files) if files is not None else program.python_files
    for file in chosen:
        yield from binding_edges(program, file, names)
    yield from hierarchy_edges(program, chosen, names)


def binding_edges(program: Program, file: str, names: _Names = None) -> Iterator[ProgramEdge]:
    """The N edges from the tokens of one file to other files and to members."""
    facts = program.facts(file)
    if facts is None:
        return
    yield from import_edges(program, facts, file, names)
    yield from star_edges(program, facts, file, names)
    yield from string_edges(program, facts, file, names)
    yield from member_edges(program, facts, file, names)
    yield from keyword_edges(program, facts, file, names)
    yield from fixture_edges(program, file, names)
    yield from stub_edges(program, facts, file, names)


def import_edges(program: Program, facts: FileFacts, file: str, names: _Names) -> Iterator[ProgramEdge]:
    """From each part of a module's name to the module, and from each imported name to its declaration."""
    for use in facts.names.imports:
        name = use.member if use.member is not None else use.parts[-1]
        if name != "*" and _wanted(name, names):
            head = Interval(file, use.start, use.end)
            yield from _resolved(head, resolve_import(program, file, use))


def star_edges(program: Program, facts: FileFacts, file: str, names: _Names) -> Iterator[ProgramEdge]:
    """From names that only a star import can provide to what it brings."""
    if not facts.stars:
        return
    for item in facts.names.occurrences:
        if item.owner in {BUILTIN, NOBODY} and _wanted(item.name, names):
            head = Interval(file, item.start, item.end)
            yield from _resolved(head, star_provides(program, file, item.name))


def string_edges(program: Program, facts: FileFacts, file: str, names: _Names) -> Iterator[ProgramEdge]:
    """From the strings of `__all__`, `__slots__` and `__match_args__` to what they name."""
    for use in facts.names.strings:
        if not _wanted(use.name, names):
            continue
        head = Interval(file, use.start, use.end)
        if use.kind == "all":
            yield from _resolved(head, lookup(program, file, use.name))
        elif use.kind in {"slots", "match_args"} and use.scope in facts.members:
            hit = find_member(program, ClassKey(file, use.scope), use.name)
            if hit is not None:
                yield from _to(head, Interval(hit.owner.file, *hit.member.token), exact=hit.exact)


def member_edges(program: Program, facts: FileFacts, file: str, names: _Names) -> Iterator[ProgramEdge]:
    """From each attribute token that reading alone resolves to the member it names."""
    for use in facts.names.attributes:
        if _wanted(use.name, names):
            result = resolve_attribute(program, file, use)
            if isinstance(result, Named):
                head = Interval(file, use.start, use.end)
                yield from _declared(head, result.declarations, exact=result.exact)


def keyword_edges(program: Program, facts: FileFacts, file: str, names: _Names) -> Iterator[ProgramEdge]:
    """From the name of each keyword argument to the parameter or field that it fills."""
    for use in facts.names.keywords:
        if _wanted(use.name, names):
            result = resolve_keyword(program, file, use)
            if isinstance(result, Named):
                head = Interval(file, use.start, use.end)
                yield from _declared(head, result.declarations, exact=result.exact)


def fixture_edges(program: Program, file: str, names: _Names) -> Iterator[ProgramEdge]:
    """From each parameter that pytest fills to the fixture function."""
    name = base(stem(file))
    collected = name.startswith("test_") or name.endswith("_test") or name == "conftest"
    for use in fixture_uses(program, file):
        if _wanted(use.name, names):
            yield from _declared(use.interval, use.fixtures, exact=collected)


def stub_edges(program: Program, facts: FileFacts, file: str, names: _Names) -> Iterator[ProgramEdge]:
    """From the declarations of a stub to those of the source beside it, by name."""
    source = file[:-1] if file.endswith(".pyi") else ""
    sources = program.facts(source) if source in program.world.files() else None
    if sources is None:
        return
    for owner, name in facts.bindings:
        if owner != MODULE_SCOPE or not _wanted(name, names):
            continue
        here = variable_declaration(facts, file, MODULE_SCOPE, name)
        there = variable_declaration(sources, source, MODULE_SCOPE, name)
        if here is not None and there is not None:
            yield from _to(here.interval, there.interval, exact=False)
    by_path = {_path(sources, scope): scope for scope in sources.class_scopes}
    for scope in facts.class_scopes:
        counterpart = by_path.get(_path(facts, scope))
        for name, member in facts.members[scope].items() if counterpart is not None else ():
            assert counterpart is not None
            hit = find_member(program, ClassKey(source, counterpart), name)
            if hit is not None and _wanted(name, names):
                tail = Interval(hit.owner.file, *hit.member.token)
                yield from _to(Interval(file, *member.token), tail, exact=False)


def _path(facts: FileFacts, scope: int) -> tuple[str, ...]:
    found: list[str] = []
    while scope > 0:
        found.append(facts.names.scopes[scope].name)
        scope = facts.names.scopes[scope].parent
    return tuple(found)


def _wanted(name: str, names: _Names) -> bool:
    return names is None or name in names


def _resolved(head: Interval, found: Resolution) -> Iterator[ProgramEdge]:
    yield from _declared(head, found.declarations, exact=not found.unseen)


def _declared(head: Interval, declarations: Iterable[Declaration], *, exact: bool) -> Iterator[ProgramEdge]:
    for item in declarations:
        yield from _to(head, item.interval, exact=exact)


def _to(head: Interval, tail: Interval, *, exact: bool) -> Iterator[ProgramEdge]:
    if head != tail:
        yield Edge(head, "N", tail), exact
