"""`check-refactoring rename …` and its siblings: ask an engine for the edit, check it, show it, apply it.

The engine is not trusted: its edit is only a proposal, and nothing is written unless `--apply` was given
and the check passes at the level of `--fail-on`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from holdfast.cli.arguments import parser_of
from holdfast.cli.commands import Command
from holdfast.cli.output import say
from holdfast.cli.session import Session, open_session
from holdfast.cli.targets import Place, legal_name, name_at, parse_place, selected
from holdfast.cli.wishes import add_words, engine_options, wants_new_name, wants_selection
from holdfast.engines import Crash, EngineRequest, Proposal, Refusal, open_engine, supports
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind, Request
from holdfast.text.interval import Interval
from holdfast.text.world import World
from holdfast.workspace.disk import DiskTree

if TYPE_CHECKING:
    import argparse


def run(command: Command, words: list[str]) -> int:
    kind = Kind(command.name)
    parser = parser_of(command)
    add_words(parser, kind)
    parser.add_argument("--engine", metavar="NAME", help="jedi (default), rope or lsp:COMMAND")
    parser.add_argument("--engine-option", action="append", default=[], metavar="NAME[=VALUE]")
    parser.add_argument("--apply", action="store_true", help="write the edit if the check passes")
    arguments = parser.parse_args(words)
    place = _place(arguments, kind)
    if wants_new_name(kind):
        legal_name(arguments.new)
    session = open_session(arguments, place.path)
    engine = arguments.engine or session.settings.engine
    _refuse_unsupported(engine, kind)
    if engine == "jedi" and kind is Kind.RENAME and arguments.place == place.path:
        raise InputError(f"jedi does not rename {place.path} as a module; use --engine rope")
    return _refactor(session, arguments, kind, place, engine)


def _place(arguments: argparse.Namespace, kind: Kind) -> Place:
    """Where to act; a bare path means the module itself."""
    from os.path import isfile

    word = arguments.place
    if kind is Kind.ORGANISE_IMPORTS or (kind in (Kind.RENAME, Kind.MOVE) and isfile(word)):
        return Place(word, (1, 1), None)
    return parse_place(word, selection=wants_selection(kind))


def _refuse_unsupported(engine: str, kind: Kind) -> None:
    if supports(engine, kind):
        return
    # An engine that does not exist says so itself.
    open_engine(engine).close()
    from holdfast.engines import ENGINES

    able = [name for name, kinds in ENGINES.items() if kind in kinds]
    if able:
        offered = " or ".join("lsp:COMMAND" if name == "lsp" else name for name in able)
        raise InputError(f"{engine} does not offer {kind.value}; use --engine {offered}")
    raise InputError(
        f"no engine offers {kind.value}; make the edit yourself and check it with "
        f"`check-refactoring diff --as {kind.value}`"
    )


def _refactor(session: Session, arguments: argparse.Namespace, kind: Kind, place: Place, engine: str) -> int:
    from holdfast.cli.conclude import conclude
    from holdfast.cli.examine import examine
    from holdfast.cli.project import readable_text

    tree = DiskTree(session.root)
    before = World.over(tree)
    file, text = readable_text(tree, before, session.root, place.path)
    target = _target(kind, file, text, place, arguments.place)
    options = engine_options(arguments, kind, session.root, text, target)
    wish = EngineRequest(
        kind, file, target.start if target else 0, target.end if target else 0, arguments.new, options
    )
    asked = time.perf_counter()
    proposal = _propose(engine, wish, before, session.root)
    engine_seconds = time.perf_counter() - asked
    after = before.apply(proposal.edit_set)
    request = Request(kind, target, arguments.new)
    outcome = examine(session, before, after, request, proposal.edit_set)
    code = conclude(
        session,
        outcome,
        before,
        after,
        edits=proposal.edit_set,
        request=request,
        excluded_seconds=engine_seconds,
    )
    if arguments.apply:
        from holdfast.cli.write import apply_if_allowed

        apply_if_allowed(session.root, proposal.edit_set, before, code, proposal.moved_folders)
    return code


def _target(kind: Kind, file: str, text: str, place: Place, word: str) -> Interval | None:
    if place.end is not None:
        return selected(file, text, place.start, place.end)
    if word == place.path:
        return Interval(file, 0, 0) if kind is not Kind.ORGANISE_IMPORTS else None
    return name_at(file, text, place.start)


def _propose(engine: str, wish: EngineRequest, world: World, root: str) -> Proposal:
    asked = open_engine(engine)
    try:
        answer = asked.propose(wish, world, root)
    finally:
        asked.close()
    match answer:
        case Proposal():
            for note in answer.notes:
                say(note)
            return answer
        case Refusal(message):
            sentence = _one_line(message)
            raise InputError(sentence if engine in sentence else f"{engine} refuses: {sentence}")
        case Crash(message):
            raise InputError(f"{engine} failed, and nothing was changed: {_one_line(message)}")


def _one_line(message: str) -> str:
    return " ".join(message.split()) or "it gave no reason"
