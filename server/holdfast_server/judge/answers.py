"""Answers about members, from jedi processes that stay alive between checks, one set per folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from holdfast.python.questions import Question, Targets, Types
from holdfast.text.world import World

if TYPE_CHECKING:
    from holdfast.resolve.resolver import Resolver
    from holdfast.resolve.settings import ResolverSettings


class Answers:
    """Implements `MemberAnswers`; nothing is started, and jedi's code not even loaded, before a question."""

    def __init__(self) -> None:
        self._worlds: tuple[World, World] | None = None
        self._settings: ResolverSettings | None = None
        self._resolver: Resolver | None = None

    def show(self, before: World, after: World, settings: ResolverSettings) -> Answers:
        """Answer about these worlds from now on."""
        if settings != self._settings:
            self.close()
        self._settings = settings
        self._worlds = before, after
        if self._resolver is not None:
            self._resolver.show(before, after)
        return self

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
            self._resolver = None

    def _opened(self) -> Resolver:
        if self._resolver is None:
            from holdfast.resolve.resolver import Resolver

            assert self._worlds is not None
            self._resolver = Resolver(*self._worlds, self._settings)
        return self._resolver
