"""Names of the calculator language: what each means, and what is no legal program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from calculator.parse import CompileError
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
    Parenthesised,
    Print,
    Program,
    Return,
    Statement,
    Token,
    Unary,
    While,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A token that names a variable: read or written, in a function or in the main program (None)."""

    token: Token
    written: bool
    function: Function | None


def mentions(program: Program) -> Iterator[Mention]:
    """Every variable token, in reading order within each function."""
    for function in program.functions:
        for token, written in _names_in(function.body):
            yield Mention(token, written, function)
    for statement in program.main:
        for token, written in _names_in(statement):
            yield Mention(token, written, None)


def calls(program: Program) -> Iterator[tuple[Call, Function | None]]:
    for function in program.functions:
        yield from ((call, function) for call in _calls_in(function.body))
    for statement in program.main:
        yield from ((call, None) for call in _calls_in(statement))


def local_declaration(function: Function | None, name: str) -> Token | None:
    """The parameter or auto variable of that name."""
    if function is None:
        return None
    return next((each for each in (*function.parameters, *function.autos) if each.text == name), None)


def global_names(program: Program) -> frozenset[str]:
    """The names that are no local variable somewhere. Globals are not declared; they are just there."""
    return frozenset(
        mention.token.text
        for mention in mentions(program)
        if local_declaration(mention.function, mention.token.text) is None
    )


def check_legal(program: Program) -> None:
    """Raises `CompileError` for what a compiler's front end refuses."""
    functions: dict[str, Function] = {}
    for function in program.functions:
        if function.name.text in functions:
            raise CompileError(f"function {function.name.text} is defined twice", function.name.start)
        functions[function.name.text] = function
        seen = set()
        for token in (*function.parameters, *function.autos):
            if token.text in seen:
                raise CompileError(f"variable {token.text} is declared twice", token.start)
            seen.add(token.text)
    for call, _ in calls(program):
        callee = functions.get(call.function.text)
        if callee is None:
            raise CompileError(f"function {call.function.text} is not defined", call.function.start)
        if len(callee.parameters) != len(call.arguments):
            raise CompileError(
                f"{call.function.text} is called with another number of arguments", call.function.start
            )
    for function in program.functions:
        _check_jumps(function.body, in_loop=False, in_function=True)
    for statement in program.main:
        _check_jumps(statement, in_loop=False, in_function=False)


def parts(node: Expression | Statement) -> tuple[Expression | Statement, ...]:
    """The nodes directly inside a node, in order of evaluation."""
    match node:
        case (
            Unary(_, inner)
            | Parenthesised(_, inner, _)
            | Assign(_, inner)
            | Evaluate(inner)
            | Print(_, inner)
        ):
            return (inner,)
        case Binary(left, _, right):
            return left, right
        case Call(_, arguments, _):
            return arguments
        case Return(_, value):
            return () if value is None else (value,)
        case If(_, test, then, otherwise):
            return (test, then) if otherwise is None else (test, then, otherwise)
        case While(_, test, body):
            return test, body
        case For(_, start, test, step, body):
            return start, test, step, body
        case Block(_, body, _):
            return body
        case _:
            return ()


def _names_in(node: Expression | Statement) -> Iterator[tuple[Token, bool]]:
    if isinstance(node, Name):
        yield node.token, False
    if isinstance(node, Assign):
        yield node.target, True
    for part in parts(node):
        yield from _names_in(part)


def _calls_in(node: Expression | Statement) -> Iterator[Call]:
    if isinstance(node, Call):
        yield node
    for part in parts(node):
        yield from _calls_in(part)


def _check_jumps(node: Statement | Expression, *, in_loop: bool, in_function: bool) -> None:
    if isinstance(node, Jump) and not in_loop:
        raise CompileError(f"{node.keyword.text} outside a loop", node.keyword.start)
    if isinstance(node, Return) and not in_function:
        raise CompileError("return outside a function", node.keyword.start)
    inside = in_loop or isinstance(node, While | For)
    for part in parts(node):
        _check_jumps(part, in_loop=inside, in_function=in_function)
