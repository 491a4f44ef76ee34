"""The hub: takes facts in, keeps them, rules on them, and shows each role what it may see.

Refuses to know how a card was read, and never holds a hidden card's identity outside the vault.
"""
