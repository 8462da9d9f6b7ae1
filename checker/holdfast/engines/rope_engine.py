"""rope as an engine: all refactorings of design section 6 that rope performs.

Runs in the worker process; rope is optional. Its changes are never carried out: they are replayed on
names and texts to see what the tree would be. `ropefolder=None` keeps rope from writing a folder of
its own into the user's tree.

Options: `python_path` (folders of libraries); rename: `docs`, `in_hierarchy`; extract: `similar`,
`global`; inline: `keep` (leave the definition), `only_current`; move: `destination` (a file, a folder,
or the attribute that a method moves to); change-signature: `changes`, a list of `{"remove": i}`,
`{"add": [i, name, default, value]}`, `{"reorder": [...]}`, `{"inline_default": i}` or
`{"normalise": true}`, and `in_hierarchy`; encapsulate-field: `getter`, `setter`; rename with `module`
renames the file itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from holdfast.engines.answer import digest
from holdfast.engines.rope_changes import replay

KINDS = (
    "rename",
    "extract-variable",
    "extract-function",
    "inline",
    "move",
    "change-signature",
    "encapsulate-field",
    "introduce-parameter",
    "organise-imports",
)

_projects: dict[str, Any] = {}


def propose(root: str, request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one request about the folder `root`."""
    try:
        from rope.base.exceptions import RopeError
    except ImportError:
        return {"refused": "rope is not installed; install it with `pip install rope`."}
    project = _project(root, request["options"].get("python_path", ()))
    try:
        resource = project.get_resource(request["file"])
        resources = [project.get_resource(file) for file in request["files"]]
        changes = _MAKERS[request["kind"]](project, resource, _shifted(resource, request), resources)
    except RopeError as error:
        return {"refused": f"rope: {error}"}
    if changes is None:
        return {"changed": {}}
    return replay(changes, lambda file: digest(_without_mark(project.get_resource(file).read())))


def forget(root: str) -> None:
    """The folder is gone; drop what is remembered about it."""
    project = _projects.pop(root, None)
    if project is not None:
        project.close()


def _project(root: str, python_path: Any) -> Any:
    """The project of `root`, kept between requests because reading it is most of the price."""
    from rope.base.project import Project

    project = _projects.get(root)
    if project is None:
        for other in list(_projects):
            forget(other)
        project = Project(
            root,
            ropefolder=None,
            fscommands=None,
            python_path=list(python_path),
            ignore_syntax_errors=True,
            save_history=False,
            save_objectdb=False,
            automatic_soa=False,
        )
        _projects[root] = project
    else:
        project.validate(project.root)
    return project


def _shifted(resource: Any, request: Mapping[str, Any]) -> dict[str, Any]:
    """The request in rope's offsets: newlines are one character, a byte order mark is one, too."""
    with open(resource.real_path, "rb") as stream:
        data = stream.read()
    text = resource.read()
    shift = 1 if text.startswith("\ufeff") else 0
    moved = dict(request)
    if b"\r\n" in data:
        from holdfast.workspace.decode import Decoded, decode

        content = decode(data, python=True)
        original = content.text if isinstance(content, Decoded) else text
        for key in ("start", "end"):
            moved[key] = request[key] - original.count("\r\n", 0, request[key])
    for key in ("start", "end"):
        moved[key] += shift
    return moved


def _without_mark(text: str) -> str:
    return text.removeprefix("\ufeff")


def _rename(project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]) -> Any:
    from rope.refactor.rename import Rename

    options = request["options"]
    if options.get("module"):
        target = resource.parent if resource.name == "__init__.py" else resource
        return Rename(project, target).get_changes(request["new_name"], resources=resources)
    return Rename(project, resource, request["start"]).get_changes(
        request["new_name"],
        docs=bool(options.get("docs", False)),
        in_hierarchy=bool(options.get("in_hierarchy", False)),
        resources=resources,
    )


def _extract(project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]) -> Any:
    from rope.refactor.extract import ExtractMethod, ExtractVariable

    make = ExtractVariable if request["kind"] == "extract-variable" else ExtractMethod
    options = request["options"]
    return make(project, resource, request["start"], request["end"]).get_changes(
        request["new_name"],
        similar=bool(options.get("similar", False)),
        global_=bool(options.get("global", False)),
    )


def _inline(project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]) -> Any:
    from rope.refactor.inline import create_inline

    options = request["options"]
    refactoring = create_inline(project, resource, request["start"])
    if refactoring.get_kind() == "parameter":
        return refactoring.get_changes(resources=resources)
    return refactoring.get_changes(
        remove=not options.get("keep", False),
        only_current=bool(options.get("only_current", False)),
        resources=resources,
    )


def _move(project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]) -> Any:
    from rope.refactor.move import MoveMethod, create_move

    options = request["options"]
    refactoring = create_move(project, resource, None if options.get("module") else request["start"])
    destination = options.get("destination", "")
    if isinstance(refactoring, MoveMethod):
        return refactoring.get_changes(destination, request["new_name"], resources=resources)
    target = project.get_resource(destination) if destination else project.root
    return refactoring.get_changes(target, resources=resources)


def _change_signature(project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]) -> Any:
    from rope.refactor import change_signature as signature

    makers: dict[str, Callable[[Any], Any]] = {
        "remove": signature.ArgumentRemover,
        "add": lambda fields: signature.ArgumentAdder(*fields),
        "reorder": signature.ArgumentReorderer,
        "inline_default": signature.ArgumentDefaultInliner,
        "normalise": lambda _: signature.ArgumentNormalizer(),
    }
    changers = [
        makers[key](value)
        for change in request["options"].get("changes", ())
        for key, value in change.items()
    ]
    return signature.ChangeSignature(project, resource, request["start"]).get_changes(
        changers, in_hierarchy=bool(request["options"].get("in_hierarchy", False)), resources=resources
    )


def _encapsulate(project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]) -> Any:
    from rope.refactor.encapsulate_field import EncapsulateField

    options = request["options"]
    return EncapsulateField(project, resource, request["start"]).get_changes(
        getter=options.get("getter"), setter=options.get("setter"), resources=resources
    )


def _introduce_parameter(
    project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]
) -> Any:
    from rope.refactor.introduce_parameter import IntroduceParameter

    return IntroduceParameter(project, resource, request["start"]).get_changes(request["new_name"])


def _organise(project: Any, resource: Any, request: Mapping[str, Any], resources: list[Any]) -> Any:
    from rope.refactor.importutils import ImportOrganizer

    return ImportOrganizer(project).organize_imports(resource)


_MAKERS: Mapping[str, Callable[[Any, Any, Mapping[str, Any], list[Any]], Any]] = {
    "rename": _rename,
    "extract-variable": _extract,
    "extract-function": _extract,
    "inline": _inline,
    "move": _move,
    "change-signature": _change_signature,
    "encapsulate-field": _encapsulate,
    "introduce-parameter": _introduce_parameter,
    "organise-imports": _organise,
}
