"""`python -m tests.bench`: how fast and how small the product is, beside its aims, in one table.

Knows how a measurement is shown. Refuses to fail: a figure is for people to judge, and depends on the machine.
Each room adds a module here with `rows()`.
"""
