"""The parser of the calculator language: recursive descent, one token ahead."""

from __future__ import annotations

import re

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
    Program,
    Return,
    Statement,
    Token,
    Unary,
    While,
)

_TOKEN = re.compile(r"[ \t]+|#[^\n]*|(\d+|[A-Za-z_]\w*|[<>=!]=|&&|\|\||[-+*/%^<>=!(){},;]|\n)")
_LEVELS = (("||",), ("&&",), ("<", ">", "<=", ">=", "==", "!="), ("+", "-"), ("*", "/", "%"))
KEYWORDS = frozenset(["define", "auto", "if", "else", "while", "for", "break", "continue", "return", "print"])


class CompileError(Exception):
    """The program is not legal; `offset` says where."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"{message} (at {offset})")
        self.offset = offset


def parse(text: str) -> Program:
    return _Parser(_tokens(text)).program()


def _tokens(text: str) -> list[Token]:
    found, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise CompileError(f"unexpected {text[position]!r}", position)
        if match[1]:
            found.append(Token(match[1], match.start(1), match.end(1)))
        position = match.end()
    found.append(Token("", len(text), len(text)))
    return found


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.position = 0

    @property
    def ahead(self) -> Token:
        return self.tokens[self.position]

    def take(self, *wanted: str) -> Token:
        token = self.ahead
        if wanted and token.text not in wanted:
            raise CompileError(f"expected {' or '.join(wanted)}, found {token.text!r}", token.start)
        self.position += 1
        return token

    def take_name(self) -> Token:
        token = self.ahead
        if not token.text.isidentifier() or token.text in KEYWORDS:
            raise CompileError(f"expected a name, found {token.text!r}", token.start)
        self.position += 1
        return token

    def skip(self, *texts: str) -> None:
        while self.ahead.text and self.ahead.text in texts:
            self.position += 1

    def program(self) -> Program:
        functions, main = [], []
        self.skip("\n", ";")
        while self.ahead.text:
            if self.ahead.text == "define":
                functions.append(self.function())
            else:
                main.append(self.statement())
            self.skip("\n", ";")
        return Program(tuple(functions), tuple(main))

    def function(self) -> Function:
        keyword, name = self.take("define"), self.take_name()
        self.take("(")
        parameters = self.names() if self.ahead.text != ")" else ()
        header_end = self.take(")")
        self.skip("\n")
        opening = self.take("{")
        self.skip("\n", ";")
        autos: tuple[Token, ...] = ()
        if self.ahead.text == "auto":
            self.take()
            autos = self.names()
        body = self.statements_until_brace()
        return Function(keyword, name, parameters, header_end, autos, Block(opening, body, self.take("}")))

    def names(self) -> tuple[Token, ...]:
        found = [self.take_name()]
        while self.ahead.text == ",":
            self.take()
            found.append(self.take_name())
        return tuple(found)

    def statements_until_brace(self) -> tuple[Statement, ...]:
        found = []
        self.skip("\n", ";")
        while self.ahead.text not in ("}", ""):
            found.append(self.statement())
            self.skip("\n", ";")
        return tuple(found)

    def statement(self) -> Statement:
        match self.ahead.text:
            case "{":
                opening = self.take()
                return Block(opening, self.statements_until_brace(), self.take("}"))
            case "print":
                return Print(self.take(), self.expression())
            case "return":
                keyword = self.take()
                ends = self.ahead.text in ("\n", ";", "}", "")
                return Return(keyword, None if ends else self.expression())
            case "break" | "continue":
                return Jump(self.take())
            case "if":
                return self.condition()
            case "while":
                keyword = self.take()
                return While(keyword, self.test(), self.body())
            case "for":
                return self.loop()
            case _:
                return Evaluate(self.expression())

    def test(self) -> Expression:
        self.take("(")
        test = self.expression()
        self.take(")")
        return test

    def body(self) -> Statement:
        self.skip("\n")
        return self.statement()

    def condition(self) -> If:
        keyword, test, then = self.take("if"), self.test(), self.body()
        position = self.position
        self.skip("\n", ";")
        if self.ahead.text != "else":
            self.position = position
            return If(keyword, test, then, None)
        self.take()
        return If(keyword, test, then, self.body())

    def loop(self) -> For:
        keyword = self.take("for")
        self.take("(")
        start = self.expression()
        self.take(";")
        test = self.expression()
        self.take(";")
        step = self.expression()
        self.take(")")
        return For(keyword, start, test, step, self.body())

    def expression(self) -> Expression:
        if self.tokens[self.position + 1 : self.position + 2] and self.ahead.text.isidentifier():
            if self.tokens[self.position + 1].text == "=":
                target = self.take_name()
                self.take("=")
                return Assign(target, self.expression())
        return self.binary(0)

    def binary(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self.power()
        left = self.binary(level + 1)
        while self.ahead.text in _LEVELS[level]:
            left = Binary(left, self.take(), self.binary(level + 1))
        return left

    def power(self) -> Expression:
        if self.ahead.text in ("-", "!"):
            return Unary(self.take(), self.power())
        left = self.atom()
        if self.ahead.text == "^":
            return Binary(left, self.take(), self.power())
        return left

    def atom(self) -> Expression:
        if self.ahead.text.isdigit():
            return Number(self.take())
        if self.ahead.text == "(":
            return Parenthesised(self.take(), self.expression(), self.take(")"))
        name = self.take_name()
        if self.ahead.text != "(":
            return Name(name)
        self.take()
        arguments = []
        while self.ahead.text != ")":
            arguments.append(self.expression())
            if self.ahead.text != ")":
                self.take(",")
        return Call(name, tuple(arguments), self.take(")"))
