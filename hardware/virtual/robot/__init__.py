"""A robot dealer: endless random hands with known mistakes, the hub's orders followed, and a record of the truth.

Knows how hands are dealt and what it did itself. Refuses to know what any rulebook says: it does what it is told, and
answers questions from what happened.
"""

from hardware.virtual.robot.dealer import RobotDealer
from hardware.virtual.robot.guests import Strangers
from hardware.virtual.robot.hands import Hands, Pace
from hardware.virtual.robot.session import Seating
from hardware.virtual.robot.truth import ALL_MISTAKES, ON_THE_WAY, RULED_AS, HandRecord, Mistake, Rates

__all__ = [
    "ALL_MISTAKES",
    "ON_THE_WAY",
    "RULED_AS",
    "HandRecord",
    "Hands",
    "Mistake",
    "Pace",
    "Rates",
    "RobotDealer",
    "Seating",
    "Strangers",
]
