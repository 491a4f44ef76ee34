"""What holds for the repository as a whole: imports, locks, files, commands.

Knows the tree, pyproject.toml and the Makefile. Refuses to know what any room does.
"""
