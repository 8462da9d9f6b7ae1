"""Statements. Besides the names of `expressions`, the defaults use `guard()`, a context manager.

Blocks (`body`, `otherwise`) are statements of their own; a body that prints shows that it ran.
"""

from __future__ import annotations

from holdfast.gen.holes import plugged
from holdfast.gen.space import Space, chain, literal
from holdfast.gen.syntax.element import (
    IN_COROUTINE,
    IN_FUNCTION,
    IN_LOOP,
    IN_NESTED_FUNCTION,
    STATEMENT,
    Code,
    Element,
)


def expression(value: Code = "work(x)") -> Space[str]:
    return plugged("‹v›", v=value)


def assignment(target: Code = "made", value: Code = "x") -> Space[str]:
    return plugged("‹t› = ‹v›", t=target, v=value)


def chained_assignment(target: Code = "made", value: Code = "x") -> Space[str]:
    return plugged(literal("‹t› = also = ‹v›", "also = ‹t› = ‹v›"), t=target, v=value)


def unpacking(target: Code = "made", value: Code = "x") -> Space[str]:
    return plugged(
        literal(
            "‹t›, rest = ‹v›, 2",
            "[rest, ‹t›] = 1, ‹v›",
            "*rest, ‹t› = 1, 2, ‹v›",
            "(a, (‹t›, b)) = 1, (‹v›, 2)",
        ),
        t=target,
        v=value,
    )


def augmented_assignment(target: Code = "x", value: Code = "y") -> Space[str]:
    return plugged("‹t› ‹op› ‹v›", t=target, op=literal("+=", "-=", "*=", "//=", "|="), v=value)


def annotated_assignment(target: Code = "made", annotation: Code = "int", value: Code = "x") -> Space[str]:
    return plugged(literal("‹t›: ‹a› = ‹v›", "‹t›: '‹a›' = ‹v›"), t=target, a=annotation, v=value)


def deletion(target: Code = "x") -> Space[str]:
    return plugged(literal("del ‹t›", "del (‹t›)", "del ‹t›, y"), t=target)


def pass_statement() -> Space[str]:
    return literal("pass")


def return_statement(value: Code = "x") -> Space[str]:
    return plugged(literal("return ‹v›", "return ‹v›, 1"), v=value)


def raise_statement(value: Code = "x") -> Space[str]:
    return plugged(
        literal(
            "try:\n    raise ValueError(‹v›)\nexcept ValueError as caught:\n    print(caught.args)",
            "try:\n    raise KeyError(‹v›) from ValueError(1)\nexcept KeyError as caught:\n    print(caught.__cause__)",
        ),
        v=value,
    )


def assertion(test: Code = "x", message: Code = "y") -> Space[str]:
    return plugged(literal("assert ‹t› is not None, ‹m›", "assert ‹t› or ‹m›"), t=test, m=message)


def if_statement(
    test: Code = "x", body: Code = "print('then')", otherwise: Code = "print('else')"
) -> Space[str]:
    return plugged(
        literal(
            "if ‹t›:\n    ‹b›\nelse:\n    ‹e›",
            "if not ‹t›:\n    ‹e›\nelif ‹t› != 99:\n    ‹b›",
        ),
        t=test,
        b=body,
        e=otherwise,
    )


def while_statement(test: Code = "x", body: Code = "print('turn')") -> Space[str]:
    return plugged(
        literal(
            "while ‹t›:\n    ‹b›\n    break",
            "turns = 0\nwhile ‹t› and turns < 2:\n    ‹b›\n    turns += 1\nelse:\n    print('done')",
        ),
        t=test,
        b=body,
    )


def for_statement(target: Code = "each", source: Code = "items", body: Code = "print('turn')") -> Space[str]:
    return plugged(
        literal(
            "for ‹t› in ‹s›:\n    ‹b›",
            "for ‹t› in ‹s›:\n    ‹b›\nelse:\n    print('done')",
            "for place, ‹t› in enumerate(‹s›):\n    ‹b›",
        ),
        t=target,
        s=source,
        b=body,
    )


def try_except(body: Code = "print(1 // x)", handler: Code = "print('caught')") -> Space[str]:
    return plugged(
        literal(
            "try:\n    ‹b›\nexcept ZeroDivisionError:\n    ‹h›",
            "try:\n    ‹b›\nexcept (KeyError, ZeroDivisionError) as caught:\n    ‹h›\nelse:\n    print('fine')",
            "try:\n    ‹b›\nexcept* ZeroDivisionError:\n    ‹h›",
        ),
        b=body,
        h=handler,
    )


def try_finally(body: Code = "print(x)", last: Code = "print('last')") -> Space[str]:
    return plugged("try:\n    ‹b›\nfinally:\n    ‹l›", b=body, l=last)


def with_statement(
    manager: Code = "guard()", target: Code = "held", body: Code = "print('inside')"
) -> Space[str]:
    return plugged(
        literal(
            "with ‹m› as ‹t›:\n    ‹b›",
            "with ‹m›, ‹m› as ‹t›:\n    ‹b›",
            "with (\n    ‹m› as ‹t›,\n):\n    ‹b›",
        ),
        m=manager,
        t=target,
        b=body,
    )


def match_statement(
    subject: Code = "x", pattern: Code = "held", body: Code = "print('matched')"
) -> Space[str]:
    return plugged(
        literal(
            "match ‹s›:\n    case -1:\n        print('other')\n    case ‹p›:\n        ‹b›",
            "match ‹s›:\n    case ‹p› if x:\n        ‹b›\n    case _:\n        print('other')",
        ),
        s=subject,
        p=pattern,
        b=body,
    )


def break_statement() -> Space[str]:
    return literal("break", "if x:\n    break")


def continue_statement() -> Space[str]:
    return literal("continue", "if x:\n    continue")


def global_statement(target: Code = "shared", value: Code = "x") -> Space[str]:
    return plugged(literal("global ‹t›\n‹t› = ‹v›", "global ‹t›, also\n‹t› = also = ‹v›"), t=target, v=value)


def nonlocal_statement(target: Code = "outer", value: Code = "x") -> Space[str]:
    return plugged("nonlocal ‹t›\n‹t› = ‹v›", t=target, v=value)


def import_statement(module: Code = "math", bound: Code = "numeric") -> Space[str]:
    return chain(plugged("import ‹m›", m=module), plugged("import ‹m› as ‹b›", m=module, b=bound))


def from_import(module: Code = "math", member: Code = "floor", bound: Code = "down") -> Space[str]:
    return plugged(
        literal("from ‹m› import ‹n› as ‹b›", "from ‹m› import (\n    ‹n› as ‹b›,\n)"),
        m=module,
        n=member,
        b=bound,
    )


def async_for(target: Code = "each", source: Code = "stream(2)", body: Code = "print('turn')") -> Space[str]:
    return plugged("async for ‹t› in ‹s›:\n    ‹b›", t=target, s=source, b=body)


def async_with(
    manager: Code = "async_guard()", target: Code = "held", body: Code = "print('inside')"
) -> Space[str]:
    return plugged("async with ‹m› as ‹t›:\n    ‹b›", m=manager, t=target, b=body)


ELEMENTS = (
    Element("expression statement", expression, "Expr", STATEMENT),
    Element("assignment", assignment, "Assign", STATEMENT),
    Element("chained assignment", chained_assignment, "Assign", STATEMENT),
    Element("unpacking", unpacking, "Assign", STATEMENT),
    Element("augmented assignment", augmented_assignment, "AugAssign", STATEMENT),
    Element("annotated assignment", annotated_assignment, "AnnAssign", STATEMENT),
    Element("deletion", deletion, "Delete", STATEMENT),
    Element("pass", pass_statement, "Pass", STATEMENT),
    Element("return", return_statement, "Return", IN_FUNCTION),
    Element("raise", raise_statement, "Raise", STATEMENT),
    Element("assertion", assertion, "Assert", STATEMENT),
    Element("if", if_statement, "If", STATEMENT),
    Element("while", while_statement, "While", STATEMENT),
    Element("for", for_statement, "For", STATEMENT),
    Element("try and except", try_except, "ExceptHandler", STATEMENT),
    Element("try and finally", try_finally, "Try", STATEMENT),
    Element("with", with_statement, "With", STATEMENT),
    Element("match", match_statement, "Match", STATEMENT),
    Element("break", break_statement, "Break", IN_LOOP),
    Element("continue", continue_statement, "Continue", IN_LOOP),
    Element("global", global_statement, "Global", IN_FUNCTION),
    Element("nonlocal", nonlocal_statement, "Nonlocal", IN_NESTED_FUNCTION),
    Element("import", import_statement, "Import", STATEMENT),
    Element("import from", from_import, "ImportFrom", STATEMENT),
    Element("asynchronous for", async_for, "AsyncFor", IN_COROUTINE),
    Element("asynchronous with", async_with, "AsyncWith", IN_COROUTINE),
)
