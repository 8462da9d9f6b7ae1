"""Properties that an edit put in front of a field and that only pass it on.

`return self._level` and `self._level = value` change nothing: whoever reads or writes the property reads or
writes the field. A getter or setter that does more is code, and is compared as such.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from holdfast.check.pair import Pair
from holdfast.python.project.classes import class_info, classes_in, order_of, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.own_members import Member, mangled, words_of
from holdfast.python.project.values import ClassKey


def fields_behind_properties(pair: Pair) -> dict[str, str]:
    """Name of the property, which was the field's name before, to the name of the field now."""
    found: dict[str, str] = {}
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is None:
            continue
        fields = {
            name
            for members in facts[0].members.values()
            for name, member in members.items()
            if member.kind is not Kind.PROPERTY and not member.functions
        }
        for scope, members in facts[1].members.items():
            for name, member in members.items():
                if member.kind is Kind.PROPERTY and name in fields:
                    behind = _field_behind(facts[1], member)
                    class_name = facts[1].names.scopes[scope].name
                    if (
                        behind is not None
                        and behind != name
                        and not _is_taken(pair, file, class_name, behind)
                    ):
                        if _has_setter(facts[1], member) or not _is_written(pair, name):
                            found[name] = mangled(behind, class_name)
    return found


def _is_taken(pair: Pair, file: str, class_name: str, field: str) -> bool:
    """Does an object of the class hold something else under the name already?"""
    name = mangled(field, class_name)
    for key in classes_in(pair.before, file):
        if class_info(pair.before, key).name == class_name:
            related = (*order_of(pair.before, key).classes, *subclasses(pair.before, key))
            return any(
                own_member(pair.before, item, name) is not None
                for item in related
                if isinstance(item, ClassKey)
            )
    return bool(pair.before.index.files_with(field))


def fields_behind_getters(pair: Pair) -> dict[str, str]:
    """Fields that got another name when methods were put in front of them, to their names now."""
    found: dict[str, str] = {}
    for file in pair.rewritten_python_files():
        facts = pair.facts(file)
        if facts is None:
            continue
        before, after = (_by_class_name(one) for one in facts)
        for name in before.keys() & after.keys():
            gone, new = (
                [key for key in one if key not in other and not one[key].functions]
                for one, other in ((before[name], after[name]), (after[name], before[name]))
            )
            passed = {
                _passed_on(facts[1].names.scopes[scope].node)
                for key, member in after[name].items()
                if key not in before[name] and member.kind is Kind.METHOD
                for scope in member.functions
            }
            for field in new:
                if not any(item and mangled(item, name) in (field, mangled(field, name)) for item in passed):
                    continue
                same = [key for key in gone if key.strip("_") == _plain(field, name)]
                if len(same) != 1:
                    same = gone if len(gone) == len(new) == 1 else []
                for old in same:
                    found[old] = mangled(field, name)
    return found


def assigned_late(pair: Pair, fields: Mapping[str, str]) -> Iterator[str]:
    """The words of those fields, in both worlds, that something other than an initialiser assigns in one of them.

    The methods that now do so may stand in another file than the code that did.
    """
    from holdfast.python.traces.subject import attribute_names_assigned_late  # with all that traces need

    for old, new in fields.items():
        for program, name in ((pair.before, old), (pair.after, new)):
            words = words_of(name)
            all_facts = map(program.facts, program.index.files_with_any(words))
            if any(
                not words.isdisjoint(attribute_names_assigned_late(facts.tree.module))
                for facts in all_facts
                if facts is not None
            ):
                yield from (*words_of(old), *words_of(new))
                break


def slots_of_fields(facts: FileFacts, names: Mapping[str, str]) -> Iterator[tuple[ast.Constant, str]]:
    """The texts in `__slots__` that name a field which is called otherwise after, with what stands there then."""
    for scope in facts.class_scopes:
        node = facts.names.scopes[scope].node
        assert isinstance(node, ast.ClassDef)
        for statement in node.body:
            if not (isinstance(statement, ast.Assign) and _is_slots(statement.targets[0])):
                continue
            for item in ast.walk(statement.value):
                if isinstance(item, ast.Constant) and isinstance(item.value, str) and item.value in names:
                    yield item, _as_written(names[item.value], node.name)


def _is_slots(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "__slots__"


def _as_written(name: str, class_name: str) -> str:
    """A private name as the class writes it: in `__slots__`, too, Python mangles it."""
    prefix = f"_{class_name.lstrip('_')}__"
    return f"__{name.removeprefix(prefix)}" if name.startswith(prefix) else name


def _by_class_name(facts: FileFacts) -> dict[str, Mapping[str, Member]]:
    return {facts.names.scopes[scope].name: members for scope, members in facts.members.items()}


def _plain(field: str, class_name: str) -> str:
    return field.removeprefix(f"_{class_name.lstrip('_')}__").strip("_")


def _has_setter(facts: FileFacts, member: Member) -> bool:
    nodes = [facts.names.scopes[scope].node for scope in member.functions]
    return any(isinstance(item, ast.Assign) for node in nodes for item in getattr(node, "body", ()))


def _is_written(pair: Pair, name: str) -> bool:
    """Does anybody still assign or delete the attribute, so that a property without a setter refuses?"""
    return any(
        use.name == name and not isinstance(use.node.ctx, ast.Load)
        for file in pair.after.index.files_with(name)
        if (facts := pair.after.facts(file)) is not None
        for use in facts.names.attributes
    )


def _field_behind(facts: FileFacts, member: Member) -> str | None:
    """The one field that all functions of the property pass on; None when one of them does anything else."""
    passed = {_passed_on(facts.names.scopes[scope].node) for scope in member.functions}
    return passed.pop() if len(passed) == 1 else None


def _passed_on(node: ast.AST) -> str | None:
    if not isinstance(node, ast.FunctionDef) or not node.args.args:
        return None
    body = [
        item
        for item in node.body
        if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))
    ]
    if len(body) != 1:
        return None
    match body[0]:
        case ast.Return(value=ast.Attribute() as read):
            target: ast.Attribute = read
        case ast.Assign(targets=[ast.Attribute() as written], value=ast.Name(id=value)):
            if len(node.args.args) != 2 or node.args.args[1].arg != value:
                return None
            target = written
        case ast.Delete(targets=[ast.Attribute() as removed]):
            target = removed
        case _:
            return None
    first = node.args.args[0].arg
    return target.attr if isinstance(target.value, ast.Name) and target.value.id == first else None
