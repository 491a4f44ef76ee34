"""Writes the golden files anew."""

from tests.hub.rulebook.golden import FOLDER, golden_texts

for name, text in golden_texts().items():
    (FOLDER / name).write_text(text, encoding="utf-8")
