"""Checking refactorings of the calculator language with the language-independent core.

A composite is checked step by step (5.7 of the paper), and an edit that somebody else made end to end: the
new variable or function is plumbing, and the selected expression moved to where its value is made.
"""

from __future__ import annotations

from collections.abc import Iterable

from calculator.extract import (
    EXACT,
    Step,
    extract_function,
    extract_local_variable,
    function_plumbing,
    select,
)
from calculator.model import FILE, model_of, place
from calculator.parse import CompileError, parse
from calculator.scopes import local_declaration, mentions, parts
from calculator.syntax import Assign, Expression, Function, Parenthesised, Program, Return, Statement, span
from check_case import Answer, Found, Question
from holdfast.casefile.values import Case
from holdfast.preserve.analysis import Change, Violation, violations
from holdfast.preserve.plumbing import NO_PLUMBING, Plumbing
from holdfast.text.correspondence import collapsed
from holdfast.text.difference import difference
from holdfast.text.edits import EditSet
from holdfast.text.interval import STAR, Interval
from holdfast.text.refine import Refined, refined
from holdfast.text.world import World


def check_step(step: Step) -> tuple[Violation, ...]:
    """What a step breaks. Raises `CompileError` when the program is not legal after it."""
    edit_set = EditSet.of({FILE: step.edits})
    before = World.of({FILE: step.before})
    correspondence = (
        refined(before, before.apply(edit_set), edit_set, step.moves) if step.moves else collapsed(edit_set)
    )
    return violations(
        model_of(step.before),
        model_of(step.after, inlined=step.inlined_after),
        correspondence,
        step.rule,
        plumbing_before=step.plumbing_before,
        plumbing_after=step.plumbing_after,
    )


def first_refused(steps: Iterable[Step]) -> tuple[str, str] | None:
    """The name of the first step that is refused and why, None when the whole composite is accepted."""
    for step in steps:
        try:
            found = check_step(step)
        except CompileError as problem:
            return step.name, str(problem)
        if found:
            return step.name, "; ".join(map(str, found))
    return None


def perform(case: Case, before: World) -> EditSet:
    """The engine: performs the composite and checks nothing."""
    text, target = before.text(FILE) or "", case.target
    assert target is not None
    assert case.request.new_name is not None
    kinds = {"extract-variable": extract_local_variable, "extract-function": extract_function}
    steps = list(kinds[case.request.kind](text, target.start, target.end, case.request.new_name))
    return EditSet.of({FILE: difference(text, steps[-1].after)})


def check(question: Question) -> Answer:
    """The checker of cases: end to end, for whoever made the edit."""
    old, new = question.before.text(FILE) or "", question.after.text(FILE) or ""
    if old == new:
        return Answer("safe")
    name, target = question.case.request.new_name, question.case.target
    assert name is not None
    assert target is not None
    try:
        program = parse(new)
        model_of(new)
    except CompileError:
        return Answer("unsafe", (Found("illegal", target),))
    select(old, target.start, target.end)
    is_function = question.case.request.kind == "extract-function"
    value = _value_of_function(program, name) if is_function else _value_of_variable(program, name)
    moves = [] if value is None else [(target, Interval(FILE, *span(value)))]
    correspondence = refined(question.before, question.after, question.edits, moves)
    plumbing = NO_PLUMBING
    if value is not None:
        plumbing = function_plumbing(new, name) if is_function else _variable_plumbing(program, name)
    found = violations(
        model_of(old),
        model_of(new, inlined=name if is_function and value is not None else None),
        correspondence,
        EXACT,
        plumbing_after=plumbing,
    )
    findings = tuple(_findings(found, correspondence))
    rendered = "".join(f"{each.slug} {each.place}\n" for each in findings)
    return Answer("unsafe" if found else "safe", findings, rendered={"text": rendered})


def _findings(found: tuple[Violation, ...], correspondence: Refined) -> Iterable[Found]:
    """What vanished, at its head and mentioning its tail; what appeared only when nothing vanished.

    Mostly the edge that appears is the other side of one that vanished.
    """
    vanished = [edge for each in found if each.change is Change.VANISHED for edge in each.edges]
    for edge in sorted(vanished):
        yield Found(f"{edge.kind}-lost", edge.head, (edge.tail,))
    if not vanished:
        appeared = [edge for each in found for edge in each.edges]
        for head, kind, tail in sorted(appeared):
            places = [correspondence.origin(place) or STAR for place in (head, tail)]
            yield Found(f"{kind}-gained", places[0], (places[1],))


def _value_of_variable(program: Program, name: str) -> Expression | None:
    """The value of the only assignment to a local variable of this name."""
    found = [
        node.value
        for function in program.functions
        if local_declaration(function, name)
        for node in _nodes(function.body)
        if isinstance(node, Assign) and node.target.text == name
    ]
    return found[0] if len(found) == 1 else None


def _value_of_function(program: Program, name: str) -> Expression | None:
    for function in program.functions:
        if function.name.text == name:
            match function.body.body:
                case (Return(_, Parenthesised(_, value, _)),):
                    return value
    return None


def _nodes(node: Statement | Expression) -> Iterable[Statement | Expression]:
    yield node
    for part in parts(node):
        yield from _nodes(part)


def _variable_plumbing(program: Program, name: str) -> Plumbing:
    owners: list[Function] = [each for each in program.functions if local_declaration(each, name)]
    return Plumbing(
        frozenset(
            place(mention.token)
            for mention in mentions(program)
            if mention.function in owners and mention.token.text == name
        )
    )
