"""Quick fixes on our diagnostics: a safe variant where there is one, and a way to be left alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from holdfast_server.desk.shown import ShownFindings
from holdfast_server.judgement import Wish
from holdfast_server.session.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Commands:
    """Our commands. An editor may run several of us, and its command names are global: hence the token."""

    token: str

    @property
    def dismiss(self) -> str:
        return f"holdfast.dismiss.{self.token}"

    @property
    def rename(self) -> str:
        return f"holdfast.rename.{self.token}"

    @property
    def apply(self) -> str:
        return f"holdfast.apply.{self.token}"

    def all(self) -> tuple[str, ...]:
        return self.dismiss, self.rename, self.apply


def quick_fixes(
    params: Mapping[str, Any], shown: ShownFindings, wish: Wish | None, snapshot: Snapshot, commands: Commands
) -> list[dict[str, Any]]:
    """The code actions for our findings in the range of a `textDocument/codeAction` request."""
    if not wants_quick_fixes(params):
        return []
    document, span = params.get("textDocument"), params.get("range")
    uri = document.get("uri") if isinstance(document, Mapping) else None
    if not isinstance(uri, str) or not isinstance(span, Mapping):
        return []
    here = [(f, d) for f, d in shown.findings(uri, snapshot) if _overlap(d["range"], span)]
    actions: list[dict[str, Any]] = []
    untouched = shown.all_before()
    for finding, diagnostic in here:
        action: dict[str, Any] = {"kind": "quickfix", "diagnostics": [diagnostic]}
        if untouched and finding.fix_edit is not None:
            actions.append(
                {"title": finding.fix_title or "Apply the safe variant", **action, "edit": finding.fix_edit}
            )
        elif untouched and finding.fix_name is not None and wish is not None and wish.range is not None:
            title = finding.fix_title or f"Rename to `{finding.fix_name}` instead"
            arguments = [wish.uri, wish.range["start"], finding.fix_name]
            command = {"title": title, "command": commands.rename, "arguments": arguments}
            if not any(each.get("title") == title for each in actions):
                actions.append({"title": title, **action, "isPreferred": True, "command": command})
    if here:
        title = "Dismiss the findings of Holdfast"
        actions.append(
            {
                "title": title,
                "kind": "quickfix",
                "diagnostics": [diagnostic for _, diagnostic in here],
                "command": {"title": title, "command": commands.dismiss, "arguments": []},
            }
        )
    if not snapshot.features.action_literals:
        return [action["command"] for action in actions if "command" in action]
    return actions


def wants_quick_fixes(params: Mapping[str, Any]) -> bool:
    context = params.get("context")
    only = context.get("only") if isinstance(context, Mapping) else None
    return not isinstance(only, list) or not only or any(each in ("", "quickfix") for each in only)


def _overlap(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    try:
        return _at(one["start"]) <= _at(other["end"]) and _at(other["start"]) <= _at(one["end"])
    except (KeyError, TypeError):
        return False


def _at(position: Mapping[str, Any]) -> tuple[int, int]:
    return position["line"], position["character"]
