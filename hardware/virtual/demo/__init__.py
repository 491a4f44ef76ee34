"""The demo: hub, nodes and virtual tables started together, and a robot dealing at each table.

Knows how the pieces are started, configured and stopped. Refuses to rule, and to reach into a piece that runs.
"""

from hardware.virtual.demo.run import main

__all__ = ["main"]
