"""Where two traces part.

Steps are paired in order; values are paired by how they come about, with the pairing of steps built so
far. A pairing that is in question is assumed while its parts are compared (loops refer to themselves),
and becomes final when nothing contradicts it. Everything that does not pair is reported, each thing once,
and the comparison goes on behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from holdfast.python.traces.alignment import aligned_steps
from holdfast.python.traces.build import Form, parameters_of, trace_definition
from holdfast.python.traces.definition import Definition
from holdfast.python.traces.evaluated import unpaired_evaluations
from holdfast.python.traces.harmless import without_harmless
from holdfast.python.traces.partings import Comparison, Difference, Parting
from holdfast.python.traces.truth import TRUTH
from holdfast.python.traces.unused import is_idle
from holdfast.python.traces.values import Block, FunctionTrace, Step, Value, Variable


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
    aligned[before] = pairs = aligned_steps(before, after, c)
    for first, second in pairs:
        for one, other in zip(first.blocks, second.blocks, strict=False):
            _align(one, other, c, aligned)


def _compare_blocks(before: Block, after: Block, c: Comparison, aligned: Alignment) -> None:
    for first, second in aligned[before]:
        _compare_steps(first, second, c, aligned, before)
    _compare_evaluated(before, after, c)


#: Steps whose arguments are there before anything inside them happens.
_TOLD_FIRST = frozenset({"if", "case", "assert", "For", "AsyncFor", "With", "AsyncWith"})


def _same_arguments(before: Step, after: Step, c: Comparison) -> bool:
    return len(before.args) == len(after.args) and all(
        pair(first, second, c) for first, second in zip(before.args, after.args, strict=True)
    )


def _compare_steps(before: Step, after: Step, c: Comparison, aligned: Alignment, block: Block) -> None:
    if before.kind in _TOLD_FIRST and not _same_arguments(before, after, c):
        c.unsure.update(before.blocks)
    # Blocks first: the values after a branch or a loop refer to the steps inside.
    if len(before.blocks) != len(after.blocks):
        what = Difference.OTHER_CONDITION
        c.partings.append(Parting(what, before.kind, before.origin, after.origin, block=block))
    for first, second in zip(before.blocks, after.blocks, strict=False):
        if block in c.unsure:
            c.unsure.add(first)
        _compare_blocks(first, second, c, aligned)
    if before.kind in ("store-cell", "store-outer"):
        _pair_variables(before.key, after.key, c)  # type: ignore[arg-type]
    if len(before.args) != len(after.args):
        what, steps = Difference.OTHER_VALUE, (before, after)
        c.partings.append(Parting(what, before.kind, before.origin, after.origin, steps=steps, block=block))
        return
    for expected, found in zip(before.args, after.args, strict=True):
        if not pair(expected, found, c):
            c.partings.append(
                Parting(
                    Difference.OTHER_VALUE,
                    before.kind,
                    before.origin,
                    after.origin,
                    expected,
                    found,
                    steps=(before, after),
                    block=block,
                )
            )


def pair(before: Value, after: Value, c: Comparison) -> bool:
    """Do the two values come about in the same way?"""
    before, after = settled(before), settled(after)
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
    _forget(c, mark)
    return False


def _forget(c: Comparison, mark: int) -> None:
    """What was concluded from an assumption falls with it."""
    c.assumed.difference_update(c.trail[mark:])
    for first, second in c.trail[mark:]:
        if c.made.get(first) == second:
            del c.made[first], c.made[second]
    del c.trail[mark:]


def settled(value: Value) -> Value:
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
    if value.key == TRUTH:
        return value.parts[0].immutable
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
    first = bindings_of(before, [trace for trace, _ in c.traces])
    second = bindings_of(after, [trace for _, trace in c.traces])
    if len(first) == len(second) and all(pair(a, b, c) for a, b in zip(first, second, strict=True)):
        return True
    del c.variables[before]
    return False


def bindings_of(variable: Variable, traces: Sequence[FunctionTrace]) -> Sequence[Value]:
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
    if c.weigh is not None:
        _compare_defaults(first, second, c)
    # What only passes its stars on may take other parameters all the same.
    same = (
        same and first.node not in first.subject.passing_on and second.node not in second.subject.passing_on
    )
    start = _Start(len(c.partings), len(c.trail), dict(c.variables))
    _compare_bodies(first, second, c, by_position=same)
    if len(c.partings) > start.partings:
        _compare_in_other_forms(first, second, c, start, by_position=same)
    return True


class _Start(NamedTuple):
    """What was known before two functions were compared."""

    partings: int
    trail: int
    variables: dict[Variable, Variable]


def _compare_defaults(first: Definition, second: Definition, c: Comparison) -> None:
    """Who does not pass a parameter that both functions have gets what it got."""
    before, after = _defaults(first, c.name), _defaults(second, c.name_after)
    for name in before.keys() & after.keys():
        expected, found = before[name], after[name]
        if not pair(expected, found, c) and {expected.tag, found.tag} <= {"const", "fresh"}:
            c.partings.append(
                Parting(
                    Difference.OTHER_VALUE,
                    "default",
                    expected.origin,
                    found.origin,
                    expected,
                    found,
                    inside=first.node,
                )
            )


def _defaults(definition: Definition, name: Callable[[object], object]) -> dict[object, Value]:
    """The values of a function's defaults, by the names of their parameters."""
    arguments: ast.arguments = definition.node.args  # type: ignore[attr-defined]
    positional = [*arguments.posonlyargs, *arguments.args]
    optional = positional[len(positional) - len(arguments.defaults) :]
    optional += [
        argument
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is not None
    ]
    return {name(argument.arg): value for argument, value in zip(optional, definition.defaults, strict=True)}


def _compare_bodies(
    first: Definition,
    second: Definition,
    c: Comparison,
    form: Form = Form.AS_WRITTEN,
    *,
    by_position: bool,
) -> None:
    one, other = trace_definition(first, form), trace_definition(second, form)
    _pair_parameters(one, other, c, by_position=by_position)
    mark = len(c.partings)
    compare_traces(one, other, c)
    if len(c.partings) > mark:
        own = [item if item.inside else replace(item, inside=first.node) for item in c.partings[mark:]]
        inner = [item for item in own if item.inside is not first.node]
        own = [item for item in own if item.inside is first.node]
        weighs = c.weigh is not None and not _has_same_form(first.node, second.node)
        c.partings[mark:] = [*inner, *(c.weigh(one, other, own, c) if weighs and c.weigh else own)]


def _has_same_form(before: ast.AST, after: ast.AST) -> bool:
    """Are only names and constants different? Then nothing was written in another form."""
    return [type(node) for node in ast.walk(before)] == [type(node) for node in ast.walk(after)]


def _compare_in_other_forms(
    first: Definition,
    second: Definition,
    c: Comparison,
    start: _Start,
    *,
    by_position: bool,
) -> None:
    """What parts as it is written may be the same in another form: then nothing parts.

    Functions inside are looked at again: that they part is no secret of one form.
    """
    told, held = c.partings[start.partings :], c.variables
    for form in (Form.CANONICAL, Form.UNFOLDED):
        _forget(c, start.trail)
        c.variables = dict(start.variables)
        found = _partings_in(form, first, second, c, by_position=by_position)
        if found is not None and not found:
            del c.partings[start.partings :]
            return
        if form is Form.CANONICAL and found and c.weigh is not None and not _tells_better(told, found):
            told, held = found, c.variables
    c.partings[start.partings :], c.variables = told, held


def _partings_in(
    form: Form, first: Definition, second: Definition, c: Comparison, *, by_position: bool
) -> list[Parting] | None:
    """Where the two part in the form; None where one of them has none within reason."""
    from holdfast.python.traces.canonical.tracer import TooManyWaysError

    partings, c.partings = c.partings, []
    depth = len(c.traces)
    try:
        _compare_bodies(first, second, c, form, by_position=by_position)
        return c.partings
    except TooManyWaysError:
        del c.traces[depth:]
        return None
    finally:
        c.partings = partings


def _tells_better(as_written: Sequence[Parting], canonical: Sequence[Parting]) -> bool:
    """The form in which more steps correspond tells better; else the one that is closer to the text."""
    definite = [any(item.is_definite for item in partings) for partings in (as_written, canonical)]
    unpaired = [sum(item.is_unpaired for item in partings) for partings in (as_written, canonical)]
    return definite[0] and (definite[1] or unpaired[0] < unpaired[1])


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
    same = lambda one, other: pair(one, other, c)  # noqa: E731
    lost, new = without_harmless(unpaired_evaluations(before, after, same), before, after, c.traces[-1], same)
    for guards, value, origin in lost:
        # The moment of something that is computed in both, but behind other calls.
        is_moment = value.tag == "moment"
        if is_idle(value, c.traces[-1][0], before, guards=guards):
            continue
        if not is_moment or value.parts[0] not in {other.value for other in lost}:
            what = Difference.MOVED_STEP if is_moment else Difference.OTHER_CONDITION
            c.partings.append(Parting(what, _describe(value), origin, None, value, None))
    for _, value, origin in new:
        if value.tag == "moment" or is_idle(value, c.traces[-1][1], after, is_new=True):
            continue  # told by what it is the moment of, or by its other side
        c.partings.append(Parting(Difference.OTHER_CONDITION, _describe(value), None, origin, None, value))


def _describe(value: Value) -> str:
    return f"{value.tag} {value.key}" if isinstance(value.key, str) else value.tag
