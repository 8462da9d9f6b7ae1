"""Methods of objects whose class is not known, by their names alone.

In a program whose types fit, what is asked to `strip` is a text. Only names count that nothing else has which
might do something: `replace` of a path moves a file, `join` of a thread waits.
"""

from __future__ import annotations

import ast

from holdfast.python.traces.identity import Computation

_OF_TEXTS = frozenset(
    {
        *("capitalize", "casefold", "endswith", "expandtabs", "isalnum", "isalpha", "isascii", "isdecimal"),
        *(
            "isdigit",
            "isidentifier",
            "islower",
            "isnumeric",
            "isspace",
            "istitle",
            "isupper",
            "ljust",
            "lstrip",
        ),
        *("removeprefix", "removesuffix", "rjust", "rstrip", "startswith", "strip", "swapcase", "zfill"),
    }
)
#: The same, where they are called without arguments.
_OF_TEXTS_ALONE = frozenset({"lower", "upper"})
_OF_MOMENTS = frozenset(
    {
        *("isoformat", "strftime", "total_seconds", "weekday", "isoweekday", "toordinal", "timestamp"),
        *("utcoffset", "tzname", "dst"),
    }
)
_OF_MATCHES = frozenset({"group", "groups", "span"})
_SPLITTING = frozenset({"split", "rsplit", "splitlines", "partition", "rpartition", "groupdict"})

#: Methods that objects of other libraries have, too, and that may do something there.
METHODS_OF_OTHERS = frozenset(
    {
        *("append", "add", "pop", "get", "update", "clear", "remove", "insert", "extend", "sort", "reverse"),
        *("setdefault", "discard", "popitem", "read", "readline", "write", "close", "open", "send", "recv"),
        *("put", "next", "flush", "seek", "start", "stop", "run", "join", "wait", "acquire", "release"),
        *("execute", "commit", "fetch", "fetchone", "fetchall", "replace", "rename", "title", "call", "load"),
        *("save", "dump", "delete", "create", "connect", "emit", "notify", "process", "submit", "result"),
    }
)


def computation_of_method_named(node: ast.Call, name: str) -> Computation | None:
    """What a method of that name depends on, where only values of the standard library have it."""
    if node.keywords or any(isinstance(item, ast.Starred) for item in node.args):
        return None
    if name in _OF_TEXTS | _OF_MOMENTS | _OF_MATCHES or (name in _OF_TEXTS_ALONE and not node.args):
        return Computation(frozenset(), False, False, False, immutable=True)
    if name in _SPLITTING:
        return Computation(frozenset(), False, True, False)
    return None
