"""One world of the pair, as code is compared in it: its subjects, and what its globals are by identity.

An identity is the declaring token that a name leads to, through imports and re-exports, spelled in places
of the world after: a declaration of before stands for what it became. What has no counterpart is `gone`
(before) or simply itself (after); what lies outside the project is known by its dotted name.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Mapping

from holdfast.check.classes.private_names import PrivateNames
from holdfast.check.code.loggers import is_logger
from holdfast.check.code.module_variables import is_bound_anew, is_copy
from holdfast.check.code.subjects import make_subject
from holdfast.check.members.plain_fields import is_never_changed_in_place
from holdfast.check.pair import Pair
from holdfast.check.views.views import View
from holdfast.python.project.declarations import Declaration, Kind, Resolution
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.python.traces.identity import Passed, Signature
from holdfast.python.traces.subject import Subject, attribute_names_assigned_late
from holdfast.records import dataclass, field
from holdfast.text.interval import Interval


@dataclass(slots=True, eq=False)
class Side:
    """One world of the pair, with the subjects that were made of its files. Fills up as files are traced."""

    pair: Pair
    is_before: bool
    renamed: Mapping[str, str]
    dissolved: Collection[str]
    subjects: dict[str, Subject] = field(default_factory=dict)
    #: Modules by identity, to the file in this world.
    modules: dict[Hashable, str] = field(default_factory=dict)
    declared: dict[Hashable, Declaration] = field(default_factory=dict)
    #: Properties that the edit put in front of a field, to that field.
    fields_behind: Mapping[str, str] = field(default_factory=dict)
    #: Getters that the edit put in front of a container, and that make a copy or a view of it.
    views: tuple[View, ...] = ()
    #: Fields behind getters that are assigned after their object was made, by their words in both worlds.
    late_fields: frozenset[str] = frozenset()
    #: Old names that something else still has after the edit.
    kept: Collection[str] = ()
    #: Private names that are spelled with another class now.
    private_names: PrivateNames = field(default_factory=dict)
    #: Functions by file and scope of this world whose parameters changed.
    signatures: dict[tuple[str, int], Signature] = field(default_factory=dict)
    #: The same functions in the other world, by what is the same in both.
    signatures_of_other: Mapping[Hashable, Signature] = field(default_factory=dict)
    #: Fields that only this world has, to the one thing that they hold in every object.
    new_fields: dict[str, Passed] = field(default_factory=dict)
    #: Functions by name that are only looked at through their calls.
    absorbed: frozenset[str] = frozenset()
    #: Whether calls that only compute are values, not steps.
    sees_computations: bool = False
    #: The class that the object at hand is an instance of, where that is given, and definitions to enter
    #: where `super()` leads to them.
    receiver: ClassKey | None = None
    entered_above: Collection[Interval] = ()
    names_entered: frozenset[str] | None = None
    _staying: dict[str, bool] = field(default_factory=dict)
    _bound_anew: dict[Hashable, bool] = field(default_factory=dict)

    @property
    def program(self) -> Program:
        return self.pair.before if self.is_before else self.pair.after

    def subject(self, file: str) -> Subject | None:
        """The subject of a file of this world."""
        known = self.subjects.get(file)
        if known is None:
            facts = self.program.facts(file)
            if facts is None:
                return None
            known = make_subject(self, file, facts)
            self.subjects[file] = known
        return known

    def look_from(self, receiver: ClassKey | None, entered: Collection[Interval]) -> None:
        """Follow `super()` as it goes for instances of the class from now on, into these definitions."""
        self.receiver, self.entered_above = receiver, entered

    def is_never_changed_in_place(self, attribute: str, operator: ast.operator) -> bool:
        """Asked of both worlds: an augmented assignment that stays is read alike in both."""
        if self.is_before:
            before, after = attribute, self.renamed.get(attribute, attribute)
        else:
            was = (old for old, new in self.renamed.items() if new == attribute)
            before, after = next(was, attribute), attribute
        sides = ((self.pair.before, before), (self.pair.after, after))
        return is_never_changed_in_place(sides, operator)

    def stays(self, attribute: str) -> bool:
        """Is it an attribute of classes of the project that nobody but initialisers assigns?"""
        known = self._staying.get(attribute)
        if known is None:
            all_facts = map(self.program.facts, self.program.index.files_with(attribute))
            files = [facts for facts in all_facts if facts is not None]
            is_declared = any(attribute in members for facts in files for members in facts.members.values())
            known = is_declared and not any(
                attribute in attribute_names_assigned_late(facts.tree.module) for facts in files
            )
            self._staying[attribute] = known and not self._sets_any_attribute()
        return self._staying[attribute]

    def _sets_any_attribute(self) -> bool:
        """Does code of the project set attributes whose names it is only given: `setattr(settings, key, value)`?"""
        return any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "setattr"
            and len(node.args) == 3
            and not isinstance(node.args[1], ast.Constant)
            for file in self.program.index.files_with("setattr")
            if (facts := self.program.facts(file)) is not None
            for node in ast.walk(facts.tree.module)
        )

    def nested_class(self, token: Interval) -> Hashable:
        return self.identity_of_declaration(Declaration(token, Kind.NESTED_CLASS, ""))

    def identity_of(self, resolution: Resolution, name: str) -> Hashable:
        if len(resolution.declarations) == 1 and not resolution.external:
            return self.identity_of_declaration(resolution.declarations[0])
        if len(resolution.external) == 1 and all(d.kind is Kind.IMPORT for d in resolution.declarations):
            # The last import on the way out is a declaration, too, but what it brings is the thing itself.
            return ("external", resolution.external[0])
        if resolution.declarations:
            return ("several", *(self.identity_of_declaration(item) for item in resolution.declarations))
        return ("name", name)

    def taken(self, identity: Hashable, file: str) -> Hashable:
        """The identity of what the module `file` has under a name of its own, imported or not."""
        declaration = self.declared.get(identity)
        if declaration is None or declaration.interval.file == file or not self.is_bound_anew(identity):
            return identity
        copy = ("copy", identity)
        self.declared[copy] = declaration
        return copy

    def is_bound_anew(self, identity: Hashable) -> bool:
        """May a variable hold something else when its module has been loaded? A copy of it does not."""
        known = self._bound_anew.get(identity)
        if known is None:
            declaration = self.declared.get(identity) if not is_copy(identity) else None
            known = declaration is not None and is_bound_anew(self.program, declaration)
            self._bound_anew[identity] = known
        return known

    def in_both(self, identity: Hashable) -> Hashable | None:
        """The identity, where it is that of a declaration which the other world has, too."""
        match identity:
            case ("declaration", Interval() as place) if self.is_before or self.pair.was(place) is not None:
                return identity
        return None

    def identity_of_declaration(self, declaration: Declaration) -> Hashable:
        if declaration.kind is Kind.MODULE:
            file = declaration.interval.file
            shown = (self.pair.file_after(file) or file) if self.is_before else file
            identity: Hashable = ("module", shown)
            self.modules[identity] = file
            return identity
        if is_logger(self.program, declaration):
            return ("logger of its module",)
        place: Interval | None = declaration.interval
        if self.is_before:
            place = self.pair.became(declaration.interval)
        identity = ("gone", declaration.interval) if place is None else ("declaration", place)
        self.declared[identity] = declaration
        return identity
