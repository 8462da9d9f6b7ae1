"""Which folders of a project are not its source: caches, environments, build output, other tools' stores."""

from __future__ import annotations

from typing import Final

IGNORED_FOLDERS: Final = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".jj",
        ".holdfast",
        "__pycache__",
        "node_modules",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
        ".pytype",
        ".pyre",
        ".tox",
        ".nox",
        ".ropeproject",
        ".eggs",
        "__pypackages__",
        ".ipynb_checkpoints",
        ".cache",
    }
)

#: A file in a folder that marks the whole folder as not the project's own.
FOLDER_MARKERS: Final = frozenset({"pyvenv.cfg", "CACHEDIR.TAG"})


def is_ignored_folder(name: str) -> bool:
    """Whether a folder of that name is never source."""
    return name in IGNORED_FOLDERS or name.endswith(".egg-info")
