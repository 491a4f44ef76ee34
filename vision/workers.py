"""Processes that work beside this one, and end with it however it ends."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread


def workers(count: int) -> ProcessPoolExecutor:
    """So many of them, each begun afresh."""
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Workers hold their pool's pipes open for each other: without whom they work for they would wait for ever."""
    Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
