"""Bytes to text by Python's rules, judged by `tokenize.detect_encoding` where Python accepts the file."""

from __future__ import annotations

import io
import tokenize

import pytest
from holdfast.python.source import decode
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"x = 1\r\n", "x = 1\r\n", "utf-8"),
        ("é".encode(), "é", "utf-8"),
        (b"\xef\xbb\xbfx", "x", "utf-8"),
        (b"# coding: latin-1\n\xe9", "# coding: latin-1\né", "iso8859-1"),
        (b"#!/x\n# -*- coding: cp1252 -*-\n\x80", "#!/x\n# -*- coding: cp1252 -*-\n€", "cp1252"),
        (b"x\n# coding: latin-1\n", "x\n# coding: latin-1\n", "utf-8"),
        (b"\xef\xbb\xbf# coding: utf8\nx", "# coding: utf8\nx", "utf-8"),
        (b"\xef\xbb\xbf# coding: utf-8-sig\nx", "# coding: utf-8-sig\nx", "utf-8"),
        (b"", "", "utf-8"),
    ],
)
def test_decoding(data: bytes, text: str, encoding: str) -> None:
    source = decode(data)
    assert (source.text, source.encoding, source.problem) == (text, encoding, None)
    assert source.encode(source.text) == data


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"x = '\xff'\n", "byte 5 (0xff) is not utf-8: invalid start byte"),
        (b"# coding: klingon\nx", "unknown encoding 'klingon'"),
        (b"\xef\xbb\xbf# coding: latin-1\nx", "a UTF-8 byte order mark, but the file declares 'latin-1'"),
        (b"# coding: rot13\nx", None),
        (b"# coding: ascii\n\xe9", None),
    ],
)
def test_what_cannot_be_decoded_is_said(data: bytes, problem: str | None) -> None:
    source = decode(data)
    assert source.problem is not None
    assert problem is None or source.problem == problem
    assert "x" in source.text or "\ufffd" in source.text


@given(
    st.binary(max_size=60)
    | st.sampled_from([b"# coding: ", b"\xef\xbb\xbf"]).map(lambda p: p + b"utf-8\nx\xe9")
)
def test_never_raises_and_agrees_with_python(data: bytes) -> None:
    source = decode(data)
    try:
        expected, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(expected)
    except (SyntaxError, UnicodeDecodeError):
        return
    if source.problem is None:
        assert source.text == text
