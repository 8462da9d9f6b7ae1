"""Texts that are filled in, and ask an object for what an ordinary edit has taken out or renamed.

`"{job.retries}".format(job=job)` in code, `{{ job.retries }}` in a template. What the object is cannot be read: it
must be called like the class in the text, or be asked for other members of it there, and nothing else may have one of
the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.objects.titles import is_called_like
from holdfast.check.ordinary.lost_names import Lost
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import TEMPLATE_ENDINGS, data_files, text_constants
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info
from holdfast.python.project.lookup import find_member
from holdfast.text.interval import Interval

#: `{job.retries` of `format`, and a dotted name in the braces of a template.
_FIELD = re.compile(r"(?<!{){(\w+)\.(\w+)")
_IN_TEMPLATE = re.compile(r"{[{%][^{}]*[}%]}")
_DOTTED = re.compile(r"(?<![\w.])([^\W\d]\w*)\.([^\W\d]\w*)")


def check_formatted_names(pair: Pair, lost: Sequence[Lost]) -> Iterator[Finding]:
    wanted = {
        item.name: item
        for item in lost
        if item.owner is not None and not is_everyday(item.name) and not defined_in(pair.after, item.name)
    }
    if not wanted:
        return
    for file in sorted(pair.before.index.files_with_any(wanted)):
        text = pair.before.world.text(file) or ""
        if pair.file_after(file) is not None and any(f".{name}" in text and "{" in text for name in wanted):
            yield from _in_code(pair, wanted, file)
    for file in data_files(pair.before.world, TEMPLATE_ENDINGS):
        yield from _in_template(pair, wanted, file)


def _in_code(pair: Pair, wanted: dict[str, Lost], file: str) -> Iterator[Finding]:
    facts = pair.before.facts(file)
    for node in text_constants(facts) if facts is not None else ():
        if facts is None or "{" not in str(node.value):
            continue
        place = Interval(file, facts.tree.start(node), facts.tree.end(node))
        if (
            pair.tokens(file).is_touched(place.start, place.end)
            or facts.text[place.start : place.end][:1] in "fF"
        ):
            continue
        yield from _asked(pair, wanted, _FIELD.findall(str(node.value)), place)


def _in_template(pair: Pair, wanted: dict[str, Lost], file: str) -> Iterator[Finding]:
    text = pair.before.world.text(file) or ""
    if text != pair.after.world.text(file) or not any(name in text for name in wanted):
        return
    pairs = [found for part in _IN_TEMPLATE.findall(text) for found in _DOTTED.findall(part)]
    yield from _asked(pair, wanted, pairs, Interval(file, 0, 0))


def _asked(
    pair: Pair, wanted: dict[str, Lost], pairs: Sequence[tuple[str, str]], place: Interval
) -> Iterator[Finding]:
    for name in sorted({attribute for _, attribute in pairs if attribute in wanted}):
        item = wanted[name]
        for variable in sorted({variable for variable, attribute in pairs if attribute == name}):
            others = {attribute for one, attribute in pairs if one == variable} - {name}
            if _is_of_class(pair, item, variable, others):
                what = "renamed" if item.renamed is not None else "taken out"
                message = f"this text asks `{variable}` for `{name}`, which was {what}"
                clause = Clause(item.interval, "it names this")
                yield Finding("HF104", Severity.WARNING, place, message, (clause,))


def _is_of_class(pair: Pair, item: Lost, variable: str, others: set[str]) -> bool:
    assert item.owner is not None
    if is_called_like(variable, class_info(pair.before, item.owner).name):
        return True
    return any(not is_everyday(name) for name in others) and all(
        find_member(pair.before, item.owner, name) is not None for name in others
    )
