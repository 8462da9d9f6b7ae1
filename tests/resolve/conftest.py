from __future__ import annotations

import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from holdfast.resolve import Resolver, ResolverSettings
from holdfast.text.world import World

Opener = Callable[..., Resolver]


@pytest.fixture(scope="session")
def tree_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One cache of syntax trees for all tests: typeshed is parsed once."""
    folder: Path = tmp_path_factory.mktemp("cache")
    return str(folder)


@pytest.fixture
def resolver(tree_cache: str) -> Iterator[Opener]:
    """Opens a resolver; with one world, both sides show it."""
    opened: list[Resolver] = []

    def open_one(before: World, after: World | None = None, **settings: object) -> Resolver:
        chosen = ResolverSettings(**{"cache_folder": tree_cache, **settings})  # type: ignore[arg-type]
        one = Resolver(before, before if after is None else after, chosen)
        opened.append(one)
        return one

    yield open_one
    for each in opened:
        each.close()


@pytest.fixture(scope="session")
def installed() -> tuple[str, ...]:
    """The packages of the environment that runs the tests, as data."""
    return (sysconfig.get_paths()["purelib"],)
