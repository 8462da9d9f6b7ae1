"""The wrapped server's capabilities with ours added: nothing that it offers is taken away or changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def merged_capabilities(
    capabilities: Mapping[str, Any], *, commands: Sequence[str], resolves: bool
) -> dict[str, Any]:
    """Capabilities that also announce our quick fixes and the commands behind them.

    `resolves` says whether the editor can be promised to complete actions later.
    """
    merged = dict(capabilities)
    execute = capabilities.get("executeCommandProvider")
    execute = dict(execute) if isinstance(execute, Mapping) else {}
    theirs = execute.get("commands")
    execute["commands"] = [*(theirs if isinstance(theirs, list) else []), *commands]
    merged["executeCommandProvider"] = execute
    actions = capabilities.get("codeActionProvider")
    if isinstance(actions, Mapping):
        options = dict(actions)
        kinds = options.get("codeActionKinds")
        if isinstance(kinds, list) and "quickfix" not in kinds:
            options["codeActionKinds"] = [*kinds, "quickfix"]
        if resolves:
            options["resolveProvider"] = True
        merged["codeActionProvider"] = options
    elif actions is True:
        merged["codeActionProvider"] = {"resolveProvider": True} if resolves else True
    else:
        merged["codeActionProvider"] = {"codeActionKinds": ["quickfix"]}
    return merged


def offers(capabilities: Mapping[str, Any], name: str) -> bool:
    """Whether the wrapped server itself offers something."""
    return bool(capabilities.get(name)) or isinstance(capabilities.get(name), Mapping)


def resolves(capabilities: Mapping[str, Any]) -> bool:
    """Whether the wrapped server itself completes code actions."""
    actions = capabilities.get("codeActionProvider")
    return isinstance(actions, Mapping) and actions.get("resolveProvider") is True
