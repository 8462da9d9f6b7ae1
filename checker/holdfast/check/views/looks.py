"""Is a container, or a copy of it, only looked at right where it is handed out?

Then it makes no difference which of the two it is. What keeps it, changes it, shows its type or lets other code
change the container in the meantime is no look.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from holdfast.check.members.evidence import is_member
from holdfast.check.objects.calls_by_name import calls_named
from holdfast.check.views.changing_functions import is_harmless
from holdfast.check.views.views import View
from holdfast.python.names.table import BINDING_ROLES, BUILTIN
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program

#: Functions that go through a container at once and keep its elements alone.
_GOING_THROUGH = frozenset(
    {
        *("sum", "min", "max", "sorted", "any", "all", "list", "tuple", "set", "frozenset", "dict"),
        *("next", "fsum", "mean", "median", "deque", "Counter", "OrderedDict", "bytes"),
    }
)
_MEASURING = frozenset({"len", "choice", "sample", "choices"})
#: Functions that give an iterator over their arguments.
_LAZY = frozenset(
    {"enumerate", "zip", "map", "filter", "iter", "reversed", "chain", "islice", "from_iterable", "groupby"}
)
#: Methods of texts and containers that go through their arguments.
_TAKING = frozenset(
    {"join", "extend", "update", "writelines", "union", "issubset", "issuperset", "isdisjoint"}
)
_SHOWING = frozenset({"print", "str", "repr", "format"})
_WRITING = frozenset({"dumps", "dump"})
_OF_SEQUENCES = frozenset({"index", "count"})
_OF_SETS = frozenset({"isdisjoint", "issubset", "issuperset"})
_LISTING = frozenset({"items", "keys", "values"})
#: An iterator in its place: it has no length and is never empty.
_ITERATOR = "iterator"

#: Functions that hand it on, one to another, are followed this far.
_DEEPEST = 4


class Look(NamedTuple):
    """Where something is handed out, and what may not happen as long as it is looked at."""

    program: Program
    file: str
    facts: FileFacts
    view: View
    #: The names of functions that may change the container; None where nobody knows.
    changing: frozenset[str] | None
    depth: int = 0

    def is_harmless(self, nodes: Sequence[ast.AST]) -> bool:
        """Does none of this code change the container?"""
        return is_harmless(self.facts, nodes, self.changing, {self.view.field})

    def at(self, file: str) -> Look | None:
        """The same in another file, one function further."""
        facts = self.program.facts(file)
        if facts is None or self.depth == _DEEPEST:
            return None
        return self._replace(file=file, facts=facts, depth=self.depth + 1)


def is_only_looked_at(look: Look, node: ast.expr) -> bool:
    return _is_looked_at(look, node, look.view.made)


def _is_looked_at(look: Look, node: ast.expr, made: str) -> bool:
    parent = look.facts.parents.get(node)
    match parent:
        case ast.Call() if node in parent.args:
            return _is_taken(look, parent, node, made)
        case ast.Starred() | ast.Expr():
            return True
        case ast.keyword(arg=None) | ast.Dict():
            return _is_mapping(look, made)
        case ast.comprehension(iter=iterable) if iterable is node:
            return _is_gone_through(look, look.facts.parents[parent])
        case ast.For(iter=iterable, body=body, orelse=orelse) if iterable is node:
            return look.is_harmless([*body, *orelse])
        case ast.Compare(left=left, ops=ops):
            is_searched = all(isinstance(op, ast.In | ast.NotIn) for op in ops) and left is not node
            return is_searched or _is_alike(look, made)
        case ast.Subscript(value=value) if value is node:
            return _is_picked(look, parent, made)
        case ast.Attribute(attr=method):
            return _is_asked(look, parent, method, made)
        case ast.FormattedValue() | ast.BinOp():
            return _is_alike(look, made)
        case ast.Assign(targets=[ast.Tuple() | ast.List()]):
            return True
        case ast.Assign(targets=[ast.Name() as target]):
            return _is_looked_at_later(look, target, made)
        case ast.Return():
            return _is_looked_at_by_callers(look, node, made)
    return made != _ITERATOR and _is_test(look.facts, node)


def _is_alike(look: Look, made: str) -> bool:
    return made == look.view.made and look.view.is_alike


def _is_mapping(look: Look, made: str) -> bool:
    return look.view.holds == "dict" and made in ("", "dict", "mapping")


def _is_test(facts: FileFacts, node: ast.expr) -> bool:
    """Is only asked whether there is anything in it?"""
    parent = facts.parents.get(node)
    match parent:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            return test is node
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp():
            return _is_test(facts, parent)
        case ast.comprehension(ifs=tests):
            return node in tests
        case ast.Call(func=ast.Name(id="bool")):
            return True
    return False


def _is_taken(look: Look, call: ast.Call, node: ast.expr, made: str) -> bool:
    """Does the function that gets it as an argument only go through it?"""
    name = last_name(call.func)
    if isinstance(call.func, ast.Attribute) and name in _TAKING:
        return not is_member(look.program, name)
    if not _is_library(look, call.func):
        return _is_looked_at_by_called(look, call, node, made)
    if name in _GOING_THROUGH:
        return True
    if name in _LAZY:
        return _is_looked_at(look, call, _ITERATOR)
    if name in _MEASURING:
        return made != _ITERATOR
    if name in _WRITING:
        return look.view.holds == "list" and made in ("", "list", "tuple")
    return (name in _SHOWING and _is_alike(look, made)) or (name == "bool" and made != _ITERATOR)


def _is_library(look: Look, function: ast.expr) -> bool:
    """Is it a builtin, or something that is imported from outside the project?"""
    while isinstance(function, ast.Attribute):
        function = function.value
    index = look.facts.names.occurrence_of_node.get(function)
    if index is None:
        return False
    occurrence = look.facts.names.occurrences[index]
    if occurrence.owner == BUILTIN:
        return True
    bindings = look.facts.bindings.get((occurrence.owner, occurrence.name), ())
    uses = [look.facts.import_of_occurrence.get(item) for item in bindings]
    return bool(uses) and all(use is not None and not use.level for use in uses)


def _is_gone_through(look: Look, comprehension: ast.AST) -> bool:
    parts = [*ast.iter_child_nodes(comprehension)]
    if not look.is_harmless(parts):
        return False
    if not isinstance(comprehension, ast.GeneratorExp):
        return True
    return _is_looked_at(look, comprehension, _ITERATOR)


def _is_picked(look: Look, subscript: ast.Subscript, made: str) -> bool:
    """An element, or a part that is looked at in turn."""
    if not isinstance(subscript.ctx, ast.Load) or made == _ITERATOR:
        return False
    if isinstance(subscript.slice, ast.Slice):
        return _is_alike(look, made) or _is_looked_at(look, subscript, made)
    if look.view.holds == "list":
        return made in ("", "list", "tuple")
    return _is_mapping(look, made) or _is_alike(look, made)


def _is_asked(look: Look, attribute: ast.Attribute, method: str, made: str) -> bool:
    """A method that gives an element, a number or a truth value, or what is gone through in turn."""
    call = look.facts.parents.get(attribute)
    if not isinstance(call, ast.Call) or call.func is not attribute:
        return False
    if method in _OF_SEQUENCES:
        return look.view.holds == "list" and made in ("", "list", "tuple")
    if method in _OF_SETS:
        return look.view.holds == "set" and made in ("", "set", "frozenset")
    if method == "get" or (method == "copy" and _is_mapping(look, made)):
        return _is_mapping(look, made)
    return method in _LISTING and _is_mapping(look, made) and _is_looked_at(look, call, "listing")


def _is_looked_at_by_called(look: Look, call: ast.Call, node: ast.expr, made: str) -> bool:
    """Does each function of the project that may be called only look at the parameter that gets it?"""
    targets = targets_of(look.program, look.file, call.func)
    position = call.args.index(node)
    if (
        not targets.complete
        or not targets.found
        or any(isinstance(a, ast.Starred) for a in call.args[:position])
    ):
        return False
    for target in targets.found:
        inside = look.at(target.file)
        function = None if inside is None else inside.facts.names.scopes[target.scope].node
        if inside is None or not isinstance(function, ast.FunctionDef) or target.makes:
            return False
        parameters = [*function.args.posonlyargs, *function.args.args][target.taken :]
        if position >= len(parameters) or not _is_looked_at_later(inside, parameters[position], made):
            return False
    return True


def _is_looked_at_by_callers(look: Look, node: ast.expr, made: str) -> bool:
    """Do all who call the function that gives it back only look at it?"""
    around = look.facts.parents.get(node)
    while around is not None and not isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        around = look.facts.parents.get(around)
    if not isinstance(around, ast.FunctionDef) or around.decorator_list:
        return False
    function = (look.file, look.facts.names.scope_of_node[around])
    if _is_handed_on(look.program, around.name):
        return False
    for file, call in calls_named(look.program, around.name):
        targets = targets_of(look.program, file, call.func)
        inside = look.at(file)
        if targets.complete and function not in [target.function for target in targets.found]:
            continue
        if inside is None or not _is_looked_at(inside, call, made):
            return False
    return True


def _is_handed_on(program: Program, name: str) -> bool:
    """Is a function of that name read without being called, so that anybody may call it?"""
    for file in program.index.files_with(name):
        facts = program.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            word = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            if word == name and isinstance(node, ast.Name | ast.Attribute) and facts is not None:
                parent = facts.parents.get(node)
                if not (isinstance(parent, ast.Call) and parent.func is node):
                    return True
    return False


def _is_looked_at_later(look: Look, target: ast.Name | ast.arg, made: str) -> bool:
    """A variable that is bound once, in a function that changes nothing, and only looked at."""
    names = look.facts.names
    index = names.occurrence_of_node.get(target)
    occurrence = names.occurrences[index] if index is not None else None
    if occurrence is None or occurrence.owner <= 0:
        return False
    same = [
        (number, item)
        for number, item in enumerate(names.occurrences)
        if (item.owner, item.name) == (occurrence.owner, occurrence.name)
    ]
    if any(item.scope != occurrence.owner for _, item in same):
        return False
    nodes = [
        look.facts.node_of_occurrence.get(number) for number, item in same if item.role not in BINDING_ROLES
    ]
    function = names.scopes[occurrence.owner].node
    if len(same) - len(nodes) != 1 or not look.is_harmless([*ast.iter_child_nodes(function)]):
        return False
    return all(isinstance(node, ast.Name) and _is_looked_at(look, node, made) for node in nodes)
