"""Where on the felt a pixel is: planes, calibration, marker sheets and drift.

Refuses to know what a card looks like.
"""
