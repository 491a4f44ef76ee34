"""The dealer's panel: a few buttons, one stack lamp, seat lights, a buzzer and a key switch.

Knows presses and lights. Refuses to know what a press means for a hand.
"""

from hardware.panel.gpio import GpioPanel
from hardware.panel.plan import PanelPlan
from hardware.panel.port import Beep, KeyTurned, Light, Panel, PanelButton, PanelEvent, Press

__all__ = ["Beep", "GpioPanel", "KeyTurned", "Light", "Panel", "PanelButton", "PanelEvent", "PanelPlan", "Press"]
