"""What the intake knows of one device."""

from felt.ids import BootId, DeviceId, TableId
from felt.topic import DeviceTopic
from hub.intake.sequence import DeviceSequence


class Speaker:
    """A device's key, order and acknowledgements. `unkeyed` are messages that wait for its key.

    `recorded`: the key is in the ledger, or on its way there. `chased`: a hole in its facts is being asked about.
    """

    def __init__(self, table: TableId, device: DeviceId) -> None:
        self.table = table
        self.device = device
        self.public: bytes | None = None
        self.recorded = False
        self.sequence = DeviceSequence()
        self.committed: dict[BootId, int] = {}
        self.online = True
        self.chased = False
        self.unkeyed: list[tuple[DeviceTopic, bytes]] = []

    def remember(self, public: bytes | None, expected: dict[BootId, int]) -> None:
        """Take over what the ledger knows: the trusted key, and the next sequence of each start, oldest first."""
        self.public = public or self.public
        self.sequence = DeviceSequence(expected)
        self.committed = {boot: following - 1 for boot, following in expected.items()}
