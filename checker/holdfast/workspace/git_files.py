"""The files of a folder as git sees them: tracked ones and new ones, without the ignored."""

from __future__ import annotations

import os


def git_listing(root: str) -> frozenset[str] | None:
    """Names relative to `root`, or None where git cannot tell: absent, no repository, an ignored folder.

    Submodules and repositories inside the folder are left out.
    """
    if not _has_repository(root):
        return None
    from holdfast.errors import InputError
    from holdfast.workspace.git_process import GitFailure, try_git

    try:
        output = try_git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    except InputError:
        return None
    # A folder that is ignored as a whole has no files for git; a person who points at it wants it read.
    if isinstance(output, GitFailure) or not output:
        return None
    return frozenset(os.fsdecode(name) for name in output.split(b"\0") if name and not name.endswith(b"/"))


def _has_repository(folder: str) -> bool:
    """Whether starting git is worth its price: a `.git` here or above."""
    if "GIT_DIR" in os.environ:
        return True
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return True
        parent = os.path.dirname(folder)
        if parent == folder:
            return False
        folder = parent
