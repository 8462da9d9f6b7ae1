"""The exception that a test expects: `raised.value` of `pytest.raises`, `raised.exception` of `assertRaises`.

Both libraries hand out what was raised, which is an instance of the class that the test names.
"""

from __future__ import annotations

import ast

from holdfast.python.project.evaluate import evaluate, instance_of, qualified_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import Values, inferred, joined

_ASSERTIONS = ("assertRaises", "assertRaisesRegex")


def raised_exception(program: Program, file: str, node: ast.Attribute) -> Values | None:
    """What the attribute is, if it stands on the variable of such a `with` statement."""
    facts = program.facts(file)
    if facts is None or node.attr not in ("value", "exception") or not isinstance(node.value, ast.Name):
        return None
    index = facts.names.occurrence_of_node.get(node.value)
    if index is None:
        return None
    occurrence = facts.names.occurrences[index]
    found = []
    for item in facts.bindings.get((occurrence.owner, occurrence.name), ()):
        target = facts.node_of_occurrence.get(item)
        bound = None if target is None else facts.bound_values.get(target)
        if bound is None or bound.how != "enter" or not isinstance(bound.node, ast.Call):
            return None
        if not bound.node.args or not _expects(program, file, node.attr, bound.node.func):
            return None
        expected = bound.node.args[0]
        options = expected.elts if isinstance(expected, ast.Tuple) else [expected]
        found += [instance_of(evaluate(program, file, option)) for option in options]
    return inferred(joined(found)) if found else None


def _expects(program: Program, file: str, attribute: str, function: ast.expr) -> bool:
    if attribute == "exception":
        return isinstance(function, ast.Attribute) and function.attr in _ASSERTIONS
    called = evaluate(program, file, function).items
    return len(called) == 1 and qualified_name(program, called[0]) == "pytest.raises"
