"""Do attributes, keyword arguments and fixture parameters still name what they named?

Each token that carries an affected name is resolved in both worlds, first by reading alone and, where
that cannot say, by whoever answers member questions. What nobody can resolve is weighed as evidence
(`evidence`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from holdfast.check.affected import Affected
from holdfast.check.classes.class_aliases import class_behind
from holdfast.check.classes.forwarding import passes_outside
from holdfast.check.classes.moved_members import has_left, member_owner
from holdfast.check.gone.members import check_gone
from holdfast.check.members.encapsulation import fields_behind_properties
from holdfast.check.members.evidence import defined_in, weigh
from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.members.narrowing import is_told_by_test
from holdfast.check.names.changed_keywords import check_changed_keyword
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import AttributeUse, KeywordUse
from holdfast.python.project.classes import class_info
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.fixtures import FixtureUse, fixture_uses
from holdfast.python.project.keywords import resolve_keyword
from holdfast.python.project.members import (
    Absent,
    MemberResult,
    Named,
    Outside,
    Unresolved,
    resolve_attribute,
)
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
    outside: list[MemberToken] = []
    for file in affected.files:
        before = pair.before.facts(file)
        if before is None or not _mentions(before, affected):
            continue
        facts = pair.facts(file)
        if facts is None:
            continue
        left_out = (rewritten or {}).get(file, ())
        for token in _tokens(pair, affected, file, *facts):
            if any(start <= token.interval.start < end for start, end in left_out):
                # Tokens correspond by accident here, but one that leads nowhere is wrong in any code.
                finding = None if token.changed else _judge(pair, affected, token)
                if finding is not None and _is_proven_loss(finding):
                    yield finding
                continue
            if parameters_by_name and _is_found_by_name(token):
                continue
            finding = _judge(pair, affected, token)
            if finding is None and judges_keywords and token.kind == "keyword" and token.changed:
                finding = check_changed_keyword(pair, affected, token)
            if finding is not None and finding.code == "HF103" and not token.changed:
                if is_told_by_test(pair, token.interval, token.name):
                    continue
            if untouched_only:
                if finding is not None and not token.changed:
                    if _is_proven_loss(finding) or _is_gone_from_all(pair, token):
                        yield finding
            elif finding is not None:
                yield finding
            elif token.kind == "attribute" and isinstance(token.before, Unresolved):
                unresolved.append(token)
            elif token.kind == "attribute" and isinstance(token.before, Outside) and not token.changed:
                # A library may hand out what it was given: `raised.value.code` is the project's own.
                outside.append(token)
    if affected.renamed and not untouched_only:
        yield from _ask(pair, affected, unresolved, answers)
        if answers is not None:
            yield from _ask(pair, affected, outside, answers, weighed=False)
    if not untouched_only:
        yield from check_gone(
            pair, [each for each in unresolved if each.name not in affected.old_names], answers
        )


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


def _mentions(facts: FileFacts, affected: Affected) -> bool:
    """Has the file a member token of an affected name, so that it is worth a look?"""
    names = affected.names
    if any(use.name in names or _written(facts, use) in names for use in facts.names.attributes):
        return True
    if any(use.name in names for use in facts.names.keywords):
        return True
    return "fixture" in facts.text or "def test" in facts.text


def _tokens(
    pair: Pair, affected: Affected, file: str, before: FileFacts, after: FileFacts
) -> Iterator[MemberToken]:
    new_file = pair.file_after(file) or file
    attributes = {use.start: use for use in after.names.attributes}
    keywords = {use.start: use for use in after.names.keywords}
    for use in before.names.attributes:
        if use.name in affected.names or _written(before, use) in affected.names:
            place = pair.tokens(file).to_after(use.start, use.end)
            other = attributes.get(place[0]) if place else None
            if other is not None:
                first = resolve_attribute(pair.before, file, use)
                second = resolve_attribute(pair.after, new_file, other)
                yield _token(file, "attribute", use, other, first, second)
    for word in before.names.keywords:
        if word.name in affected.names:
            place = pair.tokens(file).to_after(word.start, word.end)
            another = keywords.get(place[0]) if place else None
            if another is not None:
                first = resolve_keyword(pair.before, file, word)
                second = resolve_keyword(pair.after, new_file, another)
                yield _token(file, "keyword", word, another, first, second)
    yield from _fixtures(pair, affected, file, new_file)


def _written(facts: FileFacts, use: AttributeUse) -> str:
    """The name as it stands in the text, before mangling."""
    return facts.text[use.start : use.end]


def _token(
    file: str,
    kind: str,
    use: AttributeUse | KeywordUse,
    other: AttributeUse | KeywordUse,
    before: MemberResult,
    after: MemberResult,
) -> MemberToken:
    return MemberToken(Interval(file, use.start, use.end), use.name, other.name, kind, before, after)


def _fixtures(pair: Pair, affected: Affected, file: str, new_file: str) -> Iterator[MemberToken]:
    uses = [use for use in fixture_uses(pair.before, file) if use.name in affected.names]
    if not uses:
        return
    after = {use.interval: use for use in fixture_uses(pair.after, new_file)}
    for use in uses:
        place = pair.to_after(use.interval)
        if place is None or not use.fixtures:
            continue
        other = after.get(place)
        name = (pair.after.world.text(new_file) or "")[place.start : place.end]
        second = _fixture_result(other)
        yield MemberToken(use.interval, use.name, name, "fixture", Named(use.fixtures, True), second)


def _fixture_result(use: FixtureUse | None) -> MemberResult:
    if use is None or not use.fixtures:
        return Absent((), True)
    return Named(use.fixtures, True)


def _judge(pair: Pair, affected: Affected, token: MemberToken) -> Finding | None:
    if not token.changed and _only_passed_outside(pair, token):
        return None
    match token.before, token.after:
        case Named(first), Named(second) if _is_kept(pair, token, first, second):
            return None
        case (Named(first, True), Named(second, False)) | (
            Named(first, _, False),
            Named(second, _, True),
        ) if _only_below(pair, token, first, second):
            return _lost(pair, token, first, exact=False)
        case Named(first, exact), Named(second, still_exact):
            return _moved(pair, token, first, second, exact=exact and still_exact)
        case Named(first, exact), Absent(_, still_exact):
            return _lost(pair, token, first, exact=exact and still_exact)
        case Named(first, exact), (Unresolved() | Outside()):
            if not token.changed and any(_renamed(pair, item) for item in first):
                return _lost(pair, token, first, exact=exact)
            if not token.changed and first and all(_left_class(pair, item) for item in first):
                return _lost(pair, token, first, exact=False)
            if token.changed and token.kind == "attribute":
                if not any(_renamed(pair, item) for item in first):
                    return _keeps_its_name(token, first)
                if all(_spelled_otherwise(pair, item, token.name_after) for item in first):
                    return _lost(pair, token, first, exact=False)
            return None
        case Outside(types), _:
            if token.changed and token.kind == "attribute":
                return _foreign(token, types)
            return None
        case Unresolved("keywords"), Named(second, exact) if token.kind == "keyword" and not token.changed:
            if any(pair.to_before(item.interval) in affected.tokens for item in second):
                return _taken(pair, token, second, exact=exact)
            return None
        case Absent(), Named(second, exact):
            if not token.changed:
                return _gained(pair, token, second, exact=exact)
            return None
        case _:
            return None


def _only_passed_outside(pair: Pair, token: MemberToken) -> bool:
    """Did the attribute lead to a method that only called a library's, which answers now?"""
    if not isinstance(token.before, Named) or isinstance(token.after, Named) or not token.before.declarations:
        return False
    for item in token.before.declarations:
        if pair.became(item.interval) is not None:
            return False
        owner = member_owner(pair.before, item.interval)
        if owner is None or not passes_outside(pair.before, owner, item.name):
            return False
    return True


def _is_kept(
    pair: Pair, token: MemberToken, first: tuple[Declaration, ...], second: tuple[Declaration, ...]
) -> bool:
    """Does the token name a member of which every class keeps what it has?"""
    if token.kind != "attribute" or token.changed:
        return False
    return all(item.interval in pair.kept.before for item in first) or all(
        item.interval in pair.kept.after for item in second
    )


def _only_below(
    pair: Pair, token: MemberToken, first: tuple[Declaration, ...], second: tuple[Declaration, ...]
) -> bool:
    """Did the member go or move away, so that only some classes below the one at hand still have it?"""
    if token.kind != "attribute" or token.changed:
        return False
    if all(pair.became(item.interval) is None for item in first):
        return not all(_in_same_class(pair, item, second) for item in first)
    if not all(has_left(pair, item.interval) for item in first):
        return False  # it moved with its class
    return {pair.moved.get(item.interval) for item in first} == {item.interval for item in second}


def _left_class(pair: Pair, declaration: Declaration) -> bool:
    kinds = (Kind.METHOD, Kind.CLASS_ATTRIBUTE, Kind.NESTED_CLASS)
    return declaration.kind in kinds and has_left(pair, declaration.interval)


def _renamed(pair: Pair, declaration: Declaration) -> bool:
    place = pair.became(declaration.interval)
    if place is None:
        return True
    old = pair.before.world.text(declaration.interval.file) or ""
    new = pair.after.world.text(place.file) or ""
    return old[declaration.interval.start : declaration.interval.end] != new[place.start : place.end]


def _spelled_otherwise(pair: Pair, declaration: Declaration, name: str) -> bool:
    """Does a class after the edit have the member under another name, since it is private to the class?"""
    place = pair.became(declaration.interval)
    facts = pair.after.facts(place.file) if place is not None else None
    return facts is not None and any(
        place is not None and (place.start, place.end) in member.tokens and member.name != name
        for members in facts.members.values()
        for member in members.values()
    )


_WHAT = {"attribute": "attribute", "keyword": "keyword argument", "fixture": "request for the fixture"}


def _moved(
    pair: Pair,
    token: MemberToken,
    first: tuple[Declaration, ...],
    second: tuple[Declaration, ...],
    *,
    exact: bool,
) -> Finding | None:
    if not token.changed and all(item.kind is Kind.PROPERTY for item in second):
        if {item.name for item in first} == {item.name for item in second}:
            return None  # a property took the attribute's place; what it does is compared as code
    expected = {pair.became(item.interval) for item in first}
    found = {item.interval for item in second}
    # What now only names a class is that class: one that moved may leave its name behind.
    found |= set(_classes_behind(pair, second))
    if None in expected or expected & found:
        if not token.changed and expected - found and not found - expected:
            # Some of the possibilities are no longer reached under this name.
            lost = tuple(
                item
                for item in first
                if pair.became(item.interval) not in found and not _in_same_class(pair, item, second)
            )
            if any(_renamed(pair, item) for item in lost):
                return _lost(pair, token, lost, exact=False)
        return None
    if all(_same_family(pair, item, second) for item in first):
        return None
    clauses = [Clause(item.interval, "it names this") for item in first]
    for item in second:
        place, quoted = pair.shown_at(item.interval)
        clauses.append(Clause(place, "would name this instead", quoted))
    severity = Severity.ERROR if exact else Severity.WARNING
    message = f"this {_WHAT[token.kind]} `{token.name}` would name something else"
    return Finding("HF101", severity, token.interval, message, tuple(clauses))


def _same_family(pair: Pair, item: Declaration, second: tuple[Declaration, ...]) -> bool:
    """A member whose declaration is told by another of its tokens is still the same member."""
    became = pair.became(item.interval)
    if became is None:
        return _in_same_class(pair, item, second)
    return any(
        became.file == other.interval.file and other.name == item.name and item.kind == other.kind
        for other in second
        if pair.to_before(other.interval) is None
    )


def _classes_behind(pair: Pair, declarations: tuple[Declaration, ...]) -> Iterator[Interval]:
    for item in declarations:
        owner = member_owner(pair.after, item.interval) if item.kind is Kind.CLASS_ATTRIBUTE else None
        place = None if owner is None else class_behind(pair.after, owner, item.name)
        if place is not None:
            yield place


def _in_same_class(pair: Pair, item: Declaration, second: tuple[Declaration, ...]) -> bool:
    """A member of a class that moved, which the class has under its name where it stands now."""
    owner = member_owner(pair.before, item.interval)
    place = pair.moved.get(class_info(pair.before, owner).interval) if owner is not None else None
    owners = [member_owner(pair.after, other.interval) for other in second if other.name == item.name]
    return place is not None and any(
        owner is not None and class_info(pair.after, owner).interval == place for owner in owners
    )


def _lost(pair: Pair, token: MemberToken, first: tuple[Declaration, ...], *, exact: bool) -> Finding:
    renamed = not token.changed and any(_renamed(pair, item) for item in first)
    severity = Severity.ERROR if exact else Severity.WARNING
    clauses = tuple(Clause(item.interval, "it names this") for item in first)
    what = _WHAT[token.kind]
    if token.kind == "keyword":
        message = f"this {what} `{token.name_after}` would no longer match a parameter"
        return Finding("HF106", severity, token.interval, message, clauses)
    if renamed:
        message = f"this {what} `{token.name}` still has the old name, but what it names was renamed"
        return Finding("HF104", severity, token.interval, message, clauses)
    message = f"this {what} `{token.name_after}` would name nothing"
    return Finding("HF103", severity, token.interval, message, clauses)


def _keeps_its_name(token: MemberToken, first: tuple[Declaration, ...]) -> Finding:
    clauses = tuple(Clause(item.interval, "it names this, which keeps its name") for item in first)
    message = f"`{token.name}` was renamed here, but what it names was not"
    return Finding("HF103", Severity.WARNING, token.interval, message, clauses)


def _foreign(token: MemberToken, types: tuple[str, ...]) -> Finding:
    message = f"`{token.name}` was renamed here, but it belongs to {', '.join(f'`{one}`' for one in types)}"
    return Finding("HF103", Severity.WARNING, token.interval, message)


def _taken(pair: Pair, token: MemberToken, second: tuple[Declaration, ...], *, exact: bool) -> Finding:
    clauses = [Clause(pair.shown_at(item.interval)[0], "would name this parameter") for item in second]
    severity = Severity.ERROR if exact else Severity.WARNING
    message = f"this keyword argument `{token.name}` is one of the others (`**`) and would name a parameter"
    return Finding("HF109", severity, token.interval, message, tuple(clauses))


def _gained(pair: Pair, token: MemberToken, second: tuple[Declaration, ...], *, exact: bool) -> Finding:
    clauses = []
    for item in second:
        place, quoted = pair.shown_at(item.interval)
        clauses.append(Clause(place, "would name this", quoted))
    severity = Severity.ERROR if exact else Severity.WARNING
    message = f"this {_WHAT[token.kind]} `{token.name}` named nothing and would name something"
    return Finding("HF105", severity, token.interval, message, tuple(clauses))


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
    served = fields_behind_properties(pair)
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
            elif renamed and not token.changed:
                # One of several possibilities was renamed: which one it is, nobody can say.
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
