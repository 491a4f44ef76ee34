"""Every MQTT topic of the product, built and read here only."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from felt.fault import BadInput
from felt.ids import DeviceId, RoomId, TableId, topic_level

ROOT: Final = "felt"


class Channel(StrEnum):
    """The last level of a device's topics."""

    FACTS = "facts"
    SEALED = "sealed"
    HEALTH = "health"
    ORDERS = "orders"
    ACK = "ack"
    AVAILABILITY = "availability"


class DeviceTopic(Struct, frozen=True):
    """`felt/{room}/{table}/{device}/{channel}`."""

    room: RoomId
    table: TableId
    device: DeviceId
    channel: Channel

    def __str__(self) -> str:
        return f"{ROOT}/{self.room}/{self.table}/{self.device}/{self.channel}"


def device_topic(room: RoomId, table: TableId, device: DeviceId, channel: Channel) -> str:
    """The topic of one channel of one device."""
    return str(DeviceTopic(room, table, device, channel))


def view_topic(room: RoomId, table: TableId, role: str) -> str:
    """The retained view of a table for a role."""
    return f"{ROOT}/{room}/{table}/view/{topic_level(role, what='role')}"


def room_filter(room: RoomId, channel: Channel) -> str:
    """Subscription for one channel of every device in a room."""
    return f"{ROOT}/{room}/+/+/{channel}"


def parse_device_topic(topic: str) -> DeviceTopic:
    """Read a device topic; raises BadInput naming it."""
    parts = topic.split("/")
    if len(parts) != 5 or parts[0] != ROOT:
        raise BadInput(f"foreign topic {topic!r}", remedy=f"{ROOT}/room/table/device/channel")
    try:
        channel = Channel(parts[4])
    except ValueError as error:
        raise BadInput(f"unknown channel in {topic!r}", remedy=", ".join(Channel)) from error
    return DeviceTopic(
        RoomId(topic_level(parts[1], what="room")),
        TableId(topic_level(parts[2], what="table")),
        DeviceId(topic_level(parts[3], what="device")),
        channel,
    )
