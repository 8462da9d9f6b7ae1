"""Quick fixes on our diagnostics: a safe variant where there is one, and a way to be left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holdfast_server.desk.shown import ShownFindings
from holdfast_server.judgement import Variant, Wish, read_wish, write_wish
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

    @property
    def fix(self) -> str:
        return f"holdfast.fix.{self.token}"

    def all(self) -> tuple[str, ...]:
        return self.dismiss, self.rename, self.apply, self.fix


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
    for finding, diagnostic in here:
        variant = shown.variant(finding)
        call = None if variant is None else _call(variant, shown, wish, commands)
        if variant is None or call is None:
            continue
        title = variant.title
        same = next((each for each in actions if each["title"] == title), None)
        if same is not None:
            same["diagnostics"].append(diagnostic)
            continue
        actions.append(
            {
                "title": title,
                "kind": "quickfix",
                "diagnostics": [diagnostic],
                "isPreferred": True,
                "command": {"title": title, **call},
            }
        )
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


def _call(
    variant: Variant, shown: ShownFindings, wish: Wish | None, commands: Commands
) -> dict[str, Any] | None:
    """The command that carries a safe variant out; None where it has come too late.

    Edits go through a command of ours as well, since the variant of an edit is checked like the edit itself.
    """
    untouched = shown.all_before()
    if variant.name is not None:
        if not untouched or wish is None or wish.range is None:
            return None
        return {"command": commands.rename, "arguments": [wish.uri, wish.range["start"], variant.name]}
    if untouched and variant.edit is not None and wish is not None:
        return {"command": commands.fix, "arguments": [variant.edit, write_wish(wish)]}
    if shown.all_after() and variant.rest is not None:
        return {"command": commands.fix, "arguments": [variant.rest, write_wish(Wish("edit"))]}
    return None


def read_fix(arguments: Sequence[Any]) -> Wish | None:
    """The refactoring that the edit of a fix command belongs to; None for arguments that are not ours."""
    if len(arguments) != 2 or not all(isinstance(each, Mapping) for each in arguments):
        return None
    try:
        return read_wish(arguments[1])
    except (KeyError, TypeError, ValueError):
        return None


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
