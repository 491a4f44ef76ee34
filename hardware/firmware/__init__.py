"""The table's own microcontroller: portable C11, an AVR target, and the generated header both ends agree on.

Knows the frame dictionary of `firmware_bridge.mcu`. Refuses to know cards, seats and rules.
"""
