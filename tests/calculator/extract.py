"""Extract Local Variable and Extract Function for the calculator language, as composites (Table 2).

Each is a sequence of small steps with rules of their own: Add Local Variable, Introduce Block, Insert
Assignment, Move Expression; Add Empty Function, Populate Function, Replace Expression. A step knows the
text before it, its edits, its rule, and what of the text is affected or transparent. The steps do not check
anything themselves; `calculator.check` does, with the language-independent core.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from calculator.model import FILE, place
from calculator.parse import KEYWORDS, parse
from calculator.scopes import local_declaration, parts
from calculator.syntax import Block, Call, Expression, Function, Name, Program, Return, Statement, span
from holdfast.errors import InputError
from holdfast.model.edge import Edge
from holdfast.preserve.plumbing import NO_PLUMBING, Plumbing
from holdfast.preserve.rules import Rule
from holdfast.text.edits import EditSet, Replacement, replaced
from holdfast.text.interval import Interval
from holdfast.text.offsets import Offsets

EXACT = Rule.parse("N C D")
ADD_FUNCTION = Rule.parse("N C⊇∘ D")
POPULATE = Rule.parse("N⊇→∘ C⊇∘ D⊇←∘")
REPLACE_EXPRESSION = Rule.parse("N~∘ C~∘ D~∘")


@dataclass(frozen=True, slots=True)
class Step:
    """One small refactoring. `moves` are places of before and after that hold the same code."""

    name: str
    before: str
    edits: tuple[Replacement, ...]
    rule: Rule
    plumbing_before: Plumbing = NO_PLUMBING
    plumbing_after: Plumbing = NO_PLUMBING
    moves: tuple[tuple[Interval, Interval], ...] = ()
    inlined_after: str | None = None

    @property
    def after(self) -> str:
        return replaced(self.before, EditSet.of({FILE: self.edits}).replacements.get(FILE, ()))


@dataclass(frozen=True, slots=True)
class Selection:
    """An expression that a person selected, with what is around it."""

    program: Program
    function: Function | None
    expression: Expression
    #: The statements around it, the innermost last.
    statements: tuple[Statement, ...]


def select(text: str, start: int, end: int) -> Selection:
    program = parse(text)
    for function, statement in _roots(program):
        for found, around in _expressions(statement, ()):
            if span(found) == (start, end):
                return Selection(program, function, found, around)
    raise InputError(
        f"{FILE}: [{start}, {end}) is not an expression; select a whole one",
        code="HF605",
        file=FILE,
        offset=start,
    )


def extract_local_variable(text: str, start: int, end: int, name: str) -> Iterator[Step]:
    """The four steps. Each is computed from the text that the one before it leaves."""
    _check_name(name, start)
    selection = select(text, start, end)
    if selection.function is None:
        raise InputError(
            f"{FILE}: there are no local variables outside a function", code="HF605", file=FILE, offset=start
        )
    step = _add_local_variable(text, selection.function, name)
    yield step
    text, start, end = _moved(step, start, end)
    statement = select(text, start, end).statements
    if len(statement) > 1 and not isinstance(statement[-2], Block):
        step = _introduce_block(text, statement[-1])
        yield step
        text, start, end = _moved(step, start, end)
    step = _insert_assignment(text, select(text, start, end).statements[-1], name)
    yield step
    text, start, end = _moved(step, start, end)
    yield _move_expression(text, select(text, start, end).statements[-1], start, end, name)


def extract_function(text: str, start: int, end: int, name: str) -> Iterator[Step]:
    _check_name(name, start)
    selection = select(text, start, end)
    code = text[start:end]
    parameters = _locals_read(selection)
    at = selection.function.keyword.start if selection.function else 0
    header = f"define {name}({', '.join(parameters)}) "
    step = Step("Add Empty Function", text, (Replacement(at, at, header + "{\n}\n"),), ADD_FUNCTION)
    yield step
    text, start, end = _moved(step, start, end)
    body = at + len(header)
    step = Step(
        "Populate Function", text, (Replacement(body, body + 3, f"{{\n  return ({code})\n}}"),), POPULATE
    )
    yield step
    text, start, end = _moved(step, start, end)
    yield _replace_expression(text, start, end, name, parameters)


def _add_local_variable(text: str, function: Function, name: str) -> Step:
    if function.autos:
        at, new = function.autos[-1].end, f", {name}"
    else:
        at, new = function.body.opening.end, f"\n  auto {name}"
        if not text[at:].lstrip(" \t").startswith("\n"):
            new += ";"
    return Step("Add Local Variable", text, (Replacement(at, at, new),), EXACT)


def _introduce_block(text: str, statement: Statement) -> Step:
    start, end = span(statement)
    return Step(
        "Introduce Block", text, (Replacement(start, start, "{ "), Replacement(end, end, " }")), EXACT
    )


def _insert_assignment(text: str, statement: Statement, name: str) -> Step:
    start, _ = span(statement)
    line_start = text.rfind("\n", 0, start) + 1
    indentation = text[line_start:start]
    separator = "\n" + indentation if not indentation.strip() else "; "
    target = Interval(FILE, start, start + len(name))
    return Step(
        "Insert Assignment",
        text,
        (Replacement(start, start, f"{name} = 0{separator}"),),
        EXACT,
        plumbing_after=Plumbing(frozenset({target})),
    )


def _move_expression(text: str, statement: Statement, start: int, end: int, name: str) -> Step:
    """`name = 0` stands right before the statement: 0 gives way to the expression, it to the name."""
    zero = text.rfind(f"{name} = 0", 0, span(statement)[0]) + len(f"{name} = ")
    edits = (Replacement(zero, zero + 1, text[start:end]), Replacement(start, end, name))
    derivative = Offsets(edits).affected_derivative()
    target = Interval(FILE, zero - len(name) - 3, zero - 3)
    use = Interval(FILE, *derivative[1])
    return Step(
        "Move Expression",
        text,
        edits,
        EXACT,
        plumbing_before=Plumbing(frozenset({target})),
        plumbing_after=Plumbing(frozenset({target, use})),
        moves=((Interval(FILE, start, end), Interval(FILE, *derivative[0])),),
    )


def _replace_expression(text: str, start: int, end: int, name: str, parameters: list[str]) -> Step:
    """The new function and the expression are the affected text; the function is seen into."""
    function = next(each for each in parse(text).functions if each.name.text == name)
    whole = function.keyword.start, function.body.closing.end
    edits = (
        Replacement(*whole, text[slice(*whole)]),
        Replacement(start, end, f"{name}({', '.join(parameters)})"),
    )
    after = replaced(text, edits)
    return Step(
        "Replace Expression",
        text,
        edits,
        REPLACE_EXPRESSION,
        plumbing_after=function_plumbing(after, name),
        inlined_after=name,
    )


def function_plumbing(text: str, name: str) -> Plumbing:
    """What a function that returns an expression adds: its call, arguments, parameters and `return`."""
    program = parse(text)
    function = next(each for each in program.functions if each.name.text == name)
    returns = [each.keyword for each in function.body.body if isinstance(each, Return)]
    transparent = [*function.parameters, *returns]
    links: set[Edge] = set()
    for call in _calls(program, name):
        transparent.append(call.function)
        for argument, parameter in zip(call.arguments, function.parameters, strict=True):
            if isinstance(argument, Name):
                transparent.append(argument.token)
                links.add(Edge(place(argument.token), "D", place(parameter)))
                links.add(Edge(place(parameter), "N", place(argument.token)))
    return Plumbing(frozenset(map(place, transparent)), frozenset(links))


def _calls(program: Program, name: str) -> Iterator[Call]:
    for _, statement in _roots(program):
        for found, _ in _expressions(statement, ()):
            if isinstance(found, Call) and found.function.text == name:
                yield found


def _roots(program: Program) -> Iterator[tuple[Function | None, Statement]]:
    for function in program.functions:
        yield function, function.body
    for statement in program.main:
        yield None, statement


def _expressions(
    node: Statement | Expression, around: tuple[Statement, ...]
) -> Iterator[tuple[Expression, tuple[Statement, ...]]]:
    if isinstance(node, Expression):
        yield node, around
    else:
        around = (*around, node)
    for part in parts(node):
        yield from _expressions(part, around)


def _locals_read(selection: Selection) -> list[str]:
    found: dict[str, None] = {}
    for expression, _ in _expressions(selection.expression, ()):
        if isinstance(expression, Name) and local_declaration(selection.function, expression.token.text):
            found.setdefault(expression.token.text)
    return list(found)


def _moved(step: Step, start: int, end: int) -> tuple[str, int, int]:
    """The text after a step and where the selection is in it."""
    offsets = Offsets(EditSet.of({FILE: step.edits}).replacements[FILE])
    return step.after, offsets.new_offset(start), offsets.new_end(end)


def _check_name(name: str, offset: int) -> None:
    if not re.fullmatch(r"[A-Za-z_]\w*", name) or name in KEYWORDS:
        raise InputError(f"{name!r} is not a legal name", code="HF601", file=FILE, offset=offset)
