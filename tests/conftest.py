"""What all tests share: in continuous integration the same examples every time, at a desk new ones at each run.

And a log that no earlier test has set up.
"""

import os
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

pytest_plugins = ["tests.chromium"]

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A test that turns the log down, or starts what does, turns it down for itself alone."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)
