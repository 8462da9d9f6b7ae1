"""Scopes: one name, bound or not in each of up to three nested scopes, read in the innermost.

| dimension | variants |
|---|---|
| module (2) | the module binds the name, or not |
| outer (44) | no outer scope; a function, a method or a class that binds the name in no way or in one of up to 14 (assignment, parameter, loop, with, except, import, walrus, comprehension's walrus, match, global, …) |
| inner (27) | a function, class, method of a class, lambda, comprehension, generator expression, or default argument, with the name bound there in no way or in its own ways (nonlocal, global, parameter, loop target, …) |

Combinations in which the innermost read finds nothing, or that Python refuses (nonlocal without a
binding, a walrus in a class body's comprehension), are left out; 2,091 programs remain. The target is the
variable that the innermost read means; the same name elsewhere is another variable. Every dimension decides
what the target is, so there are no variants to merge around one.

Each scope also binds and reads a name of its own (`taken0`, `taken1`, `taken2`), so that renaming onto one
of them, from the outside in or from the inside out, changes what is printed.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import NamedTuple

from holdfast.gen.generator import Generator, Rule, dimension
from holdfast.gen.holes import fill
from holdfast.gen.library.contexts import OPEN_WITH
from holdfast.gen.library.pieces import declared, referred
from holdfast.gen.program import MAIN, Draft, Wish

_NAME = "value"

# `⟪n⟫` is the name in scope n: 0 the module, 1 the outer scope, 2 the inner one, 3 the class around a method.
_TOKEN = re.compile(r"⟪(\d)⟫")

_BINDINGS = {
    "none": "‹rest›",
    "assignment": "⟪1⟫ = 20\n‹rest›",
    "unpacking": "⟪1⟫, spare = 20, 0\n‹rest›",
    "annotated": "⟪1⟫: int = 20\n‹rest›",
    "augmented": "⟪1⟫ = 19\n⟪1⟫ += 1\n‹rest›",
    "deleted between": "⟪1⟫ = 19\ndel ⟪1⟫\n⟪1⟫ = 20\n‹rest›",
    "loop": "for ⟪1⟫ in (20,):\n    ‹rest›",
    "with": "with open_with(20) as ⟪1⟫:\n    ‹rest›",
    "except": "try:\n    raise ValueError(20)\nexcept ValueError as ⟪1⟫:\n    ‹rest›",
    "import": "from math import inf as ⟪1⟫\n‹rest›",
    "walrus": "print((⟪1⟫ := 20))\n‹rest›",
    "walrus in a comprehension": "print([⟪1⟫ := 20 for turn in range(1)])\n‹rest›",
    "match": "match 20:\n    case ⟪1⟫:\n        ‹rest›",
    "global": "global ⟪1⟫\n⟪1⟫ = 20\n‹rest›",
    "parameter": "‹rest›",
}

_OUTER_KINDS = {
    "function": "def outer(‹parameters›):\n    ‹body›\n\nouter(‹arguments›)",
    "method": "class Holder:\n    def outer(self, ‹parameters›):\n        ‹body›\n\nHolder().outer(‹arguments›)",
    "class": "class Outer:\n    ‹body›",
}


class Outer(NamedTuple):
    kind: str
    binding: str


class Inner(NamedTuple):
    """The innermost code: `binds` and `declares` are of scope 2, `around` tells of a class around it."""

    template: str
    binds: bool = False
    declares: str = ""
    around: str = ""
    binds_outer: bool = False
    in_outer: bool = False


_FUNCTION = "def inner(‹p›):\n    ‹b›\n    taken2 = 31\n    print('inner', ‹see›)\n\ninner()"
_CLASS = "class Inner:\n    ‹b›\n    taken2 = 31\n    print('inner', ‹see›)"


def _function(statement: str = "", parameter: str = "") -> str:
    return fill(_FUNCTION, p=parameter, b=statement)


_INNERS = {
    "function": Inner(_function()),
    "function, assignment": Inner(_function("⟪2⟫ = 30"), binds=True),
    "function, parameter": Inner(_function("", "⟪2⟫=30"), binds=True),
    "function, parameter of the same name": Inner(_function("", "⟪2⟫=⟪1⟫"), binds=True, in_outer=True),
    "function, default": Inner(_function("print(given)", "given=⟪1⟫"), in_outer=True),
    "function, loop": Inner(_function("for ⟪2⟫ in (29, 30):\n    pass"), binds=True),
    "function, walrus": Inner(_function("[⟪2⟫ := 30 for turn in range(1)]"), binds=True),
    "function, nonlocal": Inner(_function("nonlocal ⟪2⟫\n⟪2⟫ = 30"), declares="nonlocal"),
    "function, nonlocal augmented": Inner(_function("nonlocal ⟪2⟫\n⟪2⟫ *= 2"), declares="nonlocal"),
    "function, global": Inner(_function("global ⟪2⟫\n⟪2⟫ = 30"), declares="global"),
    "function, annotated": Inner(_function("⟪2⟫: int = 30"), binds=True),
    "class": Inner(fill(_CLASS, b="")),
    "class, assignment": Inner(fill(_CLASS, b="⟪2⟫ = 30"), binds=True),
    "class, global": Inner(fill(_CLASS, b="global ⟪2⟫\n⟪2⟫ = 30"), declares="global"),
    "class, nonlocal": Inner(fill(_CLASS, b="nonlocal ⟪2⟫\n⟪2⟫ = 30"), declares="nonlocal"),
    "method": Inner(
        "class Inner:\n    def get(self, taken2):\n        print('inner', ‹see›)\n\nInner().get(31)"
    ),
    "method of a class that binds": Inner(
        "class Inner:\n    ⟪3⟫ = 35\n\n    def get(self, taken2):\n        print('inner', ‹see›)\n\n"
        "Inner().get(31)\nprint(Inner.⟪3⟫)",
        around="binds",
    ),
    "lambda": Inner("(lambda taken2: print('inner', ‹see›))(31)"),
    "lambda, parameter": Inner("(lambda ⟪2⟫, taken2: print('inner', ‹see›))(30, 31)", binds=True),
    "lambda, default": Inner(
        "(lambda taken2, ⟪2⟫=⟪1⟫: print('inner', ‹see›))(31)", binds=True, in_outer=True
    ),
    "comprehension": Inner("[print('inner', ‹see›) for taken2 in (31,)]"),
    "comprehension, target": Inner(
        "[print('inner', ‹see›) for taken2 in (31,) for ⟪2⟫ in (30,)]", binds=True
    ),
    "comprehension, own source": Inner(
        "[print('inner', ‹see›) for ⟪2⟫ in ((⟪1⟫, 30),) for taken2 in (31,)]", binds=True, in_outer=True
    ),
    "comprehension, walrus": Inner(
        "[print('inner', (⟪1⟫ := 30), ‹see›) for taken2 in (31,)]", binds_outer=True, in_outer=True
    ),
    "generator": Inner("list(print('inner', ‹see›) for taken2 in (31,))"),
    "generator, target": Inner("list(print('inner', ‹see›) for ⟪2⟫, taken2 in ((30, 31),))", binds=True),
    "nested comprehension": Inner("{taken2: [print('inner', ‹see›) for turn in (1,)] for taken2 in (31,)}"),
}


def _owners(module: str, outer: Outer, inner: Inner) -> dict[int, int | None] | None:
    """Which scope's variable the name means in each scope; None when Python refuses the program."""
    has_outer = outer.kind != "module"
    is_class = outer.kind == "class"
    globally = outer.binding == "global"
    if inner.binds_outer and is_class:
        return None
    bound_outer = has_outer and not globally and (outer.binding != "none" or inner.binds_outer)
    bound_module = (
        module == "bound"
        or globally
        or inner.declares == "global"
        or (inner.binds_outer and not (has_outer and not globally))
    )
    at_module = 0 if bound_module else None
    at_outer = 1 if bound_outer else at_module
    seen_inside = 1 if bound_outer and not is_class else at_module
    if inner.declares == "nonlocal":
        if not bound_outer or is_class:
            return None
        at_inner: int | None = 1
    elif inner.declares == "global":
        at_inner = 0
    else:
        at_inner = 2 if inner.binds else seen_inside
    if at_inner is None or (inner.in_outer and at_outer is None):
        return None
    # A read of the outer name that runs before the inner scope has made the global finds nothing.
    if inner.in_outer and not inner.binds_outer and at_outer == 0 and module == "unbound" and not globally:
        return None
    return {0: at_module, 1: at_outer, 2: at_inner, 3: 3}


_OUTERS = {"module": Outer("module", "none")} | {
    f"{kind}, {binding}": Outer(kind, binding)
    for kind in _OUTER_KINDS
    for binding in _BINDINGS
    if not (kind == "class" and binding in {"parameter", "walrus in a comprehension"})
}


def _legal(module: str, outer: str, inner: str) -> bool:
    found = _owners(module, _OUTERS[outer], _INNERS[inner])
    if found is None:
        return False
    # An exception has no arithmetic.
    return not (_OUTERS[outer].binding == "except" and inner == "function, nonlocal augmented")


def _build(module: str, outer: Outer, inner: Inner) -> Draft:
    owners = _owners(module, outer, inner)
    assert owners is not None
    visible = ["⟪2⟫", "taken2", "taken0"]
    if outer.kind in {"function", "method"}:
        visible.append("taken1")
    body = inner.template.replace("‹see›", ", ".join(visible))
    if outer.kind != "module":
        reads = "print('outer', ⟪1⟫, taken1)" if owners[1] is not None else "print('outer', taken1)"
        body = fill(_BINDINGS[outer.binding], rest=f"taken1 = 21\n{body}\n{reads}")
        parameter = outer.binding == "parameter"
        template = _OUTER_KINDS[outer.kind]
        if outer.kind != "class":
            template = template.replace("‹parameters›", "⟪1⟫" if parameter else "")
            template = template.replace("‹arguments›", "20" if parameter else "").replace(
                "(self, )", "(self)"
            )
        body = fill(template, body=body)
    lines = [OPEN_WITH.rstrip() + "\n\n"] if outer.binding == "with" else []
    lines += ["⟪0⟫ = 10"] if module == "bound" else []
    lines += ["taken0 = 11", "", body, ""]
    lines.append("print('module', ⟪0⟫, taken0)" if owners[0] is not None else "print('module', taken0)")
    text = _marked("\n".join(lines) + "\n", owners, outer)
    return Draft({MAIN: text}, _wishes(owners[2] or 0, outer))


def _marked(text: str, owners: dict[int, int | None], outer: Outer) -> str:
    """Put the name for every token; the tokens of the target are marked, the first as its declaration."""
    target = owners[2]
    first = True

    def named(found: re.Match[str]) -> str:
        nonlocal first
        scope = int(found[1])
        if owners[0 if scope == 1 and outer.kind == "module" else scope] != target:
            return _NAME
        marked = declared(_NAME) if first else referred(_NAME)
        first = False
        return marked

    return _TOKEN.sub(named, text)


def _wishes(target: int, outer: Outer) -> tuple[Wish, ...]:
    scopes = [0, 2] if outer.kind == "module" else [0, 1, 2]
    relation = {scope: "enclosing" if scope < target else "inner" for scope in scopes} | {target: "same"}
    return tuple(
        Wish("rename", "target", name, why)
        for name, why in chain(
            [("renamed", "fresh")],
            [(f"taken{scope}", f"taken in {relation[scope]} scope") for scope in scopes],
            [("print", "builtin")],
        )
    )


SCOPES = Generator(
    name="scopes",
    doc="One name in nested scopes: where it is bound, how, and what the innermost read means.",
    dimensions=(
        dimension("module", ("bound", "unbound")),
        dimension("outer", _OUTERS),
        dimension("inner", _INNERS),
    ),
    build=_build,
    rules=(Rule(("module", "outer", "inner"), _legal),),
)
