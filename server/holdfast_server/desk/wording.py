"""The sentences that a user reads in messages and previews."""

from __future__ import annotations

from holdfast_server.judgement import Judged, Shown

_MOST = 3


def headline(judged: Judged, what: str) -> str:
    """One sentence: what is wrong with an edit."""
    serious = _serious(judged)
    if not serious:
        return f"Holdfast: this {what} could not be checked everywhere."
    first = serious[0].message.splitlines()[0]
    more = f" (and {len(serious) - 1} more)" if len(serious) > 1 else ""
    return f"Holdfast: this {what} changes what the code means: {first}{more}"


def details(judged: Judged) -> str:
    """A few lines for a preview."""
    serious = _serious(judged)
    lines = [f"{each.code} {_spot(each)}: {each.message.splitlines()[0]}" for each in serious[:_MOST]]
    if len(serious) > _MOST:
        lines.append(f"and {len(serious) - _MOST} more")
    return "\n".join(lines)


def unknown(judged: Judged, what: str) -> str:
    first = judged.findings[0].message.splitlines()[0] if judged.findings else judged.summary
    return f"Holdfast found nothing wrong with this {what}, but cannot see everything: {first}"


def late(done: int, total: int, what: str, seconds: float) -> str:
    seen = f"has checked {done} of {total} files" if total else "is still reading the project"
    return (
        f"Holdfast {seen} after {seconds:.3g} s and goes on in the background; "
        f"this {what} is not fully checked yet."
    )


def after_all(judged: Judged, what: str) -> str:
    """For an edit that was handed over before its check had ended."""
    return f"{headline(judged, what)}. It was handed over before the check had ended; undo takes it back."


def what_is(kind: str) -> str:
    """A refactoring's name in a sentence."""
    return {"refactoring": "refactoring", "edit": "edit", "organise-imports": "change of imports"}.get(
        kind, kind.replace("-", " ")
    )


def _serious(judged: Judged) -> tuple[Shown, ...]:
    return tuple(each for each in judged.findings if each.severity != "information")


def _spot(finding: Shown) -> str:
    return f"{finding.place.uri.rpartition('/')[2]}:{finding.place.before['start']['line'] + 1}"
