"""Learning a machine: lines with what they mean, rules to begin with, no order ever shown."""

import asyncio
import tomllib
from contextlib import aclosing
from pathlib import Path

from firmware_bridge.shuffler.learn import Shown, lines_of, rules_for
from firmware_bridge.shuffler.lines import load_map, understand
from firmware_bridge.stream import memory_pair
from hardware.shuffler import shuffler_map
from tests.firmware_bridge.auto_clock import AutoClock


async def test_lines_and_their_meaning(tmp_path: Path) -> None:
    async with AutoClock() as clock:
        near, far = memory_pair()
        await far.write(b"START 7\r\nhopper 'A' 31%\nhopper 'A' 32%\nAh Kd 9c\nCOUNT 51\n")
        async with aclosing(lines_of(near, clock, shuffler_map(Path("plain-words")))) as lines:
            shown = [await anext(lines) for _ in range(5)]
    texts = [str(line).split("s  ", 1)[1] for line in shown]
    assert texts[0].split("->")[1].strip() == "started, cycle 7"
    assert texts[1].split("->")[1].strip() == "?"
    assert texts[3].startswith("(a line with the order of cards")
    assert not any("Ah" in text or "9c" in text for text in texts)
    assert texts[4].split("->")[1].strip() == "count, 51 cards"
    rules = rules_for(shown)
    assert [row["pattern"] for row in tomllib.loads(rules)["lines"]] == [r"hopper 'A' \d+%"]
    assert "Ah" not in rules
    file = tmp_path / "map.toml"
    file.write_text(f'name = "learned"\n{rules}')
    assert understand(load_map(file), "hopper 'A' 77%") is not None


async def test_without_a_map_every_line_is_unknown() -> None:
    async with AutoClock() as clock:
        near, far = memory_pair()
        lines = lines_of(near, clock, None)
        waiting = asyncio.create_task(anext(lines))
        await clock.sleep(2.5)
        await far.write(b"IDLE\n")
        shown = await waiting
        assert (shown.text, shown.meaning, round(shown.at_s, 1)) == ("IDLE", None, 2.5)
        await lines.aclose()
    assert rules_for([]) == ""


def test_a_line_too_long_to_be_matched_gets_no_rule() -> None:
    shown = [Shown(0.0, "x" * size, None) for size in (200, 201)]
    assert [row["pattern"] for row in tomllib.loads(rules_for(shown))["lines"]] == ["x" * 200]
