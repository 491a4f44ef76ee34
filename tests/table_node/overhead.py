"""A camera over the tests' table: cards that lie in its picture, told as its process tells them, without pixels."""

from collections.abc import Iterable
from dataclasses import dataclass

from felt.card import Card
from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import Face, Fact
from felt.ids import DeviceId
from felt.place import Place, parse_place
from hardware.board import Board, CalibrationPlan, CameraPlan, RegionPlan
from table_node.witness import Witness
from tests.table_node.tabletop import BOARD_PLAN
from vision.sighting import Sighting, TrackNo, View

CAMERA = DeviceId("overhead")
LOOK_MS = 300
"""A card that lies in sight is told so often."""
PLACES = tuple(map(parse_place, (*(f"board{n}" for n in range(1, 6)), "burn", *(f"seat{n}" for n in range(1, 10)))))
STRAIGHT = CalibrationPlan((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))


def with_camera(board: Board, places: Iterable[Place] = PLACES) -> Board:
    """The board with a camera over it that looks at these places."""
    regions = tuple(
        RegionPlan(place, ((x := 150.0 * at, 0.0), (x + 100, 0.0), (x + 100, 120.0), (x, 120.0)))
        for at, place in enumerate(places)
    )
    camera = CameraPlan(CAMERA, width=3_000, calibration=STRAIGHT, regions=regions)
    return Board(**{name: getattr(board, name) for name in board.__struct_fields__} | {"camera": camera})


CAMERA_ALONE = with_camera(Board("a camera alone", BOARD_PLAN.seats, (), BOARD_PLAN.senses))
BOTH = with_camera(BOARD_PLAN)


@dataclass
class Lying:
    """A card in the picture; `label` is what the camera reads, None when it cannot."""

    place: Place
    label: str | None
    face: Face = Face.UP
    sure: float = 0.99
    covered: bool = False


class Overhead:
    """What the camera sees. Cards are called by names of the test's own; each laying down is a new track."""

    def __init__(self, witness: Witness, places: Iterable[Place] = PLACES) -> None:
        self.witness = witness
        self.places = tuple(places)
        self.now = Nanos(0)
        self.lying: dict[str, Lying] = {}
        self.hands_over: set[Place] = set()
        self._tracks: dict[str, TrackNo] = {}
        self._next = 0

    def lay(self, place: str, *cards: str, face: Face = Face.UP) -> None:
        """Lay cards down; a card's name is also what is printed on it, `Kh` or `Kh'` for a second one of the kind."""
        for card in cards:
            label = card.rstrip("'") if face is Face.UP and card[0] in "23456789TJQKA" else None
            self.lying[card] = Lying(parse_place(place), label, face)
            self._tracks[card] = TrackNo(self._next)
            self._next += 1

    def slide(self, card: str, place: str) -> None:
        """The card slides to another place, followed all the way."""
        self.lying[card].place = parse_place(place)

    def lift(self, *cards: str) -> None:
        """Take cards out of the picture."""
        for card in cards:
            del self.lying[card]

    def reads(self, card: str, label: str | None, sure: float = 0.99) -> None:
        """From now on the camera reads the card so."""
        self.lying[card].label, self.lying[card].sure = label, sure

    def cover(self, *cards: str) -> None:
        """A hand lies over the cards and their places."""
        for card in cards:
            self.lying[card].covered = True
            self.hands_over.add(self.lying[card].place)

    def bare(self) -> None:
        """Every hand is taken away."""
        self.hands_over.clear()
        for card in self.lying.values():
            card.covered = False

    def restart(self) -> None:
        """The camera's process begins anew: its numbers mean other cards."""
        self._tracks = {card: TrackNo(at) for at, card in enumerate(reversed(self.lying))}
        self._next = len(self.lying)

    def look(self, times: int = 1) -> list[Fact]:
        """Tell everything in sight, `times` times over, 300 ms apart."""
        facts: list[Fact] = []
        for _ in range(times):
            began = self.now
            self.now = Nanos(self.now + LOOK_MS * NANOS_PER_MS)
            for seen in self._sightings(began):
                facts += self.witness.observe(seen)
            for view in self._views(began):
                facts += self.witness.observe(view)
        return facts

    def pass_time(self, seconds: float) -> list[Fact]:
        """Look for that long."""
        return self.look(round(seconds * 1_000 / LOOK_MS))

    def _sightings(self, began: Nanos) -> list[Sighting]:
        return [
            Sighting(
                CAMERA,
                lying.place,
                lying.face,
                began,
                self.now,
                Card(lying.label) if lying.label and lying.face is Face.UP else None,
                lying.sure,
                self._tracks[card],
            )
            for card, lying in self.lying.items()
            if not lying.covered
        ]

    def _views(self, began: Nanos) -> list[View]:
        views = []
        for place in self.places:
            seen = [self._tracks[c] for c, lying in self.lying.items() if lying.place == place and not lying.covered]
            views.append(View(CAMERA, place, began, self.now, tuple(seen), place not in self.hands_over))
        return views
