"""Clauses that can be read in more than one way, by book: what a house may choose instead of the reading in force."""
