"""The front end's files: the vendored ones are what their checksums say, and nothing is asked of another machine."""

import hashlib
import re
from pathlib import Path

import hub.web

STATIC = Path(hub.web.__file__).parent / "static"
VENDOR = STATIC / "vendor"
OWN = sorted(path for path in STATIC.rglob("*") if path.is_file() and VENDOR not in path.parents)


def test_vendored_files_are_the_listed_ones() -> None:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    listed = {name: checksum for checksum, name in (line.split("  ") for line in lines)}
    present = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.iterdir()
        if path.name != "SHA256SUMS"
    }
    assert present == listed
    assert set(present) >= {"preact.mjs", "preact.LICENSE.txt", "htm.mjs", "htm.LICENSE.txt"}


def test_no_file_names_another_machine() -> None:
    named = {
        (path.name, found)
        for path in OWN
        for found in re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", path.read_text(), re.IGNORECASE)
    }
    assert named == {("icon.svg", "http://www.w3.org")}


def test_pages_have_a_language_and_no_inline_script_or_style() -> None:
    for name in ("floor.html", "dealer.html"):
        text = (STATIC / name).read_text()
        assert '<html lang="en">' in text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert "<style" not in text
        assert " style=" not in text
        assert not re.search(r"\son[a-z]+=", text)


def test_scripts_import_only_their_neighbours() -> None:
    for path in STATIC.glob("js/*.js"):
        for source in re.findall(r'from "([^"]+)"', path.read_text()):
            assert source.startswith("."), path
            assert (path.parent / source).resolve().is_file(), (path, source)
