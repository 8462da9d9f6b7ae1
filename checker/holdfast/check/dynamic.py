"""Names that are only made at run time: strings, `**{…}`, and code that looks at its own variables.

What can be resolved is judged like any other token. The rest is an information: a place that a person
should look at, since the analysis cannot.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.computed_names import (
    ATTRIBUTE_FUNCTIONS,
    LISTING,
    Pattern,
    chosen_by_ends,
    computed_names,
)
from holdfast.check.evidence import was_member
from holdfast.check.expanded_keys import check_expanded_keys
from holdfast.check.left_texts import LeftText, exchanged_in_texts, left_in_code
from holdfast.check.pair import Pair
from holdfast.check.watched_scopes import check_watched_scopes
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Role
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def check_dynamic(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """Places where a renamed thing may be named by a string."""
    if not affected.renamed:
        return
    members = {name for name in affected.old_names if was_member(pair, affected, name)}
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is None:
            continue
        yield from _attribute_strings(pair, file, facts, members)
        if file in pair.edits.replacements:
            yield from check_watched_scopes(pair, affected, file, facts)
    yield from check_expanded_keys(pair, affected)
    if members:
        yield from _computed_names(pair, affected, members)


def _computed_names(pair: Pair, affected: Affected, members: set[str]) -> Iterator[Finding]:
    """`getattr(self, "do_" + command)`: a name that is put together, and that could be the old one."""
    files = {*affected.files, *(near for file in affected.files for near in pair.before.imported_files(file))}
    index = pair.before.index
    asking = index.files_with_any(ATTRIBUTE_FUNCTIONS)
    choosing = index.files_with_any(LISTING) & index.files_with_any(("startswith", "endswith"))
    for file in sorted(files & asking):
        facts = pair.before.facts(file)
        if facts is None:
            continue
        plain = [use.start for use in facts.names.strings if use.kind == "attribute"]
        for node, pattern in computed_names(facts.tree.module):
            interval = Interval(file, facts.tree.start(node), facts.tree.end(node))
            if any(interval.start <= start < interval.end for start in plain):
                continue  # a plain literal: told by itself
            matching = sorted(
                name
                for name in members
                if pattern.matches(name) and not _follows(pair, affected, pattern, name)
            )
            if not matching or not _is_unchanged(pair, interval):
                continue
            spelled = _still_spelled(pair, pattern, matching)
            unnamed = next((name for name in matching if _nobody_names(pair, name)), None)
            if spelled is not None:
                message = (
                    f"the name that is put together here is `{spelled[0]}` for this text, which was left"
                )
                clauses = (Clause(spelled[1].place, "the text"),)
                yield Finding("HF104", Severity.WARNING, interval, message, clauses)
            elif unnamed is not None and not pattern.whole:
                message = (
                    f"nothing but the name that is put together here leads to `{unnamed}`, which was renamed"
                )
                yield Finding("HF104", Severity.WARNING, interval, message)
            else:
                message = f"the name that is put together here may be `{matching[0]}`, which was renamed"
                yield Finding("HF501", Severity.INFORMATION, interval, message)
        for node, pattern in chosen_by_ends(facts.tree.module) if file in choosing else ():
            interval = Interval(file, facts.tree.start(node), facts.tree.end(node))
            for old, new in sorted(affected.renamed):
                if old in members and pattern.matches(old) != pattern.matches(new):
                    message = (
                        f"names are chosen by how they are spelled here: `{old}` and `{new}` differ in that"
                    )
                    yield Finding("HF501", Severity.INFORMATION, interval, message)


def _still_spelled(pair: Pair, pattern: Pattern, names: list[str]) -> tuple[str, LeftText] | None:
    """A text that still has what stands between the known ends of a name: `"show"` for `do_show`."""
    for name in () if pattern.whole else names:
        word = pattern.between(name)
        for text in left_in_code(pair, word) if word else ():
            if text.is_data and text.text != name:
                return name, text
    return None


def _follows(pair: Pair, affected: Affected, pattern: Pattern, name: str) -> bool:
    """Was what stands between the known ends exchanged too: the name of a class, or a word of some text?"""
    exchanged = {
        (old.lower(), new.lower())
        for old, new in affected.renamed
        if exchanged_in_texts(pair, affected, old) or was_member(pair, affected, old)
    }
    return any(
        old == name
        and pattern.matches(new)
        and (pattern.between(old).lower(), pattern.between(new).lower()) in exchanged
        for old, new in affected.renamed
    )


def _nobody_names(pair: Pair, name: str) -> bool:
    """Does no attribute and no read of a global have the name, so that only a name made at run time leads there?"""
    files = (pair.before.facts(file) for file in pair.before.index.files_with(name))
    return not any(_is_named(facts, name) for facts in files if facts is not None)


def _is_named(facts: FileFacts, name: str) -> bool:
    if any(use.name == name for use in facts.names.attributes):
        return True
    return any(
        item.name == name and item.owner == MODULE_SCOPE and item.role is Role.READ
        for item in facts.names.occurrences
    )


def _attribute_strings(pair: Pair, file: str, facts: FileFacts, members: set[str]) -> Iterator[Finding]:
    for use in facts.names.strings:
        if use.kind != "attribute" or use.name not in members:
            continue
        interval = Interval(file, use.start, use.end)
        if _is_unchanged(pair, interval):
            message = f'"{use.name}" may name the attribute that was renamed, at run time'
            yield Finding("HF501", Severity.INFORMATION, interval, message)


def _is_unchanged(pair: Pair, interval: Interval) -> bool:
    return not pair.tokens(interval.file).is_touched(interval.start, interval.end)
