"""Tokens for cards: what a face-down card is called outside the node, meaningless beyond its hand."""

import secrets
from collections.abc import Callable, Iterable

from msgspec import Struct

from felt.fact import Face
from felt.ids import Ref, Uid
from felt.place import Place, Spot

TokenSource = Callable[[], Ref]

FACE_DOWN: frozenset[Spot] = frozenset({Spot.SEAT, Spot.BURN, Spot.MUCK, Spot.STUB, Spot.SHUFFLER})
"""Where cards lie face down by the custom of the game."""

DEAD: frozenset[Spot] = frozenset({Spot.MUCK, Spot.BURN})
"""Where a card is out of play for the rest of the hand."""

LIVE: frozenset[Spot] = frozenset({Spot.SEAT, Spot.BOARD})


def random_ref() -> Ref:
    """A fresh token: 64 random bits, so that it says nothing of its card."""
    return Ref(secrets.token_hex(8))


class Token(Struct):
    """A card's name in this hand and what may be said of it.

    `hidden`: it lay face down this hand, so a place's custom alone no longer shows its face. `dead_at`: where it was
    mucked or burned. `over`: its hand is over; `returning`: a step sends it back to the stub: either way it dies with
    its next absence.
    """

    ref: Ref
    face: Face = Face.DOWN
    hidden: bool = False
    dead_at: Place | None = None
    over: bool = False
    returning: bool = False

    @property
    def ending(self) -> bool:
        """True when the card is on its way to the stub."""
        return self.over or self.returning

    def lands(self, place: Place) -> Face:
        """Note that the card came to `place`; its face there, as far as the place's custom tells."""
        if place.spot in FACE_DOWN:
            self.face, self.hidden = Face.DOWN, True
        elif place.spot is Spot.BOARD and not self.hidden:
            self.face = Face.UP
        else:
            self.face = Face.UNKNOWN
        return self.face


class TokenBook:
    """The living tokens of one table, by tag."""

    def __init__(self, source: TokenSource) -> None:
        self._source = source
        self._live: dict[Uid, Token] = {}

    def __contains__(self, uid: Uid) -> bool:
        return uid in self._live

    def get(self, uid: Uid) -> Token | None:
        """The card's living token."""
        return self._live.get(uid)

    def of(self, uid: Uid) -> Token:
        """The card's living token, a fresh one when it has none."""
        token = self._live.get(uid)
        if token is None:
            token = self._live[uid] = Token(self._fresh())
        return token

    def end(self, uid: Uid) -> None:
        """The card went back to the stub: what it was called is forgotten."""
        self._live.pop(uid, None)

    def revive(self, uid: Uid, token: Token) -> None:
        """The card was not in the stub after all: it is called what it was called before."""
        self._live[uid] = token

    def living(self) -> dict[Uid, Token]:
        """All living tokens."""
        return dict(self._live)

    def restore(self, tokens: Iterable[tuple[Uid, Token]]) -> None:
        """Take over the tokens kept from before a restart."""
        self._live = dict(tokens)

    def _fresh(self) -> Ref:
        taken = {token.ref for token in self._live.values()}
        ref = self._source()
        while ref in taken:
            ref = self._source()
        return ref
