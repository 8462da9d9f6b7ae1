"""Special methods that a class gets from above and did not have: Python calls them unasked.

With `__len__` in its base an empty object becomes false, with `__eq__` two of them become equal, and with
`__init__` the class takes other arguments. No token of the class says so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.classes.families import class_after
from holdfast.check.members.field_readers import is_unasked
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, classes_in, order_of, outside_ancestors, own_members
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.instances import may_have_instances
from holdfast.python.project.lookup import Hit, find_member
from holdfast.python.project.made_members import is_made
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

#: What concerns the class that is made, not its instances, and is told elsewhere.
_OF_CLASSES = frozenset({"__init_subclass__", "__class_getitem__", "__set_name__", "__post_init__"})
_MAKING = frozenset({"__init__", "__new__"})


def check_special_members(pair: Pair) -> Iterator[Finding]:
    """Classes with instances that would inherit a special method which the edit put above them."""
    seen: set[ClassKey] = set()
    for file in pair.rewritten_python_files():
        if pair.facts(file) is None:
            continue
        for base in classes_in(pair.before, file):
            names = _gained(pair, base)
            for key in subclasses(pair.before, base) if names else ():
                if key not in seen and may_have_instances(pair.before, key):
                    seen.add(key)
                    for name in names:
                        yield from _judge(pair, key, name)


def _gained(pair: Pair, key: ClassKey) -> list[str]:
    after = class_after(pair, key)
    if after is None:
        return []
    own = own_members(pair.before, key)
    return [
        name
        for name, member in own_members(pair.after, after).items()
        if name not in own and member.functions and _is_special(name)
    ]


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _OF_CLASSES


def _judge(pair: Pair, key: ClassKey, name: str) -> Iterator[Finding]:
    after = class_after(pair, key)
    if after is None or _has(pair.before, key, name) or outside_ancestors(pair.before, key):
        return
    hit = find_member(pair.after, after, name)
    if hit is None or hit.owner == after or _has_made(pair.after, after, name):
        return
    if Interval(hit.owner.file, *hit.member.token) in pair.kept.after or _sets_unasked_fields(pair, key, hit):
        return
    info = class_info(pair.before, key)
    shown, quoted = pair.shown_at(Interval(hit.owner.file, *hit.member.token))
    severity = Severity.ERROR if name in _MAKING else Severity.WARNING
    message = f"`{info.name}` would inherit `{name}`, which it does not have, and Python calls it unasked"
    yield Finding("HF303", severity, info.interval, message, (Clause(shown, "would be inherited", quoted),))


def _has(program: Program, key: ClassKey, name: str) -> bool:
    return find_member(program, key, name) is not None or _has_made(program, key, name)


def _has_made(program: Program, key: ClassKey, name: str) -> bool:
    classes = [item for item in order_of(program, key).classes if isinstance(item, ClassKey)]
    return any(is_made(program, item, name) for item in classes)


def _sets_unasked_fields(pair: Pair, key: ClassKey, hit: Hit) -> bool:
    """Is it a constructor without arguments that only sets fields which nobody asks of this class?"""
    facts = pair.after.facts(hit.owner.file)
    node = facts.names.scopes[hit.member.functions[0]].node if facts is not None else None
    if not isinstance(node, ast.FunctionDef) or node.name != "__init__" or _needs_arguments(node.args):
        return False
    for statement in node.body:
        match statement:
            case ast.Expr(value=ast.Constant()):
                continue
            case (
                ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr=field)], value=value)
                | ast.AnnAssign(target=ast.Attribute(value=ast.Name(), attr=field), value=value)
            ) if value is None or not any(isinstance(inner, ast.Call) for inner in ast.walk(value)):
                if not is_unasked(pair.before, key, field):
                    return False
            case _:
                return False
    return True


def _needs_arguments(arguments: ast.arguments) -> bool:
    positional = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    return positional > 1 or any(default is None for default in arguments.kw_defaults)
