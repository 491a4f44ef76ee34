"""Pure projections of a table's picture: what each role may see, as plain structs.

Refuses to know sockets, stores and hidden cards.
"""
