"""What all tests share: in continuous integration the same examples every time, at a desk new ones at each run."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
