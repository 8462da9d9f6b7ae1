"""Which file a module name means, and which names a file has, by the rules of the import system.

Knows file names only, never their text. A regular package wins over a module of the same name, both
win over a namespace package, and a namespace package may have portions under several roots. Absolute
imports start at the importing file's own root (the folder of a script, the folder above a package),
then at the roots that enclose the file, then at the others.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from holdfast.python.project.layout import (
    Layout,
    ProjectSettings,
    base,
    join,
    package_root,
    parent,
    source_roots,
    stem,
)
from holdfast.records import dataclass, field


class ModuleFile(NamedTuple):
    """A module or regular package of the world: the file whose text it is."""

    file: str


class NamespacePackage(NamedTuple):
    """A package without `__init__`: only folders."""

    folders: tuple[str, ...]


class External(NamedTuple):
    """Something outside the world, by its dotted name."""

    name: str


class Missing(NamedTuple):
    """Something that ought to be in the world and is not."""

    name: str


Module = ModuleFile | NamespacePackage
ModuleResult = ModuleFile | NamespacePackage | External | Missing


@dataclass(frozen=True, eq=False)
class Modules:
    """The modules of one set of files. Its memory only grows towards answers that never change."""

    layout: Layout
    roots: tuple[str, ...]
    #: How many of the first roots were told or are conventional; in the others, a name of the
    #: standard library is not looked for.
    certain_roots: int
    _roots_of: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _resolved: dict[tuple[str, int, tuple[str, ...]], ModuleResult] = field(default_factory=dict)

    @classmethod
    def of(cls, files: frozenset[str], settings: ProjectSettings | None = None) -> Modules:
        layout = Layout(files)
        roots = source_roots(layout, settings)
        told = settings is not None and settings.roots is not None
        certain = len(roots) if told else roots.index("") + 1
        return cls(layout, roots, certain)

    def resolve_module(self, importing_file: str, level: int, parts: tuple[str, ...]) -> ModuleResult:
        """What `import parts` (or `from ...parts import`) in `importing_file` means."""
        folder = parent(importing_file)
        key = (folder, level, parts)
        known = self._resolved.get(key)
        if known is None:
            known = self._relative(folder, level, parts) if level else self._absolute(folder, parts)
            self._resolved[key] = known
        return known

    def submodule(self, module: Module, name: str) -> Module | None:
        """The module `name` directly inside a package; None when there is none in the world."""
        if isinstance(module, NamespacePackage):
            return _find(self.layout, module.folders, name)
        if base(stem(module.file)) != "__init__":
            return None
        return _find(self.layout, (parent(module.file),), name)

    def module_name(self, file: str) -> str:
        """The dotted name by which most of the world would import the file."""
        name = self._names.get(file)
        if name is None:
            name = self._names[file] = next(iter(self.module_names(file)), base(stem(file)))
        return name

    def module_names(self, file: str) -> tuple[str, ...]:
        """Every dotted name of the file under the roots that enclose it, the likeliest first."""
        names = []
        path = stem(file)
        if base(path) == "__init__":
            path = parent(path)
        own = package_root(self.layout, parent(file))
        for root in sorted(self._enclosing_roots(parent(file)), key=lambda root: root != own):
            relative = path[len(root) + 1 :] if root else path
            parts = relative.split("/")
            if relative and all(part.isidentifier() for part in parts):
                names.append(".".join(parts))
        return tuple(dict.fromkeys(names))

    def stub_of(self, file: str) -> str | None:
        """The stub beside a source."""
        stub = file + "i"
        return stub if file.endswith(".py") and stub in self.layout.files else None

    def _relative(self, folder: str, level: int, parts: tuple[str, ...]) -> ModuleResult:
        dotted = "." * level + ".".join(parts)
        for _ in range(level - 1):
            if not folder:
                return Missing(dotted)
            folder = parent(folder)
        package: Module
        init = self.layout.package_at(folder)
        package = ModuleFile(init) if init is not None else NamespacePackage((folder,))
        return self._descend(package, parts, dotted)

    def _absolute(self, folder: str, parts: tuple[str, ...]) -> ModuleResult:
        dotted = ".".join(parts)
        top = _find(self.layout, self._search_path(folder, parts[0]), parts[0])
        if top is None:
            return External(dotted)
        return self._descend(top, parts[1:], dotted)

    def _descend(self, module: Module, parts: Sequence[str], dotted: str) -> ModuleResult:
        for part in parts:
            inner = self.submodule(module, part)
            if inner is None:
                return self._not_found(module, part, dotted)
            module = inner
        return module

    def _not_found(self, module: Module, part: str, dotted: str) -> ModuleResult:
        # A namespace package may have further portions outside the world.
        if isinstance(module, NamespacePackage) and not dotted.startswith("."):
            return External(dotted)
        folders = module.folders if isinstance(module, NamespacePackage) else (parent(module.file),)
        if any(join(folder, part) in self.layout.compiled for folder in folders):
            return External(dotted)
        return Missing(dotted)

    def _search_path(self, folder: str, name: str) -> tuple[str, ...]:
        roots = self._roots_of.get(folder)
        if roots is None:
            own = package_root(self.layout, folder)
            enclosing = self._enclosing_roots(folder)
            roots = tuple(dict.fromkeys((own, *enclosing, *self.roots)))
            self._roots_of[folder] = roots
        if name in sys.stdlib_module_names:
            certain = {roots[0], *self.roots[: self.certain_roots]}
            return tuple(root for root in roots if root in certain)
        return roots

    def _enclosing_roots(self, folder: str) -> list[str]:
        """The roots around a folder, the nearest first."""
        return sorted(
            (root for root in self.roots if not root or folder == root or folder.startswith(root + "/")),
            key=lambda root: -len(root),
        )


def _find(layout: Layout, folders: Sequence[str], name: str) -> Module | None:
    portions = []
    for folder in folders:
        path = join(folder, name)
        init = layout.package_at(path)
        if init is not None:
            return ModuleFile(init)
        module = layout.module_at(path)
        if module is not None:
            return ModuleFile(module)
        if path in layout.folders:
            portions.append(path)
    return NamespacePackage(tuple(portions)) if portions else None
