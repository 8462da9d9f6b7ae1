"""A jedi script whose every question starts from the same state.

jedi's inference remembers what it found, and what it gave up on, so its answers depend on what was asked
before. Here each question gets an inference state of its own; what is shared between questions is only
what cannot carry an answer over: syntax trees, found by content, and the text of files, which does not
change while a world is shown.

This is the one place that knows jedi's insides: how a `Script` is put together, and that all reading
goes through `InferenceState.parse_and_get_code`.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any, Final

import jedi
from jedi import settings
from jedi.api.environment import InterpreterEnvironment, create_environment
from jedi.inference import InferenceState
from parso.cache import parser_cache
from parso.grammar import load_grammar
from parso.python.tree import Module

from holdfast.resolve.messages import Paths, Start
from holdfast.resolve.worker.disguise import readable
from holdfast.resolve.worker.trees import Tree, Trees
from holdfast.workspace.decode import Decoded, decode

#: The newest grammar that parso has; older syntax is a part of it.
_GRAMMARS: Final = ("3.14", "3.13")


def configure() -> None:
    """Settings of jedi under which an answer depends on the text alone."""
    settings.auto_import_modules = []
    settings.fast_parser = False
    # Callers in other files are looked for in at most thirty files, in the order in which the folder
    # lists them: that can be another answer in another folder. It also took about 70 % of the time on two
    # files of django, changed no answer there, and made no difference on rich and sqlalchemy.
    settings.dynamic_params_for_other_modules = False
    # parso looks at every token of the file for the one at a place: some milliseconds in a long file.
    Module.get_name_of_position = name_at  # type: ignore[method-assign]


def forget_folders() -> None:
    """Forget how folders looked: another world is shown under the same paths."""
    importlib.invalidate_caches()
    parser_cache.clear()


class Setting:
    """What all questions of this process share."""

    __slots__ = ("environment", "trees", "trusted")

    def __init__(self, start: Start) -> None:
        self.trees = Trees(start["cache_folder"])
        self.trusted = start["trusted"]
        self.environment: Any
        if start["trusted"] and start["interpreter"]:
            self.environment = create_environment(start["interpreter"], safe=False)
        else:
            self.environment = _OwnEnvironment()


class World:
    """One world as folders, and the text that was read from them so far."""

    __slots__ = ("_files", "_missing", "project", "root", "setting")

    def __init__(self, paths: Paths, setting: Setting) -> None:
        self.root = paths["root"]
        self.setting = setting
        self.project = _WorldProject(
            self.root,
            sys_path=[
                *paths["source_roots"],
                *setting.environment.get_sys_path(),
                *paths["library_paths"],
            ],
            smart_sys_path=False,
            load_unsafe_extensions=setting.trusted,
        )
        self._files: dict[tuple[str, Path], Tree] = {}
        self._missing: set[Path] = set()

    def tree(self, grammar: Any, path: Path, file_io: Any) -> Tree:
        """The tree of a file of this world or of a library; raises OSError where there is no such file."""
        key = (grammar._hashed, path)
        tree = self._files.get(key)
        if tree is None:
            if path in self._missing:
                raise FileNotFoundError(path)
            try:
                content = file_io.read() if file_io is not None else path.read_bytes()
            except OSError:
                self._missing.add(path)
                raise
            text = content if isinstance(content, str) else _decoded(content)
            tree = self._files[key] = _parsed(self.setting.trees, grammar, text)
        return tree

    def file_of(self, path: Path | None) -> str | None:
        """The file of the world that a path names."""
        if path is None:
            return None
        name = os.fspath(path)
        if name.startswith(self.root + os.sep):
            return name[len(self.root) + 1 :].replace(os.sep, "/")
        return None


class FreshScript(jedi.Script):  # type: ignore[misc]
    """A file of a world, about which one question is to be asked."""

    def __init__(self, world: World, file: str) -> None:
        path = Path(world.root, *file.split("/"))
        state = _FreshState(world, path)
        tree = state.read_tree(path, use_latest_grammar=path.suffix == ".pyi")
        self._orig_path = self.path = path
        self._inference_state = state
        self._module_node = tree.node
        self._code_lines = tree.lines
        self._code = tree.text
        self.broken = bool(tree.errors)

    @property
    def state(self) -> Any:
        return self._inference_state

    def name_at(self, line: int, column: int) -> Any:
        """The name token at a place, None where there is none."""
        return name_at(self._module_node, (line, column))

    def leaf_ending_at(self, line: int, column: int) -> Any:
        """The token that ends at a place (or contains it)."""
        return self._module_node.get_leaf_for_position((line, column))

    def context_of(self, leaf: Any) -> Any:
        return self._get_module_context().create_context(leaf)

    def read_files(self) -> list[str]:
        """The files of the world that were read for the answer."""
        return sorted(self._inference_state.read)


class _FreshState(InferenceState):  # type: ignore[misc]
    """An inference state that reads through its world and notes what it reads."""

    def __init__(self, world: World, script_path: Path) -> None:
        super().__init__(world.project, environment=world.setting.environment, script_path=script_path)
        self._world = world
        self.read: set[str] = set()

    def read_tree(self, path: Path, *, use_latest_grammar: bool, file_io: Any = None) -> Tree:
        grammar = self.latest_grammar if use_latest_grammar else self.grammar
        tree = self._world.tree(grammar, path, file_io)
        file = self._world.file_of(path)
        if file is not None:
            self.read.add(file)
        # jedi looks the lines of a module up here, by its path.
        parser_cache.setdefault(grammar._hashed, {})[path] = tree
        return tree

    def parse_and_get_code(
        self,
        code: Any = None,
        path: Any = None,
        use_latest_grammar: bool = False,
        file_io: Any = None,
        **_: Any,
    ) -> tuple[Any, str]:
        if code is not None:
            # Text that is in no file: a docstring or a forward reference.
            grammar = self.latest_grammar if use_latest_grammar else self.grammar
            return grammar.parse(code), code
        place = Path(path if file_io is None else file_io.path)
        tree = self.read_tree(place, use_latest_grammar=use_latest_grammar, file_io=file_io)
        return tree.node, tree.text


class _WorldProject(jedi.Project):  # type: ignore[misc]
    """A project that also looks for modules beside the asking file, as Python does for scripts.

    That folder comes last and gives no module its name, so it can only add what is not found otherwise.
    """

    def _get_sys_path(
        self, inference_state: Any, add_parent_paths: bool = True, add_init_paths: bool = False
    ) -> list[str]:
        paths: list[str] = list(self._sys_path)
        script: Path | None = inference_state.script_path
        if add_parent_paths and script is not None:
            folder = script.parent
            while (folder / "__init__.py").is_file() and str(folder) != str(self._path):
                folder = folder.parent
            if str(folder) not in paths:
                paths.append(str(folder))
        return paths


class _OwnEnvironment(InterpreterEnvironment):  # type: ignore[misc]
    """The interpreter that runs this process, reading the newest syntax that parso knows."""

    def get_grammar(self) -> Any:
        return newest_grammar()

    def get_sys_path(self) -> list[str]:
        return sys.path


def newest_grammar() -> Any:
    for version in _GRAMMARS:
        try:
            return load_grammar(version=version)
        except NotImplementedError:
            continue
    return load_grammar()


def name_at(module: Any, position: tuple[int, int]) -> Any:
    """The name that a place lies in or at the edge of: the same as parso's, by halving."""
    leaf = module.get_leaf_for_position(position, include_prefixes=True)
    if leaf is not None and leaf.type != "name" and leaf.end_pos == position:
        leaf = leaf.get_next_leaf()
    if leaf is None or leaf.type != "name":
        return None
    return leaf if leaf.start_pos <= position <= leaf.end_pos else None


def _parsed(trees: Trees, grammar: Any, text: str) -> Tree:
    """The tree of a text, or of its disguise where parso cannot read the text and can read that."""
    tree = trees.parse(grammar, text)
    if tree.errors:
        disguise = readable(text)
        if disguise is not None:
            disguised = trees.parse(grammar, disguise)
            if disguised.errors < tree.errors:
                return disguised
    return tree


def _decoded(data: bytes) -> str:
    content = decode(data, python=True)
    return content.text if isinstance(content, Decoded) else data.decode("utf-8", "replace")
