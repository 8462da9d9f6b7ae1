"""Names that are only made at run time: strings, `**{…}`, and code that looks at its own variables.

What can be resolved is judged like any other token. The rest is an information: a place that a person
should look at, since the analysis cannot.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.members.evidence import was_member
from holdfast.check.pair import Pair
from holdfast.check.texts.computed_names import (
    ATTRIBUTE_FUNCTIONS,
    LISTING,
    Pattern,
    chosen_by_ends,
    computed_names,
)
from holdfast.check.texts.expanded_keys import check_expanded_keys
from holdfast.check.texts.left_texts import exchanged_in_texts, left_in_code
from holdfast.check.texts.watched_scopes import check_watched_scopes
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Role
from holdfast.python.project.facts import FileFacts
from holdfast.text.interval import Interval


def check_dynamic(
    pair: Pair,
    affected: Affected,
    hidden: frozenset[str] = frozenset(),
    *,
    parameters_by_name: bool = False,
) -> Iterator[Finding]:
    """Places where a renamed thing may be named by a string; of fields that are `hidden` somebody else tells."""
    if not affected.renamed:
        return
    members = {name for name in affected.old_names if was_member(pair, affected, name)}
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is None:
            continue
        if file in pair.edits.replacements:
            yield from check_watched_scopes(pair, affected, file, facts)
    yield from check_expanded_keys(pair, affected, parameters_by_name=parameters_by_name)
    if members:
        yield from _attribute_texts(pair, affected, members - hidden)
        yield from _format_fields(pair, affected, members - hidden)
        yield from _computed_names(pair, affected, members)


def _attribute_texts(pair: Pair, affected: Affected, members: set[str]) -> Iterator[Finding]:
    from holdfast.check.texts.attribute_texts import (  # with all that follows objects
        ASKING,
        check_attribute_texts,
    )

    near = {*affected.files, *(file for each in affected.files for file in pair.before.imported_files(each))}
    files = frozenset(near) & pair.before.index.files_with_any(ASKING)
    if files:
        yield from check_attribute_texts(pair, affected, files, members)


def _format_fields(pair: Pair, affected: Affected, members: set[str]) -> Iterator[Finding]:
    if pair.before.index.files_with_any(("format", "format_map", "vformat", "getattr", "jinja2", "django")):
        from holdfast.check.texts.format_fields import check_format_fields

        yield from check_format_fields(pair, affected, members)


def _computed_names(pair: Pair, affected: Affected, members: set[str]) -> Iterator[Finding]:
    """`getattr(self, "do_" + command)`: a name that is put together, and that could be the old one."""
    files = {*affected.files, *(near for file in affected.files for near in pair.before.imported_files(file))}
    index = pair.before.index
    asking = index.files_with_any(ATTRIBUTE_FUNCTIONS)
    choosing = index.files_with_any(LISTING) & index.files_with_any(("startswith", "endswith"))
    # Modules that are loaded by a text are imported by nobody.
    files |= index.files_with_any(("import_module", "__import__"))
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
                if pattern.matches(name) and not _follows(pair, affected, node, pattern, name)
            )
            if matching and _is_unchanged(pair, interval):
                yield from _put_together(pair, interval, pattern, matching)
        for node, pattern in chosen_by_ends(facts.tree.module) if file in choosing else ():
            interval = Interval(file, facts.tree.start(node), facts.tree.end(node))
            for old, new in sorted(affected.renamed):
                if old in members and pattern.matches(old) != pattern.matches(new):
                    message = (
                        f"names are chosen by how they are spelled here: `{old}` and `{new}` differ in that"
                    )
                    yield Finding("HF501", Severity.INFORMATION, interval, message)


def _put_together(pair: Pair, place: Interval, pattern: Pattern, names: list[str]) -> Iterator[Finding]:
    """What to say of a name that is put together and could be one of these."""
    told = False
    for name in names if not pattern.whole else ():
        word = pattern.between(name)
        for text in left_in_code(pair, word) if word.isidentifier() else ():
            if text.is_whole or text.is_value or text.begins_line:
                message = (
                    f'"{word}" stands here, and `{name}` is found by a name that is put together with it'
                )
                clauses = (Clause(place, "it is put together here"),)
                yield Finding("HF104", Severity.WARNING, text.place, message, clauses)
                told = True
    if told:
        return
    unnamed = next((name for name in names if _nobody_names(pair, name)), None)
    if unnamed is not None and not pattern.whole:
        message = f"nothing but the name that is put together here leads to `{unnamed}`, which was renamed"
        yield Finding("HF104", Severity.WARNING, place, message)
    else:
        message = f"the name that is put together here may be `{names[0]}`, which was renamed"
        yield Finding("HF501", Severity.INFORMATION, place, message)


def _follows(pair: Pair, affected: Affected, node: ast.expr, pattern: Pattern, name: str) -> bool:
    """Was what stands between the known ends exchanged too: the name of a class, or a word of some text?"""
    for old, new in affected.renamed:
        if old != name or not pattern.matches(new):
            continue
        first, second = pattern.between(old), pattern.between(new)
        if any(isinstance(each, ast.Attribute) and each.attr == "__name__" for each in ast.walk(node)):
            if _is_renamed_class(pair, affected, first, second):
                return True
        elif (first, second) in affected.renamed and exchanged_in_texts(pair, affected, first):
            return not any(text.is_data or text.begins_line for text in left_in_code(pair, first))
    return False


def _is_renamed_class(pair: Pair, affected: Affected, old: str, new: str) -> bool:
    """Was a class of this name, in whatever case, given that name?"""
    if (old.lower(), new.lower()) not in {(one.lower(), other.lower()) for one, other in affected.renamed}:
        return False
    for token in affected.tokens:
        facts = pair.before.facts(token.file)
        occurrence = facts.occurrence_at.get(token.start) if facts is not None else None
        if occurrence is not None and occurrence.role in (Role.CLASS, Role.FUNCTION):
            if occurrence.name.lower() == old.lower():
                return True
    return False


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


def _is_unchanged(pair: Pair, interval: Interval) -> bool:
    return not pair.tokens(interval.file).is_touched(interval.start, interval.end)
