"""Names that exist without being bound in the file.

The builtins of every Python that is analysed, not of the one that runs, so that the same text always
has the same model; with the names that the import system puts into every module.
"""

from __future__ import annotations

import builtins

_OF_SOME_VERSION = frozenset(
    {
        "BaseExceptionGroup",
        "EncodingWarning",
        "ExceptionGroup",
        "PythonFinalizationError",
        "WindowsError",
        "aiter",
        "anext",
        "copyright",
        "credits",
        "exit",
        "help",
        "license",
        "quit",
    }
)
_OF_EVERY_MODULE = frozenset(
    {
        "__annotations__",
        "__builtins__",
        "__cached__",
        "__debug__",
        "__dict__",
        "__doc__",
        "__file__",
        "__loader__",
        "__name__",
        "__package__",
        "__path__",
        "__spec__",
    }
)

#: Bound by Python at the start of a class body.
CLASS_BODY_NAMES = frozenset({"__module__", "__qualname__"})

BUILTIN_NAMES = (
    frozenset(name for name in vars(builtins) if name != "_") | _OF_SOME_VERSION | _OF_EVERY_MODULE
)
