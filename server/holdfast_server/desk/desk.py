"""The desk: takes a proposed edit, has it judged, and says what the editor gets.

Runs in a thread of its own for each held edit and may wait there; nobody else waits for it. Everything that
fails on our side delivers the edit as it came.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from holdfast.wire.write_edit import Annotation, annotated

from holdfast_server.desk import wording
from holdfast_server.desk.client import Client
from holdfast_server.desk.hold import Hold
from holdfast_server.desk.progress import Progress
from holdfast_server.desk.shown import ShownFindings
from holdfast_server.judge.process import Judge, Ticket
from holdfast_server.judgement import Failed, Judged, Proposed, Refused, Verdict, Wish
from holdfast_server.session.session import Session
from holdfast_server.settings import OnUnsafe

_ERROR: Final = 1
_WARNING: Final = 2
_INFORMATION: Final = 3
_APPLY: Final = "Apply"
_SHOW: Final = "Show"
_CANCEL: Final = "Cancel"
_AGAIN: Final = "Ask again"
_GO_ON: Final = "Go on"
#: How often the engine is asked again for one rename.
_MOST_TRIES: Final = 5
#: A request that could not even be read says nothing about the edit; it passes.
_UNREADABLE: Final = "HF600"
_OUTSIDE: Final = "HF602"


@dataclass(frozen=True, slots=True)
class Deliver:
    """The editor gets this edit; `changed` when it is not what came in."""

    edit: Mapping[str, Any]
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """The editor gets no edit. `told` when the user knows why already."""

    message: str
    cancelled: bool = False
    told: bool = False


Decision: TypeAlias = Deliver | Refuse
AskAgain: TypeAlias = Callable[[], Mapping[str, Any] | None]


class Desk:
    def __init__(self, session: Session, judge: Judge, client: Client) -> None:
        self._session = session
        self._judge = judge
        self._client = client
        self.shown = ShownFindings()
        self._said: set[str] = set()
        self._bars: dict[str, Hold] = {}
        self._background: Ticket | None = None
        self._lock = threading.Lock()

    def deliver(
        self,
        edit: Mapping[str, Any],
        wish: Wish,
        hold: Hold,
        *,
        may_refuse: bool = True,
        ask_again: AskAgain | None = None,
    ) -> Decision:
        """Decide about an edit. `may_refuse` is false where the editor goes on whatever we answer."""
        tries = 0
        while True:
            verdict = self._judged(edit, wish, hold)
            if verdict is None:
                return Deliver(edit)
            match verdict:
                case Refuse():
                    return verdict
                case Refused():
                    return self._refused(verdict, edit, wish, may_refuse)
                case Judged():
                    pass
            if ask_again is not None and verdict.incomplete and tries < _MOST_TRIES:
                tries += 1
                other = ask_again() if self._wants_again(verdict, wish, hold) else None
                if other is not None:
                    edit = other
                    continue
            return self._decide(verdict, edit, wish, hold, may_refuse)

    def judged_quietly(
        self, edit: Mapping[str, Any], wish: Wish, hold: Hold, seconds: float
    ) -> Judged | None:
        """Judge an edit that the user has not chosen yet: nothing is shown or said."""
        snapshot = self._session.snapshot()
        ticket = self._judge.check(snapshot, edit, wish)
        try:
            verdict = hold.wait(ticket.future, max(seconds, 0.0))
        except (TimeoutError, CancelledError):
            self._judge.cancel(ticket)
            return None
        return verdict if isinstance(verdict, Judged) else None

    def documents_changed(self, keys: Iterable[str]) -> None:
        snapshot = self._session.snapshot()
        self._publish(self.shown.documents_changed(keys, snapshot))

    def dismiss(self) -> None:
        self._publish(self.shown.clear())

    def cancel_progress(self, token: object) -> bool:
        """The cancel button of a progress bar; False for a bar that is not ours."""
        hold = self._bars.get(token) if isinstance(token, str) else None
        if hold is not None:
            hold.cancel()
        return hold is not None

    def tell(self, message: str, kind: int = _WARNING) -> None:
        self._client.notify("window/showMessage", {"type": kind, "message": message})

    def tell_once(self, topic: str, message: str, kind: int = _WARNING) -> None:
        if topic not in self._said:
            self._said.add(topic)
            self.tell(message, kind)

    def _judged(
        self, edit: Mapping[str, Any], wish: Wish, hold: Hold, *, again: bool = True
    ) -> Judged | Refused | Refuse | None:
        """The verdict; None when the edit goes through without one."""
        snapshot = self._session.snapshot()
        settings = snapshot.settings
        if not settings.enabled:
            return None
        self._forget_background()
        self.dismiss()
        ticket = self._judge.check(snapshot, edit, wish)
        what = wording.what_is(wish.kind)
        progress = Progress(
            self._client,
            f"Checking the {what}",
            features=snapshot.features,
            hold=hold,
            ticket=ticket,
            running=self._bars,
        )
        try:
            verdict = hold.wait(ticket.future, settings.budget)
        except TimeoutError:
            self._go_on_in_background(ticket, what, settings.patience, progress, hold)
            self.tell(wording.late(*ticket.progress, what, settings.budget), _INFORMATION)
            return None
        except CancelledError:
            self._judge.cancel(ticket)
            progress.end()
            return Refuse("cancelled", cancelled=True, told=True)
        progress.end()
        if isinstance(verdict, Failed) and verdict.died and again:
            return self._judged(edit, wish, hold, again=False)
        if isinstance(verdict, Failed | Proposed):
            reason = verdict.message if isinstance(verdict, Failed) else "an unexpected answer"
            self.tell_once("failed", f"Holdfast could not check this {what} and lets it pass: {reason}")
            return None
        return verdict

    def _decide(
        self, judged: Judged, edit: Mapping[str, Any], wish: Wish, hold: Hold, may_refuse: bool
    ) -> Decision:
        corrected = judged.corrected is not None
        edit = judged.corrected if judged.corrected is not None else edit
        for note in judged.notes:
            self.tell(f"Holdfast: {note}")
        snapshot = self._session.snapshot()
        settings, features = snapshot.settings, snapshot.features
        what = wording.what_is(wish.kind)
        if judged.verdict == "safe":
            return Deliver(edit, corrected)
        if judged.verdict == "unknown":
            if settings.tell_unknown:
                self.tell_once("unknown", wording.unknown(judged, what), _INFORMATION)
            return Deliver(edit, corrected)
        self._publish(self.shown.show(judged, snapshot))
        message = wording.headline(judged, what)
        match settings.on_unsafe:
            case OnUnsafe.BLOCK if may_refuse:
                return Refuse(message)
            case OnUnsafe.CONFIRM if features.annotations:
                reason = Annotation(
                    "holdfast.unsafe", f"Unsafe {what} (Holdfast)", wording.details(judged), True
                )
                return Deliver(annotated(edit, reason), True)
            case OnUnsafe.CONFIRM if may_refuse:
                return self._confirmed(message, judged, edit, corrected, hold)
            case _:
                self.tell(message)
                return Deliver(edit, corrected)

    def _confirmed(
        self, message: str, judged: Judged, edit: Mapping[str, Any], corrected: bool, hold: Hold
    ) -> Decision:
        answer = self._question(f"{message}. Apply it all the same?", (_APPLY, _SHOW, _CANCEL), hold)
        if hold.cancelled:
            return Refuse("cancelled", cancelled=True, told=True)
        if answer == _APPLY:
            return Deliver(edit, corrected)
        if answer == _SHOW and judged.findings and self._session.snapshot().features.show_document:
            place = judged.findings[0].place
            self._client.request(
                "window/showDocument", {"uri": place.uri, "takeFocus": True, "selection": place.before}
            )
        told = answer is not None
        return Refuse(f"{message}; nothing was changed" if not told else "Cancelled", told=told)

    def _wants_again(self, judged: Judged, wish: Wish, hold: Hold) -> bool:
        """Servers hand out half a rename while they are still reading the project: offer to ask once more."""
        if self._session.snapshot().settings.on_unsafe is OnUnsafe.WARN:
            return False
        message = wording.headline(judged, wording.what_is(wish.kind))
        question = f"{message}. The rename looks incomplete; the server may still be reading the project."
        return self._question(question, (_AGAIN, _GO_ON), hold) == _AGAIN

    def _question(self, message: str, actions: tuple[str, ...], hold: Hold) -> str | None:
        """Ask the user; no answer within the set time is None."""
        answer = self._client.request(
            "window/showMessageRequest",
            {"type": _WARNING, "message": message, "actions": [{"title": each} for each in actions]},
        )
        try:
            chosen = hold.wait(answer, self._session.snapshot().settings.confirm_seconds)
        except (TimeoutError, CancelledError):
            return None
        title = chosen.get("title") if isinstance(chosen, Mapping) else None
        return title if isinstance(title, str) else None

    def _refused(self, refused: Refused, edit: Mapping[str, Any], wish: Wish, may_refuse: bool) -> Decision:
        what = wording.what_is(wish.kind)
        if refused.code == _UNREADABLE:
            self.tell_once(refused.message, f"Holdfast cannot check this {what}: {refused.message}")
            return Deliver(edit)
        message = f"Holdfast refuses this {what}: {refused.message}"
        warns = self._session.snapshot().settings.on_unsafe is OnUnsafe.WARN
        if not may_refuse or (warns and refused.code != _OUTSIDE):
            self.tell(message)
            return Deliver(edit)
        return Refuse(message)

    def _go_on_in_background(
        self, ticket: Ticket, what: str, patience: float, progress: Progress, hold: Hold
    ) -> None:
        with self._lock:
            self._background = ticket

        def finish() -> None:
            try:
                verdict = hold.wait(ticket.future, patience)
            except (TimeoutError, CancelledError):
                self._judge.cancel(ticket)
                return
            finally:
                progress.end()
            # Said under the lock: a refactoring that comes now waits, and then takes back what was said.
            with self._lock:
                if self._background is ticket:
                    self._say_late(verdict, what)

        threading.Thread(target=finish, name="holdfast-background", daemon=True).start()

    def _say_late(self, verdict: Verdict, what: str) -> None:
        """What a check found whose edit was handed over before."""
        if isinstance(verdict, Judged) and verdict.verdict == "unsafe":
            self._publish(self.shown.show(verdict, self._session.snapshot()))
            self.tell(wording.after_all(verdict, what))
        elif isinstance(verdict, Failed):
            self.tell_once("failed", f"Holdfast could not finish checking this {what}: {verdict.message}")

    def _forget_background(self) -> None:
        with self._lock:
            ticket, self._background = self._background, None
        if ticket is not None:
            self._judge.cancel(ticket)

    def _publish(self, uris: Iterable[str]) -> None:
        snapshot = self._session.snapshot()
        for uri in sorted(uris):
            self._client.publish(uri, self.shown.diagnostics(uri, snapshot))
