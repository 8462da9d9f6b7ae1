"""Git changes as two worlds: between commits, staged, or in the working copy.

Both worlds stand on one base, so that only what git says is different is ever compared, and everything
else is read when somebody asks. Nothing in the repository is changed, its index file included.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from holdfast.errors import InputError
from holdfast.records import dataclass
from holdfast.text.world import World
from holdfast.workspace.conflicts import conflict_markers
from holdfast.workspace.disk import DiskTree, Listing, is_python
from holdfast.workspace.git_objects import ObjectReader
from holdfast.workspace.git_process import GitFailure, run_git, try_git, without_filters
from holdfast.workspace.git_tree import GitTree

_SUBMODULE = "160000"
_LINK = "120000"


@dataclass(frozen=True, slots=True, eq=False)
class Repository:
    """A repository and its one reader of blobs. Close it, or use it in a `with`."""

    #: The top of the working copy; of a bare repository, the repository itself.
    root: str
    bare: bool
    reader: ObjectReader

    def close(self) -> None:
        self.reader.close()

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True, eq=False)
class GitChange:
    """A change as git has it. Both worlds share one base; `changed` names every Python file that differs."""

    before: World
    after: World
    before_tree: GitTree
    after_tree: GitTree
    changed: frozenset[str]
    #: Old name to new name, of files that git takes for renamed.
    renamed: Mapping[str, str]
    #: Changed Python files that have no text on one side, with the reason.
    unreadable: Mapping[str, str]


def open_repository(folder: str | os.PathLike[str]) -> Repository:
    """The repository around `folder`."""
    path = os.path.realpath(folder)
    if not os.path.isdir(path):
        raise InputError(f"{os.fspath(folder)} is not a folder.")
    output = try_git(path, "rev-parse", "--is-bare-repository", "--absolute-git-dir")
    if isinstance(output, GitFailure):
        if "dubious ownership" in output.message:
            raise InputError(
                f"git does not trust {path}, which belongs to another user; "
                "allow it with `git config --global --add safe.directory`."
            )
        raise InputError(f"{path} is not inside a git repository.")
    bare, git_folder = os.fsdecode(output).rstrip("\n").split("\n", 1)
    if bare == "true":
        return Repository(git_folder, True, ObjectReader(git_folder))
    root = os.path.realpath(os.fsdecode(run_git(path, "rev-parse", "--show-toplevel")).rstrip("\n"))
    return Repository(root, False, ObjectReader(root))


def commit_id(repository: Repository, revision: str) -> str:
    """The full name of a commit; a revision that is not there is explained."""
    name = _revision(repository, revision)
    if name is not None:
        return name
    if revision == "HEAD" or _revision(repository, "HEAD") is None:
        raise InputError("This repository has no commit yet; use --staged to check the first one.")
    if run_git(repository.root, "rev-parse", "--is-shallow-repository").strip() == b"true":
        raise InputError(
            f"{revision} is not in this shallow clone; fetch it first, "
            "for example with `git fetch --deepen=100` or `fetch-depth: 0` in CI."
        )
    raise InputError(f"{revision} is not a commit of this repository.")


def merge_base(repository: Repository, one: str, other: str) -> str:
    """The commit where two branches parted."""
    first, second = commit_id(repository, one), commit_id(repository, other)
    output = try_git(repository.root, "merge-base", first, second)
    if isinstance(output, GitFailure):
        raise InputError(f"{one} and {other} have no common ancestor here; is this a shallow clone?")
    return output.decode().strip()


def commit_tree(repository: Repository, revision: str) -> GitTree:
    return _tree(repository, commit_id(repository, revision))


def head_tree(repository: Repository) -> GitTree:
    """The tree of the current commit; empty before the first one."""
    return _base(repository, "HEAD")[1]


def index_tree(repository: Repository) -> GitTree:
    """What would be committed now. An index with unmerged files is refused."""
    _refuse_bare(repository)
    objects: dict[str, str] = {}
    unmerged: set[str] = set()
    for entry in run_git(repository.root, "ls-files", "--stage", "-z").split(b"\0"):
        if not entry:
            continue
        fields, _, name = entry.partition(b"\t")
        mode, object_id, stage = fields.decode().split()
        if stage != "0":
            unmerged.add(os.fsdecode(name))
        elif mode not in (_SUBMODULE, _LINK):
            objects[os.fsdecode(name)] = object_id
    _refuse_unmerged(unmerged)
    return GitTree(objects, repository.reader)


def commits_change(repository: Repository, base: str, head: str = "HEAD") -> GitChange:
    """From one commit to another."""
    old, new = commit_id(repository, base), commit_id(repository, head)
    raw = run_git(repository.root, "diff-tree", "-r", "-z", "--raw", "-M", "--no-abbrev", old, new)
    return _change(_tree(repository, old), _tree(repository, new), _renames(raw))


def staged_change(repository: Repository) -> GitChange:
    """From the current commit to the index; of a partially staged file, the staged part."""
    after = index_tree(repository)
    name, before = _base(repository, "HEAD")
    raw = run_git(repository.root, "diff-index", "--cached", "-z", "--raw", "-M", "--no-abbrev", name)
    return _change(before, after, _renames(raw))


def working_change(repository: Repository, base: str = "HEAD") -> GitChange:
    """From a commit to the files on disk, new files that are not ignored included."""
    _refuse_bare(repository)
    unmerged = run_git(repository.root, "ls-files", "--unmerged", "-z").split(b"\0")
    _refuse_unmerged({os.fsdecode(entry.partition(b"\t")[2]) for entry in unmerged if entry})
    name, before = _base(repository, base)
    raw = run_git(
        repository.root,
        *("diff-index", "-z", "--raw", "-M", "--no-abbrev", name),
        settings=without_filters(repository.root),
    )
    touched = {file for old, new, _ in _raw_changes(raw) for file in (old, new)}
    new_files = run_git(repository.root, "ls-files", "--others", "--exclude-standard", "-z")
    touched.update(os.fsdecode(file) for file in new_files.split(b"\0") if file)
    return _change(before, _over_disk(repository, before, touched), _renames(raw))


def _change(before: GitTree, after: GitTree, renamed: Mapping[str, str]) -> GitChange:
    python = sorted(
        file
        for file in before.files() | after.files()
        if before.objects.get(file) != after.objects.get(file) or (after.disk and file in after.disk.files())
    )
    before.prefetch(python)
    after.prefetch(python)
    overlay: dict[str, str | None] = {}
    unreadable: dict[str, str] = {}
    for file in python:
        problem = before.problem(file) or after.problem(file)
        if problem is not None:
            unreadable[file] = problem
        text = after.text(file)
        if text != before.text(file):
            overlay[file] = text
            _refuse_conflict(file, text)
    world = World.over(before)
    return GitChange(
        before=world,
        after=world.with_buffers(overlay).with_others(after),
        before_tree=before,
        after_tree=after,
        changed=frozenset(overlay),
        renamed={old: new for old, new in renamed.items() if is_python(old) and is_python(new)},
        unreadable=unreadable,
    )


def _over_disk(repository: Repository, before: GitTree, touched: set[str]) -> GitTree:
    """The tree `before` with the touched files as they are on disk."""
    present = {
        file
        for file in touched
        if os.path.isfile(path := os.path.join(repository.root, file)) and not os.path.islink(path)
    }
    python = frozenset(file for file in present if is_python(file))
    disk = DiskTree(repository.root, Listing(python, frozenset(present - python)))
    objects = {file: name for file, name in before.objects.items() if file not in touched}
    converted = _converted_newlines(repository, before, disk)
    return GitTree(objects, repository.reader, disk, converted)


def _converted_newlines(repository: Repository, before: GitTree, disk: DiskTree) -> dict[str, str]:
    """Working copies whose CRLF git would store as LF, as it would store them."""
    suspects = {}
    for file in disk.files():
        text = disk.text(file)
        if text is not None and "\r\n" in text and "\r" not in (before.text(file) or ""):
            suspects[file] = text
    if not suspects:
        return {}
    setting = try_git(repository.root, "config", "--get", "core.autocrlf")
    automatic = isinstance(setting, bytes) and setting.strip() in (b"true", b"input")
    listing = run_git(
        repository.root, "ls-files", "--eol", "-z", "--cached", "--others", "--", *sorted(suspects)
    )
    converted = {}
    for line in listing.split(b"\0"):
        fields, _, name = line.partition(b"\t")
        _, _, attributes = fields.partition(b"attr/")
        declared = attributes.strip()
        if name and (declared.startswith((b"text", b"eol")) or (automatic and not declared)):
            file = os.fsdecode(name)
            converted[file] = suspects[file].replace("\r\n", "\n")
    return converted


def _tree(repository: Repository, commit: str) -> GitTree:
    objects: dict[str, str] = {}
    for entry in run_git(repository.root, "ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
        if not entry:
            continue
        fields, _, name = entry.partition(b"\t")
        mode, kind, object_id = fields.decode().split()
        if kind == "blob" and mode != _LINK:
            objects[os.fsdecode(name)] = object_id
    return GitTree(objects, repository.reader)


def _raw_changes(raw: bytes) -> Iterator[tuple[str, str, str]]:
    """(old name, new name, status letter) of each entry of `--raw -z` output."""
    fields = iter(raw.split(b"\0"))
    for head in fields:
        if not head.startswith(b":"):
            continue
        status = head.rsplit(b" ", 1)[1][:1].decode()
        old = os.fsdecode(next(fields))
        new = os.fsdecode(next(fields)) if status in "RC" else old
        yield old, new, status


def _renames(raw: bytes) -> dict[str, str]:
    return {old: new for old, new, status in _raw_changes(raw) if status == "R"}


def _revision(repository: Repository, revision: str) -> str | None:
    output = try_git(
        repository.root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    )
    return None if isinstance(output, GitFailure) else output.decode().strip()


def _empty_tree(repository: Repository) -> str:
    """The name of the empty tree in the repository's hash; git knows it without storing it."""
    return run_git(repository.root, "hash-object", "-t", "tree", "--stdin", data=b"").decode().strip()


def _base(repository: Repository, revision: str) -> tuple[str, GitTree]:
    """The name and the tree of a commit; before the first commit, HEAD is the empty tree."""
    if revision == "HEAD" and _revision(repository, "HEAD") is None:
        return _empty_tree(repository), GitTree({}, repository.reader)
    name = commit_id(repository, revision)
    return name, _tree(repository, name)


def _refuse_unmerged(files: set[str]) -> None:
    if files:
        raise InputError(
            f"A merge is not finished: {_some(sorted(files))} has conflicts; resolve and add first.",
            file=min(files),
        )


def _refuse_bare(repository: Repository) -> None:
    if repository.bare:
        raise InputError(f"{repository.root} is a bare repository: name two commits to compare.")


def _refuse_conflict(file: str, text: str | None) -> None:
    offset = None if text is None else conflict_markers(text)
    if offset is not None:
        raise InputError(
            f"{file} contains merge conflict markers; resolve them first.", file=file, offset=offset
        )


def _some(files: list[str]) -> str:
    return files[0] if len(files) == 1 else f"{files[0]} (and {len(files) - 1} more)"
