"""Options of command lines, whose names become the names of attributes and keywords: `--dry-run` gives `dry_run`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.objects.sources import sources_in
from holdfast.check.objects.titles import titles_of
from holdfast.check.texts.name_keys import parents_of
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue
from holdfast.text.interval import Interval

_DECLARING = frozenset({"add_argument", "add_option", "option", "argument", "set_defaults"})
_PARSING = frozenset({"parse_args", "parse_known_args", "parse_intermixed_args", "Namespace"})
_TITLES = frozenset({"args", "arguments", "options", "opts", "namespace", "parsed", "ns"})


class OptionName(NamedTuple):
    place: Interval
    #: As it is written.
    text: str


def options_named(
    program: Program, name: str, within: tuple[str, ast.AST] | None = None
) -> Iterator[OptionName]:
    """The options whose value arrives under that name; of one function, where they are declared there alone."""
    for file in sorted(program.index.files_with_any(_DECLARING)):
        facts = program.facts(file)
        for call in calls_in(facts.tree.module) if facts is not None else ():
            if facts is not None and last_name(call.func) in _DECLARING:
                if within is None or within == (file, _function_around(facts, call)):
                    yield from _of_call(file, facts, call, name)


def declared_within(program: Program, file: str, node: ast.expr) -> tuple[str, ast.AST] | None:
    """The function that makes the parser of these options and gives it to nobody else, with its file."""
    facts = program.facts(file)
    if facts is None:
        return None
    for call in ast.walk(node):
        if isinstance(call, ast.Name):
            index = facts.names.occurrence_of_node.get(call)
            found = facts.names.occurrences[index] if index is not None else None
            for binding in facts.bindings.get((found.owner, found.name), ()) if found is not None else ():
                target = facts.node_of_occurrence.get(binding)
                source = sources_in(facts).get(target) if target is not None else None
                if source is None or not isinstance(source.node, ast.Call):
                    continue
                if last_name(source.node.func) == "ArgumentParser" and not _is_given_away(facts, call):
                    around = _function_around(facts, call)
                    return (file, around) if around is not None else None
                if last_name(source.node.func) in _PARSING:
                    return declared_within(program, file, source.node)
    return None


def _is_given_away(facts: FileFacts, node: ast.Name) -> bool:
    """Is the parser an argument of some call of the function?"""
    around = _function_around(facts, node)
    return around is None or any(
        isinstance(item, ast.Name) and item.id == node.id
        for call in calls_in(around)
        for item in (*call.args, *(keyword.value for keyword in call.keywords))
    )


def _function_around(facts: FileFacts, node: ast.AST) -> ast.AST | None:
    around = parents_of(facts).get(node)
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
        around = parents_of(facts).get(around)
    return around


def option_of_call(file: str, facts: FileFacts, call: ast.Call) -> tuple[str, OptionName] | None:
    """The name under which the value of a declared option arrives, and what says so."""
    texts = [item for item in call.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    given = next((item.value for item in call.keywords if item.arg == "dest"), None)
    # click takes a plain name beside the options; argparse takes `dest`.
    plain = [item for item in texts if not str(item.value).startswith("-")]
    longest = [item for item in texts if str(item.value).startswith("--")]
    chosen = given if isinstance(given, ast.Constant) else next(iter((*plain, *longest, *texts)), None)
    if not isinstance(chosen, ast.Constant) or not isinstance(chosen.value, str):
        return None
    name = chosen.value.partition("/")[0].lstrip("-").replace("-", "_")
    return name, OptionName(Interval(file, facts.tree.start(chosen), facts.tree.end(chosen)), chosen.value)


def _of_call(file: str, facts: FileFacts, call: ast.Call, name: str) -> Iterator[OptionName]:
    if last_name(call.func) == "set_defaults":
        for keyword in call.keywords:
            if keyword.arg == name:
                start = facts.tree.offset(keyword.lineno, keyword.col_offset)
                yield OptionName(Interval(file, start, start + len(name)), name)
        return
    found = option_of_call(file, facts, call)
    if found is not None and found[0] == name:
        yield found[1]


def is_of_options(program: Program, file: str, node: ast.expr) -> bool:
    """Is this all that a command line gave: `vars(parser.parse_args())`, `args.__dict__`?"""
    match node:
        case ast.Call(func=ast.Name(id="vars"), args=[holder]) | ast.Attribute(value=holder, attr="__dict__"):
            items = evaluate(program, file, holder).items
            names = [item.name for item in items if isinstance(item, ExternalValue)]
            if any(name.rpartition(".")[2] in _PARSING for name in names):
                return True
            if isinstance(holder, ast.Call) and last_name(holder.func) in _PARSING:
                return True
            facts = program.facts(file)
            titles = titles_of(facts, holder) if facts is not None else []
            return not names and any(words[-1:] and words[-1] in _TITLES for words in titles)
    return False
