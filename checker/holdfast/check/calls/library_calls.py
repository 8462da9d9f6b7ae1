"""How the standard library calls a function that it is given: with how many arguments, or with which.

Known by the name of what gets the function and by the place in which it stands there. What is not in these tables
is not known.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.check.calls.misfits import Shape, shape_of
from holdfast.python.project.evaluate import evaluate, qualified_name
from holdfast.python.project.facts import last_name
from holdfast.python.project.program import Program
from holdfast.python.project.values import ExternalValue, UnknownValue

#: Where the function stands (a position, or the name of a keyword) to how many arguments it is called with.
_Places = Mapping[int | str, int]

_ONE_KEY: _Places = {"key": 1}
_BY_NAME: Mapping[str, _Places] = {
    "builtins.sorted": _ONE_KEY,
    "builtins.min": _ONE_KEY,
    "builtins.max": _ONE_KEY,
    "builtins.filter": {0: 1},
    "builtins.iter": {0: 0},
    "builtins.property": {0: 1, "fget": 1, 1: 2, "fset": 2, 2: 1, "fdel": 1},
    "functools.reduce": {0: 2},
    "functools.cmp_to_key": {0: 2},
    "functools.cached_property": {0: 1},
    "itertools.groupby": {1: 1, "key": 1},
    "itertools.accumulate": {1: 2, "func": 2},
    "itertools.takewhile": {0: 1},
    "itertools.dropwhile": {0: 1},
    "itertools.filterfalse": {0: 1},
    "heapq.nlargest": {2: 1, "key": 1},
    "heapq.nsmallest": {2: 1, "key": 1},
    "heapq.merge": _ONE_KEY,
    "bisect.bisect": _ONE_KEY,
    "bisect.bisect_left": _ONE_KEY,
    "bisect.bisect_right": _ONE_KEY,
    "bisect.insort": _ONE_KEY,
    "collections.defaultdict": {0: 0},
    "dataclasses.field": {"default_factory": 0},
    "re.sub": {1: 1, "repl": 1},
    "re.subn": {1: 1, "repl": 1},
    "json.dumps": {"default": 1},
    "json.dump": {"default": 1},
    "json.loads": {
        "object_hook": 1,
        "object_pairs_hook": 1,
        "parse_float": 1,
        "parse_int": 1,
        "parse_constant": 1,
    },
    "json.load": {
        "object_hook": 1,
        "object_pairs_hook": 1,
        "parse_float": 1,
        "parse_int": 1,
        "parse_constant": 1,
    },
    "json.JSONDecoder": {"object_hook": 1, "object_pairs_hook": 1, "parse_float": 1, "parse_int": 1},
    "json.JSONEncoder": {"default": 1},
    "signal.signal": {1: 2, "handler": 2},
    "sys.settrace": {0: 3},
    "sys.setprofile": {0: 3},
    "weakref.ref": {1: 1, "callback": 1},
    "weakref.proxy": {1: 1, "callback": 1},
    "weakref.WeakMethod": {1: 1, "callback": 1},
    "codecs.register": {0: 1},
    "codecs.register_error": {1: 1},
    "os.walk": {"onerror": 1},
    "shutil.rmtree": {"onerror": 3, "onexc": 3},
    "shutil.copytree": {"ignore": 2, "copy_function": 2},
    "shutil.move": {"copy_function": 2},
    "copyreg.pickle": {1: 1},
}
#: Methods of objects of unknown kind, whose names say enough.
_BY_METHOD: Mapping[str, _Places] = {
    "sort": _ONE_KEY,
    "sub": {0: 1},
    "subn": {0: 1},
    "bind": {1: 1},
    "add_argument": {"type": 1},
    "add_done_callback": {0: 1},
    "apply_async": {"callback": 1, "error_callback": 1},
    "map_async": {"callback": 1, "error_callback": 1},
    "set_exception_handler": {0: 2},
    "set_task_factory": {0: 2},
    "create_collation": {1: 2},
    "set_trace_callback": {0: 1},
    "addFilter": {0: 1},
    "trace_add": {1: 3},
    "protocol": {1: 0},
}
#: The function is called with the arguments behind it.
_REST: Mapping[str, int] = {
    "atexit.register": 0,
    "asyncio.to_thread": 0,
    "weakref.finalize": 1,
}
_REST_BY_METHOD: Mapping[str, int] = {
    "submit": 0,
    "call_soon": 0,
    "call_soon_threadsafe": 0,
    "call_later": 1,
    "call_at": 1,
    "run_in_executor": 1,
    "after": 1,
    "callback": 0,
    "add_signal_handler": 1,
    "add_reader": 1,
    "add_writer": 1,
    "addCleanup": 0,
    "addClassCleanup": 0,
    "assertRaises": 1,
    "assertWarns": 1,
}
#: The function is called once for each element, with one of each of the iterables behind it.
_ELEMENTWISE = frozenset({"builtins.map"})
_ELEMENTWISE_METHODS = frozenset({"map", "imap", "imap_unordered"})
#: Where the function, a tuple of its arguments and a dictionary of its keywords are handed over.
_WITH_TUPLE: Mapping[str, tuple[tuple[int | str, ...], tuple[int | str, ...], tuple[int | str, ...]]] = {
    "threading.Thread": (("target", 1), ("args", 3), ("kwargs", 4)),
    "threading.Timer": (("function", 1), ("args", 2), ("kwargs", 3)),
    "multiprocessing.Process": (("target", 1), ("args", 3), ("kwargs", 4)),
    "apply": (("func", 0), ("args", 1), ("kwds", 2)),
    "apply_async": (("func", 0), ("args", 1), ("kwds", 2)),
    "enter": (("action", 2), ("argument", 3), ("kwargs", 4)),
    "enterabs": (("action", 2), ("argument", 3), ("kwargs", 4)),
}


#: Variables of modules that are called by the interpreter, and attributes of library objects.
_HOOKS = {
    "sys.excepthook": 3,
    "sys.unraisablehook": 1,
    "sys.displayhook": 1,
    "threading.excepthook": 1,
    "row_factory": 2,
    "text_factory": 1,
}


def shapes_by_library(program: Program, file: str, call: ast.Call, argument: ast.expr) -> list[Shape] | None:
    """How what gets the function as this argument calls it; None where that is not known."""
    place = _place(call, argument)
    name, is_outside = _name(program, file, call.func)
    if place is None or not is_outside:
        return None
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name in _BY_NAME or place in _BY_METHOD.get(method, {}):
        count = _BY_NAME.get(name, _BY_METHOD.get(method, {})).get(place)
        is_pair = name != "builtins.iter" or len(call.args) == 2
        return [Shape(count)] if count is not None and is_pair else None
    if name.startswith("tkinter.") and place == "command":
        return [Shape(0)]
    rest = _REST.get(name, _REST_BY_METHOD.get(method))
    if rest is not None and place == rest:
        return [shape_of(call.args[rest + 1 :], call.keywords)]
    if place == 0 and (name in _ELEMENTWISE or method in _ELEMENTWISE_METHODS) and len(call.args) > 1:
        stars = any(isinstance(item, ast.Starred) for item in call.args)
        return None if stars else [Shape(len(call.args) - 1)]
    table = _WITH_TUPLE.get(name) or _WITH_TUPLE.get(method)
    if table is not None and place in table[0]:
        return [_with_tuple(call, table[1], table[2])]
    return None


def shapes_of_hook(program: Program, file: str, target: ast.Attribute) -> list[Shape] | None:
    """How what is assigned to an attribute of the library is called."""
    name, is_outside = _name(program, file, target)
    count = _HOOKS.get(name, _HOOKS.get(target.attr)) if is_outside else None
    return None if count is None else [Shape(count)]


def _name(program: Program, file: str, node: ast.expr) -> tuple[str, bool]:
    """The dotted name of what is called, and whether it is none of the project's own."""
    values = evaluate(program, file, node).items
    outside = all(isinstance(value, ExternalValue | UnknownValue) for value in values)
    return qualified_name(program, values[0]) if len(values) == 1 else "", outside


def _place(call: ast.Call, argument: ast.expr) -> int | str | None:
    for position, item in enumerate(call.args):
        if isinstance(item, ast.Starred):
            break
        if item is argument:
            return position
    return next((keyword.arg for keyword in call.keywords if keyword.value is argument), None)


def argument_at(call: ast.Call, places: tuple[int | str, ...]) -> ast.expr | None:
    """The argument that stands in one of these places."""
    for place in places:
        if isinstance(place, int) and place < len(call.args):
            return call.args[place]
        for keyword in call.keywords:
            if keyword.arg == place:
                return keyword.value
    return None


def _with_tuple(call: ast.Call, positions: tuple[int | str, ...], names: tuple[int | str, ...]) -> Shape:
    """The shape of the call that is made of a display of arguments and one of keywords."""
    row, table = argument_at(call, positions), argument_at(call, names)
    shape = Shape(0)
    if isinstance(row, ast.Tuple | ast.List):
        shape = shape_of(row.elts, [])
    elif row is not None:
        shape = Shape(1, more_positions=True)
    if isinstance(table, ast.Dict):
        keys = [key.value for key in table.keys if isinstance(key, ast.Constant)]
        return shape._replace(names=frozenset(map(str, keys)), more_names=len(keys) < len(table.keys))
    if isinstance(table, ast.Call) and last_name(table.func) == "dict" and not table.args:
        made = shape_of([], table.keywords)
        return shape._replace(names=made.names, more_names=made.more_names)
    return shape._replace(more_names=table is not None)
