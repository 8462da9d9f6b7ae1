"""Renderings of an outcome: pure functions from an `Outcome` and the original world to text.

One module per format, loaded when it is asked for. None of them decides anything: what is wrong, how
bad it is and where it stands comes from the findings, so all formats agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from holdfast.findings.values import Outcome
from holdfast.text.world import World

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Format: TypeAlias = Literal["text", "json", "sarif", "github"]

FORMATS: tuple[Format, ...] = ("text", "json", "sarif", "github")


class Style(NamedTuple):
    """What a reader wants to see besides the findings; formats that cannot show a thing leave it out."""

    colour: bool = False
    #: Show the evidence behind the verdict and what was not looked at.
    why: bool = False
    elapsed_ms: int | None = None


PLAIN = Style()


def render(outcome: Outcome, before: World, form: Format, style: Style = PLAIN) -> str:
    """The outcome as text in one of the formats, ending in a line terminator."""
    match form:
        case "text":
            from holdfast.report.text_format import render_text

            return render_text(outcome, before, style)
        case "json":
            from holdfast.report.json_format import render_json

            return render_json(outcome, before, style)
        case "sarif":
            from holdfast.report.sarif_format import render_sarif

            return render_sarif(outcome, before, style)
        case "github":
            from holdfast.report.github_format import render_github

            return render_github(outcome, before, style)
        case _:
            assert_never(form)
