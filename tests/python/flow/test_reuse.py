"""After an edit the flow of what did not change is taken over, and is what it would be anew."""

from __future__ import annotations

from random import Random

import pytest
from holdfast.python.flow.context import conditions
from holdfast.python.flow.edges import flow_edges
from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.flow.graph import EventRef
from holdfast.python.flow.selection import selection_facts
from holdfast.python.names import analyse
from holdfast.python.tree import parse
from python.flow.flows import flow_of

TEXT = """\
import os; x = os.name; y = x
@decorate
def f(a):
    for i in a:
        if i: break
        z = [i for _ in a if i]
    return (lambda: z), x

class A:
    x = x
    def m(self, other=y):
        with other as o:
            w = o
        return w, self, f"{w} é {o!r:>{y}}"

def last(): return A, y
"""

EDITS = (
    ("import os; ", ""),
    ("import os; x", "import sys, os; x"),
    ("    return (lambda", "    z = 1\n    return (lambda"),
    ("def last", "\n\n# é\nglobal_ = 1\ndef last"),
    ("class A:", "def new(b): return b\n\nclass A:"),
    ("y = x\n", "y = x; global_ = 2\n"),
    ("    x = x\n", ""),
    ("@decorate\n", ""),
)


def after(flow: FileFlow, text: str) -> FileFlow:
    tree = parse(text)
    return FileFlow(tree, analyse(tree, flow.table), flow)


def ask_everything(flow: FileFlow) -> list[object]:
    """All edges, conditions and a few selections."""
    answers: list[object] = [*sorted(flow_edges("a.py", flow.tree, flow.table, flow))]
    for root in flow.roots():
        for event in range(len(flow.graph(root).kinds)):
            answers.append(conditions(flow, EventRef(root, event)))
    lines = [0, *(index + 1 for index, found in enumerate(flow.tree.text) if found == "\n")]
    for start, end in zip(lines, lines[2:], strict=False):
        answers.append(selection_facts(flow, start, end))
    return answers


@pytest.mark.parametrize("edit", EDITS)
def test_reused_is_as_fresh(edit: tuple[str, str]) -> None:
    before = flow_of(TEXT)
    ask_everything(before)
    text = TEXT.replace(*edit, 1)
    assert text != TEXT
    assert ask_everything(after(before, text)) == ask_everything(flow_of(text))


def test_a_row_of_edits() -> None:
    random = Random(7)
    flow, text = flow_of(TEXT), TEXT
    for _ in range(30):
        ask_everything(flow)
        old, new = random.choice([*EDITS, *((new, old) for old, new in EDITS if new)])
        text = text.replace(old, new, 1)
        flow = after(flow, text)
        assert ask_everything(flow) == ask_everything(flow_of(text))


def test_graphs_of_unchanged_statements_are_the_same_objects() -> None:
    before = flow_of(TEXT)
    ask_everything(before)
    changed = after(before, TEXT.replace("class A:", "def new(b): return b\n\nclass A:"))
    same = [
        root
        for root in changed.roots()
        if any(changed.graph(root) is before.graph(r) for r in before.roots())
    ]
    # All but the module and the new function.
    assert len(same) == len(changed.roots()) - 2
