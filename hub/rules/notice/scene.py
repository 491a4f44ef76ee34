"""What a noticing function looks at: the table before and after a fact."""

from msgspec import Struct

from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Between
from felt.ids import FactId
from felt.place import Place
from felt.situation import Sense, Tracker
from hub.rules.hand import Hand
from hub.rules.irregularity import Irregularity, Moment, swept
from hub.rules.ruling import DoubtDropped, DoubtHeld, Noted, QuestionAsked, RulingWidened, StopShown
from hub.rules.state import TableState

Sign = Irregularity | DoubtHeld | DoubtDropped | StopShown | Noted | QuestionAsked | RulingWidened
"""One thing noticed: an irregularity that is implied, or less than that."""

CONFIDENT = 0.9
"""Below this a camera's word is only noted."""


class Scene(Struct, frozen=True, gc=False):
    """A fact between two states of the table, in an open hand. `moments` are when the book looks at absent hands."""

    before: TableState
    after: TableState
    was: Hand
    hand: Hand
    fact_id: FactId
    moments: tuple[Moment, ...]
    fives: bool = False
    """Open-face is dealt in fives at this table: a seat gets all of its first cards before the next gets any."""

    def trusts(self, place: Place, sense: Sense) -> bool:
        """The sensors may rule on what they see at this place in this hand."""
        watch = self.after.watch
        return watch.sees(sense) and self.hand.partial is None and not watch.is_blind(place)

    def patience(self, sense: Sense) -> int:
        """How many sweeps to wait before a card that should not be there is believed."""
        return SWEEPS if self.after.watch.sharp(sense) else SWEEPS_IN_DOUBT

    @property
    def lag(self) -> int:
        """How late the tracker may be, ms."""
        return self.after.setup.tracker_lag_ms

    @property
    def full(self) -> bool:
        """The tracker knows every act."""
        return self.hand.betting.mode is Tracker.FULL

    def acts(self) -> int:
        """How many acts are recorded."""
        return len(self.hand.betting.said)


SWEEPS = 2
SWEEPS_IN_DOUBT = 6
"""How many sweeps a card must lie where it was seen; longer where its reader is known to miss, and so to mistake."""


_LONGEST_SWEEP = 1_500 * NANOS_PER_MS
"""An interval wider than this is of looks that missed, and not of a sweep."""


def hold(event: Irregularity, between: Between, *, sweeps: int = SWEEPS) -> Sign:
    """Rule at once on a continuous look; on a swept one wait until every other antenna had its turn."""
    if not swept(between):
        return event
    sweep = min(between.by - between.after, _LONGEST_SWEEP)
    return DoubtHeld(event, Nanos(between.by + sweeps * sweep))


def settle_first(event: Irregularity, between: Between) -> Sign:
    """Rule once the moment has passed: more cards of the same street may land with this one."""
    sign = hold(event, between)
    return sign if isinstance(sign, DoubtHeld) else DoubtHeld(event, Nanos(between.by + 1))


def together(one: Between, other: Between) -> bool:
    """Both may have happened at the same moment."""
    return (one.after == other.after and one.by == other.by) or (one.after < other.by and other.after < one.by)


def laid_open(scene: Scene, between: Between) -> bool:
    """A card that is first seen face up was laid so: its player had no time to turn it before a reader saw it."""
    return scene.after.watch.sharp(Sense.HOLE) or between.by - between.after <= _LONGEST_SWEEP
