"""Options of the whole test-suite."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# How fast a machine is, and what else it does, is no property of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything must be installed (in CI), a test that skips for want of a program has failed."""
    del item, call
    report = yield
    if (
        report.skipped
        and os.environ.get("HOLDFAST_REQUIRE_EDITORS")
        and "is not installed" in str(report.longrepr)
    ):
        report.outcome = "failed"
    return report
