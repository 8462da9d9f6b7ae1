"""Where modules lie: the folders of a world and the roots from which absolute imports start.

Knows file names only, never their text. A root is a folder, "" for the world itself.
"""

from __future__ import annotations

from functools import cached_property

from holdfast.records import dataclass

#: Endings of Python sources, in the order in which they are preferred.
ENDINGS = (".py", ".pyi")

#: Endings of modules that are no Python text: they exist, but their contents are not ours to read.
COMPILED_ENDINGS = (".so", ".pyd", ".pyx", ".pxd", ".c")

#: A folder of this name that is no package itself holds packages.
SOURCE_FOLDERS = ("src", "lib", "python", "source")


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """What a person can say about a project's layout. `roots` None means: look at the files."""

    roots: tuple[str, ...] | None = None


@dataclass(frozen=True, eq=False)
class Layout:
    """The files of a world as a tree of folders. Built once per set of file names."""

    files: frozenset[str]

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder with a Python file somewhere below it; "" is the world itself."""
        found: set[str] = {""}
        for file in self.files:
            if file.endswith(ENDINGS):
                folder = parent(file)
                while folder not in found:
                    found.add(folder)
                    folder = parent(folder)
        return frozenset(found)

    @cached_property
    def compiled(self) -> frozenset[str]:
        """Module paths, without ending, of modules that are no Python text."""
        return frozenset(
            join(parent(file), base(file).split(".", 1)[0])
            for file in self.files
            if file.endswith(COMPILED_ENDINGS)
        )

    @cached_property
    def python_files(self) -> tuple[str, ...]:
        return tuple(sorted(file for file in self.files if file.endswith(ENDINGS)))

    def module_at(self, path: str) -> str | None:
        """The file of the module `path` (without ending), a source rather than its stub."""
        for ending in ENDINGS:
            if path + ending in self.files:
                return path + ending
        return None

    def package_at(self, folder: str) -> str | None:
        """The `__init__` of a folder that is a regular package."""
        return self.module_at(join(folder, "__init__"))


def parent(path: str) -> str:
    return path.rpartition("/")[0]


def base(path: str) -> str:
    return path.rpartition("/")[2]


def join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def stem(file: str) -> str:
    """The file without its Python ending."""
    return file[:-4] if file.endswith(".pyi") else file[:-3] if file.endswith(".py") else file


def source_roots(layout: Layout, settings: ProjectSettings | None = None) -> tuple[str, ...]:
    """The folders from which absolute imports start, the most trustworthy first.

    A person's word is final. Otherwise: `src` and its like when they are no packages, the world itself,
    and the folder above every topmost regular package, which is how pytest and `python script.py`
    find things. A guessed root inside a source folder is dropped: it is a namespace package.
    """
    if settings is not None and settings.roots is not None:
        return tuple(dict.fromkeys(_tidy(root) for root in settings.roots))
    certain = [
        folder
        for folder in sorted(layout.folders, key=lambda folder: (folder.count("/"), folder))
        if base(folder) in SOURCE_FOLDERS
        and layout.package_at(folder) is None
        and not _inside_package(layout, folder)
    ]
    guessed = set()
    for file in layout.python_files:
        if base(file) in {"__init__.py", "__init__.pyi"}:
            root = package_root(layout, parent(file))
            if root and not any(root == known or root.startswith(known + "/") for known in certain):
                guessed.add(root)
    return (*certain, "", *sorted(guessed, key=lambda folder: (folder.count("/"), folder)))


def package_root(layout: Layout, folder: str) -> str:
    """The folder above the topmost regular package around `folder`; `folder` itself outside packages."""
    while folder and layout.package_at(folder) is not None:
        folder = parent(folder)
    return folder


def _tidy(root: str) -> str:
    root = root.replace("\\", "/").removeprefix("./").strip("/")
    return "" if root == "." else root


def _inside_package(layout: Layout, folder: str) -> bool:
    return folder != "" and layout.package_at(parent(folder)) is not None
