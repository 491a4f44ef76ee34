"""Where on the felt a pixel is: planes, calibration, marker sheets, regions and drift.

Refuses to know what a card looks like.
"""
