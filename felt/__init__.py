"""What is said across the felt: the vocabulary that table, hub and pages share.

Knows cards, seats, places, facts, orders, envelopes, topics, ids, clocks and faults.
Refuses to know how a card is read, how a rulebook decides, or how anything is stored or sent.
"""
