"""Judge the lexical analysis by CPython's own symbol table.

For every file that compiles, the tree of scopes and, for every symbol of every scope, its kind (local,
cell, free, global by rule, global by statement) and its flags must be what `symtable` says; and the text
of every occurrence must be its identifier up to NFKC, before mangling. Every name token that `tokenize`
finds must be an occurrence, an attribute, a keyword or a part of an import. Annotations that are kept as
text (`from __future__ import annotations`), which `symtable` leaves out, are judged apart: their names must
belong to the scopes that `symtable` finds when the same annotations are evaluated. Run as a module: prints
one line, exits 1 when anything differs.

Two differences are of representation and are mapped (`mapped_scopes.py`): comprehensions that Python 3.12 and
later inline are folded into their parents, and names that only the compiler sees are left out.
"""

from __future__ import annotations

import io
import keyword
import re
import symtable
import sys
import tokenize
import unicodedata
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from holdfast.python.names import analyse
from holdfast.python.names.draft import mangled
from holdfast.python.names.table import AnnotationTime, AttributeUse, KeywordUse, NameTable, Occurrence
from holdfast.python.source import decode
from holdfast.python.tree import line_table, parse
from judges.corpora import PACKAGES, package_folder, python_files, standard_library
from judges.mapped_scopes import ScopeShape, shape_of_symtable, shape_of_table
from judges.random_scopes import random_program

RANDOM_PROGRAMS = 3_000


class Judgement(NamedTuple):
    """What was found in one file: how much there was, and what differs."""

    scopes: int
    symbols: int
    occurrences: int
    differences: tuple[str, ...]


def judge_text(text: str) -> Judgement | None:
    """Compare one text, or None if it does not compile."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "judged", "exec", dont_inherit=True)
            expected = shape_of_symtable(symtable.symtable(text, "judged", "exec"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    tree = parse(text, sys.version_info[:2])
    if tree.error is not None:
        return Judgement(0, 0, 0, (f"not parsed: {tree.error}",))
    table = analyse(tree)
    found = shape_of_table(table, sys.version_info[:2])
    differences = [*differing("", expected, found), *wrong_texts(text, table), *missing_tokens(text, table)]
    if table.annotations is AnnotationTime.TEXT:
        differences += wrong_text_annotations(text, table)
    symbols = sum(len(scope.symbols) for scope in table.scopes)
    return Judgement(len(table.scopes), symbols, len(table.occurrences), tuple(differences))


def differing(path: str, expected: ScopeShape, found: ScopeShape) -> Iterator[str]:
    """The differences of two scopes of one label and of those inside them."""
    here = f"{path}/{expected.kind} {expected.name}:{expected.line}"
    for name in sorted(expected.symbols.keys() | found.symbols.keys()):
        wanted, seen = expected.symbols.get(name, frozenset()), found.symbols.get(name, frozenset())
        if not wanted & seen:
            yield f"{here} {name}: {set(wanted)}, found {set(seen)}"
    groups: defaultdict[tuple[str, str, int], list[ScopeShape]] = defaultdict(list)
    for child in found.children:
        groups[child.label()].append(child)
    for child in expected.children:
        group = groups[child.label()]
        if not group:
            yield f"{here} has no child {child.label()}"
            continue
        # Several lambdas on one line have one label: a child that agrees stands for this one.
        best = next((other for other in group if not any(differing(here, child, other))), group[0])
        group.remove(best)
        yield from differing(here, child, best)
    for label, group in groups.items():
        if group:
            yield f"{here} has {len(group)} more of {label}"


def wrong_texts(text: str, table: NameTable) -> Iterator[str]:
    """Occurrences whose text is not their identifier."""
    for occurrence in table.occurrences:
        written = unicodedata.normalize("NFKC", text[occurrence.start : occurrence.end])
        if mangled(table.scopes[occurrence.scope].mangling, written) != occurrence.name:
            yield f"the text of {occurrence} is {written!r}"
    starts = [occurrence.start for occurrence in table.occurrences]
    if any(one >= other for one, other in pairwise(starts)):
        yield "occurrences are not in strict reading order"
    uses: list[AttributeUse | KeywordUse] = [*table.attributes, *table.keywords]
    for use in uses:
        written = unicodedata.normalize("NFKC", text[use.start : use.end])
        if written not in (use.name, use.name[-len(written) :]) or not written:
            yield f"the text of {use[:4]} is {written!r}"


def missing_tokens(text: str, table: NameTable) -> Iterator[str]:
    """Name tokens that are in none of the lists of the table."""
    known = {each.start for each in table.occurrences}
    known.update(use.start for use in table.attributes)
    known.update(use.start for use in table.keywords)
    known.update(use.start for use in table.imports)
    starts = line_table(text).starts
    before = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
            # The conversion of an f-string's field (`!r`) is a token from Python 3.12 on.
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string) and before != "!":
                offset = starts[token.start[0]] + token.start[1]
                # `match`, `case`, `type` and the wildcard may or may not be names.
                if offset not in known and not keyword.issoftkeyword(token.string):
                    yield f"no name at {token.start}: {token.line.strip()!r}"
            before = token.string
    except (tokenize.TokenError, SyntaxError):
        # The tokenizer of the library refuses some texts that compile (null bytes, odd line ends).
        return


def wrong_text_annotations(text: str, table: NameTable) -> Iterator[str]:
    """Names in text annotations whose owner is another than when the annotations are evaluated."""
    evaluated_text = _FUTURE.sub(lambda match: match.group(1) + "generators ", text, count=1)
    if evaluated_text == text:
        return
    evaluated = analyse(parse(evaluated_text, sys.version_info[:2]))
    result = judge_text(evaluated_text)
    if result is None or evaluated.annotations is AnnotationTime.TEXT:
        # Some annotations are only legal as text, or the import is written in another way.
        return
    yield from result.differences
    owners = {each.start: owner_place(evaluated, each) for each in evaluated.occurrences}
    for each in table.occurrences:
        place = owner_place(table, each)
        if place != owners.get(each.start, place):
            yield f"{each} belongs to {place}, evaluated to {owners[each.start]}"


_FUTURE = re.compile(r"(from __future__ import )annotations\b")


def owner_place(table: NameTable, occurrence: Occurrence) -> int:
    """Where the scope begins that owns the variable; numbers of scopes differ between two tables."""
    return occurrence.owner if occurrence.owner <= 0 else table.scopes[occurrence.owner].start


def judge_files(files: Iterable[Path]) -> tuple[int, Judgement]:
    """How many files were judged, and everything that was found in them."""
    judged, scopes, symbols, occurrences = 0, 0, 0, 0
    differences: list[str] = []
    for path in files:
        source = decode(path.read_bytes())
        result = judge_text(source.text) if source.problem is None else None
        if result is None:
            continue
        judged += 1
        scopes += result.scopes
        symbols += result.symbols
        occurrences += result.occurrences
        differences += [f"{path}: {difference}" for difference in result.differences]
    return judged, Judgement(scopes, symbols, occurrences, tuple(differences))


def judge_random_programs(count: int) -> tuple[int, list[str]]:
    """How many of `count` random programs compile, and the differences in them."""
    judged = 0
    differences: list[str] = []
    for seed in range(count):
        result = judge_text(random_program(seed))
        if result is not None:
            judged += 1
            differences += [f"random program {seed}: {difference}" for difference in result.differences]
    return judged, differences


def main(arguments: list[str]) -> int:
    folders = [Path(argument) for argument in arguments]
    if not folders:
        folders = [standard_library(), *(package_folder(package) for package in PACKAGES)]
    judged, result = judge_files(path for folder in folders for path in python_files(folder))
    programs, wrong = judge_random_programs(RANDOM_PROGRAMS)
    wrong += result.differences
    for difference in wrong[:40]:
        print(difference, file=sys.stderr)
    version = ".".join(map(str, sys.version_info[:3]))
    print(
        f"names against symtable (Python {version}): {judged} files and {programs} random programs, "
        f"{result.scopes} scopes, {result.symbols} symbols, {result.occurrences} occurrences in the files, "
        f"{len(wrong)} wrong"
    )
    return 1 if wrong or not judged or not programs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
