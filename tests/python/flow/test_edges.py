"""D and C as edges between intervals, and their size on hard input."""

from __future__ import annotations

import time

import pytest
from holdfast.python.flow.edges import flow_edges
from holdfast.python.flow.file_flow import FileFlow
from python.flow.flows import flow_of


def edges(flow: FileFlow, kind: str) -> set[tuple[str, str]]:
    text = flow.tree.text
    return {
        (text[edge.head.start : edge.head.end], text[edge.tail.start : edge.tail.end])
        for edge in flow_edges("a.py", flow.tree, flow.table)
        if edge.kind == kind
    }


def count(flow: FileFlow) -> int:
    return sum(1 for _ in flow_edges("a.py", flow.tree, flow.table))


def test_control_and_data() -> None:
    flow = flow_of("x = f()\ng(x)")
    assert edges(flow, "D") == {("x", "x")}
    assert edges(flow, "C") == {("f", "f()"), ("f()", "x"), ("x", "g"), ("g", "x"), ("x", "g(x)")}


def test_no_edge_twice() -> None:
    flow = flow_of("def f(c):\n    try:\n        if c: return 1\n    finally:\n        g(c)\n")
    found = list(flow_edges("a.py", flow.tree, flow.table))
    assert len(found) == len(set(found))


def test_a_class_in_a_function_reads_the_module() -> None:
    flow = flow_of("x = 1\ndef f():\n    class A:\n        if c: x = 2\n        y = x\n")
    heads = {
        edge.head.start
        for edge in flow_edges("a.py", flow.tree, flow.table)
        if edge.kind == "D" and edge.tail.start == flow.tree.text.rindex("x")
    }
    assert heads == {0, flow.tree.text.index("x = 2")}


@pytest.mark.parametrize(
    "text",
    [
        "def f(c):\n" + "    if c: x = 1\n" * 3_000 + "    print(x)\n" * 3_000,
        "def f(c):\n    while c:\n" + "        if c: x = 1\n        else: print(x)\n" * 3_000,
        "x = 0\n" * 3_000 + "def f():\n    global x\n    x = 1\n" + "    print(x)\n" * 3_000,
    ],
    ids=["joins", "loop", "global"],
)
def test_many_bindings_and_many_reads_are_factored(text: str) -> None:
    # Expanded, each would be nine million.
    assert count(flow_of(text)) < 60_000


def test_factored_edges_lead_from_every_binding_to_every_read() -> None:
    flow = flow_of("def f(c):\n" + "    if c: x = 1\n" * 200 + "    print(x)\n")
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for edge in flow_edges("a.py", flow.tree, flow.table):
        if edge.kind == "D":
            after.setdefault(edge.head[1:], []).append(edge.tail[1:])
    bindings = [o for o in flow.table.occurrences if o.name == "x"]
    read = bindings.pop()
    for binding in bindings:
        seen, pending = set(), [(binding.start, binding.end)]
        while pending:
            for following in after.get(pending.pop(), ()):
                if following not in seen:
                    seen.add(following)
                    pending.append(following)
        assert (read.start, read.end) in seen


def test_many_variables_and_one_handler() -> None:
    names = [f"x{number}" for number in range(4_000)]
    body = "".join(f"        {name} = g()\n" for name in names)
    reads = "".join(f"    print({name})\n" for name in names)
    flow = flow_of(f"def f():\n    try:\n{body}    except E: pass\n{reads}")
    begun = time.process_time()
    assert count(flow) < 60_000
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(
    ("text", "unseen"),
    [
        ("x = " + "lambda: " * 500 + "1", False),
        ("x = " + "f(" * 150 + "1" + ")" * 150, False),
        ("x = [" + "a, " * 60_000 + "b]", False),
        ("x = " + " + ".join("a" * 900), False),
        ("x = a" + ".b" * 1_800, True),
        ("x = " + "not " * 1_800 + "a", True),
    ],
    ids=["lambdas", "calls", "long line", "sum", "attributes", "nots"],
)
def test_deep_code_is_followed_or_said_to_be_unseen(text: str, unseen: bool) -> None:
    flow = flow_of(text)
    assert count(flow) >= 0
    assert flow.graph(0).unseen is unseen


def test_finally_in_finally_does_not_explode() -> None:
    lines = ["def f():", "  while 1:"]
    for depth in range(12):
        indent = " " * (depth + 4)
        lines += [f"{indent}try:", f"{indent} if g(): return", f"{indent} if g(): break", f"{indent}finally:"]
    lines.append(" " * 20 + "g()")
    flow = flow_of("\n".join(lines))
    assert len(flow.graph(1).kinds) < 2_000
