"""Hand scripts: what happened at a table and what must be ruled, as text, as statements, and as physical acts.

Knows the words of a `.hand` file and where each piece of cardboard lies after every statement.
Refuses to know what a sensor sees of it and what any rulebook says about it.
"""
