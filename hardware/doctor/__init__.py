"""The doctor: what is plugged into a table, whether it works, and how well each antenna reads.

Knows ports, drivers and a person with a card in the hand. Refuses to know decks, hands and hubs.
"""
