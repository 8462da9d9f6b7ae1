"""The syntax tree of a BC-like calculator language.

Functions have parameters and `auto` locals; every other variable is global. Scope is lexical. Values are
numbers; `&&` and `||` evaluate their right side only when needed; an assignment is an expression.

    define area(w, h) {
      auto t
      t = w * h
      if (t > limit) { print t } else return (limit)
      return (t)
    }
    limit = 10
    print area(2, 3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Token:
    """A token and where it stands: characters `start` to `end`."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number:
    token: Token


@dataclass(frozen=True, slots=True)
class Name:
    token: Token


@dataclass(frozen=True, slots=True)
class Unary:
    operator: Token
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    left: Expression
    operator: Token
    right: Expression


@dataclass(frozen=True, slots=True)
class Assign:
    target: Token
    value: Expression


@dataclass(frozen=True, slots=True)
class Call:
    function: Token
    arguments: tuple[Expression, ...]
    closing: Token


@dataclass(frozen=True, slots=True)
class Parenthesised:
    opening: Token
    inner: Expression
    closing: Token


Expression: TypeAlias = Number | Name | Unary | Binary | Assign | Call | Parenthesised


@dataclass(frozen=True, slots=True)
class Evaluate:
    value: Expression


@dataclass(frozen=True, slots=True)
class Print:
    keyword: Token
    value: Expression


@dataclass(frozen=True, slots=True)
class Return:
    keyword: Token
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Jump:
    """`break` or `continue`."""

    keyword: Token


@dataclass(frozen=True, slots=True)
class If:
    keyword: Token
    test: Expression
    then: Statement
    otherwise: Statement | None


@dataclass(frozen=True, slots=True)
class While:
    keyword: Token
    test: Expression
    body: Statement


@dataclass(frozen=True, slots=True)
class For:
    keyword: Token
    start: Expression
    test: Expression
    step: Expression
    body: Statement


@dataclass(frozen=True, slots=True)
class Block:
    opening: Token
    body: tuple[Statement, ...]
    closing: Token


Statement: TypeAlias = Evaluate | Print | Return | Jump | If | While | For | Block


@dataclass(frozen=True, slots=True)
class Function:
    keyword: Token
    name: Token
    parameters: tuple[Token, ...]
    header_end: Token
    autos: tuple[Token, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Program:
    functions: tuple[Function, ...]
    main: tuple[Statement, ...]


def span(node: Expression | Statement) -> tuple[int, int]:
    """From the first character of a node to behind its last."""
    first, last = _edges(node)
    return first.start, last.end


def _edges(node: Expression | Statement) -> tuple[Token, Token]:
    match node:
        case Number(token) | Name(token) | Jump(token):
            return token, token
        case Unary(operator, operand):
            return operator, _edges(operand)[1]
        case Binary(left, _, right):
            return _edges(left)[0], _edges(right)[1]
        case Assign(target, value):
            return target, _edges(value)[1]
        case Call(function, _, closing):
            return function, closing
        case Parenthesised(opening, _, closing) | Block(opening, _, closing):
            return opening, closing
        case Evaluate(value):
            return _edges(value)
        case Print(keyword, value):
            return keyword, _edges(value)[1]
        case Return(keyword, value):
            return keyword, keyword if value is None else _edges(value)[1]
        case If(keyword, _, then, otherwise):
            return keyword, _edges(then if otherwise is None else otherwise)[1]
        case While(keyword, _, body) | For(keyword, _, _, _, body):
            return keyword, _edges(body)[1]
