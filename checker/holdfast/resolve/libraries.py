"""The folders of installed packages, read as data: nothing in them is run."""

from __future__ import annotations

import glob
import os

_LAYOUTS = (
    os.path.join("lib", "python3*", "site-packages"),
    os.path.join("lib64", "python3*", "site-packages"),
    os.path.join("Lib", "site-packages"),
)


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
