"""What the camera sees, shown to the technician at its own machine: never while cards may lie hidden on the table.

Served on loopback only. Refuses to keep a picture, and to show one when nobody says how the table stands.
"""
