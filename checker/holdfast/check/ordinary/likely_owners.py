"""Is an object, of which reading alone tells nothing, one of the class that has lost a name?

Callers and containers may show its class. Where they do not, nothing else may define the name any more, and the
object must be called like the class, or be asked for other members of it and for nothing else.
"""

from __future__ import annotations

import ast

from holdfast.check.classes.families import class_after
from holdfast.check.members.evidence import defined_in, is_everyday
from holdfast.check.objects.kinds import kinds_at
from holdfast.check.objects.titles import speaks_of
from holdfast.check.objects.uses import names_asked
from holdfast.check.ordinary.lost_names import Lost
from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info, order_of
from holdfast.python.project.lookup import find_member
from holdfast.python.project.values import ClassKey


def is_likely_owner(
    pair: Pair, item: Lost, file: str, receiver: ast.expr, asked: frozenset[str] = frozenset()
) -> bool:
    """`asked`: further names that the object is asked for."""
    facts = pair.before.facts(file)
    if facts is None or item.owner is None:
        return False
    kinds = kinds_at(pair.before, file, receiver)
    if any(_has_lost(pair, item, key) for key in kinds.owners):
        return True
    if kinds.owners or kinds.outside or defined_in(pair.after, item.name) or is_everyday(item.name):
        return False
    if speaks_of(facts, receiver, class_info(pair.before, item.owner).name):
        return True
    names = (names_asked(pair.before, file, receiver) | asked) - {item.name}
    return any(not is_everyday(name) for name in names) and all(
        find_member(pair.before, item.owner, name) is not None for name in names
    )


def _has_lost(pair: Pair, item: Lost, key: ClassKey) -> bool:
    if item.owner not in order_of(pair.before, key).classes:
        return False
    after = class_after(pair, key)
    return after is not None and find_member(pair.after, after, item.name) is None
