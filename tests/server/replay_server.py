"""A server that plays its side of a recorded session: `replay_server.py SESSION.jsonl PROJECT`.

It says each thing when the editor has said everything that came before it in the recording, and gives up when
something else arrives.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from holdfast.wire.frames import Frame, FrameReader, Message, encode
from server.sessions import Said, load


def main() -> None:
    said = load(Path(sys.argv[1]), Path(sys.argv[2]))
    reader = FrameReader()
    position = _speak(said, 0)
    while position < len(said):
        data = os.read(0, 65536)
        if not data:
            sys.exit("the editor is gone")
        for item in reader.feed(data):
            content = item.content() if isinstance(item, Frame) else None
            expected = said[position].message.get("method")
            if not isinstance(content, Message) or content.method != expected:
                sys.exit(f"expected {expected}, got {content}")
            position = _speak(said, position + 1)


def _speak(said: list[Said], position: int) -> int:
    """Say what is due; returns the position of what the editor says next."""
    while position < len(said) and said[position].side == "server":
        os.write(1, encode(dict(said[position].message)).raw)
        position += 1
    return position


main()
