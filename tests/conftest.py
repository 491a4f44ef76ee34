"""What all tests share: in continuous integration the same examples every time, at a desk new ones at each run.

How long an example takes, or its making, is no reason to fail: a busy machine may stand still for seconds.
And a log that no earlier test has set up.
"""

import os
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.chromium"]

settings.register_profile(
    "feltwire",
    derandomize=bool(os.environ.get("CI")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("feltwire")


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A test that turns the log down, or starts what does, turns it down for itself alone."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)
