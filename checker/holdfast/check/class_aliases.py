"""Attributes of a class that only name another class: `Node = Node`, `Error = ParseError`."""

from __future__ import annotations

from holdfast.check.moved_members import member_owner
from holdfast.python.project.classes import class_info, own_member
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.evaluate import bound_value
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassValue
from holdfast.text.interval import Interval


def class_behind(program: Program, declaration: Declaration) -> Interval | None:
    """The token of the class that an attribute of a class stands for, if it is nothing else."""
    if declaration.kind is not Kind.CLASS_ATTRIBUTE:
        return None
    owner = member_owner(program, declaration.interval)
    facts = program.facts(declaration.interval.file)
    if owner is None or facts is None:
        return None
    member = own_member(program, owner, declaration.name)
    if member is None or len(member.tokens) != 1 or len(member.targets) != 1:
        return None
    bound = facts.bound_values.get(member.targets[0])
    values = bound_value(program, owner.file, bound).items if bound is not None else ()
    if bound is None or bound.how != "value" or len(values) != 1:
        return None
    value = values[0]
    return class_info(program, value.key).interval if isinstance(value, ClassValue) else None
