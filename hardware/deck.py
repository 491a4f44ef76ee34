"""A deck file: which tag is glued into which card. Enrolled once, read by the node, never sent to the hub."""

import json
import re
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from felt.card import DECK, Card, parse_card
from felt.fault import BadInput, ConfigFault
from felt.ids import Uid

_FORM: Final = '{"name": "red", "cards": {"E00401501234ABCD": "Ks", ...}}: each tag with its card'
_UID: Final = re.compile(r"^(([0-9A-F]{2}){4,10}|([0-9A-F]{4}){6,31})\Z")
"""UIDs of 4 to 10 bytes (ISO 14443, ISO 15693), EPCs of up to 31 words (Gen2, as the PC word counts them)."""


class DeckFile(Struct, frozen=True):
    """One enrolled deck. A tag that is not in `cards` is foreign to it."""

    name: str
    cards: dict[Uid, Card]

    def card_of(self, uid: Uid) -> Card | None:
        """The card that carries the tag; None for a foreign one."""
        return self.cards.get(uid)

    def doubled(self) -> dict[Card, tuple[Uid, ...]]:
        """Cards that two or more tags of this deck carry, with those tags: a fouled deck, or an enrolment mistake."""
        return {card: uids for card, uids in self._tags().items() if len(uids) > 1}

    def missing(self) -> tuple[Card, ...]:
        """Cards of the 52 that no tag carries."""
        present = set(self.cards.values())
        return tuple(card for card in DECK if card not in present)

    def _tags(self) -> dict[Card, tuple[Uid, ...]]:
        tags: defaultdict[Card, list[Uid]] = defaultdict(list)
        for uid, card in self.cards.items():
            tags[card].append(uid)
        return {card: tuple(sorted(uids)) for card, uids in tags.items()}


def parse_uid(text: str) -> Uid:
    """Read a tag's identifier, most significant byte first; blanks and colons are free. Raises BadInput."""
    tidy = text.replace(":", "").replace(" ", "").upper()
    if not _UID.match(tidy):
        raise BadInput(
            f"{text!r} is not a tag's identifier",
            remedy="4 to 10 bytes in hex, such as E00401501234ABCD, or a UHF tag's EPC",
        )
    return Uid(tidy)


def load_deck(path: Path) -> DeckFile:
    """Read a deck file, `.json` or `.toml`; doubled cards load, and `doubled` names them.

    Raises ConfigFault for a file that cannot be read, a text that is no tag or card, or a tag named twice.
    """
    where = str(path)
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text, object_pairs_hook=_no_twins)
    except OSError as error:
        raise ConfigFault(f"cannot be read: {error.strerror}", where=where) from error
    except (ValueError, RecursionError) as error:
        raise ConfigFault(f"is no deck file: {error}", where=where, remedy=_FORM) from error
    try:
        raw = msgspec.convert(data, _RawDeck)
        cards: dict[Uid, Card] = {}
        for tag, card in raw.cards.items():
            uid = parse_uid(tag)
            if uid in cards:
                raise BadInput(f"tag {uid} stands twice")
            cards[uid] = parse_card(card)
    except msgspec.ValidationError as error:
        raise ConfigFault(f"is no deck file: {error}", where=where, remedy=_FORM) from error
    except BadInput as error:
        raise ConfigFault(f"is no deck file: {error}", where=where) from error
    return DeckFile(raw.name, cards)


def save_deck(deck: DeckFile, path: Path) -> None:
    """Write a deck file, `.json` or `.toml` by its ending, that `load_deck` reads back the same. Raises OSError."""
    if path.suffix == ".toml":
        lines = [f"name = {json.dumps(deck.name, ensure_ascii=False)}", "", "[cards]"]
        lines += [f'{uid} = "{card}"' for uid, card in deck.cards.items()]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    body = json.dumps({"name": deck.name, "cards": deck.cards}, indent=2, ensure_ascii=False)
    path.write_text(body + "\n", encoding="utf-8")


class _RawDeck(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    cards: dict[str, str]


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object whose keys are all different; the decoder would keep the last one silently."""
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{twin!r} stands twice")
    return found
