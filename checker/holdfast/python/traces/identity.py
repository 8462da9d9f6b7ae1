"""What a module level name is, wherever it is named from: the seam between traces and the program.

A trace speaks of globals by *identity*, not by name: the same function is the same value whether it is
read as `f`, as `module.f` or under an alias in another file. Identities of both worlds are spelled alike,
so that equal identities are the same thing. Without a program (`Alone`) a file's names stand for
themselves.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from holdfast.python.traces.certainty import Certainty
    from holdfast.python.traces.subject import Subject
    from holdfast.python.traces.values import Origin, Value


class Known(NamedTuple):
    """Code behind an identity that may be looked into: the file and the definition or expression."""

    subject: Subject
    node: ast.AST


class Above(NamedTuple):
    """What `super().name` finds, and the code to enter where it is called."""

    identity: Hashable
    entered: Known | None = None


class Identities(Protocol):
    def of_name(self, name: str) -> Hashable:
        """The identity of a module level name of the file, imported ones included."""
        ...

    def brought_by_star(self, name: str) -> Hashable | None:
        """The identity of what a star import surely puts in front of the builtin of that name."""
        ...

    def of_import(self, occurrence: int) -> Hashable | None:
        """The identity of what an import inside a function binds, by the token that it binds."""
        ...

    def is_rebound(self, identity: Hashable) -> bool:
        """Is it a variable that some code binds anew when its module has been loaded?"""
        ...

    def in_both(self, identity: Hashable) -> Hashable | None:
        """The identity, if it is that of a declaration which the other world has, too."""
        ...

    def of_own_variable(self, base: Hashable, name: str) -> Hashable | None:
        """The identity of a variable that the module which `base` is declares itself and that both worlds have."""
        ...

    def of_attribute(self, base: Hashable, name: str) -> Hashable | None:
        """The identity of an attribute of a global, where the global is a module."""
        ...

    def is_rebound_elsewhere(self, name: str) -> bool:
        """Does another file assign the module level name of this one: `module.name = value`?"""
        ...

    def of_own_class(self, class_name: str, name: str) -> Hashable | None:
        """The identity of what a method's receiver has under the name, where that is a class that moved."""
        ...

    def of_nested_class(self, token: tuple[int, int]) -> Hashable | None:
        """The identity of a class in a class, by the token that declares it."""
        ...

    def transparent(self, identity: Hashable) -> Known | None:
        """The function to enter at its calls, or the constant to read through."""
        ...

    def transparent_method(self, name: str) -> Known | None:
        """The method to enter, where only one method of that name is plumbing in any file."""
        ...

    def transparent_method_at(self, callee: ast.Attribute) -> Known | None:
        """The method to enter where this expression is called, if it is known which one that is."""
        ...

    def method_of_class(self, node: ast.Attribute) -> Known | None:
        """The method to enter that `Class.method` names, if it is known which one that is."""
        ...

    def above(self, callee: ast.Attribute) -> Above | None:
        """What `super().name` finds, where it is known of which class the object is."""
        ...

    def bases_behind(self, node: ast.ClassDef, identity: Hashable) -> list[tuple[str, Hashable]] | None:
        """What the class extends through a plain base that only this world has, each by tag and key."""
        ...

    def is_overridden(self, method: ast.AST) -> bool:
        """Does a class below the one with this method have its own?"""
        ...

    def computation(self, node: ast.Call) -> Computation | None:
        """What the call depends on, where it only computes in both worlds."""
        ...

    def is_never_changed_in_place(self, attribute: str, operator: ast.operator) -> bool:
        """Does an augmented assignment with the operator surely give the attribute a new value?"""
        ...

    def certainty(self, value: Value, place: Origin) -> Certainty | None:
        """How certain it is that the value, which is computed at the place, can be had."""
        ...

    def is_of_known_type(self, value: Value) -> bool:
        """Does what is written say of which type the value is?"""
        ...

    def owns(self, attribute: str) -> bool:
        """Does the attribute hold containers that nothing else ever holds?"""
        ...

    def reach(self, node: ast.Call) -> Reach | None:
        """What the call may change, where that is known."""
        ...

    def have_all(self, asked: Collection[str], name: str) -> bool:
        """Has every class of the project that has these attributes that one, too, and is there one?"""
        ...

    def held_by_field(self, attribute: str) -> Passed | None:
        """What every object has in a field that the other world does not have; None for other attributes."""
        ...

    def stays(self, attribute: str) -> bool:
        """Is it an attribute of classes of the project that nobody but initialisers assigns?"""
        ...

    def signatures(self, node: ast.Call, function: Hashable | None) -> tuple[Called, ...]:
        """The functions that the call may run, where the parameters of one of them changed.

        `function` is the identity of the global that is called, where it is one.
        """
        ...

    def called_without_receiver(self, node: ast.Call) -> tuple[Called, ...]:
        """The method that the call runs, where nobody looks at the object or class that it is asked of."""
        ...

    def partial(self, node: ast.Call) -> tuple[Called, ...]:
        """The same for the function that a `partial(…)` is made of."""
        ...

    def stands_for(self, node: ast.Lambda | ast.Call) -> ast.expr | None:
        """The function for which a lambda or a `partial(…)` stands that only calls it in its new way."""
        ...


class Signature(NamedTuple):
    """Parameters that both worlds have, by the names that they have after, and where this world has them."""

    node: ast.FunctionDef | ast.AsyncFunctionDef
    shared: Mapping[str, str]
    #: Parameters whose arguments were followed into the function: they are evaluated there.
    followed: Collection[str] = ()
    #: Parameters that only this world has, and for which the function is read with their constant default.
    assumed: Mapping[str, ast.expr] = MappingProxyType({})
    #: Parameters that have another name in the other world, to the name that they have after.
    renamed: Mapping[str, str] = MappingProxyType({})
    #: The same in both worlds for one function.
    key: Hashable = None
    #: Its file and scope in this world.
    place: tuple[str, int] = ("", 0)
    #: The file in which the function stands.
    subject: Subject | None = None
    #: Parameters (by the names that they have after) whose default is another one in the other world.
    other_defaults: Collection[str] = ()
    #: It is static in one of the worlds, and no class has another in its place: it runs whomever it is asked of.
    is_anyones: bool = False
    #: It declares the same in both worlds, and passes its stars on to a function that does not.
    only_passes_on: bool = False


class Called(NamedTuple):
    """A function that a call may run, and what it gets besides the arguments that the call writes."""

    signature: Signature
    #: How many parameters are taken before the arguments.
    taken: int
    #: The call is one of a class, which the function initialises.
    makes: bool = False
    #: Parameters that a `partial` passes by name; None where no partial is called.
    given: Collection[str] | None = None
    #: The class that the function stands in, to tell those apart that a call may run.
    name: str = ""


class Passed(NamedTuple):
    """What all callers pass for a parameter, in terms of the function that is called.

    Kinds: constant, builtin, global (by identity), parameter (another one, by name), attribute, operation.
    """

    kind: str
    key: Hashable
    parts: tuple[Passed, ...] = ()


class Computation(NamedTuple):
    """A call that changes nothing, and what its result depends on besides the arguments."""

    attributes: frozenset[str]
    #: It looks into containers, or at variables that are bound more than once.
    looks_around: bool
    #: It may hand out a new object each time.
    makes: bool
    #: It cannot fail where its arguments are constants; the receiver of a method is what it is.
    cannot_fail: bool
    #: Its result never changes.
    immutable: bool = False
    #: It may raise for arguments that fit: when it happens is seen by what happens before.
    fails: bool = False


class Reach(NamedTuple):
    """What a call may change of what others see."""

    #: Attributes that it assigns, of whatever object.
    fields: frozenset[str] = frozenset()
    #: Attributes of whose containers it changes the contents; nothing else holds those.
    containers: frozenset[str] = frozenset()
    #: It changes the contents of what it is called on.
    receiver: bool = False


@dataclass(frozen=True, slots=True)
class Alone:
    """The identities of a file that is looked at by itself."""

    known: Mapping[Hashable, Known] = field(default_factory=dict)

    def of_name(self, name: str) -> Hashable:
        return name

    def brought_by_star(self, name: str) -> Hashable | None:
        del name
        return None

    def of_import(self, occurrence: int) -> Hashable | None:
        del occurrence
        return None

    def is_rebound(self, identity: Hashable) -> bool:
        del identity
        return False

    def in_both(self, identity: Hashable) -> Hashable | None:
        del identity
        return None

    def of_own_variable(self, base: Hashable, name: str) -> Hashable | None:
        del base, name
        return None

    def of_attribute(self, base: Hashable, name: str) -> Hashable | None:
        del base, name
        return None

    def is_rebound_elsewhere(self, name: str) -> bool:
        del name
        return False

    def of_own_class(self, class_name: str, name: str) -> Hashable | None:
        del class_name, name
        return None

    def of_nested_class(self, token: tuple[int, int]) -> Hashable | None:
        del token
        return None

    def transparent(self, identity: Hashable) -> Known | None:
        return self.known.get(identity)

    def transparent_method(self, name: str) -> Known | None:
        del name
        return None

    def transparent_method_at(self, callee: ast.Attribute) -> Known | None:
        del callee
        return None

    def method_of_class(self, node: ast.Attribute) -> Known | None:
        del node
        return None

    def above(self, callee: ast.Attribute) -> Above | None:
        del callee
        return None

    def bases_behind(self, node: ast.ClassDef, identity: Hashable) -> list[tuple[str, Hashable]] | None:
        del node, identity
        return None

    def is_overridden(self, method: ast.AST) -> bool:
        del method
        return False

    def computation(self, node: ast.Call) -> Computation | None:
        del node
        return None

    def is_never_changed_in_place(self, attribute: str, operator: ast.operator) -> bool:
        del attribute, operator
        return False

    def certainty(self, value: Value, place: Origin) -> Certainty | None:
        del value, place
        return None

    def is_of_known_type(self, value: Value) -> bool:
        del value
        return False

    def owns(self, attribute: str) -> bool:
        del attribute
        return False

    def reach(self, node: ast.Call) -> Reach | None:
        del node
        return None

    def have_all(self, asked: Collection[str], name: str) -> bool:
        del asked, name
        return False

    def held_by_field(self, attribute: str) -> Passed | None:
        del attribute
        return None

    def stays(self, attribute: str) -> bool:
        del attribute
        return False

    def signatures(self, node: ast.Call, function: Hashable | None) -> tuple[Called, ...]:
        del node, function
        return ()

    def called_without_receiver(self, node: ast.Call) -> tuple[Called, ...]:
        del node
        return ()

    def partial(self, node: ast.Call) -> tuple[Called, ...]:
        del node
        return ()

    def stands_for(self, node: ast.Lambda | ast.Call) -> ast.expr | None:
        del node
        return None
