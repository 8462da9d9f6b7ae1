"""Asking the checker: worlds and a request in, an outcome out, with a progress bar and a time budget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from holdfast.check import Options, check
from holdfast.cli.progress import Progress
from holdfast.cli.session import Session
from holdfast.findings.values import Outcome
from holdfast.python.questions import Question, Targets, Types
from holdfast.refactorings.request import Request
from holdfast.text.edits import EditSet
from holdfast.text.world import World

if TYPE_CHECKING:
    from holdfast.resolve.resolver import Resolver


def examine(session: Session, before: World, after: World, request: Request, edits: EditSet) -> Outcome:
    options = Options(
        python_version=session.python_version,
        source_roots=session.settings.source_roots,
        full=session.full,
        budget_seconds=session.budget,
    )
    answers = LazyAnswers(before, after, session.settings.source_roots)
    try:
        with Progress("checking") as progress:
            return check(
                before, after, request, edits=edits, options=options, answers=answers, progress=progress
            )
    finally:
        answers.close()


class LazyAnswers:
    """Answers about members; the resolver is not even imported before the first question."""

    def __init__(self, before: World, after: World, source_roots: tuple[str, ...]) -> None:
        self._worlds = (before, after)
        self._source_roots = source_roots
        self._resolver: Resolver | None = None

    @property
    def asked(self) -> int:
        return 0 if self._resolver is None else self._resolver.asked

    def ask(self, questions: Sequence[Question]) -> tuple[Targets, ...]:
        return self._opened().ask(questions) if questions else ()

    def types_of(self, questions: Sequence[Question], names: Sequence[str] = ()) -> tuple[Types, ...]:
        return self._opened().types_of(questions, names) if questions else ()

    def close(self) -> None:
        if self._resolver is not None:
            self._resolver.close()

    def _opened(self) -> Resolver:
        if self._resolver is None:
            from holdfast.resolve.resolver import Resolver
            from holdfast.resolve.settings import ResolverSettings

            settings = ResolverSettings(source_roots=self._source_roots or None)
            self._resolver = Resolver(*self._worlds, settings)
        return self._resolver
