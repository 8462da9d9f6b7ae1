"""What two judges disagree about, and the abstract message under which a person looks at it once."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from holdfast.findings.values import Severity
from holdfast.fuzz.from_memory import TIMED_OUT
from holdfast.fuzz.inputs import OtherRun, other_runs
from holdfast.fuzz.loop import Behaviour, Trial
from holdfast.fuzz.running import Runner


class Disagreement(Enum):
    """How the checker, the runs and the engine can be at odds."""

    ESCAPE = "breaking, called safe"
    ALARM = "preserving, called unsafe"
    OTHER_INPUTS = "called unsafe, and breaks with other inputs"
    UNREACHED = "called unsafe for a proven change that the run does not reach"
    FAILURE = "the checker failed"
    CRASH = "the engine crashed"
    OUTSIDE = "the engine wants to edit outside the tree"


#: Proven changes of meaning that one run need not reach: captured, merged, dangling, missed, newly bound and
#: split names, unmatched keywords, overrides lost and gained, other members inherited. What code does
#: (HF2xx) is not among them: there only a run explains an alarm.
_PROVEN = frozenset(
    {"HF101", "HF102", "HF103", "HF104", "HF105", "HF106", "HF107", "HF301", "HF302", "HF303"}
)

#: Generated programs take milliseconds.
_SECONDS = 1.0

_QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"")
_PLACE = re.compile(r"[\w/]+\.py(?::\d+)*")
_NUMBER = re.compile(r"\d+")


class Group(NamedTuple):
    """The disagreements that are told in the same words."""

    disagreement: Disagreement
    kind: str
    message: str


def disagreement(trial: Trial, runner: Runner) -> Disagreement | None:
    """What is at odds in a trial; the program is run again with other inputs where that can explain it."""
    if trial.behaviour is Behaviour.CRASHED:
        return Disagreement.CRASH
    if trial.outside:
        return Disagreement.OUTSIDE
    if trial.failed:
        return Disagreement.FAILURE
    if trial.escaped:
        return Disagreement.ESCAPE
    if not trial.alarmed:
        return None
    if breaks_with_other_inputs(trial, runner):
        return Disagreement.OTHER_INPUTS
    return Disagreement.UNREACHED if _is_proven(trial) else Disagreement.ALARM


def breaks_with_other_inputs(trial: Trial, runner: Runner) -> bool:
    entry = trial.program.entry
    if entry not in trial.after:
        return False
    return any(differs(other, runner) for other in other_runs(trial.program.files, trial.after, entry))


def differs(other: OtherRun, runner: Runner) -> bool:
    """Other constants may make a loop endless: what does not end in time is no evidence."""
    before = runner.run(other.before, other.entry, _SECONDS)
    if before.ended == TIMED_OUT:
        return False
    after = runner.run(other.after, other.entry, _SECONDS)
    return after.ended != TIMED_OUT and before != after


def _is_proven(trial: Trial) -> bool:
    findings = trial.outcome.findings if trial.outcome is not None else ()
    return any(each.severity is Severity.ERROR and each.code in _PROVEN for each in findings)


def group_of(trial: Trial, what: Disagreement) -> Group:
    """The group of a disagreement: positions and names are taken out of its words."""
    if what is Disagreement.ESCAPE:
        assert trial.runs is not None
        before, after = trial.runs
        ended = "prints something else" if before.ended == after.ended else f"{before.ended} → {after.ended}"
        message = f"{trial.program.generator}, {trial.suggestion.why}: {ended}"
    elif trial.outcome is not None:
        wrong = [each for each in trial.outcome.findings if each.severity is not Severity.INFORMATION]
        message = "; ".join(sorted({f"{each.code} {abstract(each.message)}" for each in wrong}))
    else:
        message = f"{trial.engine}: {abstract(trial.note)}"
    return Group(what, trial.kind.value, message)


def abstract(message: str) -> str:
    """A message without the names, places and numbers in it."""
    return _NUMBER.sub("N", _PLACE.sub("FILE", _QUOTED.sub("`…`", message)))
