"""Step 4: does every edited file still compile? Only what compiled before must compile after."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.python.tree import parse_module
from holdfast.text.interval import Interval


def check_compilability(pair: Pair) -> Iterator[Finding]:
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is not None:
            yield from _compare(pair, file, *facts)
    for file in sorted(pair.edits.created):
        created = pair.after.facts(file) if file.endswith((".py", ".pyi")) else None
        if created is not None:
            yield from _problem(pair, file, created)


def _compare(pair: Pair, file: str, before: FileFacts, after: FileFacts) -> Iterator[Finding]:
    if before.tree.error is not None:
        # What did not compile before need not compile after; but then part of it was not seen.
        yield Finding(
            "HF504",
            Severity.INFORMATION,
            Interval(file, before.tree.error.offset, before.tree.error.offset),
            f"this file does not parse ({before.tree.error.message}), so it was checked only in part",
        )
        return
    new = pair.file_after(file)
    if new is None:
        return
    problems = list(_problem(pair, new, after))
    if problems and _compiler_says(before) is None:
        yield from problems


def _problem(pair: Pair, file: str, after: FileFacts) -> Iterator[Finding]:
    problem = (
        (after.tree.error.offset, after.tree.error.message) if after.tree.error else _compiler_says(after)
    )
    if problem is not None:
        offset, message = problem
        place, quoted = pair.shown_at(Interval(file, offset, offset))
        yield Finding(
            "HF401",
            Severity.ERROR,
            place,
            f"the file would no longer compile: {message}",
            quoted=quoted or _line(after.text, offset),
        )


def _compiler_says(facts: FileFacts) -> tuple[int, str] | None:
    """What the compiler refuses beyond the grammar: a return outside a function, a nonlocal of nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(facts.text, "<file>", "exec", dont_inherit=True)
    except SyntaxError as error:
        if facts.tree.error is None and _has_foreign_syntax(facts):
            return None  # newer than the running interpreter; the tree came from libcst
        column = (error.offset or 1) - 1
        return facts.tree.offset(error.lineno or 1, max(column, 0)), error.msg
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


def _has_foreign_syntax(facts: FileFacts) -> bool:
    """Syntax that the running interpreter's parser does not know."""
    return not isinstance(parse_module(facts.text), ast.Module)


def _line(text: str, offset: int) -> str:
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return text[start : len(text) if end < 0 else end].strip()
