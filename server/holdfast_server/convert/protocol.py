"""Raw messages and the types of lsprotocol. The only place where the server names those types as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol import converters, types

_CONVERTER = converters.get_converter()


def workspace_edit(raw: Mapping[str, Any]) -> types.WorkspaceEdit:
    return _CONVERTER.structure(raw, types.WorkspaceEdit)


def code_action(raw: Mapping[str, Any]) -> types.CodeAction:
    return _CONVERTER.structure(raw, types.CodeAction)


def code_actions(raws: Sequence[Mapping[str, Any]]) -> list[types.CodeAction | types.Command]:
    """Actions, and bare commands for editors that know no more."""
    actions: list[types.CodeAction | types.Command] = []
    for raw in raws:
        if isinstance(raw.get("command"), str):
            actions.append(_CONVERTER.structure(raw, types.Command))
        else:
            actions.append(_CONVERTER.structure(raw, types.CodeAction))
    return actions


def name_range(raw: Mapping[str, Any]) -> types.Range:
    return _CONVERTER.structure(raw, types.Range)


def code_action_options(kinds: Sequence[str]) -> types.CodeActionOptions:
    known = [types.CodeActionKind(kind) if kind in _KINDS else kind for kind in kinds]
    return types.CodeActionOptions(code_action_kinds=known, resolve_provider=True)


_KINDS = {kind.value for kind in types.CodeActionKind}
