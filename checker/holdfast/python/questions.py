"""Questions about members, and the protocol of whoever answers them.

Some tokens cannot be resolved by reading the text alone: which class's `close` does `handle.close()`
name? Such questions are asked through `MemberAnswers`. This module knows neither jedi nor processes;
`holdfast.resolve` stands behind the protocol in the product, `KnownAnswers` in tests.

Invariant: an answer depends on the worlds and the question alone, never on what was asked before it.
Answers come in the order of the questions, and each answer is sorted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from holdfast.records import dataclass, field

Side = Literal["before", "after"]

#: Why a question has no answer: the time for the batch ran out, the answering process died twice on
#: it, or the file cannot be read by the inference engine (its grammar, or a mistake in the file).
Reason = Literal["budget", "crash", "syntax"]


class Question(NamedTuple):
    """A place in one of the two worlds.

    For `MemberAnswers.ask` the offset is inside (or at the start of) a name token: an attribute, the
    name of a keyword argument, an imported name or a part of a module's name, or a parameter that
    pytest fills. For `MemberAnswers.types_of` it is the end of the expression before the dot.
    """

    side: Side
    file: str
    offset: int


class Target(NamedTuple):
    """A definition that a token leads to.

    `file` is relative to the world's root, or None for a definition outside of it; then `start` and
    `end` are -1. For a module inside the world they are both 0.
    """

    file: str | None
    start: int
    end: int
    name: str
    #: "function", "class", "param", "statement", "module", "namespace", "property" or "instance".
    kind: str
    #: The dotted name as far as it is known, e.g. `json.decoder.JSONDecoder.decode`; else "".
    full_name: str
    #: The definition is part of the interpreter (`builtins` or a module written in C).
    builtin: bool


class TypeInfo(NamedTuple):
    """One class that an expression's value may be an instance of; or the class or module it may be.

    `kind` is "instance", "class", "module" or "function". `mro` holds the full names of the classes in
    which a member is looked up, the class itself first and `builtins.object` last where it is known.
    `members` maps the names that the question asked for to the full name of the first class (or the
    module) that defines them; a name that nothing defines is absent. `open` says that members may
    exist that cannot be seen: a base that did not resolve, or `__getattr__`.
    """

    name: str
    full_name: str
    kind: str
    file: str | None
    start: int
    end: int
    mro: tuple[str, ...]
    members: tuple[tuple[str, str], ...]
    open: bool


@dataclass(frozen=True, slots=True)
class Unanswered:
    """The question was put and there is no answer; this is not the same as leading nowhere."""

    reason: Reason


Targets = tuple[Target, ...] | Unanswered
Types = tuple[TypeInfo, ...] | Unanswered


class MemberAnswers(Protocol):
    """Whoever answers. An empty tuple says that the engine looked and found nothing."""

    @property
    def asked(self) -> int:
        """How many questions have been put so far, including those without an answer."""
        ...

    def ask(self, questions: Sequence[Question]) -> tuple[Targets, ...]:
        """Where each token leads: through imports, to the defining member, inherited ones included."""
        ...

    def types_of(self, questions: Sequence[Question], names: Sequence[str] = ()) -> tuple[Types, ...]:
        """What the expression that ends at each place may be, and which of `names` its type defines."""
        ...


@dataclass(slots=True)
class KnownAnswers:
    """Answers from memory, for tests and for runs in which nothing may be asked of an engine.

    A question that is not listed leads nowhere; with `otherwise` it is answered by that instead.
    """

    targets: Mapping[Question, Targets] = field(default_factory=dict)
    types: Mapping[Question, Types] = field(default_factory=dict)
    otherwise: Unanswered | None = None
    asked: int = 0

    def ask(self, questions: Sequence[Question]) -> tuple[Targets, ...]:
        self.asked += len(questions)
        return tuple(self.targets.get(question, self.otherwise or ()) for question in questions)

    def types_of(self, questions: Sequence[Question], names: Sequence[str] = ()) -> tuple[Types, ...]:
        self.asked += len(questions)
        return tuple(self.types.get(question, self.otherwise or ()) for question in questions)
