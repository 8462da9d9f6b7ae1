"""What happens while a module is loaded, import by import, as Python does it.

Followed is what loading runs for certain: the statements of modules themselves, without conditions and handlers. A
module that is being loaded is handed out as far as it has come; what is taken from it too early is told.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

from holdfast.check.imports.straight_code import Asked, Straight, file_of, straight_code
from holdfast.python.names.table import MODULE_SCOPE, ImportUse
from holdfast.python.project.exports import exported_names
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program


class Ran(NamedTuple):
    """A statement of a module's own code, other than an import, that was run."""

    file: str
    statement: ast.stmt


class TooEarly(NamedTuple):
    """A name that is taken from a module before the module has bound it."""

    file: str
    place: tuple[int, int]
    name: str
    taken_from: str


class Loading:
    """The loading of one module and of everything that it imports. Owns how far each module has come."""

    def __init__(
        self, program: Program, members: Collection[str] | None = None, loaded: Collection[str] = ()
    ) -> None:
        """Only `members` are followed where they are given; all others load without further ado."""
        self.program = program
        self.members = members
        self.loaded = set(loaded)
        self.progress: dict[str, int] = {}

    def load(self, module: str) -> Iterator[Ran | TooEarly]:
        """A module, behind the packages that it is in."""
        for package in packages_around(self.program, module):
            yield from self._run(package)
        yield from self._run(module)

    def _run(self, module: str) -> Iterator[Ran | TooEarly]:
        if module in self.loaded or module in self.progress or not self._follows(module):
            return
        self.progress[module] = 0
        file = file_of(module)
        for item in straight_code(self.program, file):
            self.progress[module] = item.start
            for asked in item.imports:
                self.progress[module] = asked.use.start
                yield from self._import(file, asked)
            if not isinstance(item.statement, ast.Import | ast.ImportFrom):
                yield from self._attributes(file, item)
                yield Ran(file, item.statement)
        del self.progress[module]
        self.loaded.add(module)

    def _follows(self, module: str) -> bool:
        return self.members is None or file_of(module) in self.members

    def _import(self, file: str, asked: Asked) -> Iterator[Ran | TooEarly]:
        yield from self.load(asked.module)
        if asked.use.member == "*":
            yield from self._star(file, asked)
        elif asked.use.member is not None:
            yield from self._member(file, asked, asked.use.member)

    def _member(self, file: str, asked: Asked, name: str) -> Iterator[Ran | TooEarly]:
        too_early = self._is_too_early(name, asked.module)
        if asked.inside is not None:
            # What a package has not bound, or not yet, is taken from its folder.
            if too_early or not _declares(self.program, file_of(asked.module), name):
                yield from self.load(asked.inside)
        elif too_early:
            yield TooEarly(file, (asked.use.start, asked.use.end), name, file_of(asked.module))

    def _star(self, file: str, asked: Asked) -> Iterator[TooEarly]:
        """A star takes what is there by now: what comes later is missing where it is read."""
        facts = self.program.facts(file) if asked.module in self.progress else None
        for item in facts.names.occurrences if facts is not None else ():
            if item.owner < 0 and self._is_too_early(item.name, asked.module):
                place = (asked.use.start, asked.use.end)
                yield TooEarly(file, place, item.name, file_of(asked.module))
                return

    def _attributes(self, file: str, item: Straight) -> Iterator[TooEarly]:
        """Attributes of modules that the statement asks for when it is run."""
        if len(self.progress) == 1:
            return
        for asked in item.attributes:
            if asked.file != file and self._lacks(ModuleFile(asked.file), asked.name):
                yield TooEarly(file, asked.place, asked.name, asked.file)

    def _lacks(self, module: ModuleFile, name: str) -> bool:
        """Has the module no such attribute by now? A submodule is one as soon as it has been loaded."""
        inner = self.program.modules.submodule(module, name)
        if isinstance(inner, ModuleFile):
            if inner.file in self.loaded:
                return False
            if self._follows(inner.file) and not _declares(self.program, module.file, name):
                return True
        return self._is_too_early(name, module.file)

    def _is_too_early(self, name: str, target: str) -> bool:
        facts = self.program.facts(file_of(target))
        if target in self.loaded or target not in self.progress or facts is None:
            return False
        declaration = facts.declaring(MODULE_SCOPE, name)
        places = [use.start for use in facts.stars if self._brings(file_of(target), use, name)]
        if declaration is not None:
            places.append(declaration.start)
        # A name that comes from nowhere is somebody else's business.
        return bool(places) and min(places) >= self.progress[target]

    def _brings(self, file: str, use: ImportUse, name: str) -> bool:
        module = self.program.resolve_module(file, use.level, use.parts)
        return isinstance(module, ModuleFile) and name in exported_names(self.program, module.file)[0]


def packages_around(program: Program, file: str) -> list[str]:
    """The `__init__` files of the packages that a file is in, from the outermost."""
    folder, found, files = file.rpartition("/")[0], [], program.world.files()
    while folder and f"{folder}/__init__.py" in files:
        found.append(f"{folder}/__init__.py")
        folder = folder.rpartition("/")[0]
    return [package for package in reversed(found) if package != file]


def _declares(program: Program, file: str, name: str) -> bool:
    facts = program.facts(file)
    return facts is not None and facts.declaring(MODULE_SCOPE, name) is not None
