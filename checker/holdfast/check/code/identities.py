"""Identities of globals over a pair of worlds: what `holdfast.python.traces.identity` asks for.

An identity is the declaring token that a name leads to, through imports and re-exports, spelled in places
of the world after: a declaration of before stands for what it became. What has no counterpart is `gone`
(before) or simply itself (after); what lies outside the project is known by its dotted name.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable, Mapping

from holdfast.check.calls.changed_calls import called_at, kept_by_partial
from holdfast.check.classes.above import found_above
from holdfast.check.classes.base_plumbing import is_plumbing_class
from holdfast.check.classes.forwarding import forwarders
from holdfast.check.code.computations import computation, computation_of_call
from holdfast.check.code.known_values import known_values
from holdfast.check.code.loggers import is_logger
from holdfast.check.code.plumbing import Plumbing, find_plumbing
from holdfast.check.correspondence.moved_variables import is_moved_variable
from holdfast.check.gone.registrations import who_hears
from holdfast.check.imports.export_lists import list_statements
from holdfast.check.members.assigned_from_outside import is_assigned_from_outside
from holdfast.check.pair import Pair
from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.declarations import Declaration, Kind, Resolution
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.exports import lookup, member_of
from holdfast.python.project.facts import FactsCache, FileFacts
from holdfast.python.project.hierarchy import class_at, subclasses
from holdfast.python.project.lookup import find_class_member
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.own_members import Member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, FunctionValue
from holdfast.python.traces.identity import Above, Called, Computation, Known, Signature
from holdfast.python.traces.properties import attributes_computed_by_code
from holdfast.python.traces.subject import (
    FunctionNode,
    Subject,
    Symbol,
    attribute_names_assigned_late,
    constant_plumbing,
)
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
    #: Old names that something else still has after the edit.
    kept: Collection[str] = ()
    #: Functions by file and scope of this world whose parameters changed.
    signatures: dict[tuple[str, int], Signature] = field(default_factory=dict)
    #: Functions by name that are only looked at through their calls.
    absorbed: frozenset[str] = frozenset()
    #: Whether calls that only compute are values, not steps.
    sees_computations: bool = False
    #: The class that the object at hand is an instance of, where that is given, and definitions to enter
    #: where `super()` leads to them.
    receiver: ClassKey | None = None
    entered_above: Collection[Interval] = ()
    _names_entered: frozenset[str] | None = None
    _staying: dict[str, bool] = field(default_factory=dict)

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
            known = self._make(file, facts)
            self.subjects[file] = known
        return known

    def _make(self, file: str, facts: FileFacts) -> Subject:
        plumbing = self._plumbing(file)
        functions = plumbing.before_functions if self.is_before else plumbing.after_functions
        symbols = plumbing.before_symbols if self.is_before else plumbing.after_symbols
        wanted = self._dissolved()
        named = {
            scope.node
            for scope in facts.names.scopes
            if isinstance(scope.node, FunctionNode) and scope.name in wanted
        }
        moved = self._moved_nodes(file, facts)
        symbols |= {
            (occurrence.owner, occurrence.name)
            for node in named
            if getattr(node, "name", "") in self.absorbed
            for occurrence in [facts.names.occurrences[facts.names.occurrence_of_node[node]]]
        }
        symbols |= self._kept_symbols(file, facts)
        classes = {
            node
            for node, index in facts.names.occurrence_of_node.items()
            if isinstance(node, ast.ClassDef) and (facts.names.occurrences[index].owner, node.name) in symbols
        }
        return Subject(
            facts.tree,
            facts.names,
            (functions | named) - moved,
            symbols,
            attribute_names_assigned_late(facts.tree.module),
            attributes_computed_by_code(facts.tree.module),
            identities=FileIdentities(self, file),
            moved=moved,
            registered={node for node in functions | classes if self._is_kept(file, node)},
            known=known_values(self.pair, self.program, file, facts),
            left_out=list_statements(self.pair, facts),
            fields_behind={} if self.is_before else self.fields_behind,
        )

    def _is_kept(self, file: str, node: ast.AST) -> bool:
        if not isinstance(node, FunctionNode | ast.ClassDef) or not node.decorator_list:
            return False
        return who_hears(self.program, file, node) is not None

    def transparent_method(self, name: str) -> Known | None:
        """The one method of that name that is plumbing in some edited file, if nothing else has the name."""
        found = []
        for file in dict.fromkeys([*self._own_edited_files(), *self._files_of_dissolved(name)]):
            subject = self.subject(file)
            if subject is None:
                continue
            for node in subject.transparent:
                if isinstance(node, FunctionNode) and node.name == name and _stands_in_class(subject, node):
                    found.append(Known(subject, node))
        others = sum(
            name in members
            for file in self.program.index.files_with(name)
            if (facts := self.program.facts(file)) is not None
            for members in facts.members.values()
        )
        return found[0] if len(found) == 1 and others == 1 else None

    def _files_of_dissolved(self, name: str) -> list[str]:
        return sorted(self.program.index.files_with(name)) if name in self._dissolved() else []

    def _dissolved(self) -> Collection[str]:
        if self.is_before:
            return self.dissolved
        return {self.renamed.get(name, name) for name in self.dissolved}

    def transparent_method_at(self, file: str, callee: ast.Attribute) -> Known | None:
        """The plumbing that the expression leads to by what its receiver is, if no class below has its own."""
        if callee.attr not in self._transparent_names():
            return None
        values = evaluate(self.program, file, callee).items
        if len(values) != 1 or not isinstance(values[0], FunctionValue) or not values[0].bound:
            return None
        function = values[0]
        subject = self.subject(function.file)
        node = subject.names.scopes[function.scope].node if subject is not None else None
        if subject is None or node is None or node not in subject.transparent or function.receiver is None:
            return None
        related = (
            *order_of(self.program, function.receiver).classes,
            *subclasses(self.program, function.receiver),
        )
        having = [
            key
            for key in related
            if isinstance(key, ClassKey) and own_member(self.program, key, callee.attr) is not None
        ]
        return Known(subject, node) if len(having) == 1 else None

    def _transparent_names(self) -> frozenset[str]:
        """Names of functions that are entered in some file."""
        if self._names_entered is None:
            names = set()
            for file in self._own_edited_files():
                subject = self.subject(file)
                if subject is not None:
                    names |= {node.name for node in subject.transparent if isinstance(node, FunctionNode)}
            # What stands elsewhere in the other world is compared with what it became.
            text = {place.file: self.program.world.text(place.file) or "" for place in self._moved_places()}
            names -= {text[place.file][place.start : place.end] for place in self._moved_places()}
            self._names_entered = frozenset(names) | frozenset(self._dissolved())
        return self._names_entered

    def look_from(self, receiver: ClassKey | None, entered: Collection[Interval]) -> None:
        """Follow `super()` as it goes for instances of the class from now on, into these definitions."""
        self.receiver, self.entered_above = receiver, entered

    def computation(self, file: str, node: ast.Call) -> Computation | None:
        """What the call depends on, if it only computes, and does so in both worlds."""
        known = computation_of_call(self.program, file, node) if self.sees_computations else None
        if known is None:
            return None
        other = self.pair.after if self.is_before else self.pair.before
        for function in known[1]:
            facts = self.program.facts(function.file)
            assert facts is not None
            names = facts.names
            occurrence = names.occurrences[names.occurrence_of_node[names.scopes[function.scope].node]]
            place = Interval(function.file, occurrence.start, occurrence.end)
            there = self.pair.became(place) if self.is_before else self.pair.was(place)
            facts_there = None if there is None else other.facts(there.file)
            if there is None or facts_there is None:
                return None
            scope = next(
                (
                    facts_there.names.scope_of_node[one]
                    for one, index in facts_there.names.occurrence_of_node.items()
                    if facts_there.names.occurrences[index].start == there.start
                    and one in facts_there.names.scope_of_node
                ),
                None,
            )
            if scope is None or computation(other, there.file, scope) is None:
                return None
        return known[0]

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
            self._staying[attribute] = known
        return known

    def _own_edited_files(self) -> list[str]:
        edited = self.pair.edited_python_files()
        if self.is_before:
            return edited
        return [self.pair.file_after(file) or file for file in edited] + sorted(
            file for file in self.pair.edits.created if file.endswith((".py", ".pyi"))
        )

    def _plumbing(self, file: str) -> Plumbing:
        """What only this world has. A file that the other world does not have is all its own."""
        other_name = self.pair.file_after(file) if self.is_before else self.pair.file_before(file)
        other_program = self.pair.after if self.is_before else self.pair.before
        own, other = self.program.facts(file), other_program.facts(other_name) if other_name else None
        assert own is not None
        if other is None:
            other = FactsCache(1).facts("")
        before, after = (own, other) if self.is_before else (other, own)
        return find_plumbing(before.names, after.names, self.renamed)

    def _moved_places(self) -> Collection[Interval]:
        return self.pair.moved.keys() if self.is_before else set(self.pair.moved.values())

    def _kept_places(self) -> Collection[Interval]:
        return self.pair.kept.before if self.is_before else self.pair.kept.after

    def _kept_symbols(self, file: str, facts: FileFacts) -> frozenset[Symbol]:
        """Members that are compared along the order of each class: their binding is no effect of its own."""
        places = [facts.occurrence_at.get(place.start) for place in self._kept_places() if place.file == file]
        return frozenset((item.owner, item.name) for item in places if item is not None)

    def _moved_nodes(self, file: str, facts: FileFacts) -> set[ast.AST]:
        tokens = {
            place.start: (old, new)
            for old, new in self.pair.moved.items()
            if (place := old if self.is_before else new).file == file
        }
        kept = {place.start for place in self._kept_places() if place.file == file}
        found: set[ast.AST] = set()
        for node, index in facts.names.occurrence_of_node.items() if tokens or kept else ():
            start = facts.names.occurrences[index].start
            places = tokens.get(start)
            if isinstance(node, ast.Name):
                # An attribute of a class that is kept stays a statement, without an effect of its own.
                if places is not None and is_moved_variable(self.pair, *places):
                    found.add(node)
            elif places is not None or start in kept:
                found.add(node)
        return found | self._forwarders_taken_out(file)

    def _forwarders_taken_out(self, file: str) -> set[ast.AST]:
        """Methods that only called the one above them: a call of one is a call of the other."""
        if not self.is_before or "super" not in self.program.index.words(file):
            return set()
        return {
            node
            for key, hit, node in forwarders(self.program, file)
            if self.pair.became(Interval(key.file, *hit.member.token)) is None
        }

    def moved_class(self, outer: Hashable, name: str, *, through_instance: bool = False) -> Hashable | None:
        """The identity of a nested class that the edit moved, as an attribute of the class around it.

        Through an instance it is only known if no class below has one of its own under the name.
        """
        declaration = self.declared.get(outer)
        if declaration is None or declaration.kind is not Kind.CLASS:
            return None
        info = class_at(self.program, declaration.interval)
        hit = find_class_member(self.program, info.key, name) if info is not None else None
        if info is None or hit is None:
            return None
        below = subclasses(self.program, info.key) if through_instance else ()
        if any(own_member(self.program, key, name) is not None for key in below):
            return None
        if hit.member.kind is not Kind.NESTED_CLASS:
            return self._alias_of_moved(hit.owner.file, hit.member)
        token = Interval(hit.owner.file, *hit.member.token)
        if token not in (self.pair.moved if self.is_before else self.pair.moved.values()):
            return None
        return self.identity_of_declaration(Declaration(token, Kind.NESTED_CLASS, name))

    def nested_class(self, token: Interval) -> Hashable:
        return self.identity_of_declaration(Declaration(token, Kind.NESTED_CLASS, ""))

    def _alias_of_moved(self, file: str, member: Member) -> Hashable | None:
        """The class that moved to the module, where its old place only names it (`Node = Node`)."""
        facts = self.program.facts(file)
        if facts is None or self.is_before or member.functions or len(member.tokens) != 1:
            return None
        bound = [facts.bound_values.get(target) for target in member.targets]
        if len(bound) != 1 or bound[0] is None or not isinstance(bound[0].node, ast.Name):
            return None
        resolution = lookup(self.program, file, bound[0].node.id)
        places = [item.interval for item in resolution.declarations]
        if len(places) != 1 or places[0] not in self.pair.moved.values():
            return None
        return self.identity_of(resolution, bound[0].node.id)

    def identity_of(self, resolution: Resolution, name: str) -> Hashable:
        if len(resolution.declarations) == 1 and not resolution.external:
            return self.identity_of_declaration(resolution.declarations[0])
        if len(resolution.external) == 1 and all(d.kind is Kind.IMPORT for d in resolution.declarations):
            # The last import on the way out is a declaration, too, but what it brings is the thing itself.
            return ("external", resolution.external[0])
        if resolution.declarations:
            return ("several", *(self.identity_of_declaration(item) for item in resolution.declarations))
        return ("name", name)

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


def _stands_in_class(subject: Subject, node: ast.AST) -> bool:
    scope = subject.names.scopes[subject.names.scope_of_node[node]]
    return isinstance(subject.names.scopes[scope.parent].node, ast.ClassDef)


@dataclass(frozen=True, slots=True, eq=False)
class FileIdentities:
    """The identities as one file of one world sees them."""

    side: Side
    file: str
    _names: dict[str, Hashable] = field(default_factory=dict)

    def of_name(self, name: str) -> Hashable:
        known = self._names.get(name)
        if known is None:
            resolution = lookup(self.side.program, self.file, name)
            if self._is_external_module(name, resolution):
                known = ("external module", resolution.external[0])
            else:
                known = self.side.identity_of(resolution, name)
            self._names[name] = known
        return known

    def _is_external_module(self, name: str, resolution: Resolution) -> bool:
        facts = self.side.program.facts(self.file)
        if facts is None or len(resolution.external) != 1:
            return False
        uses = [
            use
            for index, use in facts.import_of_occurrence.items()
            if facts.names.occurrences[index].name == name and facts.names.occurrences[index].owner == 0
        ]
        return bool(uses) and all(use.member is None for use in uses)

    def of_attribute(self, base: Hashable, name: str) -> Hashable | None:
        if not isinstance(base, tuple):
            return None
        if base[0] == "external module":
            return ("external", f"{base[1]}.{name}")
        file = self.side.modules.get(base)
        if file is None:
            return self.side.moved_class(base, name)
        resolution = member_of(self.side.program, ModuleFile(file), name)
        return None if resolution.missing else self.side.identity_of(resolution, name)

    def is_rebound_elsewhere(self, name: str) -> bool:
        return is_assigned_from_outside(self.side.program, self.file, name)

    def of_own_class(self, class_name: str, name: str) -> Hashable | None:
        return self.side.moved_class(self.of_name(class_name), name, through_instance=True)

    def of_nested_class(self, token: tuple[int, int]) -> Hashable | None:
        return self.side.nested_class(Interval(self.file, *token))

    def transparent_method(self, name: str) -> Known | None:
        return self.side.transparent_method(name)

    def transparent_method_at(self, callee: ast.Attribute) -> Known | None:
        return self.side.transparent_method_at(self.file, callee)

    def above(self, callee: ast.Attribute) -> Above | None:
        return found_above(self.side, self.file, callee)

    def is_plumbing_class(self, identity: Hashable) -> bool:
        return is_plumbing_class(self.side, identity)

    def is_overridden(self, method: ast.AST) -> bool:
        facts = self.side.program.facts(self.file)
        scope = facts.names.scope_of_node.get(method) if facts is not None else None
        if facts is None or scope is None:
            return False
        own = facts.names.scopes[scope]
        below = (
            subclasses(self.side.program, ClassKey(self.file, own.parent))
            if own.parent in facts.members
            else ()
        )
        return any(own_member(self.side.program, key, own.name) is not None for key in below)

    def computation(self, node: ast.Call) -> Computation | None:
        return self.side.computation(self.file, node)

    def stays(self, attribute: str) -> bool:
        return self.side.stays(attribute)

    def signatures(self, node: ast.Call, function: Hashable | None) -> tuple[Called, ...]:
        declaration = self.side.declared.get(function) if function is not None else None
        return called_at(self.side.program, self.side.signatures, self.file, node, declaration)

    def partial(self, node: ast.Call) -> tuple[Called, ...]:
        return kept_by_partial(self.side.program, self.side.signatures, self.file, node)

    def transparent(self, identity: Hashable) -> Known | None:
        declaration = self.side.declared.get(identity)
        if declaration is None:
            return None
        subject = self.side.subject(declaration.interval.file)
        if subject is None:
            return None
        for node in subject.transparent:
            index = subject.names.occurrence_of_node.get(node)
            if index is not None and subject.names.occurrences[index].start == declaration.interval.start:
                return Known(subject, node)
        constant = constant_plumbing(subject).get(declaration.name)
        return None if constant is None else Known(subject, constant)
