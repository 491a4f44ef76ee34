"""The far side of the microcontroller's link for tests: the shipped link, and a machine that says what it is told."""

from msgspec import Struct

from felt.clock import Clock
from felt.fault import LinkLost, LinkTimeout
from firmware_bridge.deadline import Deadline
from firmware_bridge.mcu.dictionary import Dictionary
from firmware_bridge.mcu.frames import MCU, DeckPresent, Lid, LidMoved, MachineCode, MachineState, Presence, StateAsked
from firmware_bridge.mcu.link import Delivered, Link
from firmware_bridge.stream import ByteStream


class FarMachine:
    """A machine with power on: answers when asked for its state, and says what a test tells it to."""

    def __init__(self, clock: Clock, session: int = 0x2222, dictionary: Dictionary = MCU) -> None:
        self.clock = clock
        self.link = Link(dictionary, session, clock.now(), version="machine 3")
        self.state = MachineState(MachineCode.IDLE, 0)
        self.forgetful = 0
        """How often it will give no answer when asked for its state."""
        self.told: list[Struct] = []
        """What the host wants of lamp and buzzer."""

    def say(self, *frames: Struct) -> None:
        for frame in frames:
            self.link.send(frame)

    def _answer(self) -> None:
        if self.forgetful:
            self.forgetful -= 1
        else:
            self.say(DeckPresent(Presence.PRESENT), LidMoved(Lid.CLOSED), self.state)

    async def serve(self, stream: ByteStream) -> None:
        try:
            while True:
                await stream.write(self.link.transmit(self.clock.now()))
                try:
                    async with Deadline(self.clock, 0.02, "machine"):
                        came = await stream.read()
                except LinkTimeout:
                    came = b""
                for event in self.link.receive(came, self.clock.now()):
                    if isinstance(event, Delivered):
                        if isinstance(event.frame, StateAsked):
                            self._answer()
                        else:
                            self.told.append(event.frame)
        except LinkLost:
            return
