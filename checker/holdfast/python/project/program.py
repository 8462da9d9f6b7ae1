"""A program: the files of one world, their facts on demand, and who imports whom.

A program is a view of one immutable world; its tables only fill up. The facts of a text live in a
cache that the programs before and after an edit share, so that an unchanged file is never read twice.
Answers of the other modules of this folder are kept in `memory`, which belongs to this world alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from holdfast.python.project.facts import FactsCache, FileFacts
from holdfast.python.project.index import HERE, IdentifierIndex, index_of
from holdfast.python.project.layout import ENDINGS, ProjectSettings, base, parent, stem
from holdfast.python.project.memory import Memory
from holdfast.python.project.modules import ModuleFile, ModuleResult, Modules
from holdfast.python.project.scan import ScannedImport


class Texts(Protocol):
    """The part of a world that a program reads."""

    def files(self) -> frozenset[str]: ...

    def other_files(self) -> frozenset[str]: ...

    def text(self, file: str) -> str | None: ...


class Program:
    """The Python program that a world holds."""

    def __init__(
        self,
        world: Texts,
        *,
        settings: ProjectSettings | None = None,
        cache: FactsCache | None = None,
        version: tuple[int, int] | None = None,
        index: IdentifierIndex | None = None,
        modules: Modules | None = None,
        previous: Mapping[str, FileFacts] | None = None,
    ) -> None:
        self.world = world
        self.settings = settings
        self.cache = cache if cache is not None else FactsCache()
        self.version = version
        self.modules = modules if modules is not None else Modules.of(world.files(), settings)
        self._index = index
        self._previous = previous or {}
        self._facts: dict[str, FileFacts | None] = {}
        self._imported: dict[str, frozenset[str]] = {}
        self.memory = Memory()

    def after(self, world: Texts, changed: Mapping[str, str | None]) -> Program:
        """The program of a world that differs from this one in the `changed` files.

        Costs what the changed files cost: facts and index are shared, and so are the modules unless
        a file was made or removed.
        """
        same_files = all((text is None) == (file not in self.world.files()) for file, text in changed.items())
        index = self._index
        if index is not None:
            index = index.updated({file: text for file, text in changed.items() if file.endswith(ENDINGS)})
        previous = {file: facts for file in changed if (facts := self._facts.get(file)) is not None}
        return Program(
            world,
            settings=self.settings,
            cache=self.cache,
            version=self.version,
            index=index,
            modules=self.modules if same_files else None,
            previous=previous,
        )

    @property
    def index(self) -> IdentifierIndex:
        """Which files mention a word. Built on first use, over all Python files."""
        if self._index is None:
            texts = ((file, self.world.text(file)) for file in self.python_files)
            self._index = index_of((file, text) for file, text in texts if text is not None)
        return self._index

    @property
    def python_files(self) -> tuple[str, ...]:
        return self.modules.layout.python_files

    def facts(self, file: str) -> FileFacts | None:
        """The facts of a file; None when the world has no text for it."""
        if file in self._facts:
            return self._facts[file]
        text = self.world.text(file) if file.endswith(ENDINGS) or file in self.world.files() else None
        facts = None if text is None else self.cache.facts(text, self.version, self._previous.get(file))
        self._facts[file] = facts
        return facts

    def resolve_module(self, file: str, level: int, parts: tuple[str, ...]) -> ModuleResult:
        return self.modules.resolve_module(file, level, parts)

    def imported_files(self, file: str) -> frozenset[str]:
        """The files of the world that the imports of `file` name, parents in `import a.b` included."""
        known = self._imported.get(file)
        if known is None:
            targets = {target for item in self.index.imports(file) for target in self._targets(file, item)}
            known = self._imported[file] = frozenset(targets - {file})
        return known

    def importers(self, file: str) -> frozenset[str]:
        """The files whose imports name `file`, as a module, in `import a.b` as a parent, or as a member."""
        path = stem(file)
        package = base(path) == "__init__"
        name = base(parent(path)) if package else base(path)
        candidates = self.index.files_importing(name)
        if package:
            candidates |= self.index.files_importing(HERE)
        return frozenset(other for other in candidates if file in self.imported_files(other))

    def _targets(self, file: str, item: ScannedImport) -> list[str]:
        found = []
        # `import a.b.c` makes `a` and `a.b` reachable; `from a.b import c` names only `a.b`.
        shortest = len(item.parts) if item.members else 1
        for length in range(shortest, len(item.parts) + 1):
            target = self.resolve_module(file, item.level, item.parts[:length])
            if isinstance(target, ModuleFile):
                found.append(target.file)
        for member in item.members:
            target = self.resolve_module(file, item.level, (*item.parts, member))
            if isinstance(target, ModuleFile):
                found.append(target.file)
        return found
