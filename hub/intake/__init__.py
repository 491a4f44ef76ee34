"""Messages to facts in order: whose they are, whether they are whole, what is missing, who may speak for a table.

Knows topics, signatures, sequences and leases. Refuses to know what a fact means; whatever is wrong becomes an alarm
that names device and table, never a change of state, and never another table's trouble.
"""

from hub.intake.alarm import Alarm, Trouble
from hub.intake.arrival import Arrival, verified_arrival
from hub.intake.intake import Intake
from hub.intake.lease import Lease
from hub.intake.post import Post
from hub.intake.sequence import DeviceSequence, Gap, Verdict
from hub.intake.sink import Sink
from hub.intake.speaker import Speaker

__all__ = [
    "Alarm",
    "Arrival",
    "DeviceSequence",
    "Gap",
    "Intake",
    "Lease",
    "Post",
    "Sink",
    "Speaker",
    "Trouble",
    "Verdict",
    "verified_arrival",
]
