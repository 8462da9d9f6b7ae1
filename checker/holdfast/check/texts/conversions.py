"""Is it an object with the renamed field that is turned into data here, and what becomes of the names?"""

from __future__ import annotations

import ast
from enum import Enum

from holdfast.check.affected import Affected
from holdfast.check.objects.candidates import Owner
from holdfast.check.objects.fates import Fate, fate_of
from holdfast.check.objects.owners import Asked, Owners, owners_of
from holdfast.check.objects.sources import ANY, Way
from holdfast.check.pair import Pair
from holdfast.check.texts.attributes_as_data import Conversion
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Severity
from holdfast.python.project.call_nodes import expanding_calls
from holdfast.python.project.classes import outside_ancestors
from holdfast.python.project.keywords import resolve_argument
from holdfast.python.project.members import Named
from holdfast.python.project.modules import External
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_TUPLES = frozenset({External("typing.NamedTuple"), External("typing_extensions.NamedTuple")})
_OF_TUPLES = frozenset({"_asdict", "_fields"})
_OF_FIELD_CLASSES = frozenset({"asdict", "fields", "__dataclass_fields__", "model_dump", "to_builtins"})


class Standing(Enum):
    SURE = "an object with the renamed field"
    POSSIBLE = "perhaps such an object"


def standing_of(pair: Pair, affected: Affected, each: Conversion, name: str) -> Standing | None:
    """Is an object with the field of that name, which was renamed, turned into data?"""
    ways: tuple[Way, ...] = ((), (ANY,), (ANY, ANY)) if each.is_given else ((),)
    for way in ways:
        owners = _restricted(
            pair, owners_of(pair, affected, Asked(each.file, each.receiver, name, way=way)), each.how
        )
        if owners.are_seen:
            return Standing.SURE if owners.renamed else None
    if each.is_given:
        return None
    if owners.is_renamed:
        return Standing.SURE
    return Standing.POSSIBLE if owners.renamed else None


def _restricted(pair: Pair, owners: Owners, how: str) -> Owners:
    """The classes whose objects can be turned into data in this way."""
    return Owners(
        frozenset(each for each in owners.renamed if _can_be(pair.before, each, how)),
        frozenset(each for each in owners.others if _can_be(pair.before, each, how)),
        owners.are_seen,
    )


def _can_be(program: Program, each: Owner, how: str) -> bool:
    if not isinstance(each, ClassKey):
        return how in _OF_TUPLES
    is_tuple = not _TUPLES.isdisjoint(outside_ancestors(program, each))
    if how in _OF_TUPLES:
        return is_tuple
    return makes_fields(program, each) and not is_tuple if how in _OF_FIELD_CLASSES else not is_tuple


def fate_of_names(
    pair: Pair, affected: Affected, each: Conversion, name: str, standing: Standing
) -> Severity | None:
    """How much it matters that the key is another: a warning where the whole comes out of the program."""
    facts = pair.before.facts(each.file)
    assert facts is not None
    fate = fate_of(pair.before, each.file, facts, each.node)
    if fate is Fate.KEPT:
        return None
    comes_out = fate is Fate.OUT and standing is Standing.SURE
    return Severity.WARNING if comes_out and not _comes_back(pair, affected, name) else Severity.INFORMATION


def _comes_back(pair: Pair, affected: Affected, name: str) -> bool:
    """`Order(**json.loads(text))`: what comes out may be read again by its new names, and by nobody else."""
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is None or "**" not in facts.text:
            continue
        for call, _ in expanding_calls(facts.tree.module):
            named = resolve_argument(pair.before, file, call, name)
            if isinstance(named, Named) and any(
                item.interval in affected.tokens for item in named.declarations
            ):
                return True
    return False


def loses_keyword(pair: Pair, affected: Affected, each: Conversion, name: str) -> Interval | None:
    """`describe(**asdict(order))`, where a parameter of `describe` has the old name."""
    facts = pair.before.facts(each.file)
    assert facts is not None
    parents = parents_of(facts)
    around = parents.get(each.node)
    call = parents.get(around) if isinstance(around, ast.keyword) and around.arg is None else None
    if not isinstance(call, ast.Call):
        return None
    named = resolve_argument(pair.before, each.file, call, name)
    if not isinstance(named, Named) or any(item.interval in affected.tokens for item in named.declarations):
        return None
    return Interval(each.file, facts.tree.start(call), facts.tree.end(call))
