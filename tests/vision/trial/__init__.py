"""How a trial scores what was told."""
