"""What is asked of definitions that were taken out: who may still reach them without naming them."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.gone.definitions import gone_definitions
from holdfast.check.gone.duck_typed import check_gone_duck_typed
from holdfast.check.gone.hooks import check_gone_hooks
from holdfast.check.gone.lost_registrations import check_gone_registrations
from holdfast.check.gone.modules import check_gone_modules
from holdfast.check.gone.spellings import check_gone_spellings
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding


def check_gone_definitions(pair: Pair) -> Iterator[Finding]:
    yield from check_gone_modules(pair)
    gone = gone_definitions(pair)
    if not gone:
        return
    yield from check_gone_registrations(pair, gone)
    yield from check_gone_hooks(pair, gone)
    yield from check_gone_spellings(pair, gone)
    yield from check_gone_duck_typed(pair, gone)
