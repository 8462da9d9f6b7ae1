"""What calls may change of what others see, where that is known: nothing, certain attributes, certain containers."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from holdfast.check.certainty.kind_sets import CONTAINERS, NUMBERS, TEXT
from holdfast.check.certainty.kinds import kinds_of
from holdfast.check.certainty.owned import is_owned
from holdfast.check.certainty.uses import known_kinds
from holdfast.check.code.computations import computation_of_call, computation_of_property, with_overrides
from holdfast.check.code.key_functions import calculates
from holdfast.check.code.own_containers import FILLING, own_containers
from holdfast.check.code.storing_constructors import only_stores
from holdfast.python.project.classes import classes_in, own_member
from holdfast.python.project.declarations import Kind
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.own_members import decorator_name, mangled
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassValue, ExternalValue, FunctionValue, Value
from holdfast.python.traces.identity import Reach

#: Calls of the library that only show something, wait or ask: nothing in the program changes.
_OUTWARD = frozenset(
    {
        *(
            "builtins.print",
            "builtins.input",
            "time.sleep",
            "time.time",
            "time.monotonic",
            "time.perf_counter",
        ),
        *("warnings.warn", "sys.exit", "random.random", "random.randint", "random.choice", "random.uniform"),
        *(
            "datetime.datetime.now",
            "datetime.date.today",
            "datetime.datetime.utcnow",
            "uuid.uuid4",
            "os.getenv",
        ),
        *(
            f"logging.{level}"
            for level in ("debug", "info", "warning", "error", "exception", "critical", "log")
        ),
    }
)
_OF_LOGGERS = frozenset({"debug", "info", "warning", "error", "exception", "critical", "log"})
_READING = frozenset({"get", "count", "index", "copy", "keys", "values", "items", "union", "most_common"})
_Function = ast.FunctionDef | ast.AsyncFunctionDef
NOTHING: Reach | None = Reach()


class _UnknownReachError(Exception):
    """The code does something of which it is not known what it changes."""


def reach_of_call(program: Program, file: str, node: ast.Call) -> Reach | None:
    """What the call may change; None where that may be anything."""
    if isinstance(node.func, ast.Attribute) and _is_method_of_container(program, file, node, node.func):
        return Reach(receiver=node.func.attr not in _READING)
    called = evaluate(program, file, node.func)
    if not called.complete:
        return NOTHING if computation_of_call(program, file, node) is not None else None
    found = [_of_value(program, file, node, item) for item in called.items]
    return _together(found)


def _together(found: Iterable[Reach | None]) -> Reach | None:
    fields: frozenset[str] = frozenset()
    containers: frozenset[str] = frozenset()
    for item in found:
        if item is None or item.receiver:
            return None
        fields |= item.fields
        containers |= item.containers
    return Reach(fields, containers)


def _is_method_of_container(program: Program, file: str, node: ast.Call, callee: ast.Attribute) -> bool:
    if callee.attr not in FILLING | _READING:
        return False
    kinds = kinds_of(program, file, callee.value)
    if kinds is None or not kinds <= CONTAINERS:
        return False
    return all(keyword.arg != "key" or calculates(program, file, keyword.value) for keyword in node.keywords)


def _of_value(program: Program, file: str, node: ast.Call, called: Value) -> Reach | None:
    match called:
        case ExternalValue(name, instance):
            owner, _, method = name.rpartition(".")
            if name in _OUTWARD and not instance:
                return NOTHING
            if instance and owner == "logging.getLogger" and method in _OF_LOGGERS:
                return NOTHING
            return NOTHING if computation_of_call(program, file, node) is not None else None
        case ClassValue(key):
            return NOTHING if only_stores(program, key) else None
        case FunctionValue():
            functions = with_overrides(program, called)
            if functions is None:
                return None
            return _together(reach_of_function(program, item.file, item.scope) for item in functions)
    return None


def reach_of_function(program: Program, file: str, scope: int) -> Reach | None:
    """What the function's code may change; a function that calls itself changes nothing more by that."""
    return program.memory.ask(
        ("reach", file, scope), lambda: _of_function(program, file, scope), NOTHING, None
    )


def _of_function(program: Program, file: str, scope: int) -> Reach | None:
    facts = program.facts(file)
    node = None if facts is None else facts.names.scopes[scope].node
    if facts is None or not isinstance(node, ast.FunctionDef):
        return None
    if any(
        decorator_name(item) not in ("staticmethod", "classmethod", "property")
        for item in node.decorator_list
    ):
        return None
    reading = _Reading(program, file, facts, own_containers(node))
    try:
        for statement in node.body:
            reading.look_at(statement)
    except _UnknownReachError:
        return None
    return Reach(frozenset(reading.fields), frozenset(reading.containers))


_OPAQUE = (
    *(ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.With, ast.AsyncWith, ast.AsyncFor),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Match),
)


class _Reading:
    """What has been seen of one function's code. Raises where it may change anything."""

    def __init__(self, program: Program, file: str, facts: FileFacts, own: frozenset[str]) -> None:
        self.program, self.file, self.facts, self.own = program, file, facts, own
        self.fields: set[str] = set()
        self.containers: set[str] = set()

    def look_at(self, node: ast.AST) -> None:
        if isinstance(node, _OPAQUE):
            raise _UnknownReachError
        match node:
            case ast.Attribute(ctx=ast.Load()):
                self._read(node)
            case ast.Attribute():
                self.fields.add(self._spelled(node))
            case ast.Subscript(ctx=ast.Store() | ast.Del(), value=base):
                self._change(base)
            case ast.AugAssign(target=target, value=value):
                self._augment(target, value)
            case ast.Call():
                self._call(node)
        for child in ast.iter_child_nodes(node):
            self.look_at(child)

    def _spelled(self, node: ast.Attribute) -> str:
        use = self.facts.attribute_of_node.get(node)
        return node.attr if use is None else mangled(use.name, "")

    def _read(self, node: ast.Attribute) -> None:
        """A property is code that runs."""
        for file in self.program.index.files_with(node.attr):
            for key in classes_in(self.program, file):
                member = own_member(self.program, key, node.attr)
                if member is not None and member.kind is Kind.PROPERTY:
                    if computation_of_property(self.program, file, member.functions[0]) is None:
                        raise _UnknownReachError

    def _change(self, base: ast.expr) -> None:
        """The contents of a container change."""
        match base:
            case ast.Name(id=name) if name in self.own:
                return
            case ast.Attribute(attr=name) if is_owned(self.program, name):
                self.containers.add(name)
                return
        raise _UnknownReachError

    def _augment(self, target: ast.expr, value: ast.expr) -> None:
        """Adding to a number or a text is storing another one; adding to a list changes the list."""
        if isinstance(target, ast.Name) and target.id in self.own:
            return
        kinds, _ = known_kinds(self.program, self.file, value)
        if kinds is not None and kinds <= NUMBERS | TEXT:
            return
        if isinstance(target, ast.Attribute):
            self._change(target)
        else:
            raise _UnknownReachError

    def _call(self, node: ast.Call) -> None:
        reach = reach_of_call(self.program, self.file, node)
        if reach is None:
            raise _UnknownReachError
        self.fields |= reach.fields
        self.containers |= reach.containers
        if reach.receiver and isinstance(node.func, ast.Attribute):
            self._change(node.func.value)
