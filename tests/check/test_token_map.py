"""Which token became which, within one file."""

from __future__ import annotations

import pytest
from check.marked import edited
from holdfast.check.correspondence.token_map import TokenMap


def map_of(marked: str) -> tuple[TokenMap, str, str]:
    before, after, edits = edited({"m.py": marked})
    old, new = before.text("m.py"), after.text("m.py")
    assert old is not None
    assert new is not None
    return TokenMap(edits.replacements["m.py"], old), old, new


@pytest.mark.parametrize(
    ("marked", "word", "became"),
    [
        ("«aa|b» = cc", "cc", "cc"),
        ("«aa|b» = cc", "aa", "b"),
        ("«|x = 1\n»cc", "cc", "cc"),
        ("cc«|()»", "cc", "cc"),
        ("f(«aa|b + 1»)", "aa", None),
        ("f(«aa + |»bb)", "aa", None),
        ("f(«aa + |»bb)", "bb", "bb"),
        ("«'t'|aa»; «aa|b»", "aa", "b"),
    ],
)
def test_a_token_and_what_it_became(marked: str, word: str, became: str | None) -> None:
    tokens, old, new = map_of(marked)
    start = old.index(word)
    place = tokens.to_after(start, start + len(word))
    assert (new[slice(*place)] if place else None) == became
    if place is not None:
        assert tokens.to_before(*place) == (start, start + len(word))


def test_inserted_tokens_have_no_origin() -> None:
    tokens, _, new = map_of("a\n«|bb\n»c\n")
    start = new.index("bb")
    assert tokens.to_before(start, start + 2) is None


@pytest.mark.parametrize(
    ("marked", "touched"),
    [
        ("[x«y|z»x]", True),
        ("[xx«|z»xx]", True),
        ("[xxxx]«|z»", False),
        ("«|z»[xxxx]", False),
        ("«yy|»[xxxx]", False),
    ],
)
def test_touched(marked: str, touched: bool) -> None:
    tokens, old, _ = map_of(marked)
    assert tokens.is_touched(old.index("["), old.index("]") + 1) is touched
