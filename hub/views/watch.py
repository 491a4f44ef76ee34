"""What is watched at a table and what is not, said so that nobody takes silence for approval."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from felt.ids import DeviceId
from felt.note import Note, NoteKey, english, note
from hub.views.status import TableStatus
from hub.views.words import SENSE_WORDS, listed

SILENT = "silent"
"""The authority of a table in shadow mode: rulings go to the floor page only."""


class Watch(StrEnum):
    """How much of the table the hub sees in this hand."""

    FULL = "full"
    SOME = "some"
    PARTIAL = "partial"
    OFF = "off"


class WatchView(Struct, frozen=True):
    """`headline` in a few words; `detail` why; `watched` and `unwatched` in plain words."""

    state: Watch
    headline: str
    detail: str
    watched: tuple[str, ...]
    unwatched: tuple[str, ...]
    shadow: bool


class Broken(NamedTuple):
    """A part of a device that does not work; `why` in the device's own words, `note` by its key."""

    device: DeviceId
    part: str
    why: str
    note: Note | None


def watch_view(status: TableStatus) -> WatchView:
    """What the hub sees of this table now."""
    picture = status.picture
    watched = [SENSE_WORDS[sense] for sense in picture.watched] if picture.watching else []
    missing = (*picture.watched, *picture.unwatched) if not picture.watching else picture.unwatched
    unwatched = [SENSE_WORDS[sense] for sense in missing]
    if not picture.watching:
        state, headline, detail = Watch.OFF, "Not watching", picture.not_watching_why
    elif picture.partial is not None:
        state, headline = Watch.PARTIAL, "This hand is not judged by sensors"
        detail = f"{picture.partial}. The next hand is."
    elif unwatched:
        state, headline, detail = Watch.SOME, f"Not watched: {listed(unwatched)}", ""
    else:
        state, headline, detail = Watch.FULL, "Watching everything", ""
    return WatchView(state, headline, detail, tuple(watched), tuple(unwatched), shadow=status.authority == SILENT)


def lost_devices(status: TableStatus) -> tuple[str, ...]:
    """Devices that are gone and parts that do not work, each in a few words."""
    gone = [english(offline(device)) for device in gone_devices(status)]
    return (*gone, *(f"{each.device}: {each.part} {each.why}" for each in broken_parts(status)))


def gone_devices(status: TableStatus) -> list[DeviceId]:
    """Those that are not online."""
    return [device.device for device in status.devices if not device.online]


def broken_parts(status: TableStatus) -> Iterator[Broken]:
    """What devices that are online say does not work, in the order of the parts' names."""
    for device in status.devices:
        for part, why in sorted(device.parts.items()) if device.online else ():
            if why != "ok":
                yield Broken(device.device, part, why, device.notes.get(part))


def offline(device: DeviceId) -> Note:
    """A device is gone."""
    return note(NoteKey.PART_OFFLINE, device=device)
