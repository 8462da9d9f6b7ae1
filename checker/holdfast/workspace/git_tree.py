"""One state of a repository as the base of a world: a commit, the index, or changed files over either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from holdfast.records import dataclass, field
from holdfast.workspace.decode import Decoded, Undecodable
from holdfast.workspace.disk import DiskTree, is_python
from holdfast.workspace.git_objects import ObjectReader


@dataclass(frozen=True, slots=True, eq=False)
class GitTree:
    """The files of one tree, read when asked for.

    `objects` names the blob of every file that comes out of git's store. Files of `disk` stand over
    them: the working copies that git knows to differ.
    """

    objects: Mapping[str, str]
    reader: ObjectReader
    disk: DiskTree | None = None
    #: What stands in place of a working copy's text, where git itself would convert its newlines.
    converted: Mapping[str, str] = field(default_factory=dict)

    def files(self) -> frozenset[str]:
        """Every Python file."""
        found = frozenset(file for file in self.objects if is_python(file))
        return found if self.disk is None else found | self.disk.files()

    def other_files(self) -> frozenset[str]:
        found = frozenset(file for file in self.objects if not is_python(file))
        return found if self.disk is None else found | self.disk.other_files()

    def text(self, file: str) -> str | None:
        if file in self.converted:
            return self.converted[file]
        if self._on_disk(file):
            assert self.disk is not None
            return self.disk.text(file)
        content = self._content(file)
        return content.text if isinstance(content, Decoded) else None

    def problem(self, file: str) -> str | None:
        """Why a file of the tree has no text."""
        if self._on_disk(file):
            assert self.disk is not None
            return self.disk.problem(file)
        content = self._content(file)
        return content.reason if isinstance(content, Undecodable) else None

    def prefetch(self, files: Iterable[str]) -> None:
        """Read many files at the price of few questions to git."""
        wanted = [file for file in files if file in self.objects and not self._on_disk(file)]
        for python in (True, False):
            self.reader.prefetch(
                (self.objects[file] for file in wanted if is_python(file) is python), python=python
            )

    def _on_disk(self, file: str) -> bool:
        return self.disk is not None and (file in self.disk.files() or file in self.disk.other_files())

    def _content(self, file: str) -> Decoded | Undecodable | None:
        object_id = self.objects.get(file)
        return None if object_id is None else self.reader.text(object_id, python=is_python(file))
