"""Rulebooks to read: one book printed whole, every situation under every book, and the books that card rooms add.

Knows how a book is laid out for people and how a house writes one. Refuses to know how a hand is ruled on: that is
`hub.rules`, which this room only asks.
"""
