"""Keywords of calls that reading alone does not resolve: of methods of unknown objects, and of `replace(thing, …)`.

`tagger.tag(text=line)` may run the method of any class that fits. Where the parameter was renamed in all of them, the
keyword matches nothing; where it was renamed in some members of one family of overrides alone, it matches nothing for
those.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.objects.takers import Takers, takers_of
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity


def check_unresolved_keywords(pair: Pair, affected: Affected, tokens: list[MemberToken]) -> Iterator[Finding]:
    for token in tokens:
        facts = pair.before.facts(token.interval.file)
        uses = facts.names.keywords if facts is not None else ()
        call = next((use.node for use in uses if use.start == token.interval.start), None)
        if isinstance(call, ast.Call):
            takers = takers_of(pair.before, affected, token.interval.file, call, token.name)
            yield from _weighed(token, takers)


def _weighed(token: MemberToken, takers: Takers) -> Iterator[Finding]:
    right, wrong = takers if token.changed else (takers.others, takers.renamed)
    if not wrong:
        return
    clauses = tuple(Clause(each.parameter.interval, "it seems to name this") for each in wrong[:3])
    if not right or takers.are_one_family:
        names = ", ".join(sorted({f"`{each.title}`" for each in wrong}))
        message = f"this keyword argument `{token.name_after}` would not match a parameter of {names}"
        yield Finding("HF106", Severity.WARNING, token.interval, message, clauses)
    else:
        message = f"it is not known whether this keyword `{token.name}` names what was renamed"
        yield Finding("HF502", Severity.INFORMATION, token.interval, message, clauses)
