"""Makes sure that importing, in this process, can reach nothing but the standard library.

jedi imports compiled modules to look into them, from those folders of `sys.path` that it takes for
safe: the ones of its own process. So these are cut down to the interpreter's own before jedi is asked
anything, and every import hook that an installed package may have added goes. jedi and parso themselves
stay importable, since a package finds its own modules without `sys.path`.
"""

from __future__ import annotations

import importlib.machinery
import sys


def isolate(standard_library: list[str]) -> None:
    """Cut the import system of this process down to these folders."""
    sys.path[:] = standard_library
    ours = (
        importlib.machinery.BuiltinImporter,
        importlib.machinery.FrozenImporter,
        importlib.machinery.PathFinder,
    )
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder in ours]
    importlib.invalidate_caches()
