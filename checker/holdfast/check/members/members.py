"""Do attributes, keyword arguments and fixture parameters still name what they named?

Each token that carries an affected name is resolved in both worlds, first by reading alone and, where
that cannot say, by whoever answers member questions. What nobody can resolve is weighed as evidence
(`evidence`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from holdfast.check.affected import Affected
from holdfast.check.classes.families import class_after
from holdfast.check.gone.members import check_gone
from holdfast.check.members.collected_tokens import mentions, tokens_of
from holdfast.check.members.encapsulation import fields_behind_properties
from holdfast.check.members.evidence import defined_in, weigh
from holdfast.check.members.judgement import judge
from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.members.narrowing import is_told_by_test
from holdfast.check.members.other_receivers import is_asked_of_other
from holdfast.check.names.changed_keywords import check_changed_keyword
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import order_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.members import Absent, Named, Outside, Unresolved
from holdfast.python.project.values import ClassKey, SuperValue
from holdfast.python.questions import MemberAnswers, Question, Target, Unanswered
from holdfast.text.interval import Interval

#: For each file the intervals of before in which tokens correspond only by accident.
Rewritten = Mapping[str, Sequence[tuple[int, int]]]


def check_members(
    pair: Pair,
    affected: Affected,
    answers: MemberAnswers | None,
    rewritten: Rewritten | None = None,
    *,
    untouched_only: bool = False,
    parameters_by_name: bool = False,
    judges_keywords: bool = False,
) -> Iterator[Finding]:
    """`parameters_by_name`: parameters may change places, so that a keyword is right where its name is.
    `judges_keywords`: no trace compares what calls pass, so that changed keywords are judged by their names.
    """
    unresolved: list[MemberToken] = []
    keywords: list[MemberToken] = []
    outside: list[MemberToken] = []
    for file in affected.files:
        before = pair.before.facts(file)
        if before is None or not mentions(before, affected):
            continue
        facts = pair.facts(file)
        if facts is None:
            continue
        left_out = (rewritten or {}).get(file, ())
        for token in tokens_of(pair, affected, file, *facts):
            if any(start <= token.interval.start < end for start, end in left_out):
                # Tokens correspond by accident here, but one that leads nowhere is wrong in any code.
                finding = None if token.changed else judge(pair, affected, token)
                if finding is not None and _is_proven_loss(finding):
                    if not (untouched_only and is_asked_of_other(pair, token)):
                        yield finding
                continue
            if parameters_by_name and _is_found_by_name(token):
                continue
            finding = judge(pair, affected, token)
            if finding is None and judges_keywords and token.kind == "keyword" and token.changed:
                finding = check_changed_keyword(pair, affected, token)
            if finding is not None and finding.code == "HF103" and not token.changed:
                if is_told_by_test(pair, token.interval, token.name):
                    continue
            if untouched_only:
                if finding is not None and not token.changed and not is_asked_of_other(pair, token):
                    if (
                        _is_proven_loss(finding)
                        or _is_gone_from_all(pair, token)
                        or _is_gone_behind_super(pair, token)
                    ):
                        yield finding
            elif finding is not None:
                yield finding
            elif token.kind == "attribute" and isinstance(token.before, Unresolved):
                unresolved.append(token)
            elif token.kind == "keyword" and isinstance(token.before, Unresolved):
                keywords.append(token)
            elif token.kind == "attribute" and isinstance(token.before, Outside) and not token.changed:
                # A library may hand out what it was given: `raised.value.code` is the project's own.
                outside.append(token)
    if affected.renamed and not untouched_only:
        yield from _ask(pair, affected, unresolved, answers)
        yield from _unresolved_keywords(pair, affected, keywords)
        if answers is not None:
            yield from _ask(pair, affected, outside, answers, weighed=False)
    if not untouched_only:
        yield from check_gone(
            pair, [each for each in unresolved if each.name not in affected.old_names], answers
        )


def _unresolved_keywords(pair: Pair, affected: Affected, tokens: list[MemberToken]) -> Iterator[Finding]:
    named = [token for token in tokens if token.name in affected.old_names]
    if named:
        from holdfast.check.members.unresolved_keywords import check_unresolved_keywords

        yield from check_unresolved_keywords(pair, affected, named)


def _is_found_by_name(token: MemberToken) -> bool:
    return (
        token.kind == "keyword"
        and not token.changed
        and isinstance(token.after, Named)
        and all(item.name == token.name for item in token.after.declarations)
    )


def _is_proven_loss(finding: Finding) -> bool:
    """The token names nothing any more, and that is certain: no matter what the edit is about, it breaks."""
    return finding.severity is Severity.ERROR and finding.code in ("HF103", "HF104", "HF106")


def _is_gone_from_all(pair: Pair, token: MemberToken) -> bool:
    """A member of one's own object that was declared, and now nothing in the world declares one of its name.

    A class further down that nobody sees might have it; but it was not that one that was meant.
    """
    return (
        token.kind == "attribute"
        and isinstance(token.before, Named)
        and token.before.exact
        and isinstance(token.after, Absent)
        and not defined_in(pair.after, token.name)
    )


def _is_gone_behind_super(pair: Pair, token: MemberToken) -> bool:
    """`super().setup` of a class, where only the class itself and those below it have such a member any more."""
    facts = pair.before.facts(token.interval.file)
    if facts is None or token.kind != "attribute" or not isinstance(token.after, Absent):
        return False
    use = next((use for use in facts.names.attributes if use.start == token.interval.start), None)
    values = evaluate(pair.before, token.interval.file, use.node.value).items if use is not None else ()
    keys = [class_after(pair, value.key) for value in values if isinstance(value, SuperValue)]
    if len(keys) != 1 or keys[0] is None or len(values) != 1:
        return False
    return all(
        keys[0] in order_of(pair.after, ClassKey(file, scope)).classes
        for file in pair.after.index.files_with(token.name)
        if (other := pair.after.facts(file)) is not None
        for scope, members in other.members.items()
        if token.name in members
    )


def _is_nowhere(target: Target) -> bool:
    """A definition that stands in no file: the engine made it up, for the fields of a `namedtuple`."""
    return target.file is None and not target.full_name and not target.builtin


def _ask(
    pair: Pair,
    affected: Affected,
    tokens: list[MemberToken],
    answers: MemberAnswers | None,
    *,
    weighed: bool = True,
) -> Iterator[Finding]:
    """Tokens that reading alone cannot resolve, by the engine's view of the world before."""
    # A property under the old name hands the renamed field on: whoever asks for it is served.
    from holdfast.check.views.views import find_views  # with classes and what became of them

    served = {*fields_behind_properties(pair), *(view.name for view in find_views(pair))}
    asked = [token for token in tokens if token.name in affected.old_names and token.name not in served]
    if not asked:
        return
    unanswered: list[MemberToken] = asked
    if answers is not None:
        questions = [Question("before", token.interval.file, token.interval.start) for token in asked]
        unanswered = []
        for token, targets in zip(asked, answers.ask(questions), strict=True):
            if isinstance(targets, Unanswered) or all(_is_nowhere(target) for target in targets):
                unanswered.append(token)
                continue
            inside = [Interval(t.file, t.start, t.end) for t in targets if t.file is not None]
            renamed = [place for place in inside if place in affected.tokens]
            if renamed and len(renamed) == len(targets) and not token.changed:
                clauses = tuple(Clause(place, "it seems to name this") for place in renamed)
                message = (
                    f"this attribute `{token.name}` still has the old name, but what it names was renamed"
                )
                yield Finding("HF104", Severity.WARNING, token.interval, message, clauses)
            elif renamed and len(renamed) < len(targets) and weighed:
                unanswered.append(token)  # one of several possibilities was renamed
            elif renamed and not token.changed:
                message = f"it is not known whether this `{token.name}` is the one that was renamed"
                yield Finding("HF502", Severity.INFORMATION, token.interval, message)
            elif not renamed and token.changed:
                where = ", ".join(f"`{t.full_name or t.name}`" for t in targets)
                message = f"`{token.name}` was renamed here, but it seems to name {where}"
                clauses = tuple(Clause(place, "it seems to name this") for place in inside)
                yield Finding("HF103", Severity.WARNING, token.interval, message, clauses)
    if weighed:
        yield from weigh(
            pair, affected, [(token.interval, token.name, token.changed) for token in unanswered]
        )
