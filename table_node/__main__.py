"""The node's entry points: run it, check its configuration, write a sample of it."""

import asyncio
import logging
import sys
from pathlib import Path

import structlog

from felt.clock import SystemClock
from felt.fault import FeltFault
from felt.service import supervised
from table_node.check import Finding, findings
from table_node.config import SAMPLE, NodeConfig, load_config
from table_node.node import run_node, stop_on_signals


def main(config_path: Path, *, record: Path | None = None, verbosity: int = logging.INFO) -> int:
    """Run the node until SIGTERM or Ctrl-C; returns the exit code. Raises FeltFault for what can never work."""
    config = load_config(config_path)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(verbosity))
    return asyncio.run(_run(config, record))


async def _run(config: NodeConfig, record: Path | None) -> int:
    node = asyncio.create_task(run_node(config, record=record))
    stop_on_signals(node.cancel)
    try:
        async with supervised(SystemClock()):
            await node
    except asyncio.CancelledError:
        return 0
    except BaseExceptionGroup as group:
        raise _fault_in(group) from group
    return 0


def _fault_in(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one fault that ended the node, or the whole group when it was a bug."""
    for error in group.exceptions:
        inner = _fault_in(error) if isinstance(error, BaseExceptionGroup) else error
        if isinstance(inner, FeltFault):
            return inner
    return group


def check(config_path: Path) -> int:
    """Print what `main` would use and whether it is there; exit code 0 when all is, else 2."""
    found = asyncio.run(_check(config_path))
    return 0 if all(finding.good for finding in found) else 2


async def _check(config_path: Path) -> list[Finding]:
    found = []
    async for finding in findings(config_path):
        print(finding)
        found.append(finding)
    return found


def sample_config() -> str:
    """A configuration with every key explained."""
    return SAMPLE


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1])))
    except FeltFault as fault:
        sys.exit(str(fault))
