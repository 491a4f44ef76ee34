"""How patient the witness is: looks and milliseconds before it believes a card came, or is gone."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.clock import NANOS_PER_MS, Nanos
from felt.place import Place, Spot

Looks = Annotated[int, Meta(ge=1, le=16)]
Milliseconds = Annotated[int, Meta(ge=0, le=600_000)]


class Patience(Struct, frozen=True):
    """A card is gone when `looks` clean looks running and `wait` nanoseconds went by without it."""

    looks: int
    wait: Nanos


class Tuning(Struct, frozen=True, forbid_unknown_fields=True):
    """The witness's thresholds.

    `arrive_looks`: looks in which a card must be seen before it has arrived; one that slides over an antenna on its
    way elsewhere is seen once or twice. Of more than two looks, one in three may miss it. `surplus_looks`: the same
    where a seat or board already holds a full hand's cards, since one too many is a grave thing to say; such a card
    must not have been read elsewhere of late. `move_looks`: the same for a card that lay elsewhere, whose old place
    must have missed it in all clean looks but one.

    `gone_looks` and the `*_gone_ms` of each place: how long a card must be missing from clean looks. Players lift
    their cards all day, so a seat is patient. A muck is a heap that no reader sees through: nothing leaves it by
    absence. `brisk_*` replace them for a card that is expected to go (a step names it, or the hand is over).
    """

    arrive_looks: Looks = 3
    surplus_looks: Looks = 6
    move_looks: Looks = 4
    gone_looks: Looks = 4
    seat_gone_ms: Milliseconds = 10_000
    board_gone_ms: Milliseconds = 1_500
    burn_gone_ms: Milliseconds = 10_000
    aside_gone_ms: Milliseconds = 10_000
    brisk_looks: Looks = 2
    brisk_gone_ms: Milliseconds = 300
    foreign_looks: Looks = 3
    settle_looks: Looks = 1

    def patience(self, place: Place) -> Patience | None:
        """How long a card may be missing from `place`; None for ever."""
        wait = {
            Spot.SEAT: self.seat_gone_ms,
            Spot.BOARD: self.board_gone_ms,
            Spot.BURN: self.burn_gone_ms,
            Spot.ASIDE: self.aside_gone_ms,
        }.get(place.spot)
        return None if wait is None else Patience(self.gone_looks, Nanos(wait * NANOS_PER_MS))

    @property
    def brisk(self) -> Patience:
        """The patience with a card that is expected to go."""
        return Patience(self.brisk_looks, Nanos(self.brisk_gone_ms * NANOS_PER_MS))

    @property
    def brisk_heap(self) -> Patience:
        """The same for a card under others, which a reader may not see through."""
        return Patience(4 * self.brisk_looks, Nanos(4 * self.brisk_gone_ms * NANOS_PER_MS))


DEFAULT_TUNING: Final = Tuning()
