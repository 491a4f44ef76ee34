"""Enrolling decks: the walk, its mistakes, and the file at rest."""
