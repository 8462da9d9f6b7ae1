"""Step 4: does every edited file still compile? Only what compiled before must compile after."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.python.tree import SyntaxProblem, parse_module
from holdfast.text.interval import Interval

_WORD = re.compile(r"\w+")


def check_compilability(pair: Pair) -> Iterator[Finding]:
    for file in pair.edited_python_files():
        before = pair.before.facts(file)
        if before is None:
            continue
        if before.tree.error is not None:
            yield _seen_in_part(file, before.tree.error)  # it need not compile after, either
        elif file not in pair.exchanged:
            yield from _compare(pair, file, before)
    for file in sorted(pair.edits.created):
        created = pair.after.facts(file) if file.endswith((".py", ".pyi")) else None
        if created is not None:
            yield from _problem(pair, file, created)


def check_unparsed(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """The files that the edit leaves alone, that mention an affected name, and that nobody can parse."""
    edited = set(pair.edited_python_files())
    for file in sorted(pair.before.index.files_with_any(affected.names) - edited):
        facts = pair.before.facts(file)
        if facts is not None and facts.tree.error is not None:
            # An error hides only the statement that it stands in.
            hidden = {word for part in facts.tree.unseen for word in _WORD.findall(facts.text, *part)}
            if not affected.names.isdisjoint(hidden):
                yield _seen_in_part(file, facts.tree.error)


def _seen_in_part(file: str, error: SyntaxProblem) -> Finding:
    return Finding(
        "HF504",
        Severity.INFORMATION,
        Interval(file, error.offset, error.offset),
        f"this file does not parse ({error.message}), so it was checked only in part",
    )


def _compare(pair: Pair, file: str, before: FileFacts) -> Iterator[Finding]:
    new = pair.file_after(file)
    after = pair.after.facts(new) if new is not None else None
    if new is None or after is None:
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
