"""The notation of rules: read, printed, refused with the place of the mistake."""

from __future__ import annotations

import pytest
from holdfast.errors import InputError
from holdfast.preserve.rules import Allowance, EdgeClass, Rule
from hypothesis import given
from hypothesis import strategies as st

cells = st.dictionaries(
    st.sampled_from(EdgeClass), st.sampled_from([Allowance.SHRINK, Allowance.GROW, Allowance.IGNORED])
)
rules = st.dictionaries(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,3}", fullmatch=True), cells).map(Rule)


@given(rules)
def test_what_is_printed_is_read_back(rule: Rule) -> None:
    assert Rule.parse(str(rule)) == rule
    assert str(Rule.parse(str(rule))) == str(rule)


def test_cells() -> None:
    rule = Rule.parse(" N  C⊆∘⊇↔  D~× O=→⊇← ")
    assert rule.allowance("N", EdgeClass.EXTERNAL) is Allowance.EXACT
    assert rule.allowance("C", EdgeClass.INTERNAL) is Allowance.SHRINK
    assert rule.allowance("C", EdgeClass.INCOMING) is Allowance.GROW
    assert rule.allowance("C", EdgeClass.OUTGOING) is Allowance.GROW
    assert rule.allowance("D", EdgeClass.EXTERNAL) is Allowance.IGNORED
    assert rule.allowance("O", EdgeClass.OUTGOING) is Allowance.EXACT
    assert rule.allowance("I", EdgeClass.INTERNAL) is Allowance.IGNORED
    assert str(rule) == "N C⊆∘⊇↔ D~× O⊇←"


def test_the_table_has_wide_columns_for_long_kinds() -> None:
    assert Rule.parse("N Throws⊆∘").table() == "  N Throws\n← = =\n→ = =\n∘ = ⊆\n× = ="


@pytest.mark.parametrize(
    ("notation", "place"),
    [("N ⊆∘", 2), ("N⊆", 0), ("N C⊆∘ N", 6), ("N⊆∘⊇∘", 3), ("N⊆∘,C", 0), ("N⊆↔⊇←", 3)],
)
def test_what_cannot_be_read_is_refused_with_its_place(notation: str, place: int) -> None:
    with pytest.raises(InputError, match=f"at character {place}:") as caught:
        Rule.parse(notation)
    assert caught.value.offset == place
