"""Classes that a call makes from the names of their members: `namedtuple("Entry", "date amount")`.

The names stand in texts, and each is a declaration like any other. Such a class is known by the dotted name
of the text that names it, as something outside the world is, since no class statement stands for it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import lru_cache

from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.declarations import Declaration, Kind
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.program import Program
from holdfast.records import dataclass
from holdfast.text.interval import Interval

_TUPLES = frozenset({"collections.namedtuple", "typing.NamedTuple", "typing_extensions.NamedTuple"})
_ENUMERATIONS = frozenset(f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))
_MAKERS = frozenset(name.rpartition(".")[2] for name in _TUPLES | _ENUMERATIONS)
_WORD = re.compile(r"[^\W\d]\w*")
_PREFIX = re.compile(r"[A-Za-z]*")
#: What a named tuple has besides its fields.
_OF_TUPLES = frozenset(dir(tuple)) | {
    *("_fields", "_field_defaults", "_make", "_replace", "_asdict", "__replace__", "__match_args__"),
    *("__annotations__", "__dict__", "__module__"),
}
#: Methods that give back a record of the same kind.
_SAME_KIND = ("._replace", "._make", ".__replace__")


@dataclass(frozen=True, slots=True)
class Record:
    """A class made by a call, with its fields in order."""

    name: str
    fields: tuple[Declaration, ...]
    #: Nothing but a named tuple is known to have no further members, and to take its fields as keywords.
    is_tuple: bool

    def find(self, name: str) -> Declaration | None:
        return next((item for item in self.fields if item.name == name), None)

    def lacks(self, name: str) -> bool:
        """Whether its instances surely have no such member of their own."""
        return self.is_tuple and name not in _OF_TUPLES and self.find(name) is None


def record_made(program: Program, file: str, node: ast.Call, called: str) -> Record | None:
    """The class that this call makes, where `called` is one of the makers and all names can be read."""
    if called not in _TUPLES | _ENUMERATIONS or len(node.args) < 2:
        return None
    title, listed = node.args[:2]
    facts = program.facts(file)
    if facts is None or not isinstance(title, ast.Constant) or not isinstance(title.value, str):
        return None
    if any(keyword.arg in (None, "rename", "module") for keyword in node.keywords):
        return None
    kind = Kind.FIELD if called in _TUPLES else Kind.CLASS_ATTRIBUTE
    fields = _fields(facts, file, listed, kind)
    if fields is None:
        return None
    known: dict[str, Record] = program.memory.table("records")
    name = f"{program.modules.module_name(file)}.{title.value}"
    record = Record(name, fields, called in _TUPLES)
    if known.setdefault(name, record) != record:
        record = Record(f"{name} ({file}:{node.lineno})", fields, called in _TUPLES)
        known[record.name] = record
    return record


def record_named(program: Program, name: str) -> Record | None:
    """The record of a dotted name that `record_made` gave out."""
    known: dict[str, Record] = program.memory.table("records")
    return known.get(name)


def record_replacing(program: Program, name: str) -> Record | None:
    """The record whose method `_replace` or `_make` has this dotted name."""
    for ending in _SAME_KIND:
        if name.endswith(ending):
            return record_named(program, name.removesuffix(ending))
    return None


def records_in(program: Program, file: str) -> list[Record]:
    """The records that the calls in a file make."""
    from holdfast.python.project.evaluate import evaluate, qualified_name  # which makes records in turn

    facts = program.facts(file)
    if facts is None or not any(word in facts.text for word in _MAKERS):
        return []
    makers = [
        (node, qualified_name(program, item))
        for node in calls_in(facts.tree.module)
        if last_name(node.func) in _MAKERS
        for item in evaluate(program, file, node.func).items
    ]
    found = [record_made(program, file, node, called) for node, called in makers]
    return [record for record in found if record is not None]


@lru_cache(maxsize=4096)
def fields_made_by_calls(facts: FileFacts) -> frozenset[tuple[int, int, str]]:
    """The fields that calls of makers in a file declare, going by the names of the makers alone."""
    if not any(word in facts.text for word in _MAKERS):
        return frozenset()
    found: set[tuple[int, int, str]] = set()
    for node in ast.walk(facts.tree.module):
        if isinstance(node, ast.Call) and len(node.args) > 1 and last_name(node.func) in _MAKERS:
            fields = _fields(facts, "", node.args[1], Kind.FIELD)
            found.update((item.interval.start, item.interval.end, item.name) for item in fields or ())
    return frozenset(found)


def _fields(facts: FileFacts, file: str, listed: ast.expr, kind: Kind) -> tuple[Declaration, ...] | None:
    entries: Sequence[ast.expr | None]
    if isinstance(listed, ast.Constant):
        return _words(facts, file, listed, kind)
    if isinstance(listed, ast.List | ast.Tuple):
        entries = [
            item.elts[0] if isinstance(item, ast.Tuple | ast.List) and item.elts else item
            for item in listed.elts
        ]
    elif isinstance(listed, ast.Dict):
        entries = listed.keys
    else:
        return None
    found: list[Declaration] = []
    for entry in entries:
        field = _words(facts, file, entry, kind) if isinstance(entry, ast.Constant) else None
        if field is None or len(field) != 1:
            return None
        found.extend(field)
    return tuple(found)


def _words(facts: FileFacts, file: str, node: ast.Constant, kind: Kind) -> tuple[Declaration, ...] | None:
    """The names in a text, separated by blanks or commas, where the text stands as it is read."""
    if not isinstance(node.value, str):
        return None
    start, end = facts.tree.start(node), facts.tree.end(node)
    prefix = _PREFIX.match(facts.text, start)
    inside = start if prefix is None else prefix.end()
    matches = list(_WORD.finditer(facts.text, inside, end))
    if [match[0] for match in matches] != node.value.replace(",", " ").split():
        return None
    return tuple(Declaration(Interval(file, match.start(), match.end()), kind, match[0]) for match in matches)
