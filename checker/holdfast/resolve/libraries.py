"""The folders of installed packages, read as data: nothing in them is run."""

from __future__ import annotations

import glob
import os
import sys

_LAYOUTS = (
    os.path.join("lib", "python3*", "site-packages"),
    os.path.join("lib64", "python3*", "site-packages"),
    os.path.join("Lib", "site-packages"),
)


#: Names under which people keep the environment of a project inside of it.
_NAMES = (".venv", "venv", "env", ".env")


def found_library_paths(workspace: str) -> tuple[str, ...]:
    """The packages that the project most likely runs with.

    The environment inside the workspace, else the active one, else the one that Holdfast runs in.
    """
    inside = (os.path.join(workspace, name) for name in _NAMES)
    candidates = [folder for folder in inside if os.path.isfile(os.path.join(folder, "pyvenv.cfg"))]
    active = (os.environ.get("VIRTUAL_ENV"), os.environ.get("CONDA_PREFIX"), sys.prefix)
    for environment in (*candidates, *filter(None, active)):
        paths = library_paths(environment)
        if paths:
            return paths
    return ()


def library_paths(environment: str) -> tuple[str, ...]:
    """The folders from which a virtual environment's interpreter would import installed packages.

    Lines of `.pth` files that name a folder count, as they do for Python; lines that are code do not.
    """
    found: list[str] = []
    for layout in _LAYOUTS:
        for folder in sorted(glob.glob(os.path.join(glob.escape(environment), layout))):
            if os.path.realpath(folder) not in map(os.path.realpath, found):
                found.append(folder)
                found.extend(_named_folders(folder))
    return tuple(dict.fromkeys(found))


def _named_folders(folder: str) -> list[str]:
    named: list[str] = []
    for file in sorted(glob.glob(os.path.join(glob.escape(folder), "*.pth"))):
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:
                lines = stream.read().splitlines()
        except OSError:
            continue
        for line in map(str.strip, lines):
            if line and not line.startswith(("#", "import ", "import\t")):
                path = os.path.abspath(os.path.join(folder, line))
                if os.path.isdir(path):
                    named.append(path)
    return named
