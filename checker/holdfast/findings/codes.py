"""The finding codes: stable, documented, one page each (`check-refactoring explain HF101`).

The page of a code is the file `pages/HFnnn.md` beside this module: a paragraph that a user understands
and a five-line example. The slug is the name that case files and messages use.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    code: str
    slug: str
    title: str


CODES: tuple[Code, ...] = (
    Code("HF101", "captured", "a name would mean another existing thing"),
    Code("HF102", "merged", "two variables would become one"),
    Code("HF103", "dangling", "a name would no longer mean anything"),
    Code("HF104", "missed", "an occurrence was left behind under the old name"),
    Code("HF105", "newly-bound", "a name that meant nothing here would be bound"),
    Code("HF106", "keyword-unmatched", "a keyword argument would no longer match its parameter"),
    Code("HF107", "split", "one variable would become two"),
    Code("HF108", "export-changed", "what the module exports would change"),
    Code("HF109", "arguments-misbound", "a call would bind its arguments to other parameters"),
    Code("HF201", "value-lost", "a value would no longer arrive where it is used"),
    Code("HF202", "value-changed", "another value would arrive"),
    Code("HF203", "reordered", "something would be evaluated in another order"),
    Code("HF204", "repeated", "something would be evaluated another number of times"),
    Code("HF205", "condition-changed", "something would be evaluated under another condition"),
    Code("HF206", "leaves-differently", "control would leave the code in another way"),
    Code("HF207", "altered", "the edit does more than the refactoring it claims to be"),
    Code("HF301", "override-lost", "a member would no longer override the one it overrides"),
    Code("HF302", "override-gained", "a member would accidentally override another"),
    Code("HF303", "inherits-other", "a class would inherit another member"),
    Code("HF401", "syntax", "the file would no longer compile"),
    Code("HF402", "possibly-unbound", "a variable could be read before it is bound"),
    Code("HF403", "import-missing", "an import would no longer find its module or name"),
    Code("HF404", "import-cycle", "a new import cycle would break loading"),
    Code("HF501", "dynamic-reference", "a string that may name the thing at run time"),
    Code("HF502", "unresolved-member", "an attribute whose owner is not known"),
    Code("HF503", "text-mention", "the name stands in prose, a config file or a template"),
    Code("HF504", "unparsed-file", "a file that cannot be read as Python"),
    Code("HF505", "budget", "the time budget ran out"),
    Code("HF506", "internal-error", "Holdfast itself failed on a part of the check"),
    Code("HF507", "outside-caller", "code outside the project may use the name"),
    Code("HF508", "rewritten", "code was written in another form, which could not be compared"),
    Code("HF600", "input", "the request cannot be used"),
    Code("HF601", "illegal-name", "the new name is not a legal identifier"),
    Code("HF602", "outside-workspace", "an edit reaches outside the workspace"),
    Code("HF603", "stale", "the text changed since it was read"),
    Code("HF604", "overlapping-edits", "two edits overlap"),
    Code("HF605", "missing-target", "the place or the name to act on is not there"),
    Code("HF606", "contradiction", "two parts of the edit contradict each other"),
    Code("HF607", "missing-file", "a file to act on is not there"),
    Code("HF608", "existing-file", "a file would be overwritten"),
)

BY_CODE = {code.code: code for code in CODES}
BY_SLUG = {code.slug: code for code in CODES}
