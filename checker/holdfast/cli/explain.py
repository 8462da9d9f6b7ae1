"""`check-refactoring explain CODE`: the page of a finding code."""

from __future__ import annotations

from holdfast.cli.commands import Command
from holdfast.cli.output import show
from holdfast.errors import InputError
from holdfast.findings.codes import BY_CODE, CODES


def run(command: Command, words: list[str]) -> int:
    if {"-h", "--help"} & set(words) or len(words) > 1:
        print(f"usage: check-refactoring {command.name} {command.usage}\n\n{_listing()}", end="")
        return 0 if len(words) == 1 else 2
    show(page(words[0]) if words else _listing())
    return 0


def page(word: str) -> str:
    """The page of a code, given as `HF101` or `captured`."""
    from pkgutil import get_data

    from holdfast.findings.accept import code_named

    code = code_named(word)
    if code is None:
        from difflib import get_close_matches

        names = [name for each in CODES for name in (each.code, each.slug)]
        close = get_close_matches(word.upper(), names, n=1) or get_close_matches(word.lower(), names, n=1)
        hint = f"did you mean {close[0]}?" if close else "`check-refactoring explain` lists the codes."
        raise InputError(f"there is no finding code {word!r}; {hint}")
    data = get_data("holdfast.findings", f"pages/{BY_CODE[code].code}.md")
    if data is None:
        raise RuntimeError(f"the page of {code} was not installed")
    return data.decode("utf-8")


def _listing() -> str:
    width = max(len(each.slug) for each in CODES)
    return "".join(f"{each.code}  {each.slug:{width}}  {each.title}\n" for each in CODES)
