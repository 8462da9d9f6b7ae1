"""N, C and D edges of a program in the calculator language, for the same core that serves Python.

N: a variable or function token to its declaration (for a global, no place of the text). C: an effect or
write to the next one. D: a write (or parameter, auto variable, entry for globals) to each read that it
reaches; a call reads and writes the globals that the called function, or one that it calls, reads and
writes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from calculator.flow import Graph, Step, graph_of
from calculator.parse import parse
from calculator.scopes import calls, check_legal, global_names, local_declaration, mentions
from calculator.syntax import Function, Program, Token
from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.plumbing import Plumbing, see_through
from holdfast.text.interval import Interval, whole_file

FILE = "program.bc"
# The beginning and the end of the main program stand outside its text, where no edit reaches.
_BEGIN, _END = Token("", -2, -1), Token("", -1, 0)

Variable: TypeAlias = tuple[str | None, str]
"""A function and the name of its local, or None and the name of a global."""
State: TypeAlias = Mapping[Variable, frozenset[Token]]
"""The writes of each variable that can have been the last."""


def place(token: Token) -> Interval:
    return Interval(FILE, token.start, token.end)


def model_of(text: str, *, inlined: str | None = None) -> Model:
    """The model of a program. A function that is `inlined` has flow only where it is called."""
    program = parse(text)
    check_legal(program)
    return Model.of({*_name_edges(program), *_flow_of(program, inlined)})


def _flow_of(program: Program, inlined: str | None) -> Iterator[Edge]:
    facts = _Facts.of(program)
    seen_into = facts.functions[inlined] if inlined is not None else None
    graphs = [graph_of(_BEGIN, _END, program.main, None, seen_into)]
    for function in program.functions:
        if function is not seen_into:
            ends = function.name, function.body.closing
            graphs.append(graph_of(*ends, function.body.body, function, seen_into))
    for graph in graphs:
        yield from _flow_edges(graph)
        yield from _value_edges(graph, facts)


def _name_edges(program: Program) -> Iterator[Edge]:
    for mention in mentions(program):
        name = mention.token.text
        declaration = local_declaration(mention.function, name)
        yield Edge(
            place(mention.token), "N", place(declaration) if declaration else whole_file(f"global {name}")
        )
    functions = {function.name.text: function.name for function in program.functions}
    for call, _ in calls(program):
        yield Edge(place(call.function), "N", place(functions[call.function.text]))


def _flow_edges(graph: Graph) -> Iterator[Edge]:
    """C edges between effects and writes: reads are seen through."""
    reads = frozenset(place(step.token) for step in graph.steps if step.kind == "read")
    edges = [
        Edge(place(step.token), "C", place(graph.steps[after].token))
        for step, follows in zip(graph.steps, graph.follows, strict=True)
        for after in follows
    ]
    yield from see_through(edges, Plumbing(reads))


@dataclass(frozen=True, slots=True)
class _Facts:
    functions: Mapping[str, Function]
    globals: frozenset[str]
    #: The globals that a call of a function can read and write.
    read: Mapping[str, frozenset[str]]
    written: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, program: Program) -> _Facts:
        functions = {function.name.text: function for function in program.functions}
        read: dict[str, set[str]] = {name: set() for name in functions}
        written: dict[str, set[str]] = {name: set() for name in functions}
        for mention in mentions(program):
            function, name = mention.function, mention.token.text
            if function is not None and local_declaration(function, name) is None:
                (written if mention.written else read)[function.name.text].add(name)
        called = [(call.function.text, function.name.text) for call, function in calls(program) if function]
        changed = True
        while changed:
            sizes = [len(each) for each in (*read.values(), *written.values())]
            for callee, caller in called:
                read[caller] |= read[callee]
                written[caller] |= written[callee]
            changed = sizes != [len(each) for each in (*read.values(), *written.values())]
        return cls(
            functions,
            global_names(program),
            {name: frozenset(names) for name, names in read.items()},
            {name: frozenset(names) for name, names in written.items()},
        )


def _value_edges(graph: Graph, facts: _Facts) -> Iterator[Edge]:
    """Reaching definitions, by the usual iteration over the graph."""
    states: dict[int, State] = {0: _initial(graph.steps[0], facts)}
    pending = deque([0])
    while pending:
        number = pending.popleft()
        after = _after(graph.steps[number], states[number], facts)
        for follower in graph.follows[number]:
            known = states.get(follower, {})
            joined = {
                variable: known.get(variable, frozenset()) | after.get(variable, frozenset())
                for variable in {*known, *after}
            }
            if follower not in states or joined != known:
                states[follower] = joined
                pending.append(follower)
    for number, state in states.items():
        step = graph.steps[number]
        for variable in _read_by(step, facts):
            for definition in state.get(variable, ()):
                yield Edge(place(definition), "D", place(step.token))


def _initial(entry: Step, facts: _Facts) -> State:
    """Before the first step: locals have their declaration's value, globals what they had at the entry."""
    state: dict[Variable, frozenset[Token]] = {
        (None, name): frozenset({entry.token}) for name in facts.globals
    }
    if entry.scope is not None:
        for token in (*entry.scope.parameters, *entry.scope.autos):
            state[entry.scope.name.text, token.text] = frozenset({token})
    return state


def _variable(step: Step) -> Variable:
    local = step.scope is not None and local_declaration(step.scope, step.token.text) is not None
    return (step.scope.name.text if local and step.scope is not None else None), step.token.text


def _after(step: Step, before: State, facts: _Facts) -> State:
    if step.kind == "write":
        return {**before, _variable(step): frozenset({step.token})}
    if step.kind == "call":
        # The called function may write a global or not: what was there before can still be there.
        written = facts.written[step.token.text]
        return {**before, **{(None, name): before[None, name] | {step.token} for name in written}}
    return before


def _read_by(step: Step, facts: _Facts) -> list[Variable]:
    if step.kind == "read":
        return [_variable(step)]
    if step.kind == "call":
        return [(None, name) for name in sorted(facts.read[step.token.text])]
    return []
