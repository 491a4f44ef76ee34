"""The dealer's panel: a few buttons, one stack lamp, seat lights, a buzzer and a key switch.

Knows presses and lights. Refuses to know what a press means for a hand. `kinds.open_panel` makes one from a board file;
pins are touched, and gpiozero loaded, only by then.
"""

from hardware.panel.kinds import PinFactory, open_panel
from hardware.panel.mcu import McuPanel
from hardware.panel.plan import McuPanelPlan, PanelPlan
from hardware.panel.port import Beep, KeyTurned, Light, Panel, PanelButton, PanelEvent, Press

__all__ = [
    "Beep",
    "KeyTurned",
    "Light",
    "McuPanel",
    "McuPanelPlan",
    "Panel",
    "PanelButton",
    "PanelEvent",
    "PanelPlan",
    "PinFactory",
    "Press",
    "open_panel",
]
