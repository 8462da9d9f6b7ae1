"""What happens when Holdfast itself fails: a report file that can be attached to a bug report.

The file goes to the folder for temporary files, never into the user's project. It holds the traceback,
the command and versions, and no source text.
"""

from __future__ import annotations

from collections.abc import Sequence


def report_crash(error: BaseException, words: Sequence[str]) -> str:
    """Writes the report of an exception and returns the sentence for the user."""
    import traceback

    trace = "".join(traceback.format_exception(error))
    return _report(
        f"this is a bug of Holdfast ({type(error).__name__}), and no verdict",
        f"command: check-refactoring {' '.join(map(repr, words))}\n\n{trace}",
    )


def report_internal(messages: Sequence[str], evidence: Sequence[str]) -> str:
    """The same for a failure that the checker caught itself: the rest of its report stands."""
    return _report(
        "a part of the check failed because of a bug of Holdfast",
        "\n".join((*messages, "", *evidence)) + "\n",
    )


def _report(sentence: str, text: str) -> str:
    import tempfile

    text = f"{versions()}{text}"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="holdfast-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as file:
            file.write(text)
    except OSError:
        return f"{text}{sentence}; please report the lines above."
    return f"{sentence}; please report it with the file {file.name}."


def versions() -> str:
    """The versions that a bug report needs, one per line."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from holdfast import __version__

    lines = [f"holdfast: {__version__}", f"python: {platform.python_version()} on {platform.platform()}"]
    for package in ("jedi", "parso", "rope", "libcst"):
        try:
            lines.append(f"{package}: {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package}: not installed")
    return "\n".join(lines) + "\n"
