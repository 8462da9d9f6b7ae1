"""Calls that pass nothing for a parameter, and rely on a default that is another one now."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from holdfast.check.calls.changed_defaults import changed_defaults
from holdfast.check.calls.changed_functions import Changed
from holdfast.check.calls.default_behaviour import is_same_without
from holdfast.check.calls.misfits import Shape, Taken, relied_on
from holdfast.check.calls.spread_arguments import keys_written
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.records import dataclass, field
from holdfast.text.interval import Interval


@dataclass(frozen=True, slots=True, eq=False)
class Reliance:
    """The defaults that matter, found once for each function that is called."""

    pair: Pair
    renamed: Mapping[str, str]
    #: Whether defaults may change at all; else they are compared where they stand.
    may_change: bool
    #: Places of which something was said already.
    told_elsewhere: Collection[Interval] = ()
    _known: dict[Interval, frozenset[str]] = field(default_factory=dict)

    def names(self, item: Changed) -> frozenset[str]:
        """The parameters of before with another default, for which the function does something else."""
        if not self.may_change:
            return frozenset()
        known = self._known.get(item.token)
        if known is None:
            known = frozenset(
                name
                for name in changed_defaults(self.pair, item)
                if not is_same_without(self.pair, self.renamed, item, name)
            )
            self._known[item.token] = known
        return known

    def told(
        self, item: Changed, taken: Taken, shape: Shape, place: Interval, severity: Severity
    ) -> Iterator[Finding]:
        """What is to be said where a call of this shape leaves a parameter to a default that changes."""
        found = relied_on(item, taken, shape, self.names(item)) if not shape.goes_on else None
        if found is None or place in self.told_elsewhere:
            return
        name, surely = found
        clause = Clause(item.token, "a default of this function changes")
        message = (
            f"this call {'passes' if surely else 'may pass'} nothing for `{name}`, whose default changes"
        )
        yield Finding("HF109", severity if surely else Severity.INFORMATION, place, message, (clause,))

    def told_of_call(
        self,
        item: Changed,
        taken: Taken,
        shape: Shape,
        call: ast.Call,
        place: Interval,
        severity: Severity,
    ) -> Iterator[Finding]:
        """The same for a call that is written down, with what its two stars spread."""
        if not self.names(item):
            return
        written = keys_written(self.pair, place.file, call)
        if written is not None:
            shape = shape._replace(names=shape.names | written.names, more_names=not written.complete)
            yield from self.told(item, taken, shape, place, severity)
