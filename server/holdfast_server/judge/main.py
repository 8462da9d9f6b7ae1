"""The judging process: reads questions as lines of JSON, answers them one after the other.

Ends when its standard input does, that is also when its owner dies. Everything that goes wrong inside a
question becomes a `Failed` answer to that question.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO

from holdfast_server.judge.chamber import Chamber
from holdfast_server.judge.state import read_state
from holdfast_server.judgement import Failed, Verdict, read_wish, write_verdict

#: How long a running check may go on after the owner is gone, so that temporary folders are removed.
_FAREWELL_SECONDS = 2.0


class _CancelledError(Exception):
    """The owner no longer wants the answer."""


class _Inbox:
    """Lines from the owner. Cancellations overtake questions."""

    def __init__(self, stream: BinaryIO) -> None:
        self.questions: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self.cancelled: set[int] = set()
        self.ended = False
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: BinaryIO) -> None:
        for line in stream:
            message = json.loads(line)
            if "cancel" in message:
                self.cancelled.add(message["cancel"])
            else:
                self.questions.put(message)
        self.ended = True
        self.questions.put(None)
        timer = threading.Timer(_FAREWELL_SECONDS, os._exit, (0,))
        timer.daemon = True
        timer.start()


def main() -> None:
    # Whatever prints must not disturb the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    inbox = _Inbox(sys.stdin.buffer)
    chamber = Chamber()
    try:
        while (question := inbox.questions.get()) is not None and not inbox.ended:
            verdict = _answer(chamber, question, inbox, answers)
            _send(answers, {"id": question["id"], "verdict": write_verdict(verdict)})
            inbox.cancelled.discard(question["id"])
    except (BrokenPipeError, _CancelledError):
        pass
    finally:
        chamber.close()


def _answer(chamber: Chamber, question: Mapping[str, Any], inbox: _Inbox, answers: BinaryIO) -> Verdict:
    number = question["id"]

    def progress(done: int, total: int) -> None:
        if number in inbox.cancelled or inbox.ended:
            raise _CancelledError
        _send(answers, {"id": number, "progress": [done, total]})

    try:
        chamber.state = read_state(question["state"], chamber.state.documents)
        if number in inbox.cancelled:
            raise _CancelledError
        match question["ask"]:
            case "check":
                return chamber.check(question["edit"], read_wish(question["wish"]), progress)
            case "propose":
                return chamber.propose(question["engine"], read_wish(question["wish"]))
            case _:
                return chamber.warm()
    except _CancelledError:
        return Failed("cancelled")
    except Exception as error:
        traceback.print_exc()
        return Failed(f"{type(error).__name__}: {error}")


def _send(stream: BinaryIO, message: Mapping[str, Any]) -> None:
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()


if __name__ == "__main__":
    main()
