"""Match statements: names that patterns bind, and names that patterns read.

| dimension | variants |
|---|---|
| pattern (16) | where the target stands: capture, `as`, star, mapping rest, mapping value, class keyword value, class position, or, nested, guard; or a dotted constant, a class, an attribute keyword |
| subject (5) | a number, a list, a dictionary, an object, a nested list |
| place (4) | module, function, method, in a loop with the name bound before |

16 × 5 × 4 = 320 programs. A pattern that does not match leaves the name as it was: unbound (the program
prints the error) or with its earlier value.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill
from holdfast.gen.library.pieces import SHOW, declared, referred
from holdfast.gen.program import MAIN, Draft, renames


class Pattern(NamedTuple):
    """A pattern whose target is what it captures, or one of the things that it reads."""

    text: str
    target: str = "capture"


# ‹v› binds the target when it is a capture; ‹x› is the class, ‹f› its attribute, ‹c› a constant in it.
_PATTERNS = {
    "capture": Pattern("‹v›"),
    "as": Pattern("(int() | list()) as ‹v›"),
    "first of a list": Pattern("[‹v›, *_]"),
    "star": Pattern("[_, *‹v›]"),
    "mapping value": Pattern("{'key': ‹v›}"),
    "mapping rest": Pattern("{'key': _, **‹v›}"),
    "class keyword value": Pattern("‹x›(‹f›=‹v›)"),
    "class position": Pattern("‹x›(‹v›)"),
    "or": Pattern("[‹v›] | [‹v›, _] | {'key': ‹v›}"),
    "nested": Pattern("[_, [‹v›, _]]"),
    "guard": Pattern("‹v› if ‹v› != 3"),
    "guard on another": Pattern("‹v› if taken == 8"),
    "class": Pattern("‹x›() as found", target="class"),
    "class in or": Pattern("(‹x›() | int()) as found", target="class"),
    "attribute keyword": Pattern("‹x›(‹f›=found)", target="attribute"),
    "dotted constant": Pattern("‹x›.‹c› as found", target="constant"),
}

_SUBJECTS = {
    "number": "3",
    "list": "[4, 5]",
    "dictionary": "{'key': 6, 'more': 7}",
    "object": "‹x›(9)",
    "nested list": "[1, [2, 3]]",
}

_NAMES = {"capture": "value", "class": "Point", "attribute": "size", "constant": "LIMIT"}

_CLASS = """\
class ‹x›:
    ‹match_args›
    ‹c› = 3
    other = 1

    def __init__(self, given):
        self.‹f› = given
        self.kind = 4

    def __repr__(self):
        return 'point'


class Other:
    pass


taken = 8


"""

_MATCH = """\
match ‹subject›:
    case 'never':
        print('never')
    case ‹pattern›:
        print('matched', ‹shown›, taken)
    case _:
        print('no match', taken)
"""

_PLACES = {
    "module": "‹match›",
    "function": "def work(local=2):\n    ‹match›\n    print(‹late›, local)\n\n\nshow(work)",
    "method": "class Worker:\n    def work(self, local=2):\n        ‹match›\n        return [‹late›, local]\n\n\nshow(Worker().work)",
    "loop": "def work(local=2):\n    ‹first›\n    for turn in range(2):\n        ‹match›\n    print(‹late›, local)\n\n\nshow(work)",
}


def _build(pattern: Pattern, subject: tuple[str, ...], place: str) -> Draft:
    target = pattern.target

    def token(kind: str) -> str:
        name = _NAMES[kind]
        if kind != target:
            return name
        return referred(name)

    names = {
        "‹x›": token("class"),
        "‹f›": token("attribute"),
        "‹c›": token("constant"),
        "‹v›": token("capture"),
    }
    shown = names["‹v›"] if target == "capture" else "bool(found)"
    matches = []
    for each in subject:
        match = fill(_MATCH, subject=each, pattern=pattern.text, shown=shown)
        if pattern.text == "‹v›":  # nothing may follow a pattern that always matches
            match = match[: match.index("    case _:")]
        matches.append(match)
    late = names["‹v›"] if target == "capture" else "taken"
    body = place.replace("‹late›", late)
    if "‹first›" in body:
        body = body.replace("‹first›", f"{names['‹v›']} = 1" if target == "capture" else "found = 1")
    text = _CLASS.replace("‹match_args›", "__match_args__ = ('‹m›',)") + fill(body, match=block(*matches))
    # Matching by position names the attribute in a string.
    text = text.replace("‹m›", names["‹f›"])
    for hole, name in names.items():
        text = text.replace(hole, name)
    text = _declare_first(text, target) + "\n\n\n"
    text += f"show(lambda: ({names['‹x›']}.other, {names['‹x›']}(2).kind, {names['‹x›']}(2).{names['‹f›']}, taken))\n"
    return Draft({MAIN: SHOW + text}, _WISHES[target])


def _declare_first(text: str, target: str) -> str:
    """The first token of the target is its declaration; an attribute is declared in the constructor."""
    name = _NAMES[target]
    if target == "attribute":
        return text.replace(f"self.{referred(name)}", f"self.{declared(name)}", 1)
    return text.replace(referred(name), declared(name), 1)


_WISHES = {
    "capture": renames(
        "target",
        fresh="renamed",
        taken_in_same_scope="local",
        taken_in_enclosing_scope="taken",
        builtin="print",
        soft_keyword="match",
    ),
    "class": renames(
        "target", fresh="Renamed", taken_in_same_scope="Other", builtin="int", taken_by_a_local="found"
    ),
    "attribute": renames("target", fresh="renamed", taken_by_a_field="kind", taken_in_same_class="other"),
    "constant": renames("target", fresh="RENAMED", taken_in_same_class="other", soft_keyword="case"),
}

MATCHES = Generator(
    name="matches",
    doc="A match statement: what a pattern binds or reads, what it meets, and where it stands.",
    dimensions=(
        dimension("pattern", _PATTERNS),
        dimension("subject", _SUBJECTS, merges=True),
        dimension("place", _PLACES),
    ),
    build=_build,
)
