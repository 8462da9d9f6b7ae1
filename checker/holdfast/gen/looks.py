"""Refuse choice programs that look at a choice in a way that a proxy cannot see.

`a is b` and `type(a)` compare and read the proxy itself, never what it stands for: a program with one
of them silently computes something else under delayed choice than under eager choice. The check reads
the compiled code of the program, of the functions inside it and of the functions of the same module
that it mentions, so that it needs no source text and sees every spelling (`is None`, `case None`).
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from holdfast.errors import InputError

_INSTEAD = {
    "is": "same(a, b)",
    "is None": "is_null(x)",
    "type": "isinstance(x, kind)",
    "id": "same(a, b)",
}


class HiddenLook(NamedTuple):
    """One place where a program looks past its proxies."""

    function: str
    line: int
    form: str

    def __str__(self) -> str:
        return (
            f"{self.function}, line {self.line}: `{self.form}` cannot be seen by a delayed choice;"
            f" write {_INSTEAD[self.form]}."
        )


def refuse_hidden_looks(program: Callable[..., Any]) -> None:
    """Raise an `InputError` that names the first hidden look of `program`."""
    for look in hidden_looks(program):
        raise InputError(str(look))


def hidden_looks(program: Callable[..., Any] | CodeType) -> Iterator[HiddenLook]:
    """The hidden looks of a program, or of compiled source text."""
    if isinstance(program, CodeType):
        yield from _in_code(program)
        return
    waiting: list[Any] = [program]
    seen: set[FunctionType] = set()
    while waiting:
        function = waiting.pop()
        function = getattr(function, "func", function)  # functools.partial
        function = getattr(function, "__func__", function)  # a bound method
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        yield from _in_code(function.__code__)
        waiting += _mentioned(function)


def _mentioned(function: FunctionType) -> Iterator[FunctionType]:
    """The functions of the same module, and of its classes, that the code names."""
    for code in _codes(function.__code__):
        for name in code.co_names:
            found = function.__globals__.get(name)
            candidates = vars(found).values() if isinstance(found, type) else (found,)
            for candidate in candidates:
                if isinstance(candidate, FunctionType) and candidate.__module__ == function.__module__:
                    yield candidate
    for cell in function.__closure__ or ():
        try:
            content = cell.cell_contents
        except ValueError:  # a name that is not bound yet
            continue
        if isinstance(content, FunctionType) and content.__module__ == function.__module__:
            yield content


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _in_code(outer: CodeType) -> Iterator[HiddenLook]:
    for code in _codes(outer):
        line = code.co_firstlineno
        for instruction in dis.get_instructions(code):
            if instruction.positions is not None and instruction.positions.lineno is not None:
                line = instruction.positions.lineno
            form = _form(instruction.opname, instruction.argval)
            if form is not None:
                yield HiddenLook(code.co_qualname, line, form)


def _form(operation: str, argument: Any) -> str | None:
    if operation == "IS_OP":
        return "is"
    if operation.endswith(("_IF_NONE", "_IF_NOT_NONE")):
        return "is None"
    if operation in {"LOAD_GLOBAL", "LOAD_NAME"} and argument in {"type", "id"}:
        return str(argument)
    return None
