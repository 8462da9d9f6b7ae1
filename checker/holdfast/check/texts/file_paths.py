"""Paths that code makes from the place of its own file: `Path(__file__).parent / "data"`.

Such an expression means another folder when its module moves. Where every step is plain the path is computed,
relative to the project, so that code which follows the move (`.parent.parent`) is known to mean the same. Data
that moved along with the module is found where it went.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Mapping
from typing import NamedTuple

from holdfast.check.pair import Pair
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program

_SAME_PATH = frozenset({"resolve", "absolute", "expanduser"})
_SAME_TEXT = frozenset({"abspath", "realpath", "normpath", "str", "fspath"})
_MAKING = frozenset({"Path", "PurePath", "PosixPath", "PurePosixPath"})
#: Functions of `importlib.resources` and `pkgutil` that take a package, and some the name of a file in it.
_OF_PACKAGES = frozenset(
    {"files", "read_text", "read_binary", "open_text", "open_binary", "is_resource", "get_data"}
)
_OF_THE_MODULE = frozenset({"__file__", "__package__", "__name__"})
#: Words without which no path of this kind is made.
WORDS = _OF_THE_MODULE | _OF_PACKAGES


class _Path(NamedTuple):
    """A path relative to the project: a text, a path object, or what is read from the file there."""

    kind: str
    parts: tuple[str, ...]


def paths_in(pair: Pair, program: Program, file: str, facts: FileFacts) -> Mapping[ast.AST, Hashable]:
    """The largest expressions of a file whose path is known, each with the path in terms of after."""
    if WORDS.isdisjoint(program.index.words(file)) or not (pair.edits.renamed or pair.moved):
        return {}
    found: dict[ast.AST, Hashable] = {}
    waiting: list[ast.AST] = [facts.tree.module]
    while waiting:
        node = waiting.pop()
        path = _path_of(program, file, node) if isinstance(node, ast.expr) and _has_word(node) else None
        if path is None:
            waiting.extend(ast.iter_child_nodes(node))
            continue
        parts = _became(pair, file, path.parts) if program is pair.before else path.parts
        found[node] = ("path", path.kind, parts)
    return found


def _has_word(node: ast.expr) -> bool:
    return any(
        isinstance(inner, ast.Name | ast.Attribute) and last_name(inner) in WORDS for inner in ast.walk(node)
    )


def _became(pair: Pair, file: str, parts: tuple[str, ...]) -> tuple[str, ...]:
    """Where the files at a path are after the edit, if they moved along with the module."""
    new_file = pair.file_after(file)
    here, there = tuple(file.split("/")[:-1]), tuple((new_file or file).split("/")[:-1])
    if parts == tuple(file.split("/")) and new_file is not None:
        return parts  # its own file: another path is another path
    if new_file is None or here == there or parts[: len(here)] != here:
        return parts
    moved = (*there, *parts[len(here) :])
    before = _below(pair.before, parts)
    if before and before <= _below(pair.after, moved) and not _below(pair.after, parts):
        return moved
    return parts


def _below(program: Program, parts: tuple[str, ...]) -> set[str]:
    """The files at a path or in the folder there, without those of Python, relative to it."""
    path = "/".join(parts)
    files = program.world.other_files()
    if path in files:
        return {""}
    return {file[len(path) + 1 :] for file in files if file.startswith(f"{path}/")}


def _path_of(program: Program, file: str, node: ast.expr) -> _Path | None:
    match node:
        case ast.Name(id="__file__"):
            return _Path("text", tuple(file.split("/")))
        case ast.Attribute(value=inner, attr="parent"):
            return _up(_path_of(program, file, inner), 1)
        case ast.Subscript(
            value=ast.Attribute(value=inner, attr="parents"), slice=ast.Constant(value=int(count))
        ) if count >= 0:
            return _up(_path_of(program, file, inner), count + 1)
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=str(more))):
            return _down(_path_of(program, file, left), (more,))
        case ast.Call():
            return _call(program, file, node)
        case _:
            return None


def _call(program: Program, file: str, node: ast.Call) -> _Path | None:
    word = last_name(node.func)
    texts = [
        item.value for item in node.args if isinstance(item, ast.Constant) and isinstance(item.value, str)
    ]
    if isinstance(node.func, ast.Attribute) and word in _SAME_PATH and not node.args:
        return _path_of(program, file, node.func.value)
    if isinstance(node.func, ast.Attribute) and len(texts) == len(node.args) and node.args:
        base = _path_of(program, file, node.func.value)
        if base is not None and word == "joinpath":
            return _down(base, tuple(texts))
        if base is not None and word == "with_name":
            return _down(_up(base, 1), tuple(texts))
    if not node.args:
        return None
    first = node.args[0]
    if word in _OF_PACKAGES and len(texts) >= len(node.args) - 1:
        folder = _folder_of_package(program, file, first)
        names = [item.value for item in node.args[1:] if isinstance(item, ast.Constant)]
        return None if folder is None else _down(_Path(word, folder), tuple(map(str, names)))
    base = _path_of(program, file, first)
    if base is None:
        return None
    if word in _MAKING and len(texts) == len(node.args) - 1:
        return _down(_Path("path", base.parts), tuple(texts))
    if word in _SAME_TEXT and len(node.args) == 1:
        return _Path("text", base.parts)
    if word == "dirname" and len(node.args) == 1:
        return _up(base, 1)
    if word == "join" and len(texts) == len(node.args) - 1:
        return _down(base, tuple(texts))
    return None


def _folder_of_package(program: Program, file: str, node: ast.expr) -> tuple[str, ...] | None:
    """The folder of the package that `__package__`, `__name__` or a text names."""
    if isinstance(node, ast.Name) and node.id in ("__package__", "__name__"):
        return tuple(file.split("/")[:-1])
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        module = program.resolve_module(file, 0, tuple(node.value.split(".")))
        return tuple(module.file.split("/")[:-1]) if isinstance(module, ModuleFile) else None
    return None


def _up(path: _Path | None, count: int) -> _Path | None:
    return None if path is None else _Path(path.kind, _joined((*path.parts, *[".."] * count)))


def _down(path: _Path | None, more: tuple[str, ...]) -> _Path | None:
    if path is None or any(text.startswith(("/", "~")) for text in more):
        return None
    return _Path(path.kind, _joined((*path.parts, *(part for text in more for part in text.split("/")))))


def _joined(parts: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for part in parts:
        if part == ".." and found and found[-1] != "..":
            found.pop()
        elif part not in ("", "."):
            found.append(part)
    return tuple(found)
