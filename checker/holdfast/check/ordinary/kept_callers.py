"""Callers that an ordinary edit left alone: do they still fit the functions that it changed?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.ordinary.kept_calls import Function, kept_calls, names_of_changed
from holdfast.check.ordinary.uncaught_exceptions import names_of_raising, raises_otherwise, uncaught_exception
from holdfast.check.ordinary.unfit_calls import takes_other_parameters, unfit_call
from holdfast.check.ordinary.unfit_results import gives_other_results, unfit_result
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding


def check_kept_callers(pair: Pair) -> Iterator[Finding]:
    parents: dict[str, dict[ast.AST, ast.AST]] = {}
    for call in kept_calls(pair, names_of_changed(pair, _differ) | names_of_raising(pair)):
        yield from unfit_call(pair, call)
        yield from uncaught_exception(pair, call)
        file = call.file_after
        facts = pair.after.facts(file)
        if file not in parents and facts is not None:
            parents[file] = {
                child: node for node in ast.walk(facts.tree.module) for child in ast.iter_child_nodes(node)
            }
        yield from unfit_result(pair, call, parents.get(file, {}))


def _differ(before: Function, after: Function) -> bool:
    return (
        takes_other_parameters(before, after)
        or gives_other_results(before, after)
        or raises_otherwise(before, after)
    )
