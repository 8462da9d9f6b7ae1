"""Where two traces part.

Steps are paired in order; values are paired by how they come about, with the pairing of steps built so
far. A pairing that is in question is assumed while its parts are compared (loops refer to themselves),
and becomes final when nothing contradicts it. Everything that does not pair is reported, each thing once,
and the comparison goes on behind it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from holdfast.python.traces.build import parameters_of, trace_definition
from holdfast.python.traces.evaluated import unpaired_evaluations
from holdfast.python.traces.tracer import Definition
from holdfast.python.traces.unused import is_idle
from holdfast.python.traces.values import Block, FunctionTrace, Origin, Step, Value, Variable


class Difference(Enum):
    """How two traces part."""

    LOST_STEP = "no longer happens"
    NEW_STEP = "newly happens"
    MOVED_STEP = "happens in another order"
    OTHER_VALUE = "another value arrives"
    OTHER_CONDITION = "is evaluated under another condition"
    OTHER_EXIT = "control leaves in another way"
    OTHER_SIGNATURE = "is declared differently"
    OTHER_BINDING = "a captured variable holds other values"
    UNSEEN = "cannot be followed"


@dataclass(frozen=True, slots=True)
class Parting:
    """One place where the traces part, in either text where it is known."""

    what: Difference
    detail: str
    before: Origin | None
    after: Origin | None
    #: The values that should have been equal.
    expected: Value | None = None
    found: Value | None = None
    #: A call that only one of the traces has.
    is_call: bool = False


#: The spelling of a private name: its class and what is written in the class.
_MANGLED = re.compile(r"_([^_]\w*?)(__\w+)")


@dataclass(slots=True)
class Comparison:
    """The pairing under construction."""

    #: What a global, attribute or parameter name of before is called after, where it changed.
    renamed: Mapping[str, str] = field(default_factory=dict)
    #: Old names that something still has after: there, old and new name are not told apart here.
    kept: Collection[str] = ()
    #: Definitions whose code is the same text in both worlds need no look inside.
    same_text: Callable[[Definition, Definition], bool] = lambda before, after: False
    #: Parameters may be added, removed, reordered and renamed; those that stay are known by name.
    signatures_may_change: bool = False
    #: Where code parts in canonical form, too, tell that, which has less of what only looks different.
    reports_canonical: bool = False
    steps: dict[Step, Step] = field(default_factory=dict)
    assumed: set[tuple[int, int]] = field(default_factory=set)
    trail: list[tuple[int, int]] = field(default_factory=list)
    #: New objects of before to those of after, and back, by identity: each is one object in the other world.
    made: dict[int, int] = field(default_factory=dict)
    variables: dict[Variable, Variable] = field(default_factory=dict)
    traces: list[tuple[FunctionTrace, FunctionTrace]] = field(default_factory=list)
    partings: list[Parting] = field(default_factory=list)
    #: Keeps every value alive that `assumed` refers to by identity.
    held: list[Value] = field(default_factory=list)

    def name(self, before: object) -> object:
        if not isinstance(before, str):
            return before
        if before in self.renamed:
            return self.renamed[before]
        mangled = _MANGLED.fullmatch(before) if self.renamed else None
        if mangled is not None:
            owner, private = (self.renamed.get(part, part) for part in mangled.groups())
            return f"_{owner.lstrip('_')}{private}"
        return before

    def name_after(self, after: object) -> object:
        """A name of after as it is compared with names of before.

        Names are exchanged for certain declarations, and a trace does not know which one a name leads to: a
        parameter may be called like a field that was renamed. Whether each such name follows its own
        declaration is a question about tokens, answered where bindings and members are compared.
        """
        return self.renamed[after] if isinstance(after, str) and after in self.kept else after


_EXITS = frozenset(
    {"return", "raise", "break", "continue", "return-from-within", "assertion fails", "yield", "yield from"}
)


def compare_traces(before: FunctionTrace, after: FunctionTrace, comparison: Comparison) -> None:
    comparison.traces.append((before, after))
    for what, origin in before.unseen:
        comparison.partings.append(Parting(Difference.UNSEEN, what, origin, None))
    aligned: Alignment = {}
    _align(before.block, after.block, comparison, aligned)
    _compare_blocks(before.block, after.block, comparison, aligned)
    comparison.traces.pop()


#: For each block of before the pairs of steps that were aligned.
Alignment = dict[Block, list[tuple[Step, Step]]]


def _align(before: Block, after: Block, c: Comparison, aligned: Alignment) -> None:
    """Pair all steps before any values: a loop's values refer to steps that come later in its round."""
    aligned[before] = pairs = _aligned(before.steps, after.steps, c)
    for first, second in pairs:
        for one, other in zip(first.blocks, second.blocks, strict=False):
            _align(one, other, c, aligned)


def _compare_blocks(before: Block, after: Block, c: Comparison, aligned: Alignment) -> None:
    for first, second in aligned[before]:
        _compare_steps(first, second, c, aligned)
    _compare_evaluated(before, after, c)


def _signature(step: Step, c: Comparison, *, is_before: bool) -> object:
    key = step.key
    name = c.name if is_before else c.name_after
    key = tuple(name(part) for part in key) if isinstance(key, tuple) else name(key)
    if step.kind in ("store-cell", "store-outer"):
        key = None
    return (step.kind, key)


def _aligned(before: Sequence[Step], after: Sequence[Step], c: Comparison) -> list[tuple[Step, Step]]:
    """Pair steps of equal signature in order; report those that have no partner or changed places."""
    first = [_signature(step, c, is_before=True) for step in before]
    second = [_signature(step, c, is_before=False) for step in after]
    if first == second:
        pairs = list(zip(before, after, strict=True))
        c.steps.update(pairs)
        return pairs
    matches = _common_subsequence(first, second)
    c.steps.update({before[i]: after[j] for i, j in matches})
    lost = [i for i in range(len(before)) if i not in {i for i, _ in matches}]
    new = [j for j in range(len(after)) if j not in {j for _, j in matches}]
    pairs = [(before[i], after[j]) for i, j in matches]
    for i in lost:
        partner = next((j for j in new if second[j] == first[i]), None)
        if partner is not None:
            new.remove(partner)
            c.steps[before[i]] = after[partner]
            c.partings.append(
                Parting(Difference.MOVED_STEP, before[i].kind, before[i].origin, after[partner].origin)
            )
        else:
            what = Difference.OTHER_EXIT if before[i].kind in _EXITS else Difference.LOST_STEP
            c.partings.append(
                Parting(
                    what, before[i].kind, before[i].origin, None, is_call=before[i].kind.startswith("call")
                )
            )
    for j in new:
        what = Difference.OTHER_EXIT if after[j].kind in _EXITS else Difference.NEW_STEP
        c.partings.append(
            Parting(what, after[j].kind, None, after[j].origin, is_call=after[j].kind.startswith("call"))
        )
    return pairs


def _common_subsequence(first: Sequence[object], second: Sequence[object]) -> list[tuple[int, int]]:
    """A longest common subsequence; the ends that agree are taken off first."""
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    tail = 0
    while tail < min(len(first), len(second)) - start and first[-1 - tail] == second[-1 - tail]:
        tail += 1
    a, b = first[start : len(first) - tail], second[start : len(second) - tail]
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            table[i][j] = table[i + 1][j + 1] + 1 if a[i] == b[j] else max(table[i + 1][j], table[i][j + 1])
    pairs = [(k, k) for k in range(start)]
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            pairs.append((start + i, start + j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    pairs.extend((len(first) - tail + k, len(second) - tail + k) for k in range(tail))
    return pairs


def _compare_steps(before: Step, after: Step, c: Comparison, aligned: Alignment) -> None:
    # Blocks first: the values after a branch or a loop refer to the steps inside.
    if len(before.blocks) != len(after.blocks):
        c.partings.append(Parting(Difference.OTHER_CONDITION, before.kind, before.origin, after.origin))
    for first, second in zip(before.blocks, after.blocks, strict=False):
        _compare_blocks(first, second, c, aligned)
    if before.kind in ("store-cell", "store-outer"):
        _pair_variables(before.key, after.key, c)  # type: ignore[arg-type]
    if len(before.args) != len(after.args):
        c.partings.append(Parting(Difference.OTHER_VALUE, before.kind, before.origin, after.origin))
        return
    for expected, found in zip(before.args, after.args, strict=True):
        if not pair(expected, found, c):
            c.partings.append(
                Parting(Difference.OTHER_VALUE, before.kind, before.origin, after.origin, expected, found)
            )


def pair(before: Value, after: Value, c: Comparison) -> bool:
    """Do the two values come about in the same way?"""
    before, after = _settled(before), _settled(after)
    identity = (id(before), id(after))
    if identity in c.assumed:
        return True
    if before.tag != after.tag or before.tag == "parameter":
        return False
    if before.tag == "fresh" and (id(before) in c.made or id(after) in c.made):
        return False  # the other one stands for another object already
    mark = len(c.trail)
    c.assumed.add(identity)
    c.trail.append(identity)
    c.held += (before, after)
    if before.tag == "fresh":
        c.made |= {id(before): id(after), id(after): id(before)}
    if _pair_parts(before, after, c):
        return True
    # What was concluded from this assumption falls with it.
    c.assumed.difference_update(c.trail[mark:])
    for first, second in c.trail[mark:]:
        if c.made.get(first) == second:
            del c.made[first], c.made[second]
    del c.trail[mark:]
    return False


def _settled(value: Value) -> Value:
    """What a loop carries is what came in, if no round changes it or there is no second round."""
    while value.tag == "carried" and value.since is not None and value.since.update.get(value) is value:
        value = value.since.initial[value]
    return value


def _pair_parts(before: Value, after: Value, c: Comparison) -> bool:
    if before.tag == "function":
        return _pair_definitions(before, after, c)
    if before.tag in ("outer", "cell"):
        if not _pair_variables(before.key, after.key, c):  # type: ignore[arg-type]
            return False
    elif before.tag == "carried":
        return _pair_carried(before, after, c)
    elif before.tag in ("unbound", "nobody"):
        return before.tag == "unbound" or c.name(before.key) == c.name_after(after.key)
    elif before.tag == "fresh":
        # Which of several objects of its kind it is, is told by who uses it.
        if not _pair_keys(before.key[0], after.key[0], c):  # type: ignore[index]
            return False
    elif not _pair_keys(before.key, after.key, c):
        return False
    if len(before.parts) != len(after.parts):
        return False
    if not _pair_since(before.since, after.since, c) and not (_is_timeless(before) or _is_timeless(after)):
        return False
    return all(pair(first, second, c) for first, second in zip(before.parts, after.parts, strict=True))


def _pair_keys(before: object, after: object, c: Comparison) -> bool:
    if before == after and not c.renamed:
        return True
    if isinstance(before, tuple) and isinstance(after, tuple):
        return len(before) == len(after) and all(
            _pair_keys(a, b, c) for a, b in zip(before, after, strict=True)
        )
    return c.name(before) == c.name_after(after)


def _pair_since(before: Step | None, after: Step | None, c: Comparison) -> bool:
    if before is None or after is None:
        return before is after
    known = c.steps.get(before)
    return known is after


def _is_timeless(value: Value) -> bool:
    """Is the value known to be the same whenever it is looked at? One world may tell, by an annotation."""
    if value.tag == "item":
        return value.parts[0].tag == "parameter" and value.parts[0].immutable
    # Texts with values in them are immutable themselves, but not what they were made of.
    return value.tag == "op" and isinstance(value.key, str) and value.immutable and value.since is None


def _pair_carried(before: Value, after: Value, c: Comparison) -> bool:
    """Two variables of two loops: equal if they start equal and every round leaves them equal."""
    if before.since is None or after.since is None or c.steps.get(before.since) is not after.since:
        return False
    if not pair(before.since.initial[before], after.since.initial[after], c):
        return False
    first, second = before.since.update.get(before), after.since.update.get(after)
    # While its body is compared, a loop has not finished: what the round leaves is compared by then.
    return first is None or second is None or pair(first, second, c)


def _pair_variables(before: Variable, after: Variable, c: Comparison) -> bool:
    """Variables that inner functions see: equal if they are ever bound to equal values."""
    known = c.variables.get(before)
    if known is not None:
        return known == after
    if after in c.variables.values():
        return False
    c.variables[before] = after
    first = _bindings(before, [trace for trace, _ in c.traces])
    second = _bindings(after, [trace for _, trace in c.traces])
    if len(first) == len(second) and all(pair(a, b, c) for a, b in zip(first, second, strict=True)):
        return True
    del c.variables[before]
    return False


def _bindings(variable: Variable, traces: Sequence[FunctionTrace]) -> Sequence[Value]:
    for trace in reversed(traces):
        if variable in trace.bindings:
            return trace.bindings[variable]
    return ()


def _pair_definitions(before: Value, after: Value, c: Comparison) -> bool:
    first, second = before.key, after.key
    assert isinstance(first, Definition)
    assert isinstance(second, Definition)
    if type(first.node) is not type(second.node):
        return False
    if not c.signatures_may_change and (
        len(before.parts) != len(after.parts)
        or not all(pair(a, b, c) for a, b in zip(before.parts, after.parts, strict=True))
    ):
        return False
    if c.same_text(first, second):
        return True
    same = _same_signature(first.node, second.node, c)
    if not same and not c.signatures_may_change:
        c.partings.append(Parting(Difference.OTHER_SIGNATURE, "function", before.origin, after.origin))
        return True
    mark, variables = len(c.partings), dict(c.variables)
    _compare_bodies(first, second, c, by_position=same)
    if len(c.partings) > mark:
        _compare_in_canonical_form(first, second, c, mark, variables, by_position=same)
    return True


def _compare_bodies(
    first: Definition, second: Definition, c: Comparison, *, by_position: bool, canonical: bool = False
) -> None:
    one = trace_definition(first, canonical=canonical)
    other = trace_definition(second, canonical=canonical)
    _pair_parameters(one, other, c, by_position=by_position)
    compare_traces(one, other, c)


def _compare_in_canonical_form(
    first: Definition,
    second: Definition,
    c: Comparison,
    mark: int,
    variables: dict[Variable, Variable],
    *,
    by_position: bool,
) -> None:
    """What parts as it is written may be the same in another form: then nothing parts."""
    from holdfast.python.traces.canonical.tracer import TooManyWaysError

    as_written, c.partings[mark:] = c.partings[mark:], []
    held, c.variables = c.variables, dict(variables)
    depth = len(c.traces)
    try:
        _compare_bodies(first, second, c, by_position=by_position, canonical=True)
    except TooManyWaysError:
        del c.traces[depth:]
        c.partings[mark:] = as_written
    if len(c.partings) > mark and not (c.reports_canonical and len(c.partings) - mark <= len(as_written)):
        c.partings[mark:], c.variables = as_written, held


def _pair_parameters(
    before: FunctionTrace, after: FunctionTrace, c: Comparison, *, by_position: bool
) -> None:
    """By position where the signatures agree; else by name, and the rest in order if as many are left."""
    first = {str(c.name(name)): value for _, name, value in before.parameters}
    second = {str(c.name_after(name)): value for _, name, value in after.parameters}
    if by_position:
        pairs = list(zip(first.values(), second.values(), strict=True))
    else:
        pairs = [(first[name], second[name]) for name in first if name in second]
        left = [value for name, value in first.items() if name not in second]
        new = [value for name, value in second.items() if name not in first]
        if len(left) == len(new):
            pairs += zip(left, new, strict=True)
    for value, partner in pairs:
        c.assumed.add((id(value), id(partner)))
        c.held += (value, partner)


def _same_signature(before: ast.AST, after: ast.AST, c: Comparison) -> bool:
    by_name = not isinstance(before, ast.Lambda)  # the names of a lambda's parameters are its own business
    first = [(kind, c.name(argument.arg) if by_name else "") for kind, argument in parameters_of(before)]
    second = [
        (kind, c.name_after(argument.arg) if by_name else "") for kind, argument in parameters_of(after)
    ]
    return first == second and _defaults_shape(before) == _defaults_shape(after)


def _defaults_shape(node: ast.AST) -> tuple[int, tuple[bool, ...]]:
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]
    return len(arguments.defaults), tuple(default is not None for default in arguments.kw_defaults)


def _compare_evaluated(before: Block, after: Block, c: Comparison) -> None:
    """What is computed in this block and may raise must be computed here in both."""
    lost, new = unpaired_evaluations(before, after, lambda one, other: pair(one, other, c))
    for value, origin in lost:
        # The moment of something that is computed in both, but behind other calls.
        is_moment = value.tag == "moment"
        if is_idle(value, c.traces[-1][0], before):
            continue
        if not is_moment or value.parts[0] not in {other for other, _ in lost}:
            what = Difference.MOVED_STEP if is_moment else Difference.OTHER_CONDITION
            c.partings.append(Parting(what, _describe(value), origin, None, value, None))
    for value, origin in new:
        if value.tag == "moment" or is_idle(value, c.traces[-1][1], after, is_new=True):
            continue  # told by what it is the moment of, or by its other side
        c.partings.append(Parting(Difference.OTHER_CONDITION, _describe(value), None, origin, None, value))


def _describe(value: Value) -> str:
    return f"{value.tag} {value.key}" if isinstance(value.key, str) else value.tag
