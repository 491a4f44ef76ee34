"""The link to the table's microcontroller: COBS frames with sequence, acknowledgement and session; their dictionary.

Knows how a frame is packed, checked, repeated and confirmed. Refuses to know what a card or a hand is; a frame that
could carry the order of a deck does not exist.
"""
