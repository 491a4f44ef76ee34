"""From deck artwork to a trained reader: fetched decks, rendered faces, synthetic pictures, training, export.

Runs on a developer's machine only; knows no photograph, table or hand.
"""
