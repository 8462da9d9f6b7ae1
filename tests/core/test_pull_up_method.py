"""Pull Up Method of the paper (5.6): copy the method up, then delete the overriding duplicate.

The programs are written in a language of class headers and members, just large enough for override (O),
inheritance (I) and name (N) edges: `class C : B { m(x y) }` is a class C with base B and a member m that
uses x and y of its own class; `C.m;` is a use of C's m from outside. O runs to every member that is
overridden. Copying affects the class that gets the copy and the method itself; deleting affects both
classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.analysis import violations
from holdfast.preserve.rules import Rule
from holdfast.text.correspondence import collapsed
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import Interval
from holdfast.text.world import World

COPY_UP = Rule.parse("N O⊇←∘ I⊆→")
DELETE_DUPLICATE = Rule.parse("N O⊆∘ I⊇∘")
FILE = "program"


@dataclass(frozen=True)
class Class:
    place: Interval
    base: str | None
    members: dict[str, tuple[Interval, tuple[tuple[str, Interval], ...]]]


def parse(text: str) -> dict[str, Class]:
    classes = {}
    for header in re.finditer(r"class (\w+)(?: : (\w+))? \{([^}]*)\}", text):
        members = {}
        for member in re.finditer(r"(\w+)(?:\(([^)]*)\))?", header[3]):
            at = header.start(3) + member.start()
            uses = tuple(
                (use[0], Interval(FILE, header.start(3) + member.start(2) + use.start(), 0))
                for use in re.finditer(r"\w+", member[2] or "")
            )
            members[member[1]] = (
                Interval(FILE, at, at + len(member[0])),
                tuple((name, Interval(FILE, use.start, use.start + len(name))) for name, use in uses),
            )
        classes[header[1]] = Class(Interval(FILE, *header.span(1)), header[2], members)
    return classes


def ancestors(classes: dict[str, Class], name: str | None) -> Iterator[Class]:
    while name is not None:
        yield classes[name]
        name = classes[name].base


def model(text: str) -> Model:
    classes = parse(text)

    def declaration(class_name: str, member: str) -> Interval:
        return next(
            each.members[member][0] for each in ancestors(classes, class_name) if member in each.members
        )

    edges = set()
    for name, each in classes.items():
        inherited = set()
        for ancestor in ancestors(classes, each.base):
            for member, (place, _) in ancestor.members.items():
                if member in each.members:
                    edges.add(Edge(each.members[member][0], "O", place))
                elif member not in inherited:
                    inherited.add(member)
                    edges.add(Edge(each.place, "I", place))
        for _, uses in each.members.values():
            edges.update(Edge(use, "N", declaration(name, used)) for used, use in uses)
    for outside in re.finditer(r"(\w+)\.(\w+);", text):
        edges.add(Edge(Interval(FILE, *outside.span(2)), "N", declaration(outside[1], outside[2])))
    return Model.of(edges)


def check(before: str, edits: list[Replacement], rule: Rule) -> list[str]:
    edit_set = EditSet.of({FILE: edits})
    after = World.of({FILE: before}).apply(edit_set).text(FILE)
    assert after is not None
    found = violations(model(before), model(after), collapsed(edit_set), rule)
    return [f"{each.edge_class.value}{each.normal.kind} {each.change.value}" for each in found]


def class_span(text: str, name: str) -> tuple[int, int]:
    found = re.search(rf"class {name}\b[^}}]*\}}", text)
    assert found
    return found.span()


def copied_up(text: str, source: str, target: str, method: str) -> list[Replacement]:
    """The class that gets the copy, and the method, each replaced as a whole."""
    start, end = class_span(text, target)
    place = parse(text)[source].members[method][0]
    copy = text[place.start : place.end]
    return [
        Replacement(start, end, f"{text[start : end - 1]}{copy} }}"),
        Replacement(place.start, place.end, copy),
    ]


def duplicate_deleted(text: str, source: str, target: str, method: str) -> list[Replacement]:
    start, end = class_span(text, source)
    place = parse(text)[source].members[method][0]
    other = class_span(text, target)
    return [
        Replacement(start, end, text[start : place.start] + text[place.end : end]),
        Replacement(*other, text[slice(*other)]),
    ]


def pull_up(
    text: str, method: str = "m", source: str = "C", target: str = "B"
) -> tuple[list[str], list[str]]:
    """What each of the two steps is refused for."""
    edits = copied_up(text, source, target, method)
    first = check(text, edits, COPY_UP)
    middle = World.of({FILE: text}).apply(EditSet.of({FILE: edits})).text(FILE)
    assert middle is not None
    return first, check(middle, duplicate_deleted(middle, source, target, method), DELETE_DUPLICATE)


def test_a_method_that_nothing_stands_against_is_pulled_up() -> None:
    assert pull_up("class B { x } class C : B { m(x) y } C.m; B.x;") == ([], [])


def test_a_class_that_will_override_the_copy_adds_an_incoming_override_edge() -> None:
    text = "class B { x } class C : B { m(x) } class D : B { m } D.m;"
    assert pull_up(text) == ([], [])
    assert "←O appeared" in check(text, copied_up(text, "C", "B", "m"), Rule.parse("N O I"))


def test_the_inherited_method_that_the_copy_takes_the_place_of_may_be_lost() -> None:
    text = "class A { m } class B : A { } class C : B { m }"
    assert pull_up(text) == ([], [])
    assert check(text, copied_up(text, "C", "B", "m"), Rule.parse("N O⊇←∘ I")) == ["→I vanished"]


def test_precondition_5_a_name_that_binds_to_another_member_up_there() -> None:
    first, _ = pull_up("class A { } class B : A { x } class C : B { m(x) x }")
    assert first == ["∘N appeared"]


def test_precondition_6_no_other_class_may_inherit_the_copy() -> None:
    first, _ = pull_up("class A { m } class B : A { } class C : B { m } class D : B { } D.m;")
    assert set(first) == {"←I appeared", "×I vanished", "←N appeared", "×N vanished"}


def test_the_second_step_lets_heirs_follow_and_refuses_that_they_lose_the_member() -> None:
    # E inherits m through C before and after; without the base of C it would have none.
    text = "class B { m } class C : B { m } class E : C { } E.m;"
    start, end = class_span(text, "C")
    edits = [Replacement(start, end, "class C : B { }"), Replacement(0, 13, "class B { m }")]
    assert check(text, edits, DELETE_DUPLICATE) == []
    edits = [Replacement(start, end, "class C { }"), *edits[1:]]
    assert check(text.replace(" E.m;", ""), edits, DELETE_DUPLICATE) == ["←I vanished"]


def test_each_allowance_of_the_two_rules_is_needed() -> None:
    text = "class A { m } class B : A { } class C : B { m } class D : B { m }"
    edits = copied_up(text, "C", "B", "m")
    assert check(text, edits, COPY_UP) == []
    assert sorted(check(text, edits, Rule.parse("N O I"))) == ["←O appeared", "→I vanished", "∘O appeared"]
    middle = World.of({FILE: text}).apply(EditSet.of({FILE: edits})).text(FILE)
    assert middle is not None
    deletion = duplicate_deleted(middle, "C", "B", "m")
    assert check(middle, deletion, DELETE_DUPLICATE) == []
    assert sorted(check(middle, deletion, Rule.parse("N O I"))) == ["∘I appeared", "∘O vanished"]
