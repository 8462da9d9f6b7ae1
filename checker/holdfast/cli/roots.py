"""Which folder is the project.

In this order: what `--root` says; the repository or project around the current folder; the repository or
project around the file that was named; the current folder. A repository wins over a package inside it,
since uses of a name may stand anywhere in it.
"""

from __future__ import annotations

import os

from holdfast.errors import InputError

_PROJECT_FILES = ("pyproject.toml", "setup.cfg", "setup.py")


def find_root(named: str | None, path: str | None = None) -> str:
    """The project's folder, resolved. `path` is a file that the user named, where there is one."""
    if named is not None:
        if not os.path.isdir(named):
            raise InputError(f"{named} is not a folder; --root takes the folder of the project")
        return os.path.realpath(named)
    here = os.path.realpath(os.getcwd())
    found = project_around(here)
    if found is None and path is not None:
        found = project_around(os.path.dirname(os.path.realpath(path)))
    return found or here


def project_around(folder: str) -> str | None:
    """The nearest repository around a folder, else the nearest folder with a project file."""
    project: str | None = None
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        if project is None and any(os.path.isfile(os.path.join(folder, name)) for name in _PROJECT_FILES):
            project = folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return project
        folder = parent


def inside(root: str, path: str) -> str:
    """The path of a file relative to the root, with forward slashes; one outside is refused."""
    full = os.path.realpath(path)
    relative = os.path.relpath(full, root) if _same_drive(full, root) else os.pardir
    if relative == os.pardir or relative.startswith(os.pardir + os.sep):
        raise InputError(
            f"{path} is outside the workspace {root}; run the command inside its project or pass --root",
            code="HF602",
        )
    return relative.replace(os.sep, "/")


def _same_drive(one: str, other: str) -> bool:
    return os.path.splitdrive(one)[0].lower() == os.path.splitdrive(other)[0].lower()
