"""A trial as a case file: what was asked, both texts, and the verdict that the runs call for."""

from __future__ import annotations

from holdfast.casefile.values import Case, CaseRequest, Expectation, Mark
from holdfast.casefile.write import write_case
from holdfast.errors import InputError
from holdfast.fuzz.grouping import Disagreement, Group
from holdfast.fuzz.loop import Trial

_TARGET = "target"


def case_text(trial: Trial, group: Group) -> str:
    """The text of the case. A find is where a person begins: the findings have yet to be marked in it."""
    files = trial.program.files
    gone = {file: None for file in files if trial.after and file not in trial.after}
    changed = {file: text for file, text in trial.after.items() if files.get(file) != text}
    wanted = "safe" if group.disagreement is Disagreement.ALARM else "unsafe"
    case = Case(
        CaseRequest(
            trial.kind.value, _TARGET, trial.suggestion.name or None, "after" if trial.after else trial.engine
        ),
        files,
        Expectation(wanted, note=f"found by the loop: the checker says {trial.verdict}"),
        prose=(
            f"{trial.engine}: {group.disagreement.value}.\n{group.message}\n"
            f"Generator {trial.program.generator} ({trial.suggestion.why}): {trial.program.description}"
        ),
        after={**gone, **changed},
        marks=(Mark(trial.suggestion.at, label=_TARGET),),
        run=f"import runpy\nrunpy.run_module({trial.program.entry.removesuffix('.py')!r}, run_name='__main__')\n",
    )
    try:
        return write_case(case)
    except InputError as error:
        return f"{case.prose}\n\nThis find cannot be written as a case: {error.message}\n"
