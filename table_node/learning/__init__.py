"""`feltwire shuffler learn`: a machine's lines as they come, beside what a map makes of them.

Knows ports and maps. Refuses to know a table or a hand, and never shows a line that tells the order of cards.
"""
