"""Methods that get another receiver: an instance method became static or one of the class, or the other way round.

How the method is bound then changes along with its parameters, and is told at its calls. What a method of the class
reads from its receiver it must have found there before: nothing that instances have of their own.
"""

from __future__ import annotations

import ast

from holdfast.check.calls.changed_functions import Changed
from holdfast.check.calls.relays import Function, Place
from holdfast.check.pair import Pair
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.hierarchy import member_family
from holdfast.python.project.lookup import find_member
from holdfast.python.project.own_members import receives
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue


def is_bound_otherwise(pair: Pair, item: Changed) -> bool:
    """Is nothing but the receiver another one, which the calls tell?"""
    kinds = {receives(item.before), receives(item.after)}
    if len(kinds) == 1 or not _only_bound(item.before) or not _only_bound(item.after):
        return False
    return "static" in kinds or (
        _reads_the_class(pair.before, item.place, item.before)
        and _reads_the_class(pair.after, item.place_after, item.after)
    )


def is_anyones(pair: Pair, item: Changed) -> bool:
    """Does it run whomever it is asked of: static or one of the class now or before, and alone with its name?"""
    if not is_bound_otherwise(pair, item):
        return False
    for program, place in ((pair.before, item.place), (pair.after, item.place_after)):
        facts = program.facts(place[0])
        owner = None if facts is None else facts.enclosing_class(place[1])
        if (
            owner is None
            or len(member_family(program, ClassKey(place[0], owner), item.after.name).members) > 1
        ):
            return False
    return True


def _only_bound(node: Function) -> bool:
    return all(isinstance(item, ast.Name) and item.id in _BINDING for item in node.decorator_list)


_BINDING = frozenset({"staticmethod", "classmethod"})


def _reads_the_class(program: Program, place: Place, node: Function) -> bool:
    """Does the method look at nothing but what every object finds in its class?"""
    facts = program.facts(place[0])
    owner = None if facts is None else facts.enclosing_class(place[1])
    receiver = next((argument.arg for argument in (*node.args.posonlyargs, *node.args.args)), None)
    if owner is None or receiver is None:
        return False
    looked_at = {
        inner.value: inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load)
    }
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id == receiver:
            name = looked_at.get(inner)
            hit = find_member(program, ClassKey(place[0], owner), name) if name is not None else None
            if hit is None or name is None or not hit.member.on_class or _is_of_instances(program, name):
                return False
            if hit.member.functions and hit.member.receives == "instance":
                return False
    return True


def _is_of_instances(program: Program, name: str) -> bool:
    """Does some code store an attribute of this name in an object that is no class?"""
    for file in program.index.files_with(name):
        facts = program.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.name == name and not isinstance(use.node.ctx, ast.Load):
                values = evaluate(program, file, use.node.value).items
                if not values or not all(isinstance(value, ClassValue) for value in values):
                    return True
    return False
