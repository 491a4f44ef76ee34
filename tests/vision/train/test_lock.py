"""The lock of deck packages holds together, and nothing but what was locked is taken."""

import hashlib
from pathlib import Path

import pytest

from felt.card import RANKS, SUITS
from felt.fault import BadInput
from vision.train.artwork import render
from vision.train.lock import Deck, Package, evaluation_decks, fetch, locked, verify


def a_package(content: bytes = b"art", registry: str = "npm") -> Package:
    sha256 = hashlib.sha256(content).hexdigest()
    return Package(registry, "@some/deck", "1:1.0", sha256, "CC0")  # type: ignore[arg-type]


def test_names_and_files_are_each_used_once_and_every_package_is_of_use() -> None:
    lock = locked()
    assert len({package.name for package in lock.package}) == len(lock.package)
    assert len({package.file for package in lock.package}) == len(lock.package)
    assert len({deck.name for deck in lock.deck}) == len(lock.deck)
    used = {deck.package for deck in lock.deck}
    assert {package.name for package in lock.package} - used == {
        package.name for package in lock.package if package.name.startswith("fonts-")
    }


def test_no_deck_s_picture_is_in_two_roles() -> None:
    roles: dict[tuple[str, str], set[str]] = {}
    for deck in locked().deck:
        roles.setdefault((deck.package, deck.path), set()).add(deck.role)
    assert all(len(found) == 1 for found in roles.values())
    assert {deck.role for deck in locked().deck} == {"training", "calibration", "evaluation"}


def test_packages_of_evaluation_decks_alone_teach_nothing() -> None:
    kept_apart = {"pokerth-data", "kdegames-card-data-kf5"}
    assert {deck.role for deck in locked().deck if deck.package in kept_apart} == {"evaluation"}


def test_every_package_is_pinned_by_version_hash_and_licence() -> None:
    for package in locked().package:
        assert len(bytes.fromhex(package.sha256)) == 32
        assert package.version
        assert package.licence


@pytest.mark.parametrize("deck", locked().deck, ids=lambda deck: deck.name)
def test_a_deck_spells_every_rank_and_suit_once(deck: Deck) -> None:
    if deck.layout == "grid":
        assert sorted(deck.columns.split()) == sorted(RANKS)
        assert sorted(deck.rows.split()) == sorted(SUITS)
    elif deck.layout == "numbered":
        assert sorted(deck.suits.split()) == sorted(SUITS)
    else:
        assert (len(set(deck.ranks.split())), len(set(deck.suits.split()))) == (13, 4)


def test_another_file_under_the_same_version_is_refused_with_both_hashes(tmp_path: Path) -> None:
    file = tmp_path / "deck.tgz"
    file.write_bytes(b"other art")
    with pytest.raises(BadInput) as caught:
        verify(a_package(), file)
    assert hashlib.sha256(b"art").hexdigest() in str(caught.value)
    assert hashlib.sha256(b"other art").hexdigest() in str(caught.value)
    file.write_bytes(b"art")
    verify(a_package(), file)


def a_client(folder: Path, name: str, script: str) -> None:
    """A registry's client of that name, which does as the script says."""
    client = folder / name
    client.write_text(f"#!/bin/sh\n{script}\n")
    client.chmod(0o755)


@pytest.mark.parametrize(
    ("registry", "client", "asked"),
    [("npm", "npm", "pack --silent @some/deck@1:1.0"), ("debian", "apt-get", "download -q @some/deck=1:1.0")],
)
def test_the_registry_s_own_client_is_asked_for_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: str, client: str, asked: str
) -> None:
    clients, suffix = tmp_path / "bin", "tgz" if registry == "npm" else "deb"
    clients.mkdir()
    a_client(clients, client, f'echo "$*" > {tmp_path}/asked; printf art > fetched.{suffix}')
    monkeypatch.setenv("PATH", str(clients), prepend=":")
    package = a_package(registry=registry)
    kept = fetch(package, tmp_path / "store")
    assert (kept.name, kept.read_bytes()) == (f"some-deck-1-1.0.{suffix}", b"art")
    assert (tmp_path / "asked").read_text().strip() == asked
    a_client(clients, client, "exit 1")
    assert fetch(package, tmp_path / "store") == kept


def test_a_client_that_fetches_nothing_is_told_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_client(tmp_path, "npm", "echo no such version >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(BadInput, match="no such version"):
        fetch(a_package(), tmp_path / "store")
    assert list((tmp_path / "store").iterdir()) == []


def test_a_deck_that_is_drawn_already_is_not_drawn_again(tmp_path: Path) -> None:
    deck = locked().deck[0]
    (tmp_path / deck.name).mkdir()
    assert render(deck, tmp_path / "no such package", tmp_path) == tmp_path / deck.name


def test_the_decks_for_evaluation_are_whole_ones_that_taught_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no rendered deck .*kde-standard.*make decks"):
        evaluation_decks(tmp_path)
    for deck in locked().deck:
        (tmp_path / deck.name).mkdir()
    chosen = {folder.name for folder in evaluation_decks(tmp_path)}
    assert chosen == {deck.name for deck in locked().deck if deck.role == "evaluation"} - {"gnome-guyenne-classic"}
