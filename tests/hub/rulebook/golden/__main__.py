"""Writes the golden files anew."""

from tests.hub.rulebook.golden import FOLDER, REASONS, golden_texts, reasons_text

for name, text in {**golden_texts(), REASONS: reasons_text()}.items():
    (FOLDER / name).write_text(text, encoding="utf-8")
