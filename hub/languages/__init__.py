"""The words of the dealer's page in the languages of the rulebooks: a catalogue each, as TOML beside this module.

Knows how a thing is called in a language. Refuses to know when it is said, and what a clause says: rulebooks' sentences
stay in the language in which they were written.
"""

from hub.languages.catalogue import ENGLISH, LANGUAGES, Catalogue, Direction, catalogue

__all__ = ["ENGLISH", "LANGUAGES", "Catalogue", "Direction", "catalogue"]
