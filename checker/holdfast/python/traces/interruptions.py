"""What variables hold when code is interrupted: noted while the code is traced, for a handler to look at.

A watcher belongs to one `try` and collects every value that each variable gets inside it. A branch after
whose bindings nothing can go wrong is one binding, of whatever the branch chose: no handler can tell whether
the choice was made by a statement or by an expression.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.python.traces.values import Block, Value, Variable

Watcher = dict[Variable, list[Value]]
#: How many values each watcher had noted of each variable.
Noted = tuple[dict[Variable, int], ...]


def noted(watchers: Sequence[Watcher]) -> Noted:
    return tuple({variable: len(values) for variable, values in watcher.items()} for watcher in watchers)


def is_quiet(block: Block) -> bool:
    """Can nothing go wrong after the first binding in this block?"""
    return not block.steps and block.bound_after in (None, len(block.evaluated))


def take_back(watchers: Sequence[Watcher], before: Noted) -> list[Variable]:
    """Forget what was noted since, and say of which variables."""
    variables: dict[Variable, None] = {}
    for watcher, counts in zip(watchers, before, strict=True):
        for variable, values in list(watcher.items()):
            count = counts.get(variable, 0)
            if len(values) > count:
                variables[variable] = None
                del values[count:]
                if not values:
                    del watcher[variable]
    return list(variables)
