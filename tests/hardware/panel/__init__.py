"""The dealer's panel on mock pins that are driven, not patched."""
