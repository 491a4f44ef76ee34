"""`feltwire deck` as a custodian meets it: the installed command, a serial port, a reader, one card after the other."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from felt.card import DECK
from felt.clock import SystemClock
from felt.fault import LinkLost
from felt.ids import Uid
from firmware_bridge.reading import AntennaNo
from hardware.virtual.pty import VirtualPort
from hardware.virtual.reader import INSTANT, VirtualPepper
from table_node.enrolment.locked import deck_key, load_locked

COMMAND = Path(sys.executable).parent / "feltwire"
PROMPT = re.compile(r"Lay down (\w\w) ")
NAMED = re.compile(r"(\w\w)   \(\d+ left\)")
Custodian = Callable[[str], str | None]


class Desk:
    """A desk's reader on a port; `lying` is on its antenna."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = folder / "ttyDesk"
        self.lying: tuple[Uid, ...] = ()

    def tags(self, antenna: AntennaNo) -> tuple[Uid, ...]:
        return self.lying if antenna == 1 else ()

    async def run(self, *words: str, custodian: Custodian) -> tuple[int, list[str]]:
        """The command with these words; `custodian` hears each line and may type one. Returns exit code and output."""
        process = await asyncio.create_subprocess_exec(
            COMMAND, "deck", *words, "--port", f"serial://{self.port}",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdin
        assert process.stdout
        said = []
        async with asyncio.timeout(100):
            while line := (await process.stdout.readline()).decode().rstrip():
                said.append(line)
                key = custodian(line)
                if key:
                    process.stdin.write(f"{key}\n".encode())
            return await process.wait(), said


@asynccontextmanager
async def powered(desk: Desk) -> AsyncIterator[None]:
    port = VirtualPort(desk.port)

    async def serve() -> None:
        with suppress(LinkLost):
            await VirtualPepper(port, desk, SystemClock(), timing=INSTANT).run()

    serving = asyncio.create_task(serve())
    try:
        yield
    finally:
        port.unplug()
        await serving


def tag(card: str) -> Uid:
    return Uid(f"E00401{DECK.index(card):010X}")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    made = Desk(tmp_path)
    async with powered(made):
        yield made


async def test_a_deck_is_enrolled_verified_and_shown(desk: Desk) -> None:
    folder, file = desk.folder / "decks", desk.folder / "decks" / "red.deck"

    def one_by_one(line: str) -> None:
        if prompt := PROMPT.match(line):
            desk.lying = (tag(prompt[1]),)
        elif line.endswith(" enrolled"):
            desk.lying = ()

    code, said = await desk.run("enrol", "red", "--person", "Ann", "--folder", str(folder), custodian=one_by_one)
    assert (code, said[-1]) == (0, "deck red: 52 cards, 0 hands, enrolled by Ann, not verified")
    record = load_locked(file, deck_key(folder / "deck.key"))
    assert record.cards == {tag(card): card for card in DECK}

    code, said = await desk.run("verify", str(file), "--person", " ann", custodian=lambda line: None)
    assert code == 2
    assert "enrolled this deck" in " ".join(said)

    left = list(DECK)

    def any_order(line: str) -> None:
        if NAMED.match(line) or line.startswith("Verifying"):
            desk.lying = ()
            asyncio.get_running_loop().call_later(0.05, lay_next)

    def lay_next() -> None:
        if left:
            desk.lying = (tag(left.pop()),)

    code, said = await desk.run("verify", str(file), "--person", "Ben", custodian=any_order)
    assert (code, said[-1]) == (0, "deck red: 52 cards, 0 hands, enrolled by Ann, verified by Ben")


async def test_who_goes_on_with_a_deck_cannot_verify_it(desk: Desk) -> None:
    folder = desk.folder / "decks"

    def one_card(line: str) -> str | None:
        if line.endswith(" enrolled"):
            return "q"
        if prompt := PROMPT.match(line):
            desk.lying = (tag(prompt[1]),)
        return None

    for person, done in (("Ann", 1), ("Ben", 2)):
        desk.lying = ()
        code, said = await desk.run("enrol", "red", "--person", person, "--folder", str(folder), custodian=one_card)
        assert code == 1
        assert f"{done} cards" in said[-1]
    assert "enrolled by Ann and Ben" in said[-1]


async def test_a_desk_without_its_reader_says_so_and_is_not_finished(desk: Desk) -> None:
    said_lost = []

    def patient(line: str) -> str | None:
        if line.startswith("reader lost"):
            said_lost.append(line)
            return "q"
        return None

    (desk.folder / "ttyDesk").unlink()
    code, _ = await desk.run("enrol", "red", "--person", "Ann", "--folder", str(desk.folder), custodian=patient)
    assert (code, len(said_lost)) == (1, 1)
