"""Definitions that were taken out although their execution had made them known to somebody."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.gone.definitions import Gone
from holdfast.check.gone.registrations import who_hears
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity


def check_gone_registrations(pair: Pair, gone: Sequence[Gone]) -> Iterator[Finding]:
    for item in gone:
        if item.node is None or (
            not isinstance(item.node, ast.ClassDef) and pair.file_after(item.interval.file) is not None
        ):
            continue  # functions of a file that stays are told where its code is compared
        heard = who_hears(pair.before, item.interval.file, item.node)
        if heard is None or (heard.place is not None and pair.became(heard.place) is None):
            continue  # nobody, or somebody who was taken out as well
        message = f"{heard.words} hears of `{item.name}` when it is defined, whoever names it"
        clauses = () if heard.place is None else (Clause(heard.place, "this hears of it"),)
        yield Finding("HF204", Severity.WARNING, item.interval, message, clauses)
