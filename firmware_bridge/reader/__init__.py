"""Card readers: one port, a driver per kind, and the sweep that turns a reader into readings for ever.

Knows reader protocols, antennas and tags. Refuses to know which card a tag is or where an antenna lies.
"""
