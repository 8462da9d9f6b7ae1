"""Variables that are called like what the standard library makes: a `path` has a `name`, whatever the project has."""

from __future__ import annotations

import ast

from holdfast.check.objects.titles import titles_of
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.standard_library import library_object

_CLASSES = {
    **dict.fromkeys(("path", "folder", "directory"), ("pathlib.Path", "os.DirEntry")),
    **dict.fromkeys(("file", "stream", "handle", "fp", "buffer"), ("io.TextIOWrapper", "io.BytesIO")),
    **dict.fromkeys(("thread", "worker"), ("threading.Thread",)),
    **dict.fromkeys(("process", "proc"), ("subprocess.Popen", "multiprocessing.Process")),
    "match": ("re.Match",),
    **dict.fromkeys(("date", "day"), ("datetime.date",)),
    **dict.fromkeys(("datetime", "moment", "now", "timestamp"), ("datetime.datetime",)),
    **dict.fromkeys(("delta", "duration"), ("datetime.timedelta",)),
    **dict.fromkeys(("logger", "log"), ("logging.Logger",)),
    **dict.fromkeys(("queue", "inbox"), ("queue.Queue", "collections.deque")),
    **dict.fromkeys(("socket", "sock", "connection"), ("socket.socket", "sqlite3.Connection")),
    "cursor": ("sqlite3.Cursor",),
    "parser": ("argparse.ArgumentParser",),
    "spec": ("importlib.machinery.ModuleSpec",),
}


def library_types(facts: FileFacts, node: ast.expr, name: str, asked: frozenset[str]) -> frozenset[str]:
    """The classes that the variable is called like and that have all that is asked of it."""
    found = set()
    for words in titles_of(facts, node):
        for dotted in _CLASSES.get(words[-1], ()) if words else ():
            kind = library_object(dotted)
            if kind is not None and all(hasattr(kind, each) for each in (name, *asked)):
                found.add(dotted)
    return frozenset(found)
