"""A shuffling machine's words as facts: its state, its count, and the button that opens a hand."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from felt.fact import DeckChecked, Fact, HandOpened, ShufflerReported, ShufflerState, StubEvent, StubHandled
from felt.ids import DeviceId
from firmware_bridge.reading import ShufflerSaid
from table_node.memory import ShufflerMemory


class Purpose(StrEnum):
    """What a cycle shuffles: the whole deck for a new hand, or the stub within one."""

    HAND = "hand"
    STUB = "stub"


_COUNTED: Final = frozenset({ShufflerState.READY, ShufflerState.COUNT_WRONG})


class ShufflerWatch:
    """Follows the shufflers of one table; repeats of the same word are no news."""

    def __init__(self, remembered: Mapping[str, ShufflerMemory]) -> None:
        self._known = dict(remembered)
        self._stub_cycles: dict[DeviceId, int] = {}

    def memory(self) -> dict[str, ShufflerMemory]:
        """What to keep for the next start."""
        return dict(self._known)

    def hear(self, said: ShufflerSaid, purpose: Purpose) -> list[Fact]:
        """Take in one word; `purpose` is what a cycle that starts now is for."""
        last = self._known.get(said.part)
        facts: list[Fact] = []
        opened = last.opened if last else None
        counted = last.counted if last else said.cycle
        if last is not None and said.cycle < last.cycle:  # its power was cut: it counts from zero again
            opened, counted = None, None
        starts = said.started and said.cycle != opened
        if starts:
            opened, counted = said.cycle, None
            if purpose is Purpose.HAND:
                self._stub_cycles.pop(said.part, None)
                facts.append(HandOpened(by_machine=True))
            else:
                self._stub_cycles[said.part] = said.cycle
        if last is None or (last.state, last.cycle) != (said.state, said.cycle):
            facts.append(ShufflerReported(said.state, said.cycle))
        if said.state in _COUNTED and counted != said.cycle:
            facts += self._result(said)
            counted = said.cycle
        self._known[said.part] = ShufflerMemory(said.state, said.cycle, opened, counted)
        return facts

    def _result(self, said: ShufflerSaid) -> list[Fact]:
        if self._stub_cycles.get(said.part) == said.cycle:
            return [StubHandled(StubEvent.SHUFFLED)] if said.state is ShufflerState.READY else []
        return [] if said.count is None else [DeckChecked(said.count)]
