"""What becomes of a value: does it come out of the program, stay where nobody looks at it, or is that not known?

A value comes out where it is printed, written or sent, and where it is given back by a function that nobody in the
project calls, since whoever calls it gets it. What is counted, compared or looked up in is not seen as a whole.
"""

from __future__ import annotations

import ast
from enum import IntEnum

from holdfast.check.objects.callers import calls_of
from holdfast.check.texts.name_keys import parents_of
from holdfast.python.project.call_targets import targets_of
from holdfast.python.project.evaluate import evaluate
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.functional_records import record_named
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassValue, ExternalValue


class Fate(IntEnum):
    KEPT = 0
    UNKNOWN = 1
    OUT = 2


_PRINTING = frozenset(
    {
        "print",
        "pprint",
        "write",
        "writelines",
        "writerow",
        "writerows",
        "write_text",
        "write_bytes",
        "writestr",
    }
    | {
        "DictWriter",
        "send",
        "sendall",
        "dump",
        "safe_dump",
        "put",
        "post",
        "execute",
        "executemany",
        "echo",
        "render",
        "exit",
    }
)
#: The whole goes on, in another form.
_PASSING = frozenset(
    {
        "dict",
        "list",
        "tuple",
        "sorted",
        "set",
        "str",
        "repr",
        "reversed",
        "iter",
        "map",
        "filter",
        "zip",
        "copy",
    }
    | {"enumerate", "deepcopy", "OrderedDict", "items", "keys", "join", "format", "encode", "decode", "title"}
    | {"upper", "lower", "replace", "strip", "ljust", "rjust", "center", "capitalize", "max", "min", "indent"}
    | {"ascii", "format_map", "substitute", "pformat", "union", "fill", "wrap", "dedent"}
)
#: What is made is for somebody else.
_SERIALISING = frozenset({"dumps", "safe_dumps", "to_json", "packb", "tostring"})
_COUNTING = frozenset(
    {
        "len",
        "bool",
        "id",
        "type",
        "isinstance",
        "hash",
        "all",
        "any",
        "sum",
        "values",
        "get",
        "pop",
        "setattr",
    }
    | {"getattr", "hasattr", "delattr", "update", "clear", "setdefault", "issubclass", "astuple"}
)
_LOGGING = frozenset(
    {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log", "trace"}
)
#: Methods that go through an object to compare, copy or show it to a person who looks for mistakes.
_AT_HOME = frozenset({"__repr__", "__eq__", "__ne__", "__hash__", "__copy__", "__deepcopy__", "__getstate__"})
_SHOWING = frozenset({"__str__", "__format__", "__call__", "__iter__", "__getitem__"})
_DEEPEST = 4


def fate_of(program: Program, file: str, facts: FileFacts, node: ast.expr, depth: int = 0) -> Fate:
    """What becomes of the value of the expression."""
    if depth > _DEEPEST:
        return Fate.UNKNOWN
    parents = parents_of(facts)
    around = parents.get(node)
    match around:
        case (
            ast.Expr()
            | ast.Compare()
            | ast.Subscript()
            | ast.If()
            | ast.While()
            | ast.Assert()
            | ast.Delete()
        ):
            return Fate.KEPT
        case ast.UnaryOp(op=ast.Not()):
            return Fate.KEPT
        case ast.Return() | ast.Yield():
            return _given_back(program, file, facts, around, depth)
        case ast.Lambda():
            call = parents.get(parents.get(around, around))
            name = last_name(call.func) if isinstance(call, ast.Call) else ""
            return Fate.OUT if name in _PRINTING | _SERIALISING else Fate.UNKNOWN
        case ast.Attribute(attr=name):
            call = parents.get(around)
            if not isinstance(call, ast.Call) or call.func is not around:
                # `field.name` is the name that was asked for.
                return fate_of(program, file, facts, around, depth) if name == "name" else Fate.UNKNOWN
            if name in _COUNTING:
                return Fate.KEPT
            return fate_of(program, file, facts, call, depth) if name in _PASSING else Fate.UNKNOWN
        case ast.keyword(arg=None):
            return _spread(program, file, facts, around, depth)
        case ast.keyword():
            call = parents.get(around)
            return _passed(program, file, facts, call, around, depth)
        case ast.Call():
            return _passed(program, file, facts, around, node, depth)
        case ast.Starred():
            return fate_of(program, file, facts, around, depth)
        case ast.For(target=target) | ast.comprehension(target=target) if around.iter is node:
            return _of_target(program, file, facts, _first_of(target), depth)
        case ast.Assign(targets=targets):
            return max(
                (_of_target(program, file, facts, each, depth) for each in targets), default=Fate.UNKNOWN
            )
        case ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return _of_target(program, file, facts, target, depth)
        case ast.FormattedValue():
            text = parents.get(around)
            return fate_of(program, file, facts, text, depth) if isinstance(text, ast.expr) else Fate.UNKNOWN
        case ast.DictComp(key=key, value=value) if node in (key, value):
            return fate_of(program, file, facts, around, depth)
        case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
            return fate_of(program, file, facts, around, depth) if element is node else Fate.KEPT
        case (
            ast.List()
            | ast.Tuple()
            | ast.Set()
            | ast.Dict()
            | ast.IfExp()
            | ast.BoolOp()
            | ast.BinOp()
            | ast.Await()
        ):
            return fate_of(program, file, facts, around, depth)
    return Fate.UNKNOWN


def _first_of(target: ast.expr) -> ast.expr:
    """Of `key, value` in a loop over a dictionary the names are what is looked at."""
    return target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target


def _passed(
    program: Program, file: str, facts: FileFacts, call: ast.AST | None, argument: ast.AST, depth: int
) -> Fate:
    if not isinstance(call, ast.Call):
        return Fate.UNKNOWN
    name = last_name(call.func)
    if name in _LOGGING and isinstance(call.func, ast.Attribute):
        return Fate.KEPT
    targets = targets_of(program, file, call.func).found
    if targets:
        return max(
            _in_function(program, each.file, each.scope, call, argument, each.taken, depth)
            for each in targets
        )
    if name in _PRINTING:
        return Fate.OUT
    if name in _COUNTING:
        return Fate.KEPT
    if name in _SERIALISING:
        return max(Fate.UNKNOWN, fate_of(program, file, facts, call, depth + 1))
    if name in _PASSING:
        return fate_of(program, file, facts, call, depth)
    if name in ("append", "add", "extend", "insert", "appendleft") and isinstance(call.func, ast.Attribute):
        return _reads_of(program, file, facts, call.func.value, depth)
    return Fate.UNKNOWN


def _in_function(
    program: Program, file: str, scope: int, call: ast.Call, argument: ast.AST, taken: int, depth: int
) -> Fate:
    """What a function of the project does with an argument."""
    facts = program.facts(file)
    node = facts.names.scopes[scope].node if facts is not None else None
    if facts is None or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return Fate.UNKNOWN
    positional = [item.arg for item in (*node.args.posonlyargs, *node.args.args)][taken:]
    if isinstance(argument, ast.keyword):
        name = argument.arg
    else:
        place = call.args.index(argument) if argument in call.args else len(positional)
        name = positional[place] if place < len(positional) else None
    if name is None:
        return Fate.UNKNOWN
    return _of_reads(program, file, facts, scope, name, depth + 1)


def _spread(program: Program, file: str, facts: FileFacts, around: ast.keyword, depth: int) -> Fate:
    """`text.format(**vars(order))` fills a template; who takes the names as keywords is asked for them by itself."""
    call = parents_of(facts).get(around)
    if isinstance(call, ast.Call) and makes_object(program, file, call):
        return Fate.KEPT
    if isinstance(call, ast.Call) and last_name(call.func) in ("dict", "OrderedDict", "SimpleNamespace"):
        return fate_of(program, file, facts, call, depth)
    return Fate.UNKNOWN


def makes_object(program: Program, file: str, call: ast.Call) -> bool:
    """`Order(**vars(order))`: the names come back to where they came from."""
    items = evaluate(program, file, call.func).items
    return any(
        isinstance(item, ClassValue)
        or (isinstance(item, ExternalValue) and record_named(program, item.name) is not None)
        for item in items
    )


def _of_target(program: Program, file: str, facts: FileFacts, target: ast.expr, depth: int) -> Fate:
    return _reads_of(program, file, facts, target, depth) if isinstance(target, ast.Name) else Fate.UNKNOWN


def _reads_of(program: Program, file: str, facts: FileFacts, node: ast.expr, depth: int) -> Fate:
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return Fate.UNKNOWN
    found = facts.names.occurrences[index]
    return _of_reads(program, file, facts, found.owner, found.name, depth + 1)


def _of_reads(program: Program, file: str, facts: FileFacts, owner: int, name: str, depth: int) -> Fate:
    """What becomes of a variable, by all that reads it."""
    if depth > _DEEPEST or owner <= 0:
        return Fate.UNKNOWN
    fates = [
        fate_of(program, file, facts, node, depth)
        for node, index in facts.names.occurrence_of_node.items()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        if (facts.names.occurrences[index].owner, facts.names.occurrences[index].name) == (owner, name)
    ]
    return max(fates, default=Fate.KEPT)


def _given_back(program: Program, file: str, facts: FileFacts, node: ast.AST, depth: int) -> Fate:
    parents = parents_of(facts)
    function: ast.AST | None = node
    while function is not None and not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        function = parents.get(function)
    if function is None or function.name in _AT_HOME:
        return Fate.KEPT
    if function.name in _SHOWING:
        return Fate.OUT
    calls = list(calls_of(program, file, facts, facts.names.scope_of_node[function]))
    if not calls:
        return Fate.OUT
    return max(
        fate_of(program, caller, other, call, depth + 1) if (other := program.facts(caller)) else Fate.UNKNOWN
        for caller, call in calls
    )
