"""Framing: any cut of the stream gives the same frames, and nothing that arrives can raise."""

from __future__ import annotations

import json
import time

import pytest
from holdfast.wire.frames import MAX_HEADER, BadFrame, Frame, FrameReader, Malformed, Message, encode
from hypothesis import given
from hypothesis import strategies as st


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def frames(*pieces: bytes, max_body: int = 1 << 20) -> list[Frame | BadFrame]:
    reader = FrameReader(max_body=max_body)
    return [item for piece in pieces for item in reader.feed(piece)]


def message(item: Frame | BadFrame) -> Message:
    assert isinstance(item, Frame)
    content = item.content()
    assert isinstance(content, Message)
    return content


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.text(), JSON, max_size=4), max_size=5), st.data())
def test_any_cut_gives_the_same_frames_byte_for_byte(
    messages: list[dict[str, object]], data: st.DataObject
) -> None:
    stream = b"".join(encode(each).raw for each in messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    found = frames(*pieces)
    assert [message(item).fields for item in found] == messages
    assert b"".join(item.raw for item in found) == stream


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=4))
def test_garbage_never_raises_and_never_stays(garbage: bytes, cuts: list[int]) -> None:
    good = encode({"jsonrpc": "2.0", "method": "after"})
    stream = garbage + good.raw
    places = sorted({min(cut, len(stream)) for cut in cuts})
    reader = FrameReader(max_body=1000)
    found = [
        item
        for a, b in zip([0, *places], [*places, len(stream)], strict=True)
        for item in reader.feed(stream[a:b])
    ]
    end = reader.close()
    assert reader.pending == 0
    if b":" not in garbage and b"\n" not in garbage:
        # Nothing in it looks like a header: the message behind it must have survived.
        assert good in found
        assert end is None


@pytest.mark.parametrize(
    ("garbage", "reason"),
    [
        (b"log line without end", "not a header line"),
        (b"Content-Length: 2\r\n\r\n{}}", None),
        (b"Content-Length: ten\r\n\r\n", "not a length"),
        (b"Content-Length: -1\r\n\r\n", "not a length"),
        (b"Content-Length: 99999999999999999999\r\n\r\n", "not a length"),
        (b"Content-Type: x\r\n\r\n", "without Content-Length"),
        (b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "two different lengths"),
        (b"\r\n\r\n", "not a header line"),
        (b"x" * (MAX_HEADER * 3), "no end of header"),
    ],
)
def test_reading_goes_on_at_the_next_header(garbage: bytes, reason: str | None) -> None:
    good = encode({"id": 1, "result": None})
    found = frames(garbage, good.raw)
    assert found[-1] == good
    bad = [item for item in found if isinstance(item, BadFrame)]
    assert bad
    assert b"".join(item.raw for item in found) == garbage + good.raw
    if reason is not None:
        assert reason in bad[0].reason


def test_other_headers_any_case_and_bare_newlines_are_understood_and_kept() -> None:
    raw = (
        b"content-type: application/vscode-jsonrpc; charset=utf-8\r\nX-Trace: 7\r\nCONTENT-LENGTH:2\r\n\r\n{}"
    )
    assert [item.raw for item in frames(raw)] == [raw]
    assert [item.raw for item in frames(b"Content-Length: 2\n\n{}")] == [b"Content-Length: 2\n\n{}"]


def test_an_oversized_message_is_skipped_without_being_held() -> None:
    reader = FrameReader(max_body=100)
    found: list[Frame | BadFrame] = []
    found += reader.feed(b"Content-Length: 1000000\r\n\r\n")
    for _ in range(100):
        found += reader.feed(b"x" * 10_000)
        assert reader.pending == 0
    good = encode({"method": "next"})
    found += reader.feed(good.raw)
    assert [type(item) for item in found] == [BadFrame, Frame]
    assert isinstance(found[0], BadFrame)
    assert "over the limit of 100" in found[0].reason
    assert found[1] == good


@pytest.mark.parametrize("cut", [1, 17, 25])
def test_a_truncated_stream_says_so(cut: int) -> None:
    reader = FrameReader()
    assert reader.feed(frame(b'{"a": 1}')[:cut]) == []
    end = reader.close()
    assert end is not None
    assert "the stream ended" in end.reason
    assert reader.close() is None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"{", "not JSON"),
        (b"[1]", "a JSON list"),
        (b"\xff\xfe", "not UTF-8"),
        ("{}".encode("utf-16"), "not UTF-8"),
        (b"[" * 200_000, "cannot be parsed"),
        (b"", "not JSON"),
    ],
)
def test_a_body_that_is_no_message_still_passes_as_bytes(body: bytes, reason: str) -> None:
    (item,) = frames(frame(body))
    assert isinstance(item, Frame)
    assert item.raw == frame(body)
    content = item.content()
    assert isinstance(content, Malformed)
    assert reason in content.reason


def test_kinds_of_messages() -> None:
    request = Message({"id": 0, "method": "m"})
    notification = Message({"method": "m"})
    response = Message({"id": "a", "result": None})
    error = Message({"id": None, "error": {}})
    odd = Message({"id": True, "method": 3})
    assert (request.is_request, request.is_notification, request.is_response) == (True, False, False)
    assert (notification.is_request, notification.is_notification) == (False, True)
    assert response.is_response
    assert error.is_response
    assert error.id is None
    assert not odd.is_request
    assert not odd.is_notification
    assert not odd.is_response


def test_lone_surrogates_survive() -> None:
    text = json.loads('"\\ud800"')
    assert message(frames(encode({"x": text}).raw)[0]).fields == {"x": text}


def test_reading_is_linear_in_the_number_of_pieces() -> None:
    body = b'{"x": "' + b"a" * 4_000_000 + b'"}'
    raw = frame(body)
    start = time.process_time()
    reader = FrameReader()
    found = [item for at in range(0, len(raw), 4096) for item in reader.feed(raw[at : at + 4096])]
    many = b"".join(encode({"id": n}).raw for n in range(50_000))
    found += reader.feed(many)
    assert len(found) == 50_001
    assert time.process_time() - start < 3.0
