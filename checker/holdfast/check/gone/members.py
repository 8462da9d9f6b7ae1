"""Attributes that somebody asks for, nobody knows of whom, and that nothing defines any more.

`job.retries` stays when the only `retries` of the project is removed. What `job` is cannot be read, but if it
was an object of the project that had the attribute, it has it no longer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from holdfast.check.classes.families import class_after
from holdfast.check.members.evidence import defined_in, is_everyday, is_member
from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.classes import classes_in, own_member
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.instances import may_have_instances
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.questions import MemberAnswers, Question, Unanswered
from holdfast.text.interval import Interval


def check_gone(pair: Pair, tokens: Sequence[MemberToken], answers: MemberAnswers | None) -> Iterator[Finding]:
    """`tokens`: attributes whose object could not be read, under names that the edit did not exchange."""
    names = {token.name for token in tokens}
    gone = {name for name in names if _is_gone(pair, name) or _is_gone_for_some(pair, name)}
    left = [token for token in tokens if token.name in gone and not token.changed]
    for token in left if answers is None else _of_the_project(left, answers):
        message = f"nothing defines `{token.name}` any more, but this attribute asks for it"
        if defined_in(pair.after, token.name):
            message = f"not every class that has `{token.name}` would keep it, but this attribute asks for it"
        yield Finding("HF103", Severity.WARNING, token.interval, message)


def _is_gone(pair: Pair, name: str) -> bool:
    return (
        is_member(pair.before, name)
        and not is_everyday(name)
        and not defined_in(pair.after, name)
        and not _is_stored(pair.after, name)
    )


def _is_gone_for_some(pair: Pair, name: str) -> bool:
    """Was it taken out of a class that others extend, so that some of those have their own and some have none?

    Whoever asks for it without saying whom may well ask one of each.
    """
    for file in pair.rewritten_python_files():
        if pair.facts(file) is None or name not in (pair.before.world.text(file) or ""):
            continue
        for key in classes_in(pair.before, file):
            member = own_member(pair.before, key, name)
            if member is None or not member.on_class:
                continue
            if pair.became(Interval(file, *member.token)) is not None:
                continue
            below = [(one, class_after(pair, one)) for one in subclasses(pair.before, key)]
            found = [
                after is not None and find_member(pair.after, after, name) is not None for _, after in below
            ]
            lost = [one for (one, _), has in zip(below, found, strict=True) if not has]
            if any(found) and any(may_have_instances(pair.before, one) for one in lost):
                return True
    return False


def _is_stored(program: Program, name: str) -> bool:
    """Does some code put the attribute on an object, whatever that is?"""
    return any(
        use.name == name and isinstance(use.node.ctx, ast.Store)
        for file in program.index.files_with(name)
        if (facts := program.facts(file)) is not None
        for use in facts.names.attributes
    )


def _of_the_project(tokens: Sequence[MemberToken], answers: MemberAnswers) -> Iterator[MemberToken]:
    """The tokens without those that are known to name something of a library."""
    questions = [Question("before", token.interval.file, token.interval.start) for token in tokens]
    for token, targets in zip(tokens, answers.ask(questions), strict=True):
        known = not isinstance(targets, Unanswered) and bool(targets)
        if not known or any(target.file is not None for target in targets):  # type: ignore[union-attr]
            yield token
