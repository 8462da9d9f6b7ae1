"""What the editor can do, read from the capabilities that it sends with `initialize`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast, get_args

from holdfast.text.positions import Unit

_UNITS: Final = get_args(Unit)
#: Editors that ask the next provider when one answers with an error.
_FALLS_THROUGH = re.compile(r"code|codium|cursor|windsurf|theia", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Features:
    """The abilities of one editor; the defaults are those of one that promises nothing."""

    document_changes: bool = False
    annotations: bool = False
    resource_operations: frozenset[str] = frozenset()
    #: Code actions may be completed after the user has chosen one.
    resolves_edits: bool = False
    shows_disabled: bool = False
    action_literals: bool = False
    show_document: bool = False
    progress: bool = False
    configuration: bool = False
    code_descriptions: bool = False
    related_information: bool = False
    watches_files: bool = False
    #: An error to a rename would make the editor ask somebody else for it.
    errors_fall_through: bool = False
    #: The units of columns that the editor offers, best first; the server chooses.
    units: tuple[Unit, ...] = ("utf-16",)


def read_features(params: Mapping[str, Any]) -> Features:
    """The abilities in the parameters of `initialize`. Whatever has another shape than agreed is not there."""
    capabilities = _at(params, "capabilities")
    edits = _at(capabilities, "workspace", "workspaceEdit")
    action = _at(capabilities, "textDocument", "codeAction")
    publish = _at(capabilities, "textDocument", "publishDiagnostics")
    name = _at(params, "clientInfo").get("name")
    changes = edits.get("documentChanges") is True
    return Features(
        document_changes=changes,
        # An annotated edit is a document change, so an editor needs both.
        annotations=changes and isinstance(edits.get("changeAnnotationSupport"), Mapping),
        resource_operations=frozenset(_strings(edits.get("resourceOperations"))),
        resolves_edits="edit" in _strings(_at(action, "resolveSupport").get("properties"))
        and action.get("dataSupport") is True,
        shows_disabled=action.get("disabledSupport") is True,
        action_literals=isinstance(action.get("codeActionLiteralSupport"), Mapping),
        show_document=_at(capabilities, "window", "showDocument").get("support") is True,
        progress=_at(capabilities, "window").get("workDoneProgress") is True,
        configuration=_at(capabilities, "workspace").get("configuration") is True,
        code_descriptions=publish.get("codeDescriptionSupport") is True,
        related_information=publish.get("relatedInformation") is True,
        watches_files=_at(capabilities, "workspace", "didChangeWatchedFiles").get("dynamicRegistration")
        is True,
        errors_fall_through=isinstance(name, str) and _FALLS_THROUGH.search(name) is not None,
        units=_units(_at(capabilities, "general").get("positionEncodings")),
    )


def unit_named(name: object) -> Unit:
    """The unit that a server announced; UTF-16 when it says nothing or nonsense."""
    return cast(Unit, name) if name in _UNITS else "utf-16"


def _units(raw: object) -> tuple[Unit, ...]:
    known = tuple(cast(Unit, each) for each in _strings(raw) if each in _UNITS)
    return known or ("utf-16",)


def _at(value: object, *keys: str) -> Mapping[str, Any]:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _strings(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
