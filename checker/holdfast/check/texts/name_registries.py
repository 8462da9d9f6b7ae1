"""Registries that file functions and classes under their names, and texts that look them up.

`HANDLERS[function.__name__] = function` in a decorator, `cls.__name__` in `__init_subclass__`, or a loop over
functions turns a name into a key. A text that is the old name is that key, as far as anybody can tell. So is a
parameter of that name, where parameters are filled by their names. A method whose name is put together with
the name of a class is found by it, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.computed_names import computed_names
from holdfast.check.texts.left_texts import left_in_code
from holdfast.check.texts.name_keys import (
    NAMES,
    KeyRead,
    Thing,
    can_be_read,
    is_handed_out,
    key_reads,
    reads_of,
    spelled,
)
from holdfast.check.texts.name_tables import keys_asked, place_seen
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import NameTable, Role
from holdfast.python.project.classes import order_of, own_member
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.lookup import metaclass_of
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey, ClassValue, FunctionValue
from holdfast.text.interval import Interval

#: Calls that only tell a person.
_SHOWING = frozenset(
    {"print", "format", *("debug", "info", "warning", "error", "exception", "critical", "log")}
)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
#: What runs when a subclass is made, in the class above it or in its metaclass.
_MAKING_SUBCLASSES = ("__init_subclass__",)
_MAKING_CLASSES = ("__new__", "__init__")
#: Words of programs that look at the names of parameters.
_LOOKING_AT_PARAMETERS = frozenset(
    {"signature", "getfullargspec", "co_varnames", "get_type_hints", "__annotations__", "get_annotations"}
)


def check_name_registries(pair: Pair, affected: Affected) -> Iterator[Finding]:
    """What was left alone and has the old name of something that is filed under its name."""
    if not pair.before.index.files_with_any(NAMES | {"__init_subclass__", "type"}):
        return
    for token in sorted(affected.tokens):
        facts = pair.before.facts(token.file)
        occurrence = facts.occurrence_at.get(token.start) if facts is not None else None
        if facts is None or occurrence is None:
            continue
        if occurrence.role is Role.PARAMETER:
            yield from _of_parameter(pair, token, facts, facts.names.scopes[occurrence.owner].node)
        if occurrence.role not in (Role.FUNCTION, Role.CLASS):
            continue
        node = definition_at(facts.names, token.start)
        if node is not None:
            thing = Thing(token.file, facts.names.scope_of_node[node], node)
            yield from _of_definition(pair, token, facts, thing)
            if isinstance(node, ast.ClassDef):
                yield from _methods_with_the_name(pair, token, node.name)


def _of_definition(pair: Pair, token: Interval, facts: FileFacts, thing: Thing) -> Iterator[Finding]:
    name = thing.node.name
    filed = _filing(pair.before, token.file, facts, thing.node)
    reads = [*_reads_that_get(pair.before, thing), *_filing_reads(pair.before, token.file, facts, thing.node)]
    said: set[Interval] = set()
    for read in dict.fromkeys(reads):
        key = spelled(name, read.spelling)
        known = keys_asked(pair.before, read)
        for place in texts_that_are(pair, key):
            if place not in said and (known is None or any(_is_inside(place, each) for each in known)):
                said.add(place)
                message = f'"{key}" looks up what is filed under its name, which was renamed'
                yield Finding("HF104", Severity.WARNING, place, message, (Clause(token, "it is filed here"),))
        if not read.spelling and pair.before.index.files_with_any(_LOOKING_AT_PARAMETERS):
            for finding in _parameters_of_the_name(pair, token, thing):
                said.add(finding.place)
                yield finding
    if reads and not said:
        yield from _seen_from_outside(pair, token, reads)
    if not reads and filed:
        for place in texts_that_are(pair, name):
            message = f'"{name}" may look up what is filed under its name, which was renamed'
            yield Finding("HF501", Severity.INFORMATION, place, message, (Clause(token, "it is filed here"),))


def _is_inside(place: Interval, around: Interval) -> bool:
    return place.file == around.file and around.start <= place.start and place.end <= around.end


def _seen_from_outside(pair: Pair, token: Interval, reads: list[KeyRead]) -> Iterator[Finding]:
    """Where no text of the project is the key, it comes from outside, or goes there."""
    for read in dict.fromkeys(reads):
        place = place_seen(pair.before, read)
        if place is not None:
            message = "things are filed under their names, which somebody else writes or gets to see here"
            yield Finding("HF104", Severity.WARNING, place, message, (Clause(token, "this one was renamed"),))
            return


def _reads_that_get(program: Program, thing: Thing) -> Iterator[KeyRead]:
    return (read for read in key_reads(program) if can_be_read(program, read, thing))


def _parameters_of_the_name(pair: Pair, token: Interval, thing: Thing) -> Iterator[Finding]:
    """Parameters that ask for what is filed under their names, in functions that are handed out."""
    for file in sorted(pair.before.index.files_with(thing.node.name)):
        facts = pair.before.facts(file)
        for item in facts.names.occurrences if facts is not None else ():
            if facts is None or item.role is not Role.PARAMETER or item.name != thing.node.name:
                continue
            owner = facts.names.scopes[item.owner].node
            place = Interval(file, item.start, item.end)
            if not isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if pair.tokens(file).is_touched(item.start, item.end):
                continue
            if owner.decorator_list or is_handed_out(pair.before, Thing(file, item.owner, owner)):
                message = f"`{item.name}` asks for what is filed under this name, which was renamed"
                yield Finding("HF104", Severity.WARNING, place, message, (Clause(token, "it is filed here"),))


def _of_parameter(pair: Pair, token: Interval, facts: FileFacts, owner: ast.AST) -> Iterator[Finding]:
    """A renamed parameter that asked for something that is filed under its name."""
    name = facts.text[token.start : token.end]
    if not isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if not pair.before.index.files_with_any(_LOOKING_AT_PARAMETERS):
        return
    for file in sorted(pair.before.index.files_with(name)):
        other = pair.before.facts(file)
        declared = other.declaring(0, name) if other is not None else None
        if other is None or declared is None or declared.role not in (Role.FUNCTION, Role.CLASS):
            continue
        node = definition_at(other.names, declared.start)
        if node is None or pair.tokens(file).is_touched(declared.start, declared.end):
            continue
        thing = Thing(file, other.names.scope_of_node[node], node)
        asking = Thing(token.file, facts.names.scope_of_node[owner], owner)
        keyed = _filing(pair.before, file, other, node) == "key" or any(_reads_that_get(pair.before, thing))
        if keyed and (owner.decorator_list or is_handed_out(pair.before, asking)):
            message = (
                f"`{name}` asks for what is filed under this name; nothing would be filed under the new one"
            )
            clauses = (Clause(Interval(file, declared.start, declared.end), "it asks for this"),)
            yield Finding("HF104", Severity.WARNING, token, message, clauses)


def _methods_with_the_name(pair: Pair, token: Interval, name: str) -> Iterator[Finding]:
    """`getattr(self, f"visit_{type(node).__name__}")`: a method has the name of the class in its own."""
    became = pair.to_after(token)
    new = (pair.after.world.text(became.file) or "")[became.start : became.end] if became else ""
    asking = pair.before.index.files_with("getattr") & pair.before.index.files_with_any(NAMES)
    for file in sorted(asking) if new else ():
        facts = pair.before.facts(file)
        for node, pattern in computed_names(facts.tree.module) if facts is not None else ():
            if facts is None or not any(_is_name_of_class(each) for each in ast.walk(node)):
                continue
            folded = any(isinstance(each, ast.Attribute) and each.attr == "lower" for each in ast.walk(node))
            old_word, new_word = (name.lower(), new.lower()) if folded else (name, new)
            old_method = pattern.start + old_word + pattern.end
            new_method = pattern.start + new_word + pattern.end
            if old_method in (name, new_method):
                continue
            left = _methods(pair.before, old_method)
            if left and _methods(pair.after, old_method) and not _methods(pair.after, new_method):
                message = f"`{old_method}` is found by the name of the class `{name}`, which was renamed"
                place = Interval(file, facts.tree.start(node), facts.tree.end(node))
                clauses = (Clause(token, "of this class"), Clause(place, "by this"))
                yield Finding("HF104", Severity.WARNING, left[0], message, clauses)


def _is_name_of_class(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in NAMES


def _methods(program: Program, name: str) -> list[Interval]:
    return [
        Interval(file, *members[name].token)
        for file in sorted(program.index.files_with(name))
        if (facts := program.facts(file)) is not None
        for members in facts.members.values()
        if name in members
    ]


def definition_at(names: NameTable, start: int) -> _Definition | None:
    """The function or class whose name stands there."""
    for scope in names.scopes:
        if isinstance(scope.node, _Definition):
            if names.occurrences[names.occurrence_of_node[scope.node]].start == start:
                return scope.node
    return None


def _filing(program: Program, file: str, facts: FileFacts, node: _Definition) -> str:
    """How a decorator, a base class or a metaclass takes the name: as a "key", as a "name", or not ("")."""
    found = {""}
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        for value in evaluate(program, file, called).items:
            if isinstance(value, FunctionValue):
                found.add(_reads_name(program, value.file, value.scope))
            elif isinstance(value, ClassValue):
                found.add(_any_reads(program, value.key, ("__init__", "__call__")))
    if isinstance(node, ast.ClassDef):
        key = ClassKey(file, facts.names.scope_of_node[node])
        metaclass = metaclass_of(program, key)
        if metaclass is not None and any(
            own_member(program, metaclass, name) is not None for name in _MAKING_CLASSES
        ):
            found.add("name")
        above = [item for item in order_of(program, key).classes[1:] if isinstance(item, ClassKey)]
        found |= {_any_reads(program, item, _MAKING_SUBCLASSES) for item in above}
    return min(found - {""}, default="")


def _any_reads(program: Program, key: ClassKey, names: tuple[str, ...]) -> str:
    members = [member for name in names if (member := own_member(program, key, name)) is not None]
    found = {_reads_name(program, key.file, scope) for member in members for scope in member.functions}
    return min(found - {""}, default="")


def _filing_reads(program: Program, file: str, facts: FileFacts, node: _Definition) -> list[KeyRead]:
    """Where a decorator, or what makes a class, files the thing under its name."""
    scopes: list[tuple[str, int]] = []
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        for value in evaluate(program, file, called).items:
            if isinstance(value, FunctionValue):
                scopes.append((value.file, value.scope))
            elif isinstance(value, ClassValue):
                scopes += _functions_of(program, value.key, ("__init__", "__call__"))
    if isinstance(node, ast.ClassDef):
        key = ClassKey(file, facts.names.scope_of_node[node])
        for item in order_of(program, key).classes[1:]:
            if isinstance(item, ClassKey):
                scopes += _functions_of(program, item, _MAKING_SUBCLASSES)
    found: list[KeyRead] = []
    for place, scope in scopes:
        other = program.facts(place)
        if other is not None:
            found += reads_of(place, other, other.names.scopes[scope].node)
    return found


def _functions_of(program: Program, key: ClassKey, names: tuple[str, ...]) -> list[tuple[str, int]]:
    members = [member for name in names if (member := own_member(program, key, name)) is not None]
    return [(key.file, scope) for member in members for scope in member.functions]


def _reads_name(program: Program, file: str, scope: int) -> str:
    facts = program.facts(file)
    if facts is None:
        return ""
    node = facts.names.scopes[scope].node
    if any(reads_of(file, facts, node)):
        return "key"
    return "name" if _takes_name(node) else ""


def _takes_name(node: ast.AST) -> bool:
    """Is a name read for more than to be shown or passed on as the name of a wrapper?"""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and last_name(node.func) in _SHOWING):
        return False
    if isinstance(node, ast.Assign) and all(last_name(target) in NAMES for target in node.targets):
        return False
    if _is_name_of_class(node):
        return True
    return any(_takes_name(inner) for inner in ast.iter_child_nodes(node))


def texts_that_are(pair: Pair, name: str) -> Iterator[Interval]:
    """Texts of the program that are the name and nothing else, outside `__all__`."""
    return (text.place for text in left_in_code(pair, name) if text.is_whole and text.text == name)
