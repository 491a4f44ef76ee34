"""The camera's own process: frames in, one line of JSON a word out, to the table's node over a socket of this machine.

Knows the board file, the camera's condition and who listens. Refuses to know how cards are found, and keeps
no picture but those of hard cards, where a person switched that on.
"""

from vision.process.outlook import Outlook
from vision.process.teller import Following, Teller, Trail
from vision.process.wire import Wire

__all__ = ["Following", "Outlook", "Teller", "Trail", "Wire"]
