"""Cards in a picture, by their straight sides and known size: on a calibrated felt, or in any one photograph.

Refuses to know what a card is called.
"""
