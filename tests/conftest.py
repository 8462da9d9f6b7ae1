"""Options of the whole test-suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-cases",
        action="store_true",
        help="write what was rendered into the `rendered` sections of case files, instead of comparing",
    )


@pytest.fixture
def update_cases(request: pytest.FixtureRequest) -> bool:
    """Whether `rendered` sections are to be rewritten. Marks and verdicts are written by hand only."""
    return bool(request.config.getoption("--update-cases"))
