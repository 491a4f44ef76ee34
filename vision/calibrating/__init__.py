"""What a technician does once with a camera: print the sheets, lay them on the felt, and keep how the felt lies.

Refuses to know cards.
"""
