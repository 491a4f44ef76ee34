"""One task per table: facts are kept, ruled on and shown; alerts call a person; guidance goes back to the table.

Refuses to know sockets, pages and pixels, and decides nothing that a rulebook decides.
"""

from hub.floor.floor import HUB_DEVICE, Floor, page_device

__all__ = ["HUB_DEVICE", "Floor", "page_device"]
