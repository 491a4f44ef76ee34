"""A deck shown to the camera once: how each of its 52 cards looks, and which of them look alike.

Knows pictures of cards and their names. Refuses to know tags: what a reader reads is another enrolment.
"""

from vision.enrolment.agreement import DeckReader
from vision.enrolment.prints import LOOKS, Prints, load_prints, save_prints
from vision.enrolment.risks import Risk, risks
from vision.enrolment.showing import Showing

__all__ = ["LOOKS", "DeckReader", "Prints", "Risk", "Showing", "load_prints", "risks", "save_prints"]
