"""File URIs of every platform, on any platform."""

from __future__ import annotations

import pytest
from holdfast.errors import InputError
from holdfast.wire.uris import PathStyle, document_key, join_file, path_of_uri, relative_file, uri_of_path
from hypothesis import given
from hypothesis import strategies as st

POSIX, MACOS, WINDOWS = PathStyle.POSIX, PathStyle.MACOS, PathStyle.WINDOWS


@pytest.mark.parametrize(
    ("uri", "path", "style"),
    [
        ("file:///home/me/a.py", "/home/me/a.py", POSIX),
        ("file:///home/me/a%20b%23c%25.py", "/home/me/a b#c%.py", POSIX),
        ("file:///caf%C3%A9.py", "/caf\xe9.py", POSIX),
        ("file:///caf\xe9 x.py", "/caf\xe9 x.py", POSIX),
        ("file:///odd%FF.py", "/odd\udcff.py", POSIX),
        ("file://localhost/a.py", "/a.py", POSIX),
        ("FILE:/a.py", "/a.py", POSIX),
        ("file:///a.py#L3", "/a.py", POSIX),
        ("file:///back%5Cslash.py", "/back\\slash.py", POSIX),
        ("file:///c%3A/x/y.py", "/c:/x/y.py", POSIX),
        ("file:///c%3A/x/y.py", "c:\\x\\y.py", WINDOWS),
        ("file:///C:/x/y.py", "c:\\x\\y.py", WINDOWS),
        ("file:///C%3a/Program%20Files/y.py", "c:\\Program Files\\y.py", WINDOWS),
        ("file://c:/x.py", "c:\\x.py", WINDOWS),
        ("file:///c:", "c:\\", WINDOWS),
        ("file://server/share/x.py", "\\\\server\\share\\x.py", WINDOWS),
        ("file:////server/share/x.py", "\\\\server\\share\\x.py", WINDOWS),
        ("untitled:Untitled-1", None, POSIX),
        ("vscode-notebook-cell:/a.ipynb#1", None, WINDOWS),
        ("git:/a.py?HEAD", None, POSIX),
    ],
)
def test_uri_to_path(uri: str, path: str | None, style: PathStyle) -> None:
    assert path_of_uri(uri, style) == path


@pytest.mark.parametrize(
    ("path", "uri", "style"),
    [
        ("/home/me/a b.py", "file:///home/me/a%20b.py", POSIX),
        ("/100%.py", "file:///100%25.py", POSIX),
        ("/\u20ac.py", "file:///%E2%82%AC.py", POSIX),
        ("C:\\x\\y z.py", "file:///c%3A/x/y%20z.py", WINDOWS),
        ("c:/x/y.py", "file:///c%3A/x/y.py", WINDOWS),
        ("\\\\?\\C:\\x.py", "file:///c%3A/x.py", WINDOWS),
        ("\\\\server\\share\\x.py", "file://server/share/x.py", WINDOWS),
    ],
)
def test_path_to_uri(path: str, uri: str, style: PathStyle) -> None:
    assert uri_of_path(path, style) == uri


@pytest.mark.parametrize(
    ("uri", "style"),
    [
        ("no scheme", POSIX),
        ("/plain/path.py", POSIX),
        ("file://otherhost/a.py", POSIX),
        ("file:relative.py", POSIX),
        ("file:///a%00b.py", POSIX),
        ("file:///no/drive.py", WINDOWS),
    ],
)
def test_malformed_uris_are_refused(uri: str, style: PathStyle) -> None:
    with pytest.raises(InputError):
        path_of_uri(uri, style)
    assert document_key(uri, style) == uri


@pytest.mark.parametrize(
    ("path", "style"), [("a.py", POSIX), ("", POSIX), ("x\\y.py", WINDOWS), ("/x.py", WINDOWS)]
)
def test_relative_paths_have_no_uri(path: str, style: PathStyle) -> None:
    with pytest.raises(InputError, match="no absolute path"):
        uri_of_path(path, style)


@given(
    st.lists(
        st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1), min_size=1
    )
)
def test_posix_paths_round_trip(parts: list[str]) -> None:
    path = "/" + "/".join(parts)
    uri = uri_of_path(path, POSIX)
    assert uri.isascii()
    assert path_of_uri(uri, POSIX) == path


@given(st.lists(st.text("abcXYZ \xe9#%&+'", min_size=1), min_size=1))
def test_windows_paths_round_trip(parts: list[str]) -> None:
    path = "c:\\" + "\\".join(parts)
    assert path_of_uri(uri_of_path(path, WINDOWS), WINDOWS) == path


def test_spellings_of_one_document_have_one_key() -> None:
    spellings = ("file:///c%3A/X/y.py", "file:///C:/x/Y.py", "file:///c:/x/y.py")
    assert len({document_key(uri, WINDOWS) for uri in spellings}) == 1
    assert len({document_key(uri, POSIX) for uri in spellings}) == 3
    composed, decomposed = "file:///caf%C3%A9.py", "file:///cafe%CC%81.py"
    assert document_key(composed, MACOS) == document_key(decomposed, MACOS)
    assert document_key(composed, POSIX) != document_key(decomposed, POSIX)
    assert document_key("file:///A.py", MACOS) == document_key("file:///a.py", MACOS)
    assert document_key("untitled:1", POSIX) == "untitled:1"
    # NTFS does not take a sharp s for two letters.
    assert document_key("file:///c:/stra%C3%9Fe.py", WINDOWS) != document_key(
        "file:///c:/strasse.py", WINDOWS
    )


@pytest.mark.parametrize(
    ("path", "root", "style", "file"),
    [
        ("/w/p/a.py", "/w", POSIX, "p/a.py"),
        ("/w/p/a.py", "/w/", POSIX, "p/a.py"),
        ("/W/a.py", "/w", POSIX, None),
        ("/W/a.py", "/w", MACOS, "a.py"),
        ("/w2/a.py", "/w", POSIX, None),
        ("/w/../etc/passwd", "/w", POSIX, None),
        ("/w/p/../a.py", "/w", POSIX, "a.py"),
        ("/../a.py", "/", POSIX, None),
        ("/w", "/w", POSIX, None),
        ("/a.py", "/", POSIX, "a.py"),
        ("C:\\W\\P\\a.py", "c:/w", WINDOWS, "P/a.py"),
        ("d:\\w\\a.py", "c:\\w", WINDOWS, None),
        ("\\\\server\\share\\a.py", "\\\\SERVER\\share", WINDOWS, "a.py"),
        ("\\\\server\\share\\a.py", "c:\\server\\share", WINDOWS, None),
        ("/u/cafe\u0301/a.py", "/u/caf\xe9", MACOS, "a.py"),
    ],
)
def test_relative_files(path: str, root: str, style: PathStyle, file: str | None) -> None:
    assert relative_file(path, root, style) == file


def test_joining_is_the_way_back() -> None:
    for root, style in (("/w", POSIX), ("/", POSIX), ("c:\\w", WINDOWS), ("c:\\", WINDOWS)):
        assert relative_file(join_file(root, "p/a.py", style), root, style) == "p/a.py"
