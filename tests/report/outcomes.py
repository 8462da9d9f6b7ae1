"""One outcome with everything that a rendering must cope with, shared by the tests of all formats."""

from __future__ import annotations

from holdfast.findings.values import (
    Accepted,
    AcceptedBy,
    Checked,
    Clause,
    Finding,
    Fix,
    Outcome,
    Severity,
)
from holdfast.text.edits import EditSet, Replacement
from holdfast.text.interval import Interval
from holdfast.text.world import World

APP = "ceiling = 10\n\ndef scale(limit):\n\treturn limit * ceiling  # 100 %, a:b\n"
WIDE = "数 = '宽宽'; ceiling\n"
ODD = "pkg/größe, 1:2.py"

WORLD = World.of({"app.py": APP, ODD: WIDE})


def place(file: str, needle: str, occurrence: int = 0) -> Interval:
    text = WORLD.text(file)
    assert text is not None
    start = -1
    for _ in range(occurrence + 1):
        start = text.index(needle, start + 1)
    return Interval(file, start, start + len(needle))


CAPTURED = Finding(
    "HF101",
    Severity.ERROR,
    place("app.py", "ceiling", 1),
    "`ceiling` would mean the parameter `limit`",
    (
        Clause(place("app.py", "ceiling", 1), "this read of `ceiling`"),
        Clause(place("app.py", "ceiling", 0), "bound to this variable"),
        Clause(place("app.py", "limit", 0), "would bind to this parameter instead"),
    ),
    Fix(
        "rename to `limit_`",
        EditSet(
            {
                "app.py": (
                    Replacement(0, 7, "limit_"),
                    Replacement(*place("app.py", "ceiling", 1)[1:], "limit_"),
                )
            }
        ),
        "limit_",
    ),
)
ELSEWHERE = Finding(
    "HF104",
    Severity.WARNING,
    place(ODD, "ceiling"),
    "100 % of\nthe uses, or: fewer",
    (Clause(place("app.py", "ceiling"), "of this variable", "limit = 10"),),
    quoted="    inserted = 1",
)
MENTION = Finding(
    "HF503", Severity.INFORMATION, place("app.py", "# 100 %, a:b"), "a mention", may_hide_break=False
)
ACCEPTED = Finding("HF501", Severity.INFORMATION, place("app.py", "scale"), "accepted one")

OUTCOME = Outcome(
    (CAPTURED, MENTION, ELSEWHERE),
    Checked(files=2, edges=7, unseen=("config.ini was not read",)),
    evidence=("2 occurrences of `ceiling` were resolved again",),
    accepted=(Accepted(ACCEPTED, AcceptedBy.COMMENT),),
)
