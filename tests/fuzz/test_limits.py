"""The page of limits names every case whose edit is wrongly called safe, and none that is right by now."""

from __future__ import annotations

import re
from pathlib import Path

from holdfast.casefile.read import read_case

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")


def test_every_edit_wrongly_called_safe_is_listed() -> None:
    listed = {
        Path(target).stem
        for target in re.findall(r"^\| \[[^]]+\]\(\.\./fixtures/cases/([^)]+)\)", PAGE, re.M)
    }
    wrong = {
        path.stem
        for path in (ROOT / "fixtures" / "cases").rglob("*.case")
        if "wrong today" in (text := path.read_text(encoding="utf-8"))
        and (note := read_case(text, path.name).expect.note or "").startswith("wrong today")
        and "the edit is unsafe" in note
    }
    assert listed == wrong
