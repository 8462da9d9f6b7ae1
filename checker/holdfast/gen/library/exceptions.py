"""Exceptions: names that handlers bind and unbind, and code around them.

| dimension | variants |
|---|---|
| raised (5) | what happens in the body: nothing, the expected error, a subclass of it, another error, an error in the handler |
| handler (8) | `except … as`, a tuple of classes, two handlers with one name, nested handlers with one name, `except*`, raise from, re-raise, the class itself as target |
| ending (5) | nothing, else, finally, finally that returns, else and finally |
| after (4) | the name is read later, was bound before, is used in a closure, is not used |

5 × 8 × 5 × 4 = 800 programs, 160 when what is raised is merged. A handler's name is gone when it ends: reading it afterwards, or having used
it for something before, shows.
"""

from __future__ import annotations

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, renames

_PRELUDE = """\
class ‹expected›(Exception):
    tag = 1


class Narrow(‹expected_again›):
    tag = 2


class Other(Exception):
    tag = 3


taken = 8


"""

_RAISED = {
    "nothing": "print('body')",
    "expected": "raise ‹E›('given')",
    "subclass": "raise Narrow('given')",
    "other": "raise Other('given')",
    "in the handler": "raise ‹E›('again')",
}

_HANDLERS = {
    "as": "except ‹E› as ‹n›:\n    ‹h›",
    "tuple": "except (‹E›, KeyError) as ‹n›:\n    ‹h›",
    "two handlers": "except Narrow as ‹n›:\n    print('narrow', ‹n›.args)\nexcept ‹E› as ‹n›:\n    ‹h›",
    "nested": "except ‹E› as ‹n›:\n    try:\n        raise Other(‹n›.tag)\n    except Other as ‹n2›:\n        print(‹n2›.args)\n    ‹h2›",
    "group": "except* ‹E› as ‹n›:\n    print(len(‹n›.exceptions))",
    "raise from": "except ‹E› as ‹n›:\n    ‹h›\n    raise Other(‹n›.tag) from ‹n›",
    "re-raise": "except ‹E› as ‹n›:\n    ‹h›\n    raise",
    "without a name": "except ‹E›:\n    print('caught')",
}

_ENDINGS = {
    "none": "",
    "else": "else:\n    print('else', local)",
    "finally": "finally:\n    print('last', local)",
    "finally that returns": "finally:\n    if given > 1:\n        return 'cut'",
    "else and finally": "else:\n    print('else')\nfinally:\n    print('last')",
}

_AFTER = {
    "read later": ("", "print('after', local)\nreturn ‹n›"),
    "bound before": ("‹n› = 0", "return ‹n›"),
    "closure": ("kept = []", "return [each() for each in kept]"),
    "not used": ("", "return local"),
}

_WORK = """\
def work(given):
    local = 2
    ‹before›
    try:
        ‹raised›
    ‹handler›
    ‹ending›
    ‹after›
"""


def _build(raised: tuple[str, ...], handler: str, ending: str, after: tuple[str, str]) -> Draft:
    before, last = after
    about_class = "‹n›" not in handler
    handled = "print('caught', ‹n›.tag, taken, local)"
    if "kept" in before:
        handled += "\nkept.append(lambda: ‹n›.tag)"
    for number, each in enumerate(raised, 1):
        if "again" in each:
            handled += _only(number, "raise Other(taken)", raised)
    text = handler
    if "‹h2›" in text:
        # Nested handlers with one name: the inner one unbinds it.
        text = text.replace("‹n2›", "‹n›")
        text = fill(text, h2="print(local)" if "kept" not in before else "kept.append(lambda: ‹n›.tag)")
    elif "‹h›" in text:
        text = fill(text, h=handled)
    body = "".join(_only(number, each, raised) for number, each in enumerate(raised, 1)).strip()
    whole = fill(_WORK, before=before, raised=body, handler=text, ending=ending, after=last)
    name = "error" if about_class else referred("error")
    class_again = referred("Expected") if about_class else "Expected"
    whole = whole.replace("‹n›", name).replace("‹E›", class_again)
    if not about_class:
        whole = whole.replace(referred("error"), declared("error"), 1)
    prelude = fill(
        _PRELUDE, expected=declared("Expected") if about_class else "Expected", expected_again=class_again
    )
    tail = block(
        *(f"show(lambda: work({number}))" for number in range(1, max(3, len(raised) + 1))),
        f"show(lambda: ({class_again}.tag, Other.tag, taken))",
    )
    return Draft(
        {MAIN: SHOW + prelude + whole + "\n\n" + tail + "\n"}, _CLASS_WISHES if about_class else _WISHES
    )


def _only(number: int, code: str, raised: tuple[str, ...]) -> str:
    """Code for one call of a merged program; for every call where only one thing is raised."""
    return f"\n{code}" if len(raised) == 1 else f"\nif given == {number}:\n    {code}"


_WISHES = renames(
    "target",
    fresh="renamed",
    taken_in_same_scope="local",
    taken_by_a_parameter="given",
    taken_in_enclosing_scope="taken",
    builtin="print",
)
_CLASS_WISHES = renames(
    "target", fresh="Renamed", taken_in_same_scope="Other", taken_by_a_subclass="Narrow", builtin="Exception"
)

EXCEPTIONS = Generator(
    name="exceptions",
    doc="Handlers: what is raised, how it is caught and named, how the statement ends, what follows.",
    dimensions=(
        dimension("raised", _RAISED, merges=True),
        dimension("handler", _HANDLERS),
        dimension("ending", _ENDINGS),
        dimension("after", _AFTER),
    ),
    build=_build,
)
