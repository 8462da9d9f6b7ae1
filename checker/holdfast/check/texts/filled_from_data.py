"""Keys that become fields or parameters: `Order(**row)`, where nobody can see the keys of `row`.

A text that still has the old name of a parameter is evidence that it is the key, and so is an option of the command
line (`sync(**vars(args))`). What is read from outside the program has keys that nothing in the program renames.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.objects.calls_by_name import calls_named
from holdfast.check.pair import Pair
from holdfast.check.texts.attributes_as_data import CONVERTING
from holdfast.check.texts.expanded_keys import has_written_keys, renamed_parameters
from holdfast.check.texts.left_texts import LeftText, left_in_code, left_in_data
from holdfast.check.texts.name_keys import parents_of
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import Role
from holdfast.python.project.call_nodes import expanding_calls
from holdfast.python.project.declarations import Declaration
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import function_parameters
from holdfast.python.project.values import FunctionValue
from holdfast.text.interval import Interval

#: Calls that read what others wrote.
_READING = frozenset(
    {"load", "loads", "safe_load", "full_load", "literal_eval", "DictReader", "json", "unpackb"}
)


def check_filled_from_data(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """`Order(**row)`, where nobody can see the keys of `row`, and a text has the old name of a field."""
    said: set[Interval] = set()
    for file in sorted(_files(pair, affected)):
        facts = pair.before.facts(file)
        if facts is None or "**" not in facts.text:
            continue
        for call, expanded in expanding_calls(facts.tree.module):
            for name in sorted(affected.old_names):
                if any(keyword.arg == name for keyword in call.keywords):
                    continue
                # What is called is told sooner than what is spread.
                renamed = renamed_parameters(pair.before, affected, file, call, name)
                renamed = renamed or _of_commands(pair, affected, file, call, expanded, name)
                for finding in _of_call(pair, file, facts, call, expanded, name, renamed) if renamed else ():
                    if finding.place not in said:
                        said.add(finding.place)
                        yield finding


def _of_commands(
    pair: Pair, affected: Affected, file: str, call: ast.Call, expanded: ast.expr, name: str
) -> list[Declaration]:
    """`function(**options)`, where `set_defaults(function=work)` says which function that may be."""
    if evaluate(pair.before, file, call.func).complete or not pair.before.index.files_with("set_defaults"):
        return []
    parameters = [
        function_parameters(pair.before, item.file, item.scope).find(name)
        for place, other in calls_named(pair.before, "set_defaults")
        for keyword in other.keywords
        for item in evaluate(pair.before, place, keyword.value).items
        if isinstance(item, FunctionValue)
    ]
    return [item for item in parameters if item is not None and item.interval in affected.tokens]


def _files(pair: Pair, affected: Affected) -> set[str]:
    """The files that can reach a renamed parameter: an option of the command line is spelled otherwise."""
    edited = {token.file for token in affected.tokens}
    return {*affected.files, *(near for file in edited for near in pair.before.importers(file))}


def _of_call(
    pair: Pair,
    file: str,
    facts: FileFacts,
    call: ast.Call,
    expanded: ast.expr,
    name: str,
    renamed: list[Declaration],
) -> Iterator[Finding]:
    where = Interval(file, facts.tree.start(call), facts.tree.end(call))
    clauses = (Clause(renamed[0].interval, "this was renamed"), Clause(where, "it is given its value here"))
    options = list(_options(pair, file, expanded, name))
    for place in options:
        message = f"this option becomes the keyword `{name}`, which would match no parameter"
        yield Finding("HF106", Severity.WARNING, place, message, clauses)
    if options or _is_known(pair.before, file, facts, expanded):
        return
    texts = list(_texts(pair, name))
    for text in texts:
        message = f'"{name}" stands here, and data becomes arguments under its names'
        yield Finding("HF104", Severity.WARNING, text.place, message, clauses)
    if not texts and _is_read(pair.before, file, expanded):
        # What the program wrote itself, by the new names, it can read.
        is_written = bool(pair.before.index.files_with_any(CONVERTING))
        severity = Severity.INFORMATION if is_written else Severity.WARNING
        message = f"data becomes arguments under its names here, and `{name}` was renamed"
        yield Finding("HF501" if is_written else "HF106", severity, where, message, clauses[:1])


def _options(pair: Pair, file: str, expanded: ast.expr, name: str) -> Iterator[Interval]:
    from holdfast.check.objects.origins import origins_of
    from holdfast.check.texts.option_names import declared_within, is_of_options, options_named

    for place, node in origins_of(pair.before, file, expanded):
        if not is_of_options(pair.before, place, node):
            continue
        for option in options_named(pair.before, name, declared_within(pair.before, place, node)):
            if not pair.tokens(option.place.file).is_touched(option.place.start, option.place.end):
                yield option.place


def _is_read(program: Program, file: str, expanded: ast.expr) -> bool:
    from holdfast.check.objects.origins import origins_of

    return any(
        isinstance(node, ast.Call) and last_name(node.func) in _READING
        for _, node in origins_of(program, file, expanded)
    )


def _texts(pair: Pair, name: str) -> Iterator[LeftText]:
    return (text for text in (*left_in_code(pair, name), *left_in_data(pair, name)) if text.is_data)


def _is_known(program: Program, file: str, facts: FileFacts, node: ast.expr) -> bool:
    """Is this the `**others` of a function, whose keywords are followed, or something that is written down?"""
    called = node.func if isinstance(node, ast.Call) else node
    if last_name(called) in CONVERTING or isinstance(node, ast.Dict) or has_written_keys(program, file, node):
        return True
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return False
    found = facts.names.occurrences[index]
    targets = [
        facts.node_of_occurrence.get(binding)
        for binding in facts.bindings.get((found.owner, found.name), ())
        if facts.names.occurrences[binding].role is Role.PARAMETER
    ]
    return any(
        target is not None and getattr(parents_of(facts).get(target), "kwarg", None) is target
        for target in targets
    )
