"""Where each tag lies, from looks at antennas that miss, bleed and lie.

A tag stays where it was last known until it is clearly at another place, or missing for its whole patience. A look
that is not clean proves presence, never absence. Knows tags and places; refuses to know cards, hands and time beyond
the looks' own.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from felt.clock import Nanos
from felt.fact import Between
from felt.ids import DeviceId, Uid
from felt.order import HOLDEM_CARDS
from felt.place import Place, Spot
from firmware_bridge.reading import AntennaNo, AntennaRead
from table_node.tuning import Patience, Tuning

AntennaKey = tuple[DeviceId, AntennaNo]
PatienceFor = Callable[[Uid, Place], Patience | None]

WINDOW: Final = 8
"""Looks over which two antennas' counts of one tag are compared."""
CLEARLY: Final = 0.75
FAINTLY: Final = 0.25
CLONE_WINDOW: Final = 16
"""Looks after which a tag that is read at two places is a doubt, or a clone."""
_BOARD_FULL: Final = 5
_NEVER: Final = Nanos(0)


class Moved(Struct, frozen=True):
    """A tag left `origin` (None: it lay nowhere we look) for `place` (None: nowhere we look)."""

    uid: Uid
    origin: Place | None
    place: Place | None
    left: Between
    arrived: Between


class Torn(Struct, frozen=True):
    """A tag that lies at none of our places yet is read at several, none of them clearly."""

    uid: Uid
    places: tuple[Place, ...]


class Twofold(Struct, frozen=True):
    """A tag that is read in nearly every look at two places, all the time."""

    uid: Uid
    home: Place
    other: Place


Event = Moved | Torn | Twofold


@dataclass(slots=True)
class _Trace:
    """One tag at one antenna. `after`: the last clean look but one before its first hit, since one may miss a tag."""

    place: Place
    after: Nanos
    run: int = 0
    run_began: Nanos = _NEVER
    run_ended: Nanos = _NEVER
    seen_began: Nanos = _NEVER
    seen_ended: Nanos = _NEVER
    missed: int = 0
    bits: int = 0
    looks: int = 0

    def hit(self, read: AntennaRead) -> None:
        if self.run == 0:
            self.run_began, self.run_ended = read.began, read.ended
        self.run += 1
        self.seen_began, self.seen_ended = read.began, read.ended
        self.missed = 0
        self._count(1)

    def miss(self) -> None:
        self.run = 0
        self.missed += 1
        self._count(0)

    def _count(self, bit: int) -> None:
        self.bits = (self.bits << 1 | bit) & ((1 << CLONE_WINDOW) - 1)
        self.looks = min(self.looks + 1, CLONE_WINDOW)

    def share(self, window: int) -> float:
        """Hits among the newest `window` looks."""
        looks = min(self.looks, window)
        return (self.bits & ((1 << looks) - 1)).bit_count() / looks if looks else 0.0

    def seen_often(self, needed: int) -> bool:
        """Seen in the newest look and in `needed` looks of late; of more than two, one in three may have missed it."""
        if needed <= 2:
            return self.run >= needed
        return self.run > 0 and self._hits(needed + needed // 3) >= needed

    def _hits(self, looks: int) -> int:
        return (self.bits & ((1 << looks) - 1)).bit_count()

    @property
    def faded(self) -> bool:
        return self.bits & ((1 << WINDOW) - 1) == 0


@dataclass(slots=True)
class _Antenna:
    place: Place
    looks: int = 0
    settled: bool = False
    looked: Nanos | None = None
    clean: Nanos | None = None
    clean_before: Nanos | None = None

    def note(self, read: AntennaRead, *, whole: bool) -> None:
        self.looks += 1
        self.looked = read.began
        if read.clean and whole:
            self.clean_before, self.clean = self.clean, read.began

    def forget(self) -> None:
        self.looks, self.settled = 0, False
        self.looked = self.clean = self.clean_before = None


@dataclass(slots=True)
class _Tag:
    traces: dict[AntennaKey, _Trace] = field(default_factory=dict)
    home: Place | None = None
    home_seen: Nanos = _NEVER
    home_ended: Nanos = _NEVER
    torn: bool = False
    twofold: bool = False
    strays: set[Place] = field(default_factory=set)
    """Where it is read now and then although it lies at home."""

    def still(self) -> None:
        """It lies elsewhere now: what was doubtful before is forgotten."""
        self.torn = self.twofold = False
        self.strays.clear()


class Whereabouts:
    """The places of all tags. Feed it looks with `look`; it says what moved."""

    def __init__(self, places: Mapping[AntennaKey, Place], tuning: Tuning) -> None:
        self._antennas = {key: _Antenna(place) for key, place in places.items()}
        self._lost: frozenset[AntennaKey] = frozenset()
        self._tags: dict[Uid, _Tag] = {}
        self._near: dict[AntennaKey, dict[Uid, _Tag]] = {key: {} for key in places}
        """The tags that each antenna's looks are about: read there of late, or lying there."""
        self._under: dict[Place, list[AntennaKey]] = {}
        """The antennas under each place."""
        for key, place in places.items():
            self._under.setdefault(place, []).append(key)
        self._tuning = tuning
        self._full = {Spot.SEAT: HOLDEM_CARDS, Spot.BOARD: _BOARD_FULL}
        """Cards that make a place full; one more than that must be looked at longer."""
        self._settled = False
        self._origin: Nanos | None = None

    @property
    def settled(self) -> bool:
        """True once every antenna that answers was looked at since the start or the last `unsettle`."""
        return self._settled or not self._antennas

    def expect(self, seat_cards: int) -> None:
        """Set how many cards the game gives a seat."""
        self._full[Spot.SEAT] = seat_cards

    def homes(self) -> dict[Uid, Place]:
        """Where every placed tag lies."""
        return {uid: tag.home for uid, tag in self._tags.items() if tag.home is not None}

    def home(self, uid: Uid) -> Place | None:
        """Where a tag lies, None when at no place we look at."""
        tag = self._tags.get(uid)
        return tag.home if tag else None

    def missing(self, uid: Uid) -> bool:
        """True when the newest clean look at the tag's place was without it."""
        tag = self._tags.get(uid)
        if tag is None or tag.home is None:
            return False
        traces = _at(tag, tag.home)
        return bool(traces) and all(trace.missed > 0 for trace in traces)

    def reads(self, uid: Uid, place: Place) -> bool:
        """True when the newest look at `place` saw the tag, wherever it lies."""
        tag = self._tags.get(uid)
        return tag is not None and any(trace.run > 0 for trace in _at(tag, place))

    def answers(self, place: Place) -> bool:
        """True when antennas lie under the place and none of them is lost."""
        under = self._under.get(place, ())
        return bool(under) and not self._lost.intersection(under)

    def remember(self, homes: Mapping[Uid, Place]) -> None:
        """Take over where tags lay before a restart; they stay there until seen elsewhere or long missing."""
        for uid, place in homes.items():
            self._lies(uid, self._tags.setdefault(uid, _Tag()), place)

    def place_by_eye(self, uid: Uid, place: Place | None, began: Nanos, ended: Nanos) -> None:
        """A camera, or the end of a hand, tells where a tag lies."""
        tag = self._tags.setdefault(uid, _Tag())
        self._lies(uid, tag, place)
        tag.home_seen, tag.home_ended = began, ended

    def drop(self, uid: Uid) -> None:
        """A card that no antenna will ever read is gone for good."""
        self._tags.pop(uid, None)

    def _lies(self, uid: Uid, tag: _Tag, place: Place | None) -> None:
        """Note where a tag lies from now on; that place's antennas must look out for it."""
        tag.home = place
        for key in self._under.get(place, ()) if place is not None else ():
            self._near[key][uid] = tag

    def unsettle(self) -> None:
        """Watching was interrupted: look at everything afresh before anything is said to move."""
        self._settled = False
        self._origin = None
        for antenna in self._antennas.values():
            antenna.forget()
        for tag in self._tags.values():
            tag.traces.clear()
            tag.still()

    def blind(self, lost: AbstractSet[AntennaKey]) -> None:
        """Set the antennas that do not answer: nothing is missing there. One that is back is first looked at afresh."""
        for tag in self._tags.values():
            tag.traces = {key: trace for key, trace in tag.traces.items() if key not in lost}
        back = self._lost - lost
        self._lost = frozenset(lost)
        if back:
            self.unsettle()

    def look(self, read: AntennaRead, patience: PatienceFor) -> list[Event]:
        """Take in one look; the events that follow, oldest first."""
        key = (read.reader, read.antenna)
        antenna = self._antennas.get(key)
        if antenna is None:
            return []
        if self._origin is None:
            self._origin = read.began
        seen = dict.fromkeys(read.uids)
        touched = self._trace(key, antenna, read, seen)
        antenna.note(read, whole=antenna.place.spot is not Spot.SEAT or self._whole(key, antenna, seen))
        antenna.settled = antenna.settled or antenna.looks >= self._tuning.settle_looks + (0 if read.clean else 4)
        if not self._settled:
            self._settle(read)
            return []
        events: list[Event] = []
        for uid in touched:
            events += self._judge(uid, self._tags[uid], read, patience)
        return events

    def _trace(self, key: AntennaKey, antenna: _Antenna, read: AntennaRead, seen: Mapping[Uid, None]) -> list[Uid]:
        """Note what was read and what was not; the tags about which that may say something new."""
        after = antenna.clean_before if antenna.clean_before is not None else self._origin or _NEVER
        near, touched = self._near[key], []
        for uid in seen:
            tag = near.get(uid)
            if tag is None:
                tag = near[uid] = self._tags.setdefault(uid, _Tag())
            trace = tag.traces.get(key)
            if trace is None:
                trace = tag.traces[key] = _Trace(antenna.place, after)
            trace.hit(read)
            alone = len(tag.traces) == 1
            if tag.home == antenna.place:
                tag.home_seen, tag.home_ended = read.began, read.ended
                if not alone:
                    tag.strays |= {
                        other.place for other in tag.traces.values() if other.place != tag.home and other.bits
                    }
            if not alone or tag.home != antenna.place:
                touched.append(uid)
        if len(near) > len(seen):
            touched += self._not_read(key, antenna, read, seen, after)
        return touched

    def _whole(self, key: AntennaKey, antenna: _Antenna, seen: Mapping[Uid, None]) -> bool:
        """Every card that lies there was read: a player who lifts or tilts his hand hides a new card with it."""
        near = self._near[key]
        if len(near) == len(seen):
            return True
        return not any(tag.home == antenna.place and uid not in seen for uid, tag in near.items())

    def _not_read(
        self, key: AntennaKey, antenna: _Antenna, read: AntennaRead, seen: Mapping[Uid, None], after: Nanos
    ) -> list[Uid]:
        """Count a miss for each tag that this look was about and did not read, unless the look may hide tags."""
        near, touched = self._near[key], []
        for uid, tag in list(near.items()):
            if uid in seen:
                continue
            if key not in tag.traces and tag.home != antenna.place:
                del near[uid]
                continue
            touched.append(uid)
            if not read.clean:
                continue
            trace = tag.traces.setdefault(key, _Trace(antenna.place, after))
            trace.miss()
            if trace.faded and tag.home != antenna.place:
                del tag.traces[key], near[uid]
                tag.torn = tag.torn and bool(tag.traces)
                tag.twofold = False
        return touched

    def _settle(self, read: AntennaRead) -> None:
        answering = [antenna for key, antenna in self._antennas.items() if key not in self._lost]
        if not answering or not all(antenna.settled for antenna in answering):
            return
        self._settled = True
        for uid, tag in self._tags.items():
            if tag.home is not None and tag.home_ended < read.began:
                tag.home_seen, tag.home_ended = tag.home_seen or read.began, read.ended
            counts = {place: max(t.bits.bit_count() for t in _at(tag, place)) for place in _places(tag)}
            best = max(counts, key=lambda place: (counts[place], place == tag.home), default=None)
            if best is not None and counts[best] > 0:
                self._lies(uid, tag, best)
                newest = max(_at(tag, best), key=lambda trace: trace.seen_began)
                tag.home_seen, tag.home_ended = newest.seen_began, newest.seen_ended

    def _judge(self, uid: Uid, tag: _Tag, read: AntennaRead, patience: PatienceFor) -> list[Event]:
        for place in _places(tag):
            if place != tag.home and self._wins(tag, place):
                return [self._move(uid, tag, place)]
        if tag.home is not None and self._gone(tag, tag.home, read, patience(uid, tag.home)):
            return [self._leave(uid, tag, tag.home, read)]
        return self._doubts(uid, tag)

    def _wins(self, tag: _Tag, place: Place) -> bool:
        """True when the tag lies clearly at `place` and nowhere else."""
        here = max(_at(tag, place), key=lambda trace: (trace.run, trace.bits))
        surplus = self._is_full(place)
        needed = self._looks_needed(tag, surplus=surplus)
        if not here.seen_often(needed):
            return False
        others = [trace for trace in tag.traces.values() if trace.place != place]
        rivals = others if place in tag.strays else [t for t in others if self._contends(t, here, tag)]
        if surplus and not all(rival.faded for rival in rivals):
            return False
        if rivals and not surplus:
            return _clear(here) and all(_faint(rival) for rival in rivals)
        return tag.home is None or self._vacated(tag, tag.home, here)

    @staticmethod
    def _contends(other: _Trace, here: _Trace, tag: _Tag) -> bool:
        """True when the tag was read there too while it seemed to lie `here`."""
        return other.seen_began >= here.run_began or (other.place != tag.home and not other.faded)

    def _looks_needed(self, tag: _Tag, *, surplus: bool) -> int:
        looks = self._tuning.arrive_looks if tag.home is None else self._tuning.move_looks
        return max(looks, self._tuning.surplus_looks) if surplus else looks

    def _is_full(self, place: Place) -> bool:
        """A full hand's cards lie there: one more is a grave thing to say, and must be read nowhere else of late."""
        full = self._full.get(place.spot)
        if full is None:
            return False
        near = self._near[self._under[place][0]]  # whatever lies there is near each of its antennas
        return sum(other.home == place for other in near.values()) >= full

    def _vacated(self, tag: _Tag, home: Place, here: _Trace) -> bool:
        """True when `home` was looked at since the tag was first seen elsewhere, and has missed it often enough.

        A look that is not clean may hide it: then twice as many looks elsewhere are asked for.
        """
        looked = clean = True
        for key in self._under.get(home, ()):
            if key not in self._lost:
                antenna, trace = self._antennas[key], tag.traces.get(key)
                looked = looked and antenna.looked is not None and antenna.looked >= here.run_began
                clean = clean and trace is not None and trace.missed >= self._tuning.move_looks - 1
        return looked and (clean or here.run >= 2 * self._tuning.move_looks)

    def _gone(self, tag: _Tag, home: Place, read: AntennaRead, patience: Patience | None) -> bool:
        if patience is None or read.ended - tag.home_ended < patience.wait:
            return False
        watched = self._under.get(home)
        if not watched or any(key in self._lost for key in watched):
            return False
        return all(key in tag.traces and tag.traces[key].missed >= patience.looks for key in watched)

    def _move(self, uid: Uid, tag: _Tag, place: Place) -> Moved:
        here = max(_at(tag, place), key=lambda trace: trace.run)
        origin = tag.home
        after = here.after if origin is None else Nanos(max(here.after, tag.home_seen))
        arrived = Between(Nanos(min(after, here.run_ended)), here.run_ended)
        left = Between(Nanos(min(tag.home_seen, here.run_ended)), here.run_ended)
        self._lies(uid, tag, place)
        tag.home_seen, tag.home_ended = here.seen_began, here.seen_ended
        tag.still()
        tag.traces = {key: t for key, t in tag.traces.items() if t.place == place}
        return Moved(uid, origin, place, left, arrived)

    def _leave(self, uid: Uid, tag: _Tag, home: Place, read: AntennaRead) -> Moved:
        left = Between(tag.home_seen, read.ended)
        tag.home = None
        tag.still()
        tag.traces = {key: t for key, t in tag.traces.items() if t.place != home}
        return Moved(uid, home, None, left, left)

    def _doubts(self, uid: Uid, tag: _Tag) -> list[Event]:
        if len(tag.traces) < 2 or (tag.torn if tag.home is None else tag.twofold):
            return []
        full = [t for t in tag.traces.values() if t.looks >= CLONE_WINDOW]
        if len(full) < 2:
            return []
        places = tuple(dict.fromkeys(t.place for t in full if t.share(CLONE_WINDOW) > FAINTLY))
        if tag.home is None:
            if len(places) < 2:
                return []
            tag.torn = True
            return [Torn(uid, places)]
        always = {t.place for t in full if t.share(CLONE_WINDOW) > 0.9}
        others = [place for place in places if place != tag.home and place in always]
        if tag.home in always and others:
            tag.twofold = True
            return [Twofold(uid, tag.home, others[0])]
        return []


def _places(tag: _Tag) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(trace.place for trace in tag.traces.values()))


def _at(tag: _Tag, place: Place) -> list[_Trace]:
    return [trace for trace in tag.traces.values() if trace.place == place]


def _clear(trace: _Trace) -> bool:
    return trace.looks >= WINDOW // 2 and trace.share(WINDOW) >= CLEARLY


def _faint(trace: _Trace) -> bool:
    return trace.looks >= WINDOW // 2 and trace.share(WINDOW) <= FAINTLY
