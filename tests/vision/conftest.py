"""Pictures are worked on by one thread: on a busy machine OpenCV's others are waited for longer than they help."""

from collections.abc import Iterator

import cv2
import pytest


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> Iterator[None]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(threads)
