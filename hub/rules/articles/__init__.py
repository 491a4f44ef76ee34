"""The grammar of a rulebook: articles, terms and procedures as data, and how exactly one article comes to answer.

Knows no particular book.
"""
