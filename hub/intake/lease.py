"""Who may speak for a table: one node, and the trackers that the room's configuration names."""

from felt.ids import DeviceId


class Lease:
    """The table's one node. The first device to speak takes the lease, and keeps it over restarts of both ends.

    It passes to another device only by configuration: a node that is merely offline must not find a stranger in its
    place when it returns.
    """

    def __init__(self, *, fixed: DeviceId | None = None, trackers: frozenset[DeviceId] = frozenset()) -> None:
        self._fixed = fixed
        self.trackers = trackers
        self.holder: DeviceId | None = fixed

    def grant(self, device: DeviceId) -> None:
        """Take over what the ledger knows: `device` was the table's node."""
        if self._fixed is None and device not in self.trackers:
            self.holder = device

    def expects(self, device: DeviceId) -> bool:
        """True for the table's node and its trackers, which no crowd of others may keep out."""
        return device == self.holder or device in self.trackers

    def admits(self, device: DeviceId) -> bool:
        """True when `device` may speak; takes the lease for it when nobody has it."""
        if device in self.trackers:
            return True
        if self.holder is None:
            self.holder = device
        return device == self.holder
