"""One device's envelopes put in order: starts one after the other, sequences without holes."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from felt.ids import BootId
from hub.intake.arrival import Arrival

HELD_MOST: Final = 1_000
"""Envelopes that wait behind a hole, per start; more are not taken, and asked for again later."""


class Verdict(StrEnum):
    """What became of an offered envelope."""

    TAKEN = "taken"
    DUPLICATE = "duplicate"
    TOO_MANY = "too-many"
    ENDED_START = "ended-start"


class Gap(Struct, frozen=True):
    """Sequences `first` to `last` of a start have not come, though later ones have."""

    boot: BootId
    first: int
    last: int


class _Track(Struct):
    next: int = 0
    held: dict[int, Arrival] = {}


class DeviceSequence:
    """The order of one device's facts. A start (`boot`) begins at sequence 0 and ends when a later one follows."""

    def __init__(self, expected: Mapping[BootId, int] | None = None) -> None:
        """`expected`: the next sequence of each start that the ledger knows, oldest start first."""
        starts = list((expected or {}).items())
        self._ended = dict(starts[:-1])
        self._tracks = {boot: _Track(following) for boot, following in starts[-1:]}

    def offer(self, arrival: Arrival) -> Verdict:
        """Take an envelope in; `take_ready` gives out what is now in order."""
        boot, seq = arrival.envelope.boot, arrival.envelope.seq
        if boot in self._ended:
            return Verdict.DUPLICATE if seq < self._ended[boot] else Verdict.ENDED_START
        track = self._tracks.setdefault(boot, _Track())
        if seq < track.next or seq in track.held:
            return Verdict.DUPLICATE
        if len(track.held) >= HELD_MOST:
            return Verdict.TOO_MANY
        track.held[seq] = arrival
        return Verdict.TAKEN

    def take_ready(self) -> list[Arrival]:
        """Everything that is in order now; a later start's only after all of the one before."""
        ready: list[Arrival] = []
        while self._tracks:
            boot, track = next(iter(self._tracks.items()))
            while track.next in track.held:
                ready.append(track.held.pop(track.next))
                track.next += 1
            if track.held or len(self._tracks) == 1:
                break
            self._ended[boot] = track.next
            del self._tracks[boot]
        return ready

    def gap(self) -> Gap | None:
        """The hole that everything else waits behind."""
        for boot, track in self._tracks.items():
            if track.held:
                return Gap(boot, track.next, min(track.held) - 1)
            break
        return None

    def give_up(self, gap: Gap) -> None:
        """Go on without `gap`."""
        track = self._tracks.get(gap.boot)
        if track is not None:
            track.next = max(track.next, gap.last + 1)

    def last_in_order(self, boot: BootId) -> int:
        """The newest sequence of a start with none missing or given up before it; -1 when there is none."""
        track = self._tracks.get(boot)
        return (self._ended.get(boot, 0) if track is None else track.next) - 1
