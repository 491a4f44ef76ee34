"""Processes that all want to be one camera at the same moment: `python -m tests.vision.process.contest SOCKET`.

Each round ends with the winner killed, so that the next one finds the socket and the lock that it left; the last winner
ends in peace. Prints what each contender was told, one round a line: `has it`, or the fault.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from felt.clock import SystemClock
from felt.fault import ConfigFault
from vision.process.wire import listening

CONTENDERS = 4
ROUNDS = 8
HAS_IT = "has it"


class Gate:
    """Opens for all who wait at it at once, in whatever process."""

    def __init__(self) -> None:
        self._waits, self._opens = os.pipe()

    def wait(self) -> None:
        os.close(self._opens)  # ours; the gate is open once nobody has one
        os.read(self._waits, 1)

    def open(self) -> None:
        os.close(self._opens)


def contend(path: Path, start: Gate, end: Gate, answer: int) -> NoReturn:
    async def be_the_camera() -> None:
        try:
            async with listening(path, SystemClock(), lambda _: None):
                os.write(answer, HAS_IT.encode() + b"\n")
                end.wait()
        except ConfigFault as fault:
            os.write(answer, str(fault).encode() + b"\n")

    start.wait()
    asyncio.run(be_the_camera())
    os._exit(0)


def contest(path: Path) -> tuple[dict[int, str], Gate]:
    """What each process was told; whoever has it keeps it until the gate opens."""
    start, end = Gate(), Gate()
    answers: dict[int, int] = {}
    for _ in range(CONTENDERS):
        hears, tells = os.pipe()
        pid = os.fork()
        if pid == 0:
            contend(path, start, end, tells)
        os.close(tells)
        answers[pid] = hears
    start.open()
    told = {}
    for pid, hears in answers.items():
        with os.fdopen(hears) as lines:
            told[pid] = lines.readline().strip()
    return told, end


def main(path: Path) -> None:
    for number in range(ROUNDS):
        told, end = contest(path)
        if number < ROUNDS - 1:
            for pid, said in told.items():
                if said == HAS_IT:
                    os.kill(pid, signal.SIGKILL)
        end.open()
        for pid in told:
            os.waitpid(pid, 0)
        print(json.dumps([*told.values()]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
