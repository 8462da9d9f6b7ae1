"""Python files to judge against: the running standard library and a few large packages.

Packages are wheels, fetched once by `pip download` into a cache folder ($HOLDFAST_CORPORA, by default
`holdfast/corpora` in the user's cache) and unpacked there. Nothing of them is ever imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("django==5.2", "sympy==1.13.3", "sqlalchemy==2.0.36")


def cache_folder() -> Path:
    """Where unpacked packages are kept."""
    named = os.environ.get("HOLDFAST_CORPORA")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "holdfast" / "corpora"


def package_folder(requirement: str) -> Path:
    """The unpacked files of a package, fetched if they are not there yet."""
    folder = cache_folder() / requirement.replace("==", "-")
    if not folder.exists():
        wheels = cache_folder() / "wheels" / folder.name
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"]
        subprocess.run([*command, "-d", str(wheels), requirement], check=True)
        (wheel,) = wheels.glob("*.whl")
        unpacked = folder.with_suffix(".partial")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(unpacked)
        unpacked.rename(folder)
    return folder


def standard_library() -> Path:
    return Path(sysconfig.get_path("stdlib"))


def python_files(folder: Path) -> Iterator[Path]:
    """The Python files under a folder in a fixed order, installed packages left out."""
    for path in sorted(folder.rglob("*.py")):
        if "site-packages" not in path.parts:
            yield path
