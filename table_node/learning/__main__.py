"""The command's entry point."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Final

from felt.clock import SystemClock
from felt.fault import LinkLost
from firmware_bridge.shuffler.learn import Shown, lines_of, rules_for
from firmware_bridge.shuffler.lines import LineMap
from firmware_bridge.stream import check_url, open_stream
from hardware.shuffler import shuffler_map
from table_node.node import stop_on_signals

USUAL_BAUD: Final = 115_200


def learn(port: str, map_file: Path | None) -> int:
    """Print each line of `port` until Ctrl-C or its end, then rules to begin with; exit code 0.

    `port` is a device path, opened at the map's baud rate, or a stream URL. Raises ConfigFault for a bad map or URL,
    LinkLost for an absent port.
    """
    known = None if map_file is None else shuffler_map(map_file)
    url = port if "://" in port else f"serial://{port}?baud={known.baud if known else USUAL_BAUD}"
    check_url(url)
    return asyncio.run(_learn(url, known))


async def _learn(url: str, known: LineMap | None) -> int:
    seen: dict[str, Shown] = {}
    following = asyncio.create_task(_follow(url, known, seen))
    stop_on_signals(following.cancel)
    try:
        await following
    except asyncio.CancelledError:
        print()
    rules = rules_for(seen.values())
    if rules:
        print(f"# Rules to begin with, for the lines that are not known yet:\n\n{rules}", end="")
    return 0


async def _follow(url: str, known: LineMap | None, seen: dict[str, Shown]) -> None:
    clock = SystemClock()
    stream = await open_stream(url, clock=clock)
    print(f"listening on {url}; Ctrl-C ends it", flush=True)
    try:
        async with aclosing(lines_of(stream, clock, known)) as lines:
            async for line in lines:
                print(line, flush=True)
                seen.setdefault(line.text, line)
    except LinkLost as fault:
        print(f"the port is gone: {fault.what}")
    finally:
        await stream.close()
