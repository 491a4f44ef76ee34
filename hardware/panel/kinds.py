"""The kinds of panel a board file can name, and how each is opened."""

from typing import TYPE_CHECKING, TypeAlias

from felt.clock import Clock
from felt.fault import Unsupported
from firmware_bridge.mcu.device import McuDevice
from hardware.panel.mcu import McuPanel
from hardware.panel.plan import McuPanelPlan, PanelPlan
from hardware.panel.port import Panel

if TYPE_CHECKING:
    from gpiozero import Factory

PinFactory: TypeAlias = "Factory | None"
"""What makes pins: None for gpiozero's own choice, lgpio on a Pi; its MockFactory in tests."""


def open_panel(
    plan: PanelPlan | McuPanelPlan, clock: Clock, *, device: McuDevice | None = None, pins: PinFactory = None
) -> Panel:
    """The panel of `plan`, on `device` when a microcontroller carries it. Raises Unsupported without pins."""
    if isinstance(plan, McuPanelPlan):
        if device is None:
            raise Unsupported("no microcontroller to hang on", where=f"panel {plan.id}", remedy="give it a port")
        return McuPanel(device, clock)
    try:
        from hardware.panel.gpio import GpioPanel
    except ImportError as error:
        raise Unsupported(
            f"{error.name} is not installed", where=f"panel {plan.id}", remedy="in Feltwire's folder: make setup"
        ) from error
    return GpioPanel(plan, clock, factory=pins)
