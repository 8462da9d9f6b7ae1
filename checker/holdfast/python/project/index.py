"""An index from identifier to files, and from module name to the files that may import it.

The index is a value: deriving the index of the next world costs what the changed files cost, and the
index of the previous world stays right. A large shared base is built once; what changed since lies over
it, and is folded into a new base when it has grown. Nothing is parsed: a mention in a comment counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from holdfast.python.project.scan import Scan, ScannedImport, scan
from holdfast.records import dataclass, field

#: The layer above the base is folded into a new base when it holds more files than this. A question
#: costs one set look-up for each file of the layer, so a few hundred stay far below a millisecond.
FOLD_AT = 256

#: The key of imports that name no module: `from . import x`.
HERE = "."

_Holds: TypeAlias = Callable[[Scan], bool]


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The big table: never changed after it was built."""

    scans: Mapping[str, Scan]
    files_of_word: Mapping[str, frozenset[str]]
    files_of_import: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True, eq=False)
class IdentifierIndex:
    """Which files of one world mention a word. Build with `index_of`, derive with `updated`."""

    _table: _Table
    #: What differs from the table; None for a file that this world does not have.
    _layer: Mapping[str, Scan | None] = field(default_factory=dict)

    def files_with(self, word: str) -> frozenset[str]:
        """The files that mention the identifier anywhere, comments and strings included."""
        return self._answer(self._table.files_of_word, word, lambda scanned: word in scanned.words)

    def files_with_any(self, words: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(self.files_with(word) for word in words))

    def files_importing(self, last_part: str) -> frozenset[str]:
        """The files with an import that names `last_part`, as a module, a parent of one or a member.

        `HERE` asks for imports that name no module at all.
        """
        return self._answer(
            self._table.files_of_import, last_part, lambda scanned: last_part in _import_keys(scanned.imports)
        )

    def imports(self, file: str) -> tuple[ScannedImport, ...]:
        scanned = self._scan(file)
        return () if scanned is None else scanned.imports

    def words(self, file: str) -> frozenset[str]:
        scanned = self._scan(file)
        return frozenset() if scanned is None else scanned.words

    def files(self) -> frozenset[str]:
        there = self._table.scans.keys() | self._layer.keys()
        return frozenset(file for file in there if self._scan(file) is not None)

    def updated(self, changes: Mapping[str, str | None]) -> IdentifierIndex:
        """The index after some files got other texts (None: the file is gone). Leaves this one as it is."""
        layer: dict[str, Scan | None] = dict(self._layer)
        for file, text in changes.items():
            layer[file] = None if text is None else scan(text)
        if len(layer) <= FOLD_AT:
            return IdentifierIndex(self._table, layer)
        return IdentifierIndex(_folded(self._table, layer))

    def _scan(self, file: str) -> Scan | None:
        if file in self._layer:
            return self._layer[file]
        return self._table.scans.get(file)

    def _answer(self, table: Mapping[str, frozenset[str]], key: str, has: _Holds) -> frozenset[str]:
        found = table.get(key, frozenset())
        if not self._layer:
            return found
        over = {file for file, scanned in self._layer.items() if scanned is not None and has(scanned)}
        return (found - self._layer.keys()) | over


def index_of(texts: Iterable[tuple[str, str]]) -> IdentifierIndex:
    """The index of (file, text) pairs."""
    words: dict[str, set[str]] = {}
    imports: dict[str, set[str]] = {}
    scans: dict[str, Scan] = {}
    # One string object per word, however many files mention it.
    shared: dict[str, str] = {}
    for file, text in texts:
        scanned = scan(text)
        own = frozenset(shared.setdefault(word, word) for word in scanned.words)
        scans[file] = Scan(own, scanned.imports)
        for word in own:
            words.setdefault(word, set()).add(file)
        for key in _import_keys(scanned.imports):
            imports.setdefault(key, set()).add(file)
    return IdentifierIndex(_Table(scans, _frozen(words), _frozen(imports)))


def _frozen(sets: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {key: frozenset(files) for key, files in sets.items()}


def _import_keys(imports: Iterable[ScannedImport]) -> set[str]:
    keys: set[str] = set()
    for item in imports:
        keys.update(item.parts or (HERE,))
        keys.update(item.members)
    return keys


def _folded(table: _Table, layer: Mapping[str, Scan | None]) -> _Table:
    scans = dict(table.scans)
    words, imports = dict(table.files_of_word), dict(table.files_of_import)
    for file, new in layer.items():
        old = scans.pop(file, None)
        old_words = old.words if old is not None else frozenset()
        old_keys = _import_keys(old.imports) if old is not None else set()
        new_words = new.words if new is not None else frozenset()
        new_keys = _import_keys(new.imports) if new is not None else set()
        _move(words, file, old_words, new_words)
        _move(imports, file, old_keys, new_keys)
        if new is not None:
            scans[file] = new
    return _Table(scans, words, imports)


def _move(
    table: dict[str, frozenset[str]],
    file: str,
    old: frozenset[str] | set[str],
    new: frozenset[str] | set[str],
) -> None:
    for key in old - new:
        rest = table[key] - {file}
        if rest:
            table[key] = rest
        else:
            del table[key]
    for key in new - old:
        table[key] = table.get(key, frozenset()) | {file}
