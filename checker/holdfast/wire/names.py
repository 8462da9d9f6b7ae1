"""Names of files on both sides of the wire: URIs there, world-relative files here.

The spelling of a URI belongs to the client: a file is answered under the URI by which it was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from holdfast.errors import InputError
from holdfast.text.edits import OUTSIDE_WORKSPACE
from holdfast.wire.uris import PathStyle, join_file, path_of_uri, relative_file, uri_of_path


@dataclass(frozen=True, slots=True)
class FileNames:
    """The folder of a workspace, and the URIs that the client uses for some of its files.

    `aliases` are other paths of the same folder (behind a link, or the original of a shadow tree).
    """

    root: str
    style: PathStyle = field(default_factory=PathStyle.here)
    aliases: tuple[str, ...] = ()
    spelt: Mapping[str, str] = field(default_factory=dict)

    def file(self, uri: str) -> str:
        """The world's name of a document; one outside the workspace is refused with its path."""
        path = path_of_uri(uri, self.style)
        if path is None:
            raise InputError(f"{uri} is no file on disk and cannot be edited.", code=OUTSIDE_WORKSPACE)
        for root in (self.root, *self.aliases):
            file = relative_file(path, root, self.style)
            if file is not None:
                return file
        raise InputError(
            f"{path} is outside the workspace {self.root}; it must not be edited.",
            code=OUTSIDE_WORKSPACE,
            file=path,
        )

    def uri(self, file: str) -> str:
        spelt = self.spelt.get(file)
        return uri_of_path(join_file(self.root, file, self.style), self.style) if spelt is None else spelt
