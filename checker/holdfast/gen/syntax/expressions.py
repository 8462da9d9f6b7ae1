"""Expressions. The defaults use the names `x`, `y` (numbers), `items` (a list), `table` (a dictionary
from text to numbers), `thing` (an object with a number `size` and a method `grow`) and `work` (a function
of numbers)."""

from __future__ import annotations

from holdfast.gen.holes import plugged
from holdfast.gen.space import Space, literal
from holdfast.gen.syntax.element import ASYNC_EXPRESSION, EXPRESSION, YIELD_EXPRESSION, Code, Element


def name(identifier: Code = "x") -> Space[str]:
    return plugged("‹n›", n=identifier)


def integer() -> Space[str]:
    return literal("7", "0x1F", "1_000", "-3")


def string() -> Space[str]:
    return literal("'text'", '"text"', "'''text'''", "r'te\\xt'", "'two ' 'parts'")


def constant() -> Space[str]:
    return literal("True", "False", "None", "...", "2.5", "1e3", "3j", "b'raw'")


def formatted_string(value: Code = "x") -> Space[str]:
    return plugged(literal("f'{‹v›}'", "f'<{‹v›!r}>'", "f'{‹v›:>{‹v›}}'", "f'a{‹v›}b{‹v›}c'"), v=value)


def parenthesised(value: Code = "x") -> Space[str]:
    return plugged(literal("(‹v›)", "((‹v›))", "(\n    ‹v›)"), v=value)


def attribute(owner: Code = "thing", member: Code = "size") -> Space[str]:
    return plugged("‹o›.‹m›", o=owner, m=member)


def subscript(owner: Code = "items", index: Code = "x") -> Space[str]:
    return plugged(literal("‹o›[‹i›]", "‹o›[-‹i›]", "‹o›[‹i› % 2]"), o=owner, i=index)


def slicing(owner: Code = "items", bound: Code = "x") -> Space[str]:
    return plugged(literal("‹o›[‹b›:]", "‹o›[:‹b›]", "‹o›[‹b›:‹b› + 2]", "‹o›[::‹b›]"), o=owner, b=bound)


def unary(value: Code = "x") -> Space[str]:
    return plugged(literal("-‹v›", "+‹v›", "~‹v›", "not ‹v›"), v=value)


def binary(left: Code = "x", right: Code = "y") -> Space[str]:
    operators = literal("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>")
    return plugged("‹l› ‹op› ‹r›", l=left, op=operators, r=right)


def comparison(left: Code = "x", right: Code = "y") -> Space[str]:
    return plugged(
        "‹l› ‹op› ‹r›", l=left, op=literal("==", "!=", "<", "<=", ">", ">=", "is", "is not"), r=right
    )


def membership(value: Code = "x", container: Code = "items") -> Space[str]:
    return plugged(literal("‹v› in ‹c›", "‹v› not in ‹c›"), v=value, c=container)


def chained_comparison(low: Code = "0", value: Code = "x", high: Code = "9") -> Space[str]:
    return plugged(literal("‹l› < ‹v› < ‹h›", "‹l› < ‹v› != ‹h›"), l=low, v=value, h=high)


def boolean(left: Code = "x", right: Code = "y") -> Space[str]:
    return plugged(literal("‹l› and ‹r›", "‹l› or ‹r›", "not (‹l› and ‹r›)"), l=left, r=right)


def conditional(test: Code = "x", then: Code = "y", otherwise: Code = "0") -> Space[str]:
    return plugged("‹a› if ‹t› else ‹b›", t=test, a=then, b=otherwise)


def call(function: Code = "work", argument: Code = "x") -> Space[str]:
    return plugged(literal("‹f›(‹a›)", "‹f›(‹a›, ‹a›)"), f=function, a=argument)


def keyword_call(function: Code = "work", keyword: Code = "step", argument: Code = "x") -> Space[str]:
    return plugged(literal("‹f›(1, ‹k›=‹a›)", "‹f›(1, **{'‹k›': ‹a›})"), f=function, k=keyword, a=argument)


def starred_call(function: Code = "work", arguments: Code = "items[:2]") -> Space[str]:
    return plugged(literal("‹f›(*‹a›)", "‹f›(*‹a›[:1], *‹a›[1:])"), f=function, a=arguments)


def method_call(owner: Code = "thing", method: Code = "grow", argument: Code = "x") -> Space[str]:
    return plugged(literal("‹o›.‹m›(‹a›)", "‹o›.‹m›(by=‹a›)"), o=owner, m=method, a=argument)


def lambda_function(body: Code = "x") -> Space[str]:
    return plugged(
        literal(
            "(lambda: ‹b›)()", "(lambda each: ‹b›)(1)", "(lambda each=‹b›: each)()", "(lambda *all: ‹b›)()"
        ),
        b=body,
    )


def list_display(value: Code = "x") -> Space[str]:
    return plugged(literal("[‹v›]", "[‹v›, ‹v›]", "[‹v›, *items]"), v=value)


def tuple_display(value: Code = "x") -> Space[str]:
    return plugged(literal("(‹v›,)", "(‹v›, ‹v›)", "(*items, ‹v›)"), v=value)


def set_display(value: Code = "x") -> Space[str]:
    return plugged(literal("{‹v›}", "{‹v›, 1}", "{*items, ‹v›}"), v=value)


def dict_display(value: Code = "x") -> Space[str]:
    return plugged(literal("{'key': ‹v›}", "{‹v›: 'value'}", "{**table, 'key': ‹v›}"), v=value)


def list_comprehension(value: Code = "x") -> Space[str]:
    return plugged(
        literal(
            "[each + ‹v› for each in items]",
            "[each for each in range(‹v›)]",
            "[each for each in items if each != ‹v›]",
            "[(a, b) for a in items for b in range(a) if ‹v›]",
        ),
        v=value,
    )


def set_comprehension(value: Code = "x") -> Space[str]:
    return plugged(literal("{each * ‹v› for each in items}", "{each for each in range(‹v›)}"), v=value)


def dict_comprehension(value: Code = "x") -> Space[str]:
    return plugged(literal("{each: ‹v› for each in items}", "{‹v›: each for each in items}"), v=value)


def generator_expression(value: Code = "x") -> Space[str]:
    return plugged(literal("sum(each * ‹v› for each in items)", "list(‹v› for _ in items)"), v=value)


def named_expression(target: Code = "held", value: Code = "x") -> Space[str]:
    return plugged(literal("(‹t› := ‹v›)", "[‹t› := ‹v›, ‹t› + 1]"), t=target, v=value)


def await_expression(value: Code = "later(x)") -> Space[str]:
    return plugged(literal("await ‹v›", "(await ‹v›) + 1"), v=value)


def async_comprehension(source: Code = "stream(3)") -> Space[str]:
    return plugged(literal("[each async for each in ‹s›]", "{each: 1 async for each in ‹s›}"), s=source)


def yield_expression(value: Code = "x") -> Space[str]:
    return plugged(literal("(yield ‹v›)", "[(yield ‹v›), 1]"), v=value)


def yield_from(source: Code = "items") -> Space[str]:
    return plugged(literal("(yield from ‹s›)", "(yield from list(‹s›))"), s=source)


ELEMENTS = (
    Element("name", name, "Name", EXPRESSION),
    Element("integer", integer, "Constant", EXPRESSION),
    Element("string", string, "Constant", EXPRESSION),
    Element("constant", constant, "Constant", EXPRESSION),
    Element("formatted string", formatted_string, "JoinedStr", EXPRESSION),
    Element("parenthesised", parenthesised, "Name", EXPRESSION),
    Element("attribute", attribute, "Attribute", EXPRESSION),
    Element("subscript", subscript, "Subscript", EXPRESSION),
    Element("slice", slicing, "Slice", EXPRESSION),
    Element("unary operator", unary, "UnaryOp", EXPRESSION),
    Element("binary operator", binary, "BinOp", EXPRESSION),
    Element("comparison", comparison, "Compare", EXPRESSION),
    Element("membership", membership, "Compare", EXPRESSION),
    Element("chained comparison", chained_comparison, "Compare", EXPRESSION),
    Element("boolean operator", boolean, "BoolOp", EXPRESSION),
    Element("conditional", conditional, "IfExp", EXPRESSION),
    Element("call", call, "Call", EXPRESSION),
    Element("keyword call", keyword_call, "keyword", EXPRESSION),
    Element("starred call", starred_call, "Starred", EXPRESSION),
    Element("method call", method_call, "Call", EXPRESSION),
    Element("lambda", lambda_function, "Lambda", EXPRESSION),
    Element("list", list_display, "List", EXPRESSION),
    Element("tuple", tuple_display, "Tuple", EXPRESSION),
    Element("set", set_display, "Set", EXPRESSION),
    Element("dictionary", dict_display, "Dict", EXPRESSION),
    Element("list comprehension", list_comprehension, "ListComp", EXPRESSION),
    Element("set comprehension", set_comprehension, "SetComp", EXPRESSION),
    Element("dictionary comprehension", dict_comprehension, "DictComp", EXPRESSION),
    Element("generator expression", generator_expression, "GeneratorExp", EXPRESSION),
    Element("named expression", named_expression, "NamedExpr", EXPRESSION),
    Element("await", await_expression, "Await", ASYNC_EXPRESSION),
    Element("asynchronous comprehension", async_comprehension, "comprehension", ASYNC_EXPRESSION),
    Element("yield", yield_expression, "Yield", YIELD_EXPRESSION),
    Element("yield from", yield_from, "YieldFrom", YIELD_EXPRESSION),
)
