"""jedi as an engine: rename, extract variable, extract function, inline.

Runs in the worker process. jedi reads the tree by itself; it answers with whole new files. No
environment of the user is started: names of libraries come from this process's own path and from the
folders that the caller names (`options["python_path"]`), which are read as data.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from holdfast.engines.answer import digest
from holdfast.text.positions import LineIndex

_MARK = "\ufeff"

KINDS = ("rename", "extract-variable", "extract-function", "inline")


def propose(root: str, request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one request about the folder `root`."""
    import jedi
    from jedi.api.environment import InterpreterEnvironment
    from jedi.api.exceptions import RefactoringError

    path = os.path.join(root, *request["file"].split("/"))
    project = jedi.Project(
        root,
        added_sys_path=request["options"].get("python_path", ()),
        load_unsafe_extensions=False,
    )
    script = jedi.Script(path=path, project=project, environment=InterpreterEnvironment())
    try:
        made = _ask(script, request)
    except RefactoringError as error:
        return {"refused": str(error)}
    except ValueError as error:
        if "not in a valid range" not in str(error):
            raise
        return {"refused": f"jedi: {error}"}
    return _changes((root, *request["aliases"]), made)


def _ask(script: Any, request: Mapping[str, Any]) -> Any:
    # jedi keeps a byte order mark in its text and does not count it in its columns.
    text = script._code.removeprefix(_MARK)
    lines = LineIndex(text)
    start = lines.position(min(request["start"], len(text)))
    end = lines.position(min(request["end"], len(text)))
    place = (start.line + 1, start.column)
    kind, name = request["kind"], request["new_name"]
    if kind == "rename":
        return script.rename(*place, new_name=name)
    if kind == "inline":
        return script.inline(*place)
    extract = script.extract_variable if kind == "extract-variable" else script.extract_function
    return extract(*place, new_name=name, until_line=end.line + 1, until_column=end.column)


def _changes(roots: tuple[str, ...], made: Any) -> dict[str, Any]:
    changed: dict[str, tuple[int, str]] = {}
    outside: list[str] = []
    for path, change in made.get_changed_files().items():
        file = _inside(roots, path)
        if file is None:
            outside.append(str(path))
        else:
            seen = change._module_node.get_code().removeprefix(_MARK)
            changed[file] = (digest(seen), change.get_new_code().removeprefix(_MARK))
    renamed: dict[str, str] = {}
    folders: dict[str, str] = {}
    for old, new in made.get_renames():
        old_file, new_file = _inside(roots, old), _inside(roots, new)
        if old_file is None or new_file is None:
            outside.append(str(old))
        else:
            (folders if os.path.isdir(old) else renamed)[old_file] = new_file
    return {"changed": changed, "renamed": renamed, "folders": folders, "outside": outside}


def _inside(roots: tuple[str, ...], path: Path | None) -> str | None:
    for root in roots:
        if path is not None and Path(path).is_relative_to(root):
            return Path(path).relative_to(root).as_posix()
    return None
