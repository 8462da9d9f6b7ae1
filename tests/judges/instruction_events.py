"""From instructions of compiled code to events of the flow model, by position.

Both sides are reduced to keys: what is done, and the place that CPython gives it. A key can have
several events (copies of a `finally` body, links of a chain); the judge follows all of them.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any, NamedTuple

from holdfast.python.flow.file_flow import FileFlow
from holdfast.python.flow.graph import Anchor, EventKind, EventRef

Place = tuple[int | None, int | None, int | None, int | None]
Key = tuple[str, Place] | tuple[str, str, int]

#: What an instruction does, in the words of the keys. Instructions that are missing say nothing, or say
#: it at a place of their own (DELETE_SUBSCR stands where the key does).
_ACTIONS = {
    "CALL": "call",
    "CALL_KW": "call",
    "CALL_FUNCTION_EX": "call",
    "LOAD_ATTR": "attribute",
    "LOAD_METHOD": "attribute",
    "STORE_ATTR": "store attribute",
    "DELETE_ATTR": "delete attribute",
    "BINARY_SUBSCR": "subscript",
    "BINARY_SLICE": "subscript",
    "STORE_SUBSCR": "store subscript",
    "STORE_SLICE": "store subscript",
    "BINARY_OP": "binary",
    "COMPARE_OP": "compare",
    "CONTAINS_OP": "compare",
    "GET_ITER": "iter",
    "GET_AITER": "iter",
    "FOR_ITER": "next",
    "GET_ANEXT": "next",
    "UNPACK_SEQUENCE": "unpack",
    "UNPACK_EX": "unpack",
    "FORMAT_VALUE": "format",
    "FORMAT_SIMPLE": "format",
    "FORMAT_WITH_SPEC": "format",
    "GET_AWAITABLE": "await",
    "YIELD_VALUE": "yield",
    "GET_YIELD_FROM_ITER": "yield from",
    "MAKE_FUNCTION": "make",
    "RAISE_VARARGS": "raise",
    "CHECK_EXC_MATCH": "match error",
    "CHECK_EG_MATCH": "match error",
    "BEFORE_WITH": "enter",
    "BEFORE_ASYNC_WITH": "enter",
    "WITH_EXCEPT_START": "call",
    "IMPORT_NAME": "import",
    "IMPORT_FROM": "import from",
    "MATCH_SEQUENCE": "pattern",
    "MATCH_MAPPING": "pattern",
    "MATCH_CLASS": "pattern",
}
#: Actions of which every instruction must have an event.
_COMPLETE = frozenset(
    {
        "attribute",
        "store attribute",
        "delete attribute",
        "subscript",
        "binary",
        "iter",
        "next",
        "enter",
        "import",
        "import from",
        "match error",
        "pattern",
        "yield from",
        "format",
    }
)
_OPERATORS = {
    "AugAssign": "binary",
    "BinOp": "binary",
    "FormattedValue": "format",
    "List": "unpack",
    "MatchClass": "pattern",
    "MatchMapping": "pattern",
    "MatchSequence": "pattern",
    "MatchValue": "compare",
    "Tuple": "unpack",
}
_PLAIN = {
    EventKind.ATTRIBUTE: "attribute",
    EventKind.STORE_ATTRIBUTE: "store attribute",
    EventKind.DELETE_ATTRIBUTE: "delete attribute",
    EventKind.SUBSCRIPT: "subscript",
    EventKind.STORE_SUBSCRIPT: "store subscript",
}


class Meaning(NamedTuple):
    """What one instruction means to the judge: its events, and what it does to a variable."""

    events: tuple[EventRef, ...]
    #: "read", "bind", "delete", "return" or "", and the occurrence or (for a silent deletion) the name.
    variable: str
    occurrence: int
    name: str
    #: The instruction should have had an event and has none.
    unmapped: str


NOTHING = Meaning((), "", -1, "", "")


class EventIndex:
    """The events of one file by key."""

    def __init__(self, flow: FileFlow) -> None:
        self.flow = flow
        self.by_key: dict[Key, list[EventRef]] = {}
        #: The events whose order can be recorded.
        self.keyed: set[EventRef] = set()
        swapped = set(_swapped(flow.tree.module))
        chains = _chains(flow.tree.module)
        for root in flow.roots():
            graph = flow.graph(root)
            for event, (kind, anchor) in enumerate(zip(graph.kinds, graph.nodes, strict=True)):
                for key in _keys(EventKind(kind), anchor, chains):
                    ref = EventRef(root, event)
                    self.by_key.setdefault(key, []).append(ref)
                    if kind != EventKind.BIND or anchor not in swapped:
                        self.keyed.add(ref)

    def meanings(self, code: CodeType) -> dict[int, Meaning]:
        """What each instruction of `code` means, by its offset."""
        instructions = list(dis.get_instructions(code))
        found: dict[int, Meaning] = {}
        # An instruction with a long argument is recorded at the EXTENDED_ARG before it.
        offset = -1
        clearing = ""
        before = None
        for instruction in instructions:
            offset = instruction.offset if offset < 0 else offset
            if instruction.opname == "EXTENDED_ARG":
                continue
            if clearing:
                # The end of a handler: `e = None; del e`, at the place of whatever came last.
                found[offset] = Meaning((), "delete", -1, clearing, "")
                clearing = ""
            elif self._clears(before, instruction):
                clearing = str(instruction.argval)
            else:
                found[offset] = self._meaning(instruction)
            before = instruction
            offset = -1
        return found

    def _clears(self, before: dis.Instruction | None, instruction: dis.Instruction) -> bool:
        if before is None or before.opname != "LOAD_CONST" or before.argval is not None:
            return False
        # In `e = None` as a person writes it the two stand at different places.
        stores = ("STORE_FAST", "STORE_NAME", "STORE_GLOBAL", "STORE_DEREF")
        return instruction.opname in stores and _places(before) == _places(instruction)

    def _meaning(self, instruction: dis.Instruction) -> Meaning:
        operation, name = instruction.opname, str(instruction.argval)
        place = _places(instruction)
        if operation.startswith(("LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CLASSDEREF")):
            return self._read(operation, name, place)
        if operation.startswith("LOAD_FROM_DICT_OR"):
            return self._read(operation, name, place)
        if operation.startswith(("STORE_FAST", "STORE_NAME", "STORE_GLOBAL", "STORE_DEREF")):
            return self._bind(name, place)
        if operation.startswith(("DELETE_FAST", "DELETE_NAME", "DELETE_GLOBAL", "DELETE_DEREF")):
            refs = tuple(self.by_key.get(("delete", place), ()))
            return Meaning(refs, "delete", self._occurrence(refs), name, "")
        if operation in ("RETURN_VALUE", "RETURN_CONST"):
            return Meaning((), "return", -1, "", "")
        action = _ACTIONS.get(operation)
        if action is None:
            return NOTHING
        refs = tuple(self.by_key.get((action, place), ()))
        unmapped = f"{operation} at {place}" if not refs and action in _COMPLETE else ""
        return Meaning(refs, "", -1, "", unmapped)

    def _read(self, operation: str, name: str, place: Place) -> Meaning:
        if (
            name in (".0", "__name__", "__annotations__", "__classdict__")
            or operation == "LOAD_FAST_AND_CLEAR"
        ):
            return NOTHING
        refs = tuple(self.by_key.get(("read", place), ()))
        return Meaning(
            refs, "read", self._occurrence(refs), name, "" if refs else f"read of {name} at {place}"
        )

    def _bind(self, name: str, place: Place) -> Meaning:
        if name in ("__module__", "__qualname__", "__classcell__", "__doc__", "__firstlineno__"):
            return NOTHING
        if ("next", place) in self.by_key and ("bind", place) not in self.by_key:
            # After an inlined comprehension (3.12) the variables of the same names get their values back.
            return NOTHING
        refs = tuple(self.by_key.get(("bind", place), ()))
        if not refs and place[0] is not None:
            refs = tuple(self.by_key.get(("bind", name, place[0]), ()))
        return Meaning(
            refs, "bind", self._occurrence(refs), name, "" if refs else f"bind of {name} at {place}"
        )

    def _occurrence(self, refs: Sequence[EventRef]) -> int:
        return self.flow.occurrence(refs[0]) if refs else -1


def _keys(kind: EventKind, anchor: Anchor, chains: dict[tuple[ast.AST, ast.AST], ast.AST]) -> Iterator[Key]:
    first: Any = anchor[0] if isinstance(anchor, tuple) else anchor
    last: Any = anchor[1] if isinstance(anchor, tuple) else anchor
    name = type(first).__name__
    if kind is EventKind.READ:
        yield ("delete" if type(first.ctx) is ast.Del else "read", _place(first))
    elif kind is EventKind.BIND:
        if name == "Name":
            yield ("bind", _place(first))
        elif name != "arg":
            bound = getattr(first, "asname", None) or getattr(first, "rest", None) or first.name
            yield ("bind", bound, first.lineno)
    elif kind in _PLAIN:
        yield (_PLAIN[kind], _place(first))
    elif kind is EventKind.RAISE:
        if name == "Raise":
            yield ("raise", _place(first))
    elif kind is EventKind.CALL:
        # The instruction that builds a class comes before its body: it is the OPERATOR event.
        if anchor is not first or name != "ClassDef":
            yield ("call", _place(first))
    elif kind is EventKind.EXIT:
        yield ("call", _place(last))
    elif kind is EventKind.ENTER:
        yield ("enter", _place(first))
    elif kind is EventKind.AWAIT:
        if name == "Await":
            yield ("await", _place(first))
        elif isinstance(anchor, tuple):
            statement = first if name == "AsyncWith" else last
            yield ("await", _place(statement))
    elif kind is EventKind.YIELD:
        if name != "YieldFrom":
            # Of a generator expression: at the element since 3.12, at all of it before.
            yield ("yield", _place(first))
            yield ("yield", _place(last))
    elif kind is EventKind.DEFINE:
        if name == "GeneratorExp":
            yield ("call", _place(first))
        elif name != "ClassDef":
            yield ("make", _place(first))
    elif kind is EventKind.IMPORT:
        whole = not isinstance(anchor, tuple) or name == "Import"
        yield ("import" if whole else "import from", _place(first))
    elif kind is EventKind.ITERATE:
        yield ("next", _place(chains.get((first, first), first)))
    elif kind is EventKind.BRANCH and name == "ExceptHandler":
        yield ("match error", _place(first))
    elif kind is EventKind.OPERATOR:
        yield from _operator_keys(anchor, first, last, chains)


def _operator_keys(
    anchor: Anchor, first: Any, last: Any, chains: dict[tuple[ast.AST, ast.AST], ast.AST]
) -> Iterator[Key]:
    name = type(first).__name__
    if isinstance(anchor, tuple):
        if anchor in chains:
            yield ("compare", _place(chains[anchor]))
        elif name in ("For", "AsyncFor"):
            yield ("iter", _place(first))
        elif name == "YieldFrom":
            yield ("yield from", _place(first))
        elif any(clause.iter is first for clause in getattr(last, "generators", ())):
            yield ("iter", _place(last))
    elif name == "ClassDef":
        yield ("call", _place(first))
    elif name == "Compare":
        yield ("compare", _place(first))
    elif name in _OPERATORS:
        yield (_OPERATORS[name], _place(first))


def _chains(module: ast.Module) -> dict[tuple[ast.AST, ast.AST], ast.AST]:
    """The comparison that each pair of neighbours belongs to, and the expression of each `for` clause."""
    found: dict[tuple[ast.AST, ast.AST], ast.AST] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            operands = [node.left, *node.comparators]
            found |= dict.fromkeys(zip(operands, node.comparators, strict=False), node)
        for clause in getattr(node, "generators", ()):
            found[clause, clause] = node
    return found


def _swapped(module: ast.Module) -> Iterator[ast.AST]:
    """Names in `a, b = x, y` and in patterns: the compiler stores them in the order that saves it a swap."""
    for node in ast.walk(module):
        if isinstance(node, ast.MatchAs | ast.MatchStar | ast.MatchMapping):
            yield node
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            for target in node.targets:
                yield from getattr(target, "elts", ())


def _places(instruction: dis.Instruction) -> Place:
    found = instruction.positions
    if found is None:
        return None, None, None, None
    return found.lineno, found.end_lineno, found.col_offset, found.end_col_offset


def _place(node: Any) -> Place:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
