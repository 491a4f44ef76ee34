"""The model's file and its card: a reader is never built from a file other than the one that was measured."""

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from felt.fact import Share
from felt.fault import BadInput


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a measurement gave: `cards` were shown; `exact` were right by the likeliest face, whatever its confidence;
    at the threshold `read` were answered, and of those `precision` were right.
    """

    cards: int
    exact: Share
    read: Share
    precision: Share


class ModelCard(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`: the file it speaks of, how that was trained, and what it is worth.

    `threshold` is the confidence from which an answer counts as read. `temperatures` divide the logits of kind, rank
    and suit and are already in the file.
    """

    file: str
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    seed: int
    pictures: int
    epochs: int
    minutes: float
    threshold: Share
    temperatures: tuple[float, float, float]
    figures: dict[str, Figures]


def model_card(folder: Traversable | None = None) -> ModelCard:
    """The shipped model's card, or that of another folder; raises BadInput where it does not read."""
    home = folder or files("vision.model")
    try:
        return msgspec.toml.decode((home / "cards.toml").read_bytes(), type=ModelCard)
    except OSError as error:
        raise BadInput(
            what="the model's card is missing", where=str(home / "cards.toml"), remedy="install Feltwire anew"
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(
            what=f"the model's card does not read: {error}",
            where=str(home / "cards.toml"),
            remedy="`make train-vision` writes it",
        ) from error


def model_bytes(folder: Traversable | None = None) -> bytes:
    """The model's file; raises BadInput where it is missing or not the one that the card speaks of."""
    home = folder or files("vision.model")
    card = model_card(home)
    where = home / card.file
    try:
        model = where.read_bytes()
    except OSError as error:
        raise BadInput(what="the model's file is missing", where=str(where), remedy="install Feltwire anew") from error
    found = hashlib.sha256(model).hexdigest()
    if found != card.sha256:
        raise BadInput(
            what=f"the file has the SHA-256 {found}, its card says {card.sha256}",
            where=str(where),
            remedy="this is not the model that was measured: install Feltwire anew",
        )
    return model
