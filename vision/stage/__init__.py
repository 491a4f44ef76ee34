"""The virtual overhead camera: pictures of hands being dealt on felt, and beside each the truth of every card in it.

Knows how a table looks from above. Refuses to know what reads the pictures. Does not imitate: lens distortion, rolling
shutter, bent or worn cards, light from the side, heads; sensor noise goes through JPEG once, not in every frame.
"""

from vision.stage.dealing import dealt_hand
from vision.stage.deck import Deck, drawn_deck, load_deck
from vision.stage.field import FIELD, FRAME
from vision.stage.light import LIGHTS, Light
from vision.stage.script import Script
from vision.stage.shooting import Shot, Stage
from vision.stage.truth import CardTruth

__all__ = [
    "FIELD",
    "FRAME",
    "LIGHTS",
    "CardTruth",
    "Deck",
    "Light",
    "Script",
    "Shot",
    "Stage",
    "dealt_hand",
    "drawn_deck",
    "load_deck",
]
