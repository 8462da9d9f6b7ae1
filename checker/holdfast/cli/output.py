"""Text to standard output, whatever its encoding can say; sentences to standard error."""

from __future__ import annotations

import sys


def show(text: str) -> None:
    """To standard output. What its encoding has no characters for is shown as an escape."""
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def say(sentence: str) -> None:
    """A sentence to the person, behind everything that was shown before it."""
    sys.stdout.flush()
    line = f"check-refactoring: {sentence}\n"
    sys.stderr.write(line.encode("utf-8", "backslashreplace").decode())
