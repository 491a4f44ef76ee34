"""One task per table: facts are kept, ruled on and shown; alerts call a person; guidance goes back to the table.

Refuses to know sockets, pages and pixels, and decides nothing that a rulebook decides.
"""

from hub.floor.floor import Floor
from hub.floor.terms import Authority, TableTerms
from hub.floor.voice import HUB_DEVICE, is_own, page_device

__all__ = ["HUB_DEVICE", "Authority", "Floor", "TableTerms", "is_own", "page_device"]
