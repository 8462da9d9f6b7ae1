"""Keywords of calls that the edit changed although they name nothing that was renamed.

A keyword never names a variable: in `dict(timeout=timeout)` only the second word is the local one. An engine
that takes both for the same thing passes something else. Where the callee is not one of the project, the
keyword can only be right if what was renamed is a parameter or a member that it reaches in some other way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.members.evidence import defined_in
from holdfast.check.members.member_tokens import MemberToken
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import exchanged_in_texts
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, Role, ScopeKind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.functional_records import fields_made_by_calls
from holdfast.python.project.keywords import resolve_argument
from holdfast.python.project.members import Named, Outside, Unresolved
from holdfast.python.project.standard_library import keywords_taken
from holdfast.python.project.values import FunctionValue
from holdfast.text.interval import Interval

#: Callables of libraries whose keywords are the names of variables of a module.
_SETTING_GLOBALS = frozenset({"multiple", "override_settings", "modify_settings", "update"})
#: Beginnings of names of methods that hand their keywords on to a function, or compare them with those.
_HANDING_ON = ("assert_", "call", "delay", "apply", "remote", "format", "render", "partial", "bind")


def check_changed_keyword(pair: Pair, affected: Affected, token: MemberToken) -> Finding | None:
    """What is wrong with a keyword that was changed and that nobody else judges, if anything."""
    facts = pair.before.facts(token.interval.file)
    uses = () if facts is None else facts.names.keywords
    call = next((use.node for use in uses if use.start == token.interval.start), None)
    if facts is None or not isinstance(call, ast.Call):
        return None
    if isinstance(token.before, Named):
        kept = not any(item.interval in affected.tokens for item in token.before.declarations)
        if isinstance(token.after, Named) or not kept:
            return None
        clauses = tuple(Clause(item.interval, "it names this") for item in token.before.declarations)
        return _finding(token, "and what it names was not", clauses)
    if isinstance(token.before, Outside) and len(token.before.types) == 1:
        taken = keywords_taken(token.before.types[0])
        if taken is not None and token.name in taken and token.name_after not in taken:
            return _finding(token, f"but `{token.before.types[0]}` takes `{token.name}`")
    if not isinstance(token.before, Outside | Unresolved) or exchanged_in_texts(pair, affected, token.name):
        return None
    kinds = set(_renamed_kinds(pair, affected, token.name))
    if not kinds & {"parameter", "member"}:
        if "global" in kinds and last_name(call.func) in _SETTING_GLOBALS:
            return None
        return _finding(token, "but only variables of that name were, and a keyword names a parameter")
    if "member" in kinds or not _follows_its_value(affected, facts, token, call):
        return None
    if _goes_elsewhere(pair, affected, token, facts, call):
        return _finding(token, "along with the variable that it passes, but nothing takes the new name")
    return None


def _finding(token: MemberToken, why: str, clauses: tuple[Clause, ...] = ()) -> Finding:
    message = f"the keyword `{token.name}` was renamed here, {why}"
    return Finding("HF106", Severity.WARNING, token.interval, message, clauses)


def _renamed_kinds(pair: Pair, affected: Affected, name: str) -> Iterator[str]:
    """What the edit renames under this name: parameters, members, globals or local variables."""
    for token in affected.tokens:
        facts = pair.before.facts(token.file)
        if facts is None or facts.text[token.start : token.end] != name:
            continue
        occurrence = facts.occurrence_at.get(token.start)
        if occurrence is None:
            attributes = (use.start for use in facts.names.attributes)
            if token.start in attributes or (token.start, token.end, name) in fields_made_by_calls(facts):
                yield "member"
        elif occurrence.role is Role.PARAMETER:
            yield "parameter"
        elif occurrence.owner == MODULE_SCOPE:
            yield "global"
        elif occurrence.owner >= 0 and facts.names.scopes[occurrence.owner].kind is ScopeKind.CLASS:
            yield "member"


def _follows_its_value(affected: Affected, facts: FileFacts, token: MemberToken, call: ast.Call) -> bool:
    """Is the value of the keyword the very variable that was renamed?"""
    for keyword in call.keywords:
        if keyword.arg == token.name and isinstance(keyword.value, ast.Name):
            start = facts.tree.start(keyword.value)
            return Interval(token.interval.file, start, start + len(token.name)) in affected.tokens
    return False


def _goes_elsewhere(
    pair: Pair, affected: Affected, token: MemberToken, facts: FileFacts, call: ast.Call
) -> bool:
    """Is the call one that no renamed parameter can be reached through?"""
    if isinstance(token.before, Outside) and token.before.types == ("builtins.dict",):
        return not _is_handed_over(facts, call) and not _is_expanded_somewhere(pair, affected, token)
    name = last_name(call.func)
    if not isinstance(call.func, ast.Attribute) or name.startswith(_HANDING_ON):
        return False
    given = [call.func.value, *call.args]
    if any(_is_function(pair, token.interval.file, node) for node in given):
        return False
    return not defined_in(pair.before, name) and not _is_expanded_somewhere(pair, affected, token)


def _is_function(pair: Pair, file: str, node: ast.expr) -> bool:
    return any(isinstance(item, FunctionValue) for item in evaluate(pair.before, file, node).items)


def _is_handed_over(facts: FileFacts, call: ast.Call) -> bool:
    """`Thread(target=work, kwargs=dict(timeout=3))`: the other call hands the keywords on."""
    return any(
        isinstance(node, ast.keyword) and node.value is call and node.arg in (None, "kwargs", "kwds")
        for node in ast.walk(facts.tree.module)
    )


def _is_expanded_somewhere(pair: Pair, affected: Affected, token: MemberToken) -> bool:
    """Does some call pass a whole dictionary as keywords to something whose parameter was renamed?"""
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is None or "**" not in facts.text:
            continue
        for node in ast.walk(facts.tree.module):
            if isinstance(node, ast.Call) and any(keyword.arg is None for keyword in node.keywords):
                named = resolve_argument(pair.before, file, node, token.name)
                if isinstance(named, Named):
                    if any(item.interval in affected.tokens for item in named.declarations):
                        return True
    return False
