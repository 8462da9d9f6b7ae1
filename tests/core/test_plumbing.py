"""Seeing through plumbing: paths through transparent intervals are edges between what they join."""

from __future__ import annotations

from holdfast.model.edge import Edge
from holdfast.model.model import Model
from holdfast.preserve.analysis import violations
from holdfast.preserve.plumbing import Plumbing, see_through
from holdfast.preserve.rules import Rule
from holdfast.text.correspondence import collapsed
from holdfast.text.edits import EditSet
from holdfast.text.interval import Interval
from hypothesis import given
from hypothesis import strategies as st

places = st.integers(0, 5).map(lambda n: Interval("a", n, n + 1))
edge_sets = st.frozensets(st.builds(Edge, places, st.sampled_from("ND"), places), max_size=14)


def slow(edges: frozenset[Edge], plumbing: Plumbing) -> set[Edge]:
    """Joins edges at transparent intervals until nothing new comes, then drops what touches them."""
    known = set(edges | plumbing.links)
    while True:
        new = {
            Edge(a.head, a.kind, b.tail)
            for a in known
            for b in known
            if a.kind == b.kind and a.tail == b.head and a.tail in plumbing.transparent
        }
        if new <= known:
            break
        known |= new
    return {e for e in known if e.head not in plumbing.transparent and e.tail not in plumbing.transparent}


@given(edge_sets, st.frozensets(places, max_size=4), edge_sets)
def test_it_is_the_transitive_closure_through_what_is_transparent(
    edges: frozenset[Edge], transparent: frozenset[Interval], more: frozenset[Edge]
) -> None:
    links = frozenset(edge for edge in more if edge.head in transparent)
    plumbing = Plumbing(transparent, links)
    if transparent:
        assert see_through(edges, plumbing) == slow(edges, plumbing)
    else:
        assert see_through(edges, plumbing) == edges


def test_a_value_arrives_through_argument_and_parameter() -> None:
    definition, argument, parameter, use = (Interval("a", n, n + 1) for n in (0, 10, 20, 30))
    before = Model.of([Edge(definition, "D", use)])
    after = Model.of([Edge(definition, "D", argument), Edge(parameter, "D", use)])
    identity = collapsed(EditSet())
    plumbing = Plumbing(frozenset({argument, parameter}), frozenset({Edge(argument, "D", parameter)}))
    assert violations(before, after, identity, Rule.parse("D"), plumbing_after=plumbing) == ()
    # The exchange of worlds is the check of inlining.
    assert violations(after, before, identity, Rule.parse("D"), plumbing_before=plumbing) == ()
    cut = Plumbing(plumbing.transparent)
    assert len(violations(before, after, identity, Rule.parse("D"), plumbing_after=cut)) == 1


def test_a_path_with_an_inferred_edge_is_inferred() -> None:
    definition, argument, use = (Interval("a", n, n + 1) for n in (0, 10, 30))
    after = Model.of([Edge(definition, "D", argument)], [Edge(argument, "D", use)])
    plumbing = Plumbing(frozenset({argument}))
    found = violations(Model.of([]), after, collapsed(EditSet()), Rule.parse("D"), plumbing_after=plumbing)
    assert [(each.normal, each.exact) for each in found] == [(Edge(definition, "D", use), False)]
