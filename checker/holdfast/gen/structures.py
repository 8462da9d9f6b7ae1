"""The six structures of Figure 13 as choice programs, in the combined style.

Shapes are built imperatively, values are left to a predicate. Each function returns a program (a
function without parameters) for one size; `COUNTS` says how many structures and, at most, how many
explored paths the paper reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from holdfast.gen.choice import assume, choose, flag, is_null, same, value
from holdfast.gen.pool import Pool

Program = Callable[[], Any]


class Counts(NamedTuple):
    """What Figure 13 reports for one structure and size."""

    structures: int
    eager_paths: int | None
    delayed_paths: int


class Tree:
    """A binary tree with a content in each node: a key or a colour."""

    __slots__ = ("content", "left", "right")

    def __init__(self, left: Tree | None, content: Any, right: Tree | None) -> None:
        self.left = left
        self.content = content
        self.right = right


class Node:
    """A node of a graph; `entries` is None until somebody asks for them."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[Any] | None = None


def heap_array(n: int) -> Program:
    """A capacity up to n, a size up to the capacity, elements 0..n, each parent at least its child."""

    def program() -> tuple[int, list[int]]:
        capacity = value(choose(0, n))
        size = value(choose(0, capacity))
        elements = [choose(0, n) for _ in range(size)]
        for child in range(1, size):
            assume(elements[(child - 1) // 2] >= elements[child])
        return capacity, elements

    return program


def sorted_list(n: int) -> Program:
    """Up to n values 1..n that never decrease."""

    def program() -> list[int]:
        size = value(choose(0, n))
        values = [choose(1, n) for _ in range(size)]
        for index in range(1, size):
            assume(values[index - 1] <= values[index])
        return values

    return program


def search_tree(n: int) -> Program:
    """Exactly n nodes with keys 1..n that never decrease in order."""

    def program() -> Tree | None:
        tree = _shape(n, lambda: choose(1, n))
        last = 0
        for node in _in_order(tree):
            assume(last <= node.content)
            last = node.content
        return tree

    return program


def red_black_tree(n: int) -> Program:
    """Exactly n nodes, coloured: no red node has a red child, each way down has as many black nodes."""

    def program() -> Tree | None:
        tree = _shape(n, flag)
        _black_height(tree, parent_is_red=False)
        return tree

    return program


def n_queens(n: int) -> Program:
    """One queen a column, each checked against the earlier ones."""

    def program() -> list[int]:
        rows = [choose(0, n - 1) for _ in range(n)]
        for column in range(n):
            for earlier in range(column):
                gap = abs(rows[earlier] - rows[column])
                assume(gap != 0 and gap != column - earlier)
        return rows

    return program


def directed_acyclic_graph(n: int) -> Program:
    """One root that reaches exactly n nodes, each with 0..n-1 different entries (a node or null)."""

    def program() -> Any:
        pool = Pool(n, Node, null=True)
        root = pool.new()
        _visit(root, [], [], pool, n)
        assume(len(pool.objects) == n)
        return root

    return program


def _visit(node: Any, way: list[Any], done: list[Any], pool: Pool, n: int) -> None:
    """Fill the entries of `node` and of what it reaches; give up on a cycle and on equal entries."""
    here = value(node)
    way.append(here)
    here.entries = [pool.any() for _ in range(value(choose(0, n - 1)))]
    for index, entry in enumerate(here.entries):
        for earlier in here.entries[:index]:
            assume(not same(entry, earlier))
        if is_null(entry):
            continue
        assume(not any(same(entry, above) for above in way))
        if not any(same(entry, other) for other in done):
            _visit(entry, way, done, pool, n)
    way.pop()
    done.append(here)


def _shape(size: int, content: Callable[[], Any]) -> Tree | None:
    if size == 0:
        return None
    left = value(choose(0, size - 1))
    return Tree(_shape(left, content), content(), _shape(size - 1 - left, content))


def _in_order(tree: Tree | None) -> Iterator[Tree]:
    if tree:
        yield from _in_order(tree.left)
        yield tree
        yield from _in_order(tree.right)


def _black_height(tree: Tree | None, *, parent_is_red: bool) -> int:
    if not tree:
        return 1
    is_red = bool(tree.content)
    assume(not (parent_is_red and is_red))
    left = _black_height(tree.left, parent_is_red=is_red)
    right = _black_height(tree.right, parent_is_red=is_red)
    assume(left == right)
    return left + (not is_red)


def told(structure: Any, names: dict[int, int] | None = None) -> Any:
    """A structure as nested tuples, so that structures can be compared; a node is told once, then named."""
    names = {} if names is None else names
    if isinstance(structure, Tree):
        return told(structure.left), structure.content, told(structure.right)
    if isinstance(structure, Node):
        if id(structure) in names:
            return names[id(structure)]
        names[id(structure)] = len(names)
        return names[id(structure)], tuple(told(entry, names) for entry in structure.entries or ())
    if isinstance(structure, (list, tuple)):
        return tuple(told(entry) for entry in structure)
    return structure


COUNTS: Mapping[tuple[Callable[[int], Program], int], Counts] = {
    (directed_acyclic_graph, 3): Counts(34, 4802, 321),
    (directed_acyclic_graph, 4): Counts(2352, None, 21196),
    (directed_acyclic_graph, 5): Counts(769894, None, 4997210),
    (heap_array, 6): Counts(13139, 160132, 27664),
    (heap_array, 7): Counts(117562, 2739136, 227494),
    (heap_array, 8): Counts(1005075, 54481005, 2325069),
    (n_queens, 6): Counts(4, 46656, 746),
    (n_queens, 7): Counts(40, 823543, 3073),
    (n_queens, 8): Counts(92, 16777216, 13756),
    (red_black_tree, 6): Counts(20, 8448, 3588),
    (red_black_tree, 7): Counts(35, 54912, 16983),
    (red_black_tree, 8): Counts(64, 366080, 80470),
    (search_tree, 4): Counts(490, 3584, 1484),
    (search_tree, 5): Counts(5292, 131250, 21210),
    (search_tree, 6): Counts(60984, 6158592, 305052),
    (sorted_list, 6): Counts(924, 55987, 3967),
    (sorted_list, 7): Counts(3432, 960800, 18026),
    (sorted_list, 8): Counts(12870, 19173961, 80089),
}
