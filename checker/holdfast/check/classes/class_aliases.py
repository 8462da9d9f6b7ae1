"""Attributes of a class that only name another class: `Node = Node`, `Error = ParseError`."""

from __future__ import annotations

from holdfast.python.project.classes import class_info, own_member
from holdfast.python.project.evaluate import bound_value
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue
from holdfast.text.interval import Interval


def class_behind(program: Program, owner: ClassKey, name: str) -> Interval | None:
    """The token of the class that an attribute of a class stands for, if it is nothing else."""
    facts, member = program.facts(owner.file), own_member(program, owner, name)
    if facts is None or member is None or member.functions:
        return None
    if len(member.tokens) != 1 or len(member.targets) != 1:
        return None
    bound = facts.bound_values.get(member.targets[0])
    values = bound_value(program, owner.file, bound).items if bound is not None else ()
    if bound is None or bound.how != "value" or len(values) != 1:
        return None
    value = values[0]
    return class_info(program, value.key).interval if isinstance(value, ClassValue) else None
