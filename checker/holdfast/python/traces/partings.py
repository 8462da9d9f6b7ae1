"""How two traces part, and the pairing that a comparison builds up."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from holdfast.python.traces.definition import Definition
from holdfast.python.traces.values import Block, FunctionTrace, Origin, Step, Value, Variable


class Difference(Enum):
    """How two traces part."""

    LOST_STEP = "no longer happens"
    NEW_STEP = "newly happens"
    MOVED_STEP = "happens in another order"
    OTHER_VALUE = "another value arrives"
    OTHER_CONDITION = "is evaluated under another condition"
    OTHER_EXIT = "control leaves in another way"
    OTHER_SIGNATURE = "is declared differently"
    OTHER_BINDING = "a captured variable holds other values"
    UNSEEN = "cannot be followed"


@dataclass(frozen=True, slots=True)
class Parting:
    """One place where the traces part, in either text where it is known."""

    what: Difference
    detail: str
    before: Origin | None
    after: Origin | None
    #: The values that should have been equal.
    expected: Value | None = None
    found: Value | None = None
    #: A call that only one of the traces has.
    is_call: bool = False
    #: The steps that it is about, of before and of after, and the block of before that they stand in.
    steps: tuple[Step | None, Step | None] = (None, None)
    block: Block | None = None
    #: The function of before that it is about, and its name in the text.
    inside: ast.AST | None = None
    #: Can it be named what is different, or was the code written in a form that cannot be compared?
    is_definite: bool = True

    @property
    def step(self) -> Step | None:
        """The step that only one of the traces has."""
        one, other = self.steps
        return (one or other) if one is None or other is None else None

    @property
    def is_unpaired(self) -> bool:
        """Is it about a step that has no counterpart?"""
        return self.what in (Difference.LOST_STEP, Difference.NEW_STEP, Difference.OTHER_EXIT)


#: From two traces and where they part to the same partings, weighed.
Weigh = Callable[[FunctionTrace, FunctionTrace, "list[Parting]", "Comparison"], "list[Parting]"]

#: The spelling of a private name: its class and what is written in the class.
_MANGLED = re.compile(r"_([^_]\w*?)(__\w+)")


@dataclass(slots=True)
class Comparison:
    """The pairing under construction."""

    #: What a global, attribute or parameter name of before is called after, where it changed.
    renamed: Mapping[str, str] = field(default_factory=dict)
    #: Old names that something still has after: there, old and new name are not told apart here.
    kept: Collection[str] = ()
    #: Definitions whose code is the same text in both worlds need no look inside.
    same_text: Callable[[Definition, Definition], bool] = lambda before, after: False
    #: Parameters may be added, removed, reordered and renamed; those that stay are known by name.
    signatures_may_change: bool = False
    #: Attributes are plain: no code runs when one is stored, so that their order does not matter.
    plain_fields: bool = False
    #: Tells which partings of two functions are definite; without it, all are.
    weigh: Weigh | None = None
    #: Whether a name of after was there before.
    known_before: Callable[[str], bool] = lambda name: True
    #: Whether a global of after, by its identity, was there before.
    was_there: Callable[[Hashable], bool] = lambda identity: True
    #: Blocks behind a test that is not the same: what parts in there may follow from that.
    unsure: set[Block] = field(default_factory=set)
    steps: dict[Step, Step] = field(default_factory=dict)
    assumed: set[tuple[int, int]] = field(default_factory=set)
    trail: list[tuple[int, int]] = field(default_factory=list)
    #: New objects of before to those of after, and back, by identity: each is one object in the other world.
    made: dict[int, int] = field(default_factory=dict)
    variables: dict[Variable, Variable] = field(default_factory=dict)
    traces: list[tuple[FunctionTrace, FunctionTrace]] = field(default_factory=list)
    partings: list[Parting] = field(default_factory=list)
    #: Keeps every value alive that `assumed` refers to by identity.
    held: list[Value] = field(default_factory=list)

    def name(self, before: object) -> object:
        if not isinstance(before, str):
            return before
        if before in self.renamed:
            return self.renamed[before]
        mangled = _MANGLED.fullmatch(before) if self.renamed else None
        if mangled is not None:
            owner, private = (self.renamed.get(part, part) for part in mangled.groups())
            return f"_{owner.lstrip('_')}{private}"
        return before

    def name_after(self, after: object) -> object:
        """A name of after as it is compared with names of before.

        Names are exchanged for certain declarations, and a trace does not know which one a name leads to: a
        parameter may be called like a field that was renamed. Whether each such name follows its own
        declaration is a question about tokens, answered where bindings and members are compared.
        """
        return self.renamed[after] if isinstance(after, str) and after in self.kept else after
