"""The table's own computer: readings to facts, kept until the hub has them.

Knows tags, the deck file and doubt. Refuses to rule, and to let a face-down card's identity leave unsealed.
"""
