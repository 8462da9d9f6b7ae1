"""Code that is put beside or into a generated program, so that another run tells more than the first.

`LOUD` has numbers whose operations print. `importing` asks for what importers and readers of annotations ask
for. `asking` calls every method of every class and then reads what it may have changed. `SHOWN_TWICE` stands
for the function through which generated programs print: it calls what it is given twice.

Nothing here prints a name that the program chose, since a correct rename changes those.
"""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.gen.library.pieces import SHOW

LOUD_FILE = "loud_numbers.py"
PROBE_FILE = "ask_for_everything.py"

LOUD = '''
class Loud(int):
    """A number whose operations print."""

def _loud(name):
    quiet = getattr(int, name)
    def operation(*operands):
        print(name, *map(int.__repr__, filter(lambda each: isinstance(each, int), operands)))
        result = quiet(*operands)
        return Loud(result) if type(result) is int else result
    return operation

for _name in (
    "__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __floordiv__ __rfloordiv__ __truediv__ __rtruediv__"
    " __mod__ __rmod__ __pow__ __neg__ __pos__ __invert__ __and__ __rand__ __or__ __ror__ __xor__ __rxor__"
    " __lt__ __le__ __gt__ __ge__ __eq__ __ne__ __bool__"
).split():
    setattr(Loud, _name, _loud(_name))
Loud.__hash__ = int.__hash__
'''

SHOWN = SHOW.rstrip()
SHOWN_TWICE = SHOWN.replace("print(compute())", "print(compute(), compute())")

_IMPORTING = """
import importlib, inspect, typing
for name in {modules!r}:
    module = importlib.import_module(name)
    try:
        exec("from " + name + " import *", {{}})
    except Exception as error:
        print(name, "cannot be imported whole:", type(error).__name__)
    things = [each for each in vars(module).values() if getattr(each, "__module__", None) == name]
    things += [each for thing in things if inspect.isclass(thing) for each in vars(thing).values()]
    problems = []
    for thing in (module, *things):
        if inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing):
            try:
                typing.get_type_hints(thing)
            except Exception as error:
                problems.append(type(error).__name__)
    print(name, "annotations", sorted(problems))
"""

_ASKING = """
import importlib, inspect

def told(compute):
    try:
        value = compute()
    except Exception as error:
        return type(error).__name__ if type(error).__module__ == "builtins" else "an error"
    parts = value if type(value) in (list, tuple) else [value]
    plain = all(type(part) in (int, float, str, bool, type(None)) for part in parts)
    return repr(value) if plain else "an object"

def ask(cls, name, method):
    one, other = cls(), cls()
    given = [
        other
        for each in list(inspect.signature(method).parameters.values())[1:]
        if each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD
    ]
    print(told(lambda: getattr(one, name)(*given)))
    for each in (one, other):
        for base in cls.__mro__[:-1]:
            for attribute, value in list(vars(base).items()):
                if not attribute.startswith("__") and not callable(value):
                    print(told(lambda: getattr(each, attribute)))

for module in map(importlib.import_module, {modules!r}):
    for cls in list(vars(module).values()):
        if inspect.isclass(cls) and cls.__module__ == module.__name__:
            for base in cls.__mro__[:-1]:
                for name, method in list(vars(base).items()):
                    if inspect.isfunction(method) and not name.startswith("__"):
                        try:
                            ask(cls, name, method)
                        except Exception:
                            print("cannot be asked")
"""


def importing(files: Mapping[str, str]) -> dict[str, str]:
    """The program, and a script that imports every module whole and reads every annotation."""
    return {**files, PROBE_FILE: _IMPORTING.format(modules=_modules(files))}


def asking(files: Mapping[str, str]) -> dict[str, str]:
    """The program, and a script that calls the methods of every class that can be made without arguments."""
    return {**files, PROBE_FILE: _ASKING.format(modules=_modules(files))}


def _modules(files: Mapping[str, str]) -> list[str]:
    return [
        file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for file in sorted(files)
        if file.endswith(".py")
    ]
