"""What a person or the pipeline can decide about the jedi process."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResolverSettings:
    """How members are resolved. The defaults run nothing of the analysed project.

    Source roots and library paths are *data*: folders in which module names are looked up by name. Code
    is executed only with `trusted`: then extension modules of the workspace may be imported, and
    `interpreter`, if given, is started to inspect compiled modules.
    """

    #: Folders, relative to the world's root, from which the project imports; None: found by the layout.
    source_roots: tuple[str, ...] | None = None
    #: Absolute folders of installed packages, e.g. a virtual environment's `site-packages`; None: those of
    #: the environment in the workspace, or else of the active one. A world without a folder has none.
    library_paths: tuple[str, ...] | None = None
    trusted: bool = False
    interpreter: str | None = None
    #: Where syntax trees are kept between runs; None for the user's cache folder, "" for nowhere.
    cache_folder: str | None = None
    #: How many jedi processes may run. Others than the first only help with long batches. Each reads its
    #: own trees, which cost 8 to 40 % more computing time in all; whether an idle core makes up for that
    #: has not been measured.
    processes: int = 1
    #: After so much computing time one question is given up.
    question_seconds: float = 5.0
    #: After so long the rest of a batch is given up.
    batch_seconds: float = 60.0
    #: A process is replaced when it holds more than this after answering.
    memory_bytes: int = 600 * 1024 * 1024


def cache_folder(settings: ResolverSettings, workspace: str | None) -> str:
    """Where syntax trees are kept between runs; "" for nowhere.

    They are pickles, and reading one can run code. So a folder inside the workspace, into which anybody
    who can send a pull request can write, is never used.
    """
    folder = settings.cache_folder
    if folder is None:
        folder = _user_cache_folder()
    if folder and workspace is not None:
        inside = os.path.realpath(workspace) + os.sep
        if (os.path.realpath(folder) + os.sep).startswith(inside):
            return ""
    return folder


def _user_cache_folder() -> str:
    if sys.platform == "win32":
        parent = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    elif sys.platform == "darwin":
        parent = os.path.expanduser("~/Library/Caches")
    else:
        parent = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(parent, "holdfast")
