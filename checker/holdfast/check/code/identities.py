"""The identities as one file of one world sees them: what `holdfast.python.traces.identity` asks for."""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING

from holdfast.check.calls.changed_calls import called_at, is_idle_receiver, kept_by_partial
from holdfast.check.classes.above import found_above
from holdfast.check.classes.base_plumbing import bases_behind, key_of_class
from holdfast.check.code.computations import computation_in_both
from holdfast.check.code.entered_methods import transparent_method, transparent_method_at
from holdfast.check.code.library_modules import is_library_module
from holdfast.check.code.moved_classes import moved_class
from holdfast.check.members.assigned_from_outside import is_assigned_from_outside
from holdfast.python.project.classes import own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.exports import lookup, member_of, resolve_import, star_provides
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.values import ClassKey
from holdfast.python.traces.certainty import Certainty
from holdfast.python.traces.identity import Above, Called, Computation, Known, Passed, Reach
from holdfast.python.traces.subject import (
    constant_plumbing,
)
from holdfast.python.traces.values import Origin, Value
from holdfast.records import dataclass, field
from holdfast.text.interval import Interval

if TYPE_CHECKING:
    from holdfast.check.code.sides import Side


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
            known = self.side.taken(self.side.identity_of(resolution, name), self.file)
            self._names[name] = known
        return known

    def brought_by_star(self, name: str) -> Hashable | None:
        found = star_provides(self.side.program, self.file, name)
        return None if found.missing or found.unseen else self.side.identity_of(found, name)

    def of_import(self, occurrence: int) -> Hashable | None:
        facts = self.side.program.facts(self.file)
        use = facts.import_of_occurrence.get(occurrence) if facts is not None else None
        if use is None:
            return None
        identity = self.side.identity_of(resolve_import(self.side.program, self.file, use), "")
        module = self.side.program.resolve_module(self.file, use.level, use.parts)
        if use.member is not None and isinstance(module, ModuleFile):
            identity = self.side.taken(identity, module.file)
        return None if identity == ("name", "") else identity

    def is_rebound(self, identity: Hashable) -> bool:
        return self.side.is_bound_anew(identity)

    def in_both(self, identity: Hashable) -> Hashable | None:
        return self.side.in_both(identity)

    def of_own_variable(self, base: Hashable, name: str) -> Hashable | None:
        identity = self.of_attribute(base, name)
        declaration = self.side.declared.get(identity)
        if declaration is None or declaration.interval.file != self.side.modules.get(base):
            return None
        return None if declaration.kind is not Kind.VARIABLE else self.in_both(identity)

    def of_attribute(self, base: Hashable, name: str) -> Hashable | None:
        if not isinstance(base, tuple):
            return None
        if base[0] == "external" and is_library_module(self.side.pair, str(base[1])):
            return ("external", f"{base[1]}.{name}")
        file = self.side.modules.get(base)
        if file is None:
            return moved_class(self.side, base, name)
        resolution = member_of(self.side.program, ModuleFile(file), name)
        if resolution.missing:
            return None
        return self.side.taken(self.side.identity_of(resolution, name), file)

    def is_rebound_elsewhere(self, name: str) -> bool:
        return is_assigned_from_outside(self.side.program, self.file, name)

    def of_own_class(self, class_name: str, name: str) -> Hashable | None:
        return moved_class(self.side, self.of_name(class_name), name, through_instance=True)

    def of_nested_class(self, token: tuple[int, int]) -> Hashable | None:
        return self.side.nested_class(Interval(self.file, *token))

    def transparent_method(self, name: str) -> Known | None:
        return transparent_method(self.side, name)

    def transparent_method_at(self, callee: ast.Attribute) -> Known | None:
        return transparent_method_at(self.side, self.file, callee)

    def method_of_class(self, node: ast.Attribute) -> Known | None:
        return transparent_method_at(self.side, self.file, node, bound=False)

    def above(self, callee: ast.Attribute) -> Above | None:
        return found_above(self.side, self.file, callee)

    def bases_behind(self, node: ast.ClassDef, identity: Hashable) -> list[tuple[str, Hashable]] | None:
        return bases_behind(self.side, identity, key_of_class(self.side, self.file, node))

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
        return computation_in_both(self.side, self.file, node)

    def is_never_changed_in_place(self, attribute: str, operator: ast.operator) -> bool:
        return self.side.is_never_changed_in_place(attribute, operator)

    def certainty(self, value: Value, place: Origin) -> Certainty | None:
        if not self.side.sees_computations:
            return None
        from holdfast.check.certainty.places import certainty_at

        return certainty_at(self.side.program, self.file, value, place)

    def is_of_known_type(self, value: Value) -> bool:
        from holdfast.check.certainty.places import is_of_known_type

        return is_of_known_type(self.side.program, self.file, value)

    def owns(self, attribute: str) -> bool:
        if not self.side.sees_computations:
            return False
        from holdfast.check.certainty.owned import is_owned

        return is_owned(self.side.program, attribute)

    def reach(self, node: ast.Call) -> Reach | None:
        if not self.side.sees_computations:
            return None
        from holdfast.check.code.reaching import reach_of_call

        return reach_of_call(self.side.program, self.file, node)

    def have_all(self, asked: Collection[str], name: str) -> bool:
        from holdfast.check.certainty.functions import have_all

        return have_all(self.side.program, set(asked), name)

    def held_by_field(self, attribute: str) -> Passed | None:
        return self.side.new_fields.get(attribute)

    def stays(self, attribute: str) -> bool:
        return self.side.stays(attribute)

    def signatures(self, node: ast.Call, function: Hashable | None) -> tuple[Called, ...]:
        declaration = self.side.declared.get(function) if function is not None else None
        return called_at(self.side.program, self.side.signatures, self.file, node, declaration)

    def called_without_receiver(self, node: ast.Call) -> tuple[Called, ...]:
        called = self.signatures(node, None) if isinstance(node.func, ast.Attribute) else ()
        if len(called) != 1 or not called[0].signature.is_anyones or not isinstance(node.func, ast.Attribute):
            return ()
        return called if is_idle_receiver(self.side.program, self.file, node.func.value) else ()

    def partial(self, node: ast.Call) -> tuple[Called, ...]:
        return kept_by_partial(self.side.program, self.side.signatures, self.file, node)

    def stands_for(self, node: ast.Lambda | ast.Call) -> ast.expr | None:
        if not self.side.signatures:
            return None
        from holdfast.check.calls.stand_ins import World, stands_for  # where functions take other parameters

        side = self.side
        other = side.pair.after if side.is_before else side.pair.before
        world = World(side.pair, side.program, other, side.signatures, side.signatures_of_other)
        return stands_for(world, self.file, node)

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
