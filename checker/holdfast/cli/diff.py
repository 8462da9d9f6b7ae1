"""`check-refactoring diff [--staged | BASE [HEAD]]`: a change that git knows.

By default the question is whether untouched code keeps its meaning. `--as KIND`, or a commit message that
says that this is a refactoring, asks the strict one.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from holdfast.cli.arguments import parser_of
from holdfast.cli.commands import Command
from holdfast.cli.kinds import add_kind, request_named
from holdfast.cli.session import Session, open_session
from holdfast.errors import InputError
from holdfast.refactorings.request import Kind, Request
from holdfast.workspace.git import (
    GitChange,
    Repository,
    commits_change,
    merge_base,
    open_repository,
    staged_change,
    working_change,
)

if TYPE_CHECKING:
    import argparse

    from holdfast.findings.values import Outcome


def run(command: Command, words: list[str]) -> int:
    parser = parser_of(command)
    parser.add_argument(
        "base", nargs="?", metavar="BASE", help="the commit before, or BASE..HEAD, or BASE...HEAD"
    )
    parser.add_argument(
        "head", nargs="?", metavar="HEAD", help="the commit after (default: the files on disk)"
    )
    parser.add_argument("--staged", "--cached", action="store_true", help="what would be committed now")
    parser.add_argument(
        "--pre-commit",
        action="store_true",
        help="what pre-commit checks: its range of commits, else --staged",
    )
    parser.add_argument("--message-file", metavar="FILE", help="the message of the commit being made")
    add_kind(parser)
    arguments = parser.parse_args(words)
    with open_repository(arguments.root or os.getcwd()) as repository:
        base, head = _range(arguments, repository)
        session = open_session(arguments, root=None if repository.bare else repository.root)
        if arguments.staged:
            change = staged_change(repository)
        elif head is not None:
            change = commits_change(repository, base or "HEAD", head)
        else:
            change = working_change(repository, base or "HEAD")
        request = _request(arguments, session, repository, base, head)
        return _check(session, change, request)


def _range(arguments: argparse.Namespace, repository: Repository) -> tuple[str | None, str | None]:
    base, head = arguments.base, arguments.head
    if arguments.pre_commit and base is None:
        # pre-commit names a range when it runs on a push or with --from-ref and --to-ref.
        base, head = os.environ.get("PRE_COMMIT_FROM_REF"), os.environ.get("PRE_COMMIT_TO_REF")
        if base and head:
            return base, head
        arguments.staged, base = True, None
    if arguments.staged and base is not None:
        raise InputError("--staged compares with the last commit; leave out BASE and HEAD")
    if head is None and base is not None and ".." in base:
        dots = "..." if "..." in base else ".."
        old, _, new = base.partition(dots)
        ends = old or "HEAD", new or "HEAD"
        return (merge_base(repository, *ends), ends[1]) if dots == "..." else ends
    return base, head


def _request(
    arguments: argparse.Namespace,
    session: Session,
    repository: Repository,
    base: str | None,
    head: str | None,
) -> Request:
    if arguments.kind is not None:
        return request_named(arguments.kind)
    messages: list[str] = []
    if arguments.message_file is not None:
        messages = [_message_in(arguments.message_file)]
    elif base is not None and head is not None:
        messages = _messages_between(repository, base, head)
    pattern = re.compile(session.settings.refactoring_message)
    says_so = bool(messages) and all(pattern.search(message) for message in messages)
    return Request(Kind.REFACTORING if says_so else Kind.EDIT)


def _message_in(path: str) -> str:
    """The message that git is about to use: without its comment lines."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line for line in file if not line.startswith("#")]
    except OSError as error:
        raise InputError(f"the commit message {path} cannot be read ({error.strerror})") from None
    return "".join(lines).strip()


def _messages_between(repository: Repository, base: str, head: str) -> list[str]:
    """The messages of the commits of a range. A range is a refactoring only when all of them say so."""
    from holdfast.workspace.git_process import GitFailure, try_git

    output = try_git(
        repository.root, "log", "-z", "--no-merges", "--format=%B", "--end-of-options", f"{base}..{head}"
    )
    if isinstance(output, GitFailure):
        return []
    return [message.decode("utf-8", "replace").strip() for message in output.split(b"\0") if message.strip()]


def _check(session: Session, change: GitChange, request: Request) -> int:
    from holdfast.cli.conclude import conclude
    from holdfast.cli.examine import examine
    from holdfast.text.difference import edit_set_between

    _refuse_unreadable(change)
    before, after = change.before, change.after
    edits = edit_set_between(before, after)
    outcome = examine(session, before, after, request, edits)
    outcome = _with_unread(outcome, change)
    return conclude(session, outcome, before, after, edits=edits, request=request)


def _refuse_unreadable(change: GitChange) -> None:
    """A file that loses its text would look deleted."""
    for file in sorted(change.unreadable):
        problem = change.after_tree.problem(file)
        if problem is not None and change.before.text(file) is not None:
            raise InputError(f"{file} is not usable after the change: {problem}", file=file)


def _with_unread(outcome: Outcome, change: GitChange) -> Outcome:
    """The outcome with an information for each changed file whose original could not be read."""
    if not change.unreadable:
        return outcome
    from holdfast.findings.values import Finding, Severity, in_reading_order
    from holdfast.records import replace
    from holdfast.text.interval import Interval

    unread = [
        Finding("HF504", Severity.INFORMATION, Interval(file, 0, 0), f"{file} was not read: {problem}")
        for file, problem in sorted(change.unreadable.items())
    ]
    return replace(outcome, findings=in_reading_order((*outcome.findings, *unread)))
