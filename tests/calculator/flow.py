"""Control flow of the calculator language: steps, and which step can follow which.

A step reads or writes a variable, calls, or is another effect: a division (which can fail), a printing, a
return, a decision. Each is named by its token. A function may be seen into (`inlined`): its steps then
stand at its call, which is how an extracted function is compared with the code that it came from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from calculator.syntax import (
    Assign,
    Binary,
    Block,
    Call,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Jump,
    Name,
    Number,
    Parenthesised,
    Print,
    Return,
    Statement,
    Token,
    Unary,
    While,
)


@dataclass(frozen=True, slots=True)
class Step:
    """`kind` is read, write, call or effect; `scope` is the function it stands in (None: main)."""

    kind: str
    token: Token
    scope: Function | None


@dataclass(slots=True)
class Graph:
    """The steps of one body. Step 0 is its entry, the last one its exit."""

    steps: list[Step] = field(default_factory=list)
    follows: list[set[int]] = field(default_factory=list)


def graph_of(
    entry: Token, exit_: Token, body: Iterable[Statement], scope: Function | None, inlined: Function | None
) -> Graph:
    """The steps from an entry token to an exit token, with the steps of `inlined` in place of its calls."""
    builder = _Builder(inlined)
    start = builder.add({-1}, "effect", entry, scope)
    ends = builder.statements({start}, body, scope)
    ends |= builder.returns
    builder.add(ends, "effect", exit_, scope)
    return builder.graph


class _Builder:
    """Puts steps behind the loose ends of what is already there."""

    def __init__(self, inlined: Function | None) -> None:
        self.graph = Graph()
        self.inlined = inlined
        self.returns: set[int] = set()
        self.breaks: list[set[int]] = []
        self.continues: list[set[int]] = []

    def add(self, ends: set[int], kind: str, token: Token, scope: Function | None) -> int:
        number = len(self.graph.steps)
        self.graph.steps.append(Step(kind, token, scope))
        self.graph.follows.append(set())
        for end in ends:
            if end >= 0:
                self.graph.follows[end].add(number)
        return number

    def statements(self, ends: set[int], body: Iterable[Statement], scope: Function | None) -> set[int]:
        for statement in body:
            ends = self.statement(ends, statement, scope)
        return ends

    def statement(self, ends: set[int], node: Statement, scope: Function | None) -> set[int]:
        match node:
            case Evaluate(value):
                return self.expression(ends, value, scope)
            case Print(keyword, value):
                return {self.add(self.expression(ends, value, scope), "effect", keyword, scope)}
            case Return(keyword, value):
                ends = ends if value is None else self.expression(ends, value, scope)
                self.returns.add(self.add(ends, "effect", keyword, scope))
                return set()
            case Jump(keyword):
                (self.breaks if keyword.text == "break" else self.continues)[-1].update(ends)
                return set()
            case If(keyword, test, then, otherwise):
                decision = {self.add(self.expression(ends, test, scope), "effect", keyword, scope)}
                after = self.statement(decision, then, scope)
                return after | (decision if otherwise is None else self.statement(decision, otherwise, scope))
            case While(keyword, test, body):
                return self.loop(ends, keyword, test, body, None, scope)
            case For(keyword, start, test, step, body):
                return self.loop(self.expression(ends, start, scope), keyword, test, body, step, scope)
            case Block(_, body, _):
                return self.statements(ends, body, scope)

    def loop(
        self,
        ends: set[int],
        keyword: Token,
        test: Expression,
        body: Statement,
        step: Expression | None,
        scope: Function | None,
    ) -> set[int]:
        self.breaks.append(set())
        self.continues.append(set())
        first = len(self.graph.steps)
        decision = self.add(self.expression(ends, test, scope), "effect", keyword, scope)
        again = self.statement({decision}, body, scope) | self.continues.pop()
        if step is not None:
            again = self.expression(again, step, scope)
        for end in again:
            self.graph.follows[end].add(first)
        return {decision} | self.breaks.pop()

    def expression(self, ends: set[int], node: Expression, scope: Function | None) -> set[int]:
        match node:
            case Number():
                return ends
            case Name(token):
                return {self.add(ends, "read", token, scope)}
            case Unary(_, inner) | Parenthesised(_, inner, _):
                return self.expression(ends, inner, scope)
            case Assign(target, value):
                return {self.add(self.expression(ends, value, scope), "write", target, scope)}
            case Binary(left, operator, right) if operator.text in ("&&", "||"):
                decision = {self.add(self.expression(ends, left, scope), "effect", operator, scope)}
                return decision | self.expression(decision, right, scope)
            case Binary(left, operator, right):
                ends = self.expression(self.expression(ends, left, scope), right, scope)
                can_fail = operator.text in ("/", "%")
                return {self.add(ends, "effect", operator, scope)} if can_fail else ends
            case Call():
                return self.call(ends, node, scope)

    def call(self, ends: set[int], node: Call, scope: Function | None) -> set[int]:
        for argument in node.arguments:
            ends = self.expression(ends, argument, scope)
        callee = self.inlined
        if callee is None or callee.name.text != node.function.text or scope is callee:
            return {self.add(ends, "call", node.function, scope)}
        ends = {self.add(ends, "effect", node.function, scope)}
        for local in (*callee.parameters, *callee.autos):
            ends = {self.add(ends, "write", local, callee)}
        outer, self.returns = self.returns, set()
        ends = self.statements(ends, callee.body.body, callee) | self.returns
        self.returns = outer
        return ends
