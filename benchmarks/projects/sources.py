"""The projects that the checker is judged on: their source distributions, and an interpreter for their tests.

Nothing of theirs is kept in this project. The distributions are downloaded into a cache folder and unpacked
there, and a virtual environment beside them has what the test-suites need.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from typing import NamedTuple


class Project(NamedTuple):
    """A project whose test-suite takes seconds. `tests` are the arguments that choose the tests."""

    name: str
    version: str
    tests: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        return f"{self.name.replace('-', '_')}-{self.version}"


PROJECTS = (
    Project("boltons", "26.2.0"),
    Project("cachetools", "8.0.0"),
    Project("h11", "0.16.0"),
    Project("iniconfig", "2.3.1"),
    Project("isodate", "0.7.2"),
    Project("itsdangerous", "2.2.0"),
    Project("jinja2", "3.1.6"),
    Project("pathspec", "1.1.1"),
    Project("pluggy", "1.7.0"),
    Project("pyflakes", "4.1.0"),
    Project("schema", "0.7.8"),
    Project("simpleeval", "1.0.8"),
    Project("sqlparse", "0.6.1"),
    Project("tabulate", "0.10.0"),
    Project("tomlkit", "0.15.2"),
    Project("toolz", "1.2.0"),
    Project("voluptuous", "0.16.0"),
    Project("wsproto", "1.3.2"),
    Project("inflection", "0.5.1"),
    Project("parsimonious", "0.11.0"),
    Project("parsy", "2.2"),
    Project("tinydb", "4.9.0"),
    Project("webcolors", "25.10.0"),
    Project("xmltodict", "1.0.4"),
    Project("marshmallow", "4.4.0"),
    Project("mistune", "3.4.0", ("-k", "not linear")),
    Project("python-slugify", "9.1.3"),
    Project("click", "8.5.1"),
    Project("attrs", "26.1.0", ("--deselect", "tests/test_converters.py::TestPipe::test_wrapped_annotation")),
)

#: What the test-suites import besides the projects themselves.
_TEST_NEEDS = ("pytest", "hypothesis", "six", "freezegun", "trio", "simplejson")


def project_named(name: str) -> Project:
    return next(project for project in PROJECTS if project.name == name)


def fetched(cache: Path, project: Project) -> Path:
    """The unpacked source of a project."""
    trees, archives = cache / "trees", cache / "sdists"
    tree = trees / project.folder
    if tree.is_dir():
        return tree
    archive = archives / f"{project.folder}.tar.gz"
    if not archive.exists():
        wanted = ["--no-deps", "--no-binary", project.name, f"{project.name}=={project.version}"]
        command = [sys.executable, "-m", "pip", "download", "-q", *wanted, "-d", str(archives)]
        subprocess.run(command, check=True)
    trees.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as packed:
        packed.extractall(trees, filter="data")
    return tree


def interpreter(cache: Path) -> Path:
    """An interpreter that has the projects and what their tests need.

    The projects are installed for their metadata and for each other; the tree under test comes first on
    the path.
    """
    folder = cache / "venv"
    python = folder / "bin" / "python"
    stamp = folder / "installed"
    wanted = "\n".join((*_TEST_NEEDS, *(f"{each.name}=={each.version}" for each in PROJECTS)))
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *wanted.split()], check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return python
