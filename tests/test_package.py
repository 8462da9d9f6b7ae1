from holdfast import __version__


def test_version_is_a_release_number() -> None:
    assert all(part.isdigit() for part in __version__.split("."))
