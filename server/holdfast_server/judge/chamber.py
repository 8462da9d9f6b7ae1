"""What the judging process does with each question: check an edit, propose one, or read ahead.

The one owner of worlds, jedi processes and engines between questions. Knows no pipe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from holdfast.errors import InputError
from holdfast.text.world import World
from holdfast.wire.uris import PathStyle, path_of_uri

from holdfast_server.judge.answers import Answers
from holdfast_server.judge.checking import check_edit, edited_uris, with_moves
from holdfast_server.judge.folders import Folders, FolderView, project_around, root_of
from holdfast_server.judge.joint import JointFolders
from holdfast_server.judge.neighbours import with_users
from holdfast_server.judge.state import State
from holdfast_server.judgement import Judged, Proposed, Refused, Verdict, Wish

if TYPE_CHECKING:
    from holdfast.engines import Engine


class Chamber:
    def __init__(self) -> None:
        self.state = State()
        self._folders = Folders()
        self._joint = JointFolders()
        self._answers: dict[str, Answers] = {}
        self._engines: dict[str, Engine] = {}

    def warm(self) -> Verdict:
        """Read the folders ahead of the first question."""
        for root in self.state.folders:
            _ = self._concerned([root])[0].program.index
        return Judged("safe", "warm")

    def check(
        self, raw: Mapping[str, Any], wish: Wish, progress: Callable[[int, int], None]
    ) -> Judged | Refused:
        """Check an edit, folder by folder."""
        try:
            raw = with_moves(raw, wish)
            parts = self._parts(raw, wish)
            if parts is None:
                return Refused("it is in a notebook or in another document that is no file.", "HF600")
            verdicts = [
                check_edit(
                    view,
                    part,
                    wish,
                    unit=self.state.unit,
                    document_changes=self.state.document_changes,
                    answers=lambda before, after, view=view: self._shown(view, before, after),  # type: ignore[misc]
                    progress=progress,
                )
                for view, part in parts
            ]
        except InputError as error:
            return Refused(error.message, error.code)
        return _together(verdicts)

    def propose(self, engine: str, wish: Wish) -> Proposed | Refused:
        """Ask an engine for the edit."""
        from holdfast_server.judge.proposing import propose

        try:
            view = self._view(self._root(wish.uri))
            return propose(self._engine(engine), view, wish, self.state)
        except InputError as error:
            return Refused(error.message, error.code)

    def close(self) -> None:
        for answers in self._answers.values():
            answers.close()
        for engine in self._engines.values():
            engine.close()

    def _engine(self, name: str) -> Engine:
        if name not in self._engines:
            from holdfast.engines import Limits, open_engine

            self._engines[name] = open_engine(name, limits=Limits(seconds=self.state.patience))
        return self._engines[name]

    def _shown(self, view: FolderView, before: World, after: World) -> Answers:
        from holdfast.resolve.settings import ResolverSettings

        settings = ResolverSettings(
            source_roots=self.state.source_roots or view.project.source_roots or None,
            trusted=self.state.trusted,
            interpreter=self.state.interpreter if self.state.trusted else None,
            batch_seconds=self.state.patience,
        )
        for gone in [each for each in self._answers if each != view.root and each not in self.state.folders]:
            self._answers.pop(gone).close()
        return self._answers.setdefault(view.root, Answers()).show(before, after, settings)

    def _view(self, root: str) -> FolderView:
        if root in self.state.folders:
            self._folders.keep_disk(root)
        self._folders.forget({*self.state.folders, root})
        return self._folders.view(
            root,
            self.state.documents.values(),
            python_version=self.state.python_version,
            source_roots=self.state.source_roots,
        )

    def _root(self, uri: str | None) -> str:
        """The folder that a request is about."""
        style = PathStyle.here()
        if uri is not None:
            root = root_of(uri, self.state.folders, style)
            path = path_of_uri(uri, style)
            if root is not None or path is not None:
                return root or project_around(str(path))
        if not self.state.folders:
            raise InputError("There is no folder to look at.")
        return self.state.folders[0]

    def _parts(self, raw: Mapping[str, Any], wish: Wish) -> list[tuple[FolderView, Mapping[str, Any]]] | None:
        """The edit with the folder that it is about: one of the workspace, or all that it reaches into.

        Folders that cannot be read as one program get their part of the edit each. None for an edit of
        documents that are no files, such as cells of a notebook: those are left alone.
        """
        asked = self._root(wish.uri or next(iter(edited_uris(raw)), None))
        steps = raw.get("documentChanges")
        if not isinstance(steps, list):
            changes = raw.get("changes")
            changes = changes if isinstance(changes, Mapping) else {}
            steps = [{"textDocument": {"uri": u, "version": None}, "edits": e} for u, e in changes.items()]
        by_root: dict[str, list[Any]] = {}
        across = False
        for step in steps:
            uris = [uri for uri in edited_uris({"documentChanges": [step]}) if _is_file(uri)]
            roots = [self._root_edited(uri, asked) for uri in uris] or [asked]
            across = across or len(set(roots)) > 1
            for root in dict.fromkeys(roots):
                by_root.setdefault(root, []).append(step)
        if not all(map(_is_file, edited_uris(raw))):
            return None
        views = self._concerned(list(by_root) or [asked])
        if len(views) == 1:
            return [(views[0], raw)]
        if across:
            raise InputError("The edit moves a file from one folder of the workspace to another.")
        return [(view, {"documentChanges": by_root[view.root]}) for view in views]

    def _concerned(self, roots: Sequence[str]) -> list[FolderView]:
        """The edited folders and those that import them, as one where they can be read as one program."""
        views = {root: self._view(root) for root in dict.fromkeys((*roots, *self.state.folders))}
        edited = [views[root] for root in roots]
        read = list(
            {each.root: each for view in edited for each in with_users(view, views.values())}.values()
        )
        together = self._joint.view(read) if len(read) > 1 else None
        return edited if together is None else [together]

    def _root_edited(self, uri: str, asked: str) -> str:
        """The folder that an edited file lies in; one in no folder is refused by the folder of the request."""
        root = root_of(uri, self.state.folders, PathStyle.here())
        if root is None:
            self._view(asked).names.file(uri)
        return root or asked


def _is_file(uri: str) -> bool:
    return path_of_uri(uri, PathStyle.here()) is not None


def _together(verdicts: list[Judged]) -> Judged:
    if len(verdicts) == 1:
        return verdicts[0]
    worst = min(verdicts, key=lambda each: ("unsafe", "unknown", "safe").index(each.verdict))
    return replace(
        worst,
        findings=tuple(finding for each in verdicts for finding in each.findings),
        variants={title: each for one in verdicts for title, each in one.variants.items()},
        states={uri: keys for each in verdicts for uri, keys in each.states.items()},
        notes=tuple(note for each in verdicts for note in each.notes),
        incomplete=any(each.incomplete for each in verdicts),
        files=sum(each.files for each in verdicts),
        # An edit over several folders is not rewritten as a whole.
        corrected=None,
    )
