"""Where an expression can stand: contexts with one hole `‹e›`, for expressions that are whole numbers.

Contexts are blocks of `holdfast.gen.syntax` with the hole as their part, so they nest. Every expression
context is closed (it can stand as an operand) and depends on the expression; every statement context stands in a function body
and prints what it computes.
"""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.gen.holes import fill
from holdfast.gen.syntax import expressions, statements

_E = "‹e›"

EXPRESSIONS: Mapping[str, str] = {
    "plain": _E,
    "parenthesised": expressions.parenthesised(_E)[0],
    "negated": expressions.unary(_E)[0],
    "left operand": expressions.binary(_E, "2")[0],
    "right operand": expressions.binary("2", _E)[2],
    "compared": expressions.parenthesised(expressions.comparison(_E, "12")[2])[0],
    "between": expressions.parenthesised(expressions.chained_comparison("0", _E, "12")[0])[0],
    "after and": expressions.parenthesised(expressions.boolean("1", _E)[0])[0],
    "after or": expressions.parenthesised(expressions.boolean("0", _E)[1])[0],
    "condition": expressions.parenthesised(expressions.conditional(_E, "1", "2"))[0],
    "then branch": expressions.parenthesised(expressions.conditional("1", _E, "2"))[0],
    "argument": expressions.call("abs", _E)[0],
    "keyword argument": "dict(key=‹e›)",
    "starred argument": "max(*[‹e›, 1])",
    "list": expressions.list_display(_E)[1],
    "dictionary value": expressions.dict_display(_E)[0],
    "dictionary key": expressions.dict_display(_E)[1],
    "index": "list(range(200))[‹e›]",
    "slice": "list(range(20))[:‹e›]",
    "formatted": expressions.formatted_string(_E)[1],
    "lambda body": expressions.lambda_function(_E)[0],
    "lambda default": expressions.lambda_function(_E)[2],
    "comprehension element": "[each + ‹e› for each in range(2)]",
    "comprehension source": "[each for each in range(‹e›)][-2:]",
    "comprehension condition": "[each for each in range(12) if each > ‹e› - 3]",
    "nested comprehension": "[[‹e› for inner in range(2)] for outer in range(1)]",
    "generator": "sum(each * ‹e› for each in (1, 2))",
    "walrus": "[(held := ‹e›), held + 1]",
}

STATEMENTS: Mapping[str, str] = {
    "print": "print(‹e›)",
    "assignment": "made = ‹e›\nprint(made)",
    "unpacking": "made, rest = ‹e›, 2\nprint(made, rest)",
    "augmented": "made = [1]\nmade += [‹e›]\nprint(made)",
    "if": statements.if_statement(_E, "print('then')", "print('else')")[0],
    "while": "made = 0\nwhile ‹e›:\n    made += 1\n    if made == 2:\n        break\nprint(made)",
    "for": "for each in (‹e›, 1):\n    print(each)",
    "loop body": "for each in range(2):\n    print(each, ‹e›)",
    "try": "try:\n    print(‹e›)\nfinally:\n    print('last')",
    "handler": "try:\n    raise ValueError\nexcept ValueError:\n    print(‹e›)",
    "assertion": "try:\n    assert not ‹e›, 'kept'\nexcept AssertionError:\n    print('failed')\nelse:\n    print('held')",
    "raise": "try:\n    raise ValueError(‹e›)\nexcept ValueError as caught:\n    print(caught.args)",
    "match subject": "match ‹e›:\n    case 10 | -10:\n        print('ten')\n    case other:\n        print(other)",
    "nested function": "def inner():\n    return ‹e›\n\nprint(inner())",
    "default argument": "def inner(given=‹e›):\n    return given\n\nprint(inner())",
    "nested class": "class Inner:\n    made = ‹e›\n\nprint(Inner.made)",
}

# What can be done with the place that an expression names; `‹t›` is the place.
STORES: Mapping[str, str] = {
    "write": "‹t› = 5",
    "augmented": "‹t› += 5",
    "annotated": "‹t›: int = 6",
    "delete": "del ‹t›",
    "unpack": "rest, ‹t› = 7, 8",
    "starred": "rest, *‹t› = 7, 8, 9",
    "loop target": "for ‹t› in range(3):\n    pass",
    "with target": "with open_with(9) as ‹t›:\n    pass",
}

OPEN_WITH = """\
class open_with:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, *details):
        return False


"""


def in_context(expression: str, context: str, statement: str) -> str:
    """A statement that uses `expression` in an expression context."""
    return fill(statement, e=fill(context, e=expression))
