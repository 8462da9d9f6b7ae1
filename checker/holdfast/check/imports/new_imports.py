"""Imports that the edit wrote: does each of them find something?

An import that both worlds have is compared with what it found. One that is new, or that was pointed at another
module or level, has nothing to be compared with, but one that finds nothing in the project fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.names.table import ImportUse
from holdfast.python.project.exports import resolve_import
from holdfast.text.interval import Interval


def check_new_imports(pair: Pair) -> Iterator[Finding]:
    created = [file for file in pair.edits.created if file.endswith((".py", ".pyi"))]
    edited = [pair.file_after(file) for file in pair.rewritten_python_files()]
    for file in sorted({*created, *(file for file in edited if file is not None)}):
        facts = pair.after.facts(file)
        old_file = pair.file_before(file)
        before = pair.before.facts(old_file) if old_file is not None else None
        if facts is None or facts.tree.error:
            continue
        known = {_spelled(use) for use in before.names.imports} if before else set()
        for use in facts.names.imports:
            if use.level and use.context == "plain" and _spelled(use) not in known:
                if _leaves_package(pair, file, use) or resolve_import(pair.after, file, use).missing:
                    place, quoted = pair.shown_at(Interval(file, use.start, use.end))
                    message = f"`{use.member or '.'.join(use.parts)}` would not be found by this import"
                    yield Finding("HF403", Severity.ERROR, place, message, quoted=quoted)
                    break


def _spelled(use: ImportUse) -> tuple[int, tuple[str, ...], str | None]:
    return use.level, use.parts, use.member


def _leaves_package(pair: Pair, file: str, use: ImportUse) -> bool:
    """Are there more dots than packages around the file?"""
    folders = file.split("/")[:-1]
    packages = 0
    while folders and "/".join((*folders, "__init__.py")) in pair.after.world.files():
        packages += 1
        folders.pop()
    return bool(packages) and use.level > packages
