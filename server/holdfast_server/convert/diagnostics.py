"""Findings as LSP diagnostics, raw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import holdfast.findings

from holdfast_server.judgement import Place, Shown
from holdfast_server.session.features import Features

SOURCE: Final = "holdfast"
_SEVERITIES: Final = {"error": 1, "warning": 2, "information": 3}
_PAGES: Final = Path(str(holdfast.findings.__file__)).resolve().parent / "pages"


def diagnostic(finding: Shown, is_after: Callable[[str], bool], features: Features) -> dict[str, Any]:
    """The diagnostic of a finding; `is_after` says of a document whether it has the edit in it already."""
    raw: dict[str, Any] = {
        "range": _range(finding.place, is_after),
        "severity": _SEVERITIES[finding.severity],
        "code": finding.code,
        "source": SOURCE,
        "message": finding.message,
    }
    if features.code_descriptions:
        raw["codeDescription"] = {"href": page_uri(finding.code)}
    if finding.related:
        if features.related_information:
            raw["relatedInformation"] = [
                {"location": {"uri": place.uri, "range": _range(place, is_after)}, "message": text}
                for place, text in finding.related
            ]
        else:
            # An editor that cannot show the other places gets their lines in words.
            lines = (f"{text} ({_spot(place, is_after)})" for place, text in finding.related)
            raw["message"] = "\n".join((finding.message, *lines))
    return raw


def page_uri(code: str) -> str:
    """The page of a finding code, as installed beside the checker: it is there without a network."""
    return (_PAGES / f"{code}.md").as_uri()


def _range(place: Place, is_after: Callable[[str], bool]) -> Mapping[str, Any]:
    return place.after if is_after(place.uri) else place.before


def _spot(place: Place, is_after: Callable[[str], bool]) -> str:
    line = _range(place, is_after)["start"]["line"] + 1
    return f"{place.uri.rpartition('/')[2]}:{line}"
