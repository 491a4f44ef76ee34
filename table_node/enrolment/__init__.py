"""Enrolling a deck: each card laid on one antenna in turn, checked again, kept encrypted.

Knows tags and cards, in the deck custodian's hands. Refuses to guess: a card is enrolled only when one tag alone was
read again and again.
"""
