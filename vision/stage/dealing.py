"""Scripts of hold'em hands, a quarter of a minute each: deal, three streets, chips, folds, a showdown, the sweep."""

from typing import Final

import numpy as np

from felt.card import DECK
from felt.fact import Face
from felt.place import SeatNo
from vision.stage.acts import Acts
from vision.stage.field import BOARD_AT, BODIES, BURN_AT, DEALER_BODY, MUCK_AT, SEATS, Pose
from vision.stage.script import CardNo, Glint, Script

HAND_S: Final = 15.0
_FLOP_S: Final = 4.4
_TURN_S: Final = 7.2
_RIVER_S: Final = 9.0
_SHOWDOWN_S: Final = 10.6
_SWEEP_S: Final = 13.9


def dealt_hand(seed: int) -> Script:
    """A whole hand of a shuffled deck."""
    return _Hand(np.random.default_rng(seed)).script()


class _Hand:
    def __init__(self, random: np.random.Generator) -> None:
        self._random = random
        self._acts = Acts(random)
        self._cards = {CardNo(number): DECK[index] for number, index in enumerate(random.permutation(len(DECK)))}
        self._next = 0
        count = int(random.integers(3, len(SEATS) + 1))
        self._seats = sorted(SeatNo(int(seat)) for seat in random.choice(list(SEATS), count, replace=False))
        self._holes: dict[SeatNo, list[CardNo]] = {seat: [] for seat in self._seats}
        self._board: list[CardNo] = []
        self._burns = 0
        self._mucked = 0

    def script(self) -> Script:
        self._deal(0.4)
        self._street(3, _FLOP_S)
        self._bets(5.9, 6.9)
        self._street(1, _TURN_S)
        self._disturb(7.9, 8.8)
        self._street(1, _RIVER_S)
        self._showdown(_SHOWDOWN_S)
        self._sweep(_SWEEP_S)
        acts = self._acts
        return Script(
            self._cards, HAND_S, tuple(acts.moves), tuple(acts.reaches), tuple(acts.tosses), tuple(self._glints())
        )

    def _chance(self, share: float) -> bool:
        return bool(self._random.random() < share)

    def _draw(self) -> CardNo:
        self._next += 1
        return CardNo(self._next - 1)

    def _deal(self, at: float) -> None:
        """Two cards to each seat, pitched; now and then one flips over."""
        flips = int(self._random.integers(2 * len(self._seats))) if self._chance(0.2) else -1
        began, pitched = at, 0
        for step in (-1, 1):
            for seat in self._seats:
                face = Face.UP if pitched == flips else Face.DOWN
                card, end = self._draw(), self._acts.near(_beside(SEATS[seat], step * 15), 5, 11)
                spin = 360.0 * int(self._random.integers(-1, 2))
                self._acts.move(card, end, face, at, took=float(self._random.uniform(0.22, 0.34)), spin=spin)
                self._holes[seat].append(card)
                pitched += 1
                at += 0.23
        swings = [(began + index * 0.23, self._acts.near(Pose(650, 655), 7)) for index in range(pitched)]
        self._acts.hold(swings, DEALER_BODY)

    def _street(self, count: int, at: float) -> None:
        """A burn, then cards to the board, each turned over on its way."""
        burn = _beside(BURN_AT, (self._burns - 1) * float(self._random.uniform(12, 26)))
        self._burns += 1
        at = (
            self._acts.carry([self._draw()], [self._acts.near(burn, 2, 3)], Face.DOWN, at, took=0.3, by=DEALER_BODY)
            + 0.12
        )
        for _ in range(count):
            card, slot = self._draw(), self._acts.near(BOARD_AT[len(self._board)], 2, 2.5)
            self._board.append(card)
            took = float(self._random.uniform(0.24, 0.34))
            at = self._acts.carry([card], [slot], Face.UP, at, took=took, by=DEALER_BODY) + 0.1

    def _bets(self, began: float, ended: float) -> None:
        """Chips fly, some onto cards; some seats fold."""
        for seat in self._seats:
            at = float(self._random.uniform(began, ended))
            if self._chance(0.6):
                for _ in range(int(self._random.integers(1, 4))):
                    self._toss(seat, at)
            if len(self._holes) > 2 and self._chance(0.35):
                self._fold(seat, at)

    def _toss(self, seat: SeatNo, at: float) -> None:
        aim = SEATS[seat].towards(BOARD_AT[2], float(self._random.uniform(0.3, 0.7)))
        if self._chance(0.12) and self._board:
            aim = self._acts.poses[self._board[int(self._random.integers(len(self._board)))]]
            gone = at + float(self._random.uniform(0.8, 2.5))
        elif self._chance(0.15):
            aim, gone = SEATS[seat], _SHOWDOWN_S
        else:
            gone = float(self._random.uniform(8.6, 10.4))
        start = SEATS[seat].towards(BODIES[seat], 0.4)
        self._acts.toss(start, self._acts.near(aim, 18), at, gone)

    def _fold(self, seat: SeatNo, at: float) -> None:
        for card in self._holes.pop(seat):
            self._to_muck(card, at)

    def _to_muck(self, card: CardNo, at: float) -> None:
        self._mucked += 1
        end = self._acts.near(Pose(MUCK_AT.x, MUCK_AT.y, float(self._random.uniform(-90, 90))), 16)
        self._acts.move(card, end, Face.DOWN, at, took=float(self._random.uniform(0.25, 0.4)))

    def _disturb(self, began: float, ended: float) -> None:
        """A hand rests on the board, a board card is squared, a player looks at the hole cards."""
        at = float(self._random.uniform(began, ended - 0.5))
        if self._chance(0.4):
            over = self._acts.poses[self._board[int(self._random.integers(len(self._board)))]]
            self._acts.cover(Pose(over.x, over.y + 10), at, float(self._random.uniform(0.2, 0.5)), DEALER_BODY)
        elif self._chance(0.5):
            card = self._board[int(self._random.integers(len(self._board)))]
            end = self._acts.near(self._acts.poses[card], 4, 3)
            self._acts.carry([card], [end], Face.UP, at, took=0.25, by=DEALER_BODY)
        for seat in self._holes:
            if self._chance(0.3):
                began_at = float(self._random.uniform(4.6, 8))
                self._acts.cover(SEATS[seat], began_at, float(self._random.uniform(0.3, 1)), BODIES[seat])

    def _showdown(self, at: float) -> None:
        """Seats turn their cards over, one after the other, as a fan; some push them nearer then."""
        for seat in list(self._holes):
            if self._chance(0.25):
                self._fold(seat, at)
                continue
            cards = self._holes[seat]
            towards = SEATS[seat].towards(BOARD_AT[2], float(self._random.uniform(0.02, 0.12)))
            middle = self._acts.near(Pose(towards.x, towards.y, SEATS[seat].angle), 5, 15)
            apart = float(self._random.uniform(11, 36))
            ends = [_beside(middle, -apart), self._acts.near(_beside(middle, apart), 2, 4)]
            lay = self._acts.carry(
                cards, ends, Face.UP, at, took=float(self._random.uniform(0.3, 0.45)), by=BODIES[seat]
            )
            if self._chance(0.15):
                dx, dy = self._random.uniform(-14, 14, 2)
                shifted = [Pose(end.x + float(dx), end.y + float(dy), end.angle) for end in ends]
                self._acts.carry(cards, shifted, Face.UP, lay + 0.9, took=0.2, by=BODIES[seat])
            at += float(self._random.uniform(0.15, 0.5))

    def _sweep(self, at: float) -> None:
        """Everything goes to the muck, face down, by the dealer's hand."""
        for card in [*self._board, *(card for cards in self._holes.values() for card in cards)]:
            if self._chance(0.8):
                self._to_muck(card, at)
                at += 0.04
        self._acts.hold([(at - 0.5, BOARD_AT[1]), (at, BOARD_AT[4]), (at + 0.3, MUCK_AT)], DEALER_BODY)

    def _glints(self) -> list[Glint]:
        """Two spots of glare; each wanders now and then, and stands still else."""
        spots = []
        for _ in range(2):
            moment, pose = 0.0, self._somewhere()
            path = [(moment, pose)]
            while moment < HAND_S:
                rests, moves = float(self._random.uniform(1.5, 5)), float(self._random.uniform(0.4, 1.5))
                after = self._acts.near(pose, 40)
                path += [(moment + rests, pose), (moment + rests + moves, after)]
                moment, pose = moment + rests + moves, after
            spots.append(Glint(float(self._random.uniform(25, 85)), tuple(path)))
        return spots

    def _somewhere(self) -> Pose:
        return Pose(float(self._random.uniform(100, 1180)), float(self._random.uniform(80, 640)))


def _beside(pose: Pose, step: float) -> Pose:
    """The pose `step` mm to the right, as the card lies."""
    turn = np.radians(pose.angle)
    return Pose(pose.x + step * float(np.cos(turn)), pose.y + step * float(np.sin(turn)), pose.angle)
