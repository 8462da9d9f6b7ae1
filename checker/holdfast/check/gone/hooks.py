"""Methods that were taken out although a library's class above calls them.

What a library's class defines, it also calls; and visitors, command loops and request handlers look for their
methods by a prefix. What classes of the project ask for is told where their tokens are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.check.classes.forwarding import only_forwards
from holdfast.check.classes.moved_members import class_at
from holdfast.check.gone.definitions import Gone
from holdfast.check.members.outside_callers import PREFIXES, is_of_standard_library, members_of
from holdfast.check.pair import Pair
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.classes import class_info, outside_ancestors
from holdfast.python.project.lookup import find_member
from holdfast.python.project.modules import External

#: Prefixes by which classes of the standard library find methods that they do not define.
_DISPATCHED = {
    "ast.NodeVisitor": ("visit_",),
    "ast.NodeTransformer": ("visit_",),
    "cmd.Cmd": ("do_", "help_", "complete_"),
    "unittest.TestCase": ("test",),
    "unittest.IsolatedAsyncioTestCase": ("test",),
    "unittest.case.TestCase": ("test",),
    "http.server.BaseHTTPRequestHandler": ("do_",),
    "http.server.SimpleHTTPRequestHandler": ("do_",),
    "http.server.CGIHTTPRequestHandler": ("do_",),
    "pickle.Unpickler": ("persistent_",),
    "xmlrpc.server.SimpleXMLRPCDispatcher": ("system_",),
    "urllib.request.BaseHandler": ("http_", "https_", "default_", "unknown_", "ftp_", "file_"),
}


def check_gone_hooks(pair: Pair, gone: Sequence[Gone]) -> Iterator[Finding]:
    for item in gone:
        if item.owner is None or _is_special(item.name):
            continue
        place = pair.became(class_info(pair.before, item.owner).interval)
        after = class_at(pair.after, place) if place is not None else None
        if after is None or find_member(pair.after, after, item.name) is not None:
            continue  # the class is gone as well, or another member answers: told where that is compared
        if only_forwards(pair.before, item.owner, item.name):
            continue
        finding = _called_by_library(pair, item)
        if finding is not None:
            yield finding


def _called_by_library(pair: Pair, item: Gone) -> Finding | None:
    assert item.owner is not None
    unseen: list[str] = []
    for base in outside_ancestors(pair.before, item.owner):
        name = base.name if isinstance(base, External) else ""
        if item.name in members_of(name):
            message = f"`{name}` has `{item.name}`, too, and its own would be used instead"
            return Finding("HF303", Severity.ERROR, item.interval, message)
        if item.node is not None and item.name.startswith(_DISPATCHED.get(name, ())):
            message = f"`{name}` looks for methods of this name, although no code names them"
            return Finding("HF303", Severity.ERROR, item.interval, message)
        if not is_of_standard_library(name):
            unseen.append(name)
    if not unseen or item.node is None or item.name.startswith("_"):
        return None
    if item.name.startswith(PREFIXES):
        message = "methods of such names are called by the class that this one extends"
        return Finding("HF303", Severity.WARNING, item.interval, message)
    message = f"the class extends `{unseen[0] or 'a class'}`, which cannot be read and may call `{item.name}`"
    return Finding("HF507", Severity.INFORMATION, item.interval, message)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
