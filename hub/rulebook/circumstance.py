"""The circumstances under which every situation is put to the books: one row of the matrix each.

Seats 1 to 6 are in the hand (1 to 3 in open-face), the highest of them is the button, seat 7 is empty. Seat 3 speaks
first before the flop, then 4, 5, 6, 1 and 2. Acts are written `3f 4c 5k`: seat 3 folds, 4 calls, 5 checks.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from felt.card import DECK
from felt.fact import Face, HandOpened
from felt.games import Game, Target, game_named
from felt.ids import FactId, Ref
from felt.place import MUCK, SHUFFLER, STUB, Place, SeatNo, seat_place
from felt.setup import TableSetup
from felt.situation import Action, Question, Situation
from hub.rules import TableState, advance, open_table
from hub.rules.betting import Act
from hub.rules.hand import CardAt, Hand
from hub.rules.irregularity import Irregularity, Moment

S: Final = Situation


class Stage(StrEnum):
    """How far the hand has come."""

    BEFORE = "before the deal"
    DEAL = "in the deal"
    DEALT = "dealt"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    OVER = "over"


class Games(StrEnum):
    """In which games a row can happen."""

    ALL = "all"
    BETTING = "betting"
    BUTTON = "button"
    FLOP = "flop"
    BURNS = "burns"
    STUD = "stud"
    OPEN_FACE = "open-face"


class Circumstance(Struct, frozen=True):
    """One way in which a situation can be found. `over` counts a seat's cards beyond what the game deals.

    `answers` are what a person has told; `since` is the number of acts before the error.
    """

    situation: Situation
    label: str
    stage: Stage = Stage.DEALT
    acts: str = ""
    games: Games = Games.ALL
    seat: int | None = None
    over: int | None = None
    count: int | None = None
    street: int = 0
    since: int = 0
    first: bool = False
    opening: bool = False
    by_dealer: bool = False
    button_twice: bool = False
    all_in: bool = False
    alone: bool = False
    tabled: bool = False
    moment: Moment | None = None
    place: Place | None = None
    answers: tuple[tuple[Question, str], ...] = ()

    def happens_in(self, game: Game) -> bool:
        """Whether the game has such a thing."""
        flop = game.board_cards > 0
        stud = game.id == "stud"
        return {
            Games.ALL: game.id != "ofc" or not self.acts,
            Games.BETTING: game.id != "ofc",
            Games.BUTTON: flop,
            Games.FLOP: flop,
            Games.BURNS: flop or (stud and self.street != 1),
            Games.STUD: stud,
            Games.OPEN_FACE: game.id == "ofc",
        }[self.games]


def placed(circumstance: Circumstance, game_id: str) -> tuple[TableState, Hand, Irregularity]:
    """The table, the hand and the irregularity of one row, ready to be put to the books of that table."""
    game = game_named(game_id)
    seats = tuple(SeatNo(seat) for seat in range(1, (3 if game_id == "ofc" else 6) + 1))
    stacks = {SeatNo(circumstance.seat): 0} if circumstance.all_in and circumstance.seat else {}
    setup = TableSetup("tda", seats, seats[-1] if game.has_button else None, game=game_id, stacks=stacks)
    state = advance(open_table(setup), FactId("matrix"), HandOpened()).state
    if state.hand is None:
        raise AssertionError("a hand was opened")
    hand = _come_so_far(state.hand, circumstance)
    seat = SeatNo(circumstance.seat) if circumstance.seat is not None else None
    count = circumstance.count if circumstance.over is None else game.hole_cards + circumstance.over
    event = Irregularity(
        circumstance.situation,
        seat=seats[-1] if seat is not None and game_id == "ofc" and seat != 7 else seat,
        count=count,
        street=circumstance.street,
        since=circumstance.since,
        reported=True,
        first=circumstance.first,
        opening=circumstance.opening,
        by_dealer=circumstance.by_dealer,
        button_twice=circumstance.button_twice,
        moment=circumstance.moment,
        place=circumstance.place,
    )
    answers = {(question, None): value for question, value in circumstance.answers}
    return replace(state, hand=hand, answers=answers), hand, event


_ACTIONS: Final = {"f": Action.FOLD, "c": Action.CALL, "k": Action.CHECK, "b": Action.BET}
_STREETS: Final = {Stage.FLOP: 1, Stage.TURN: 2, Stage.RIVER: 3, Stage.OVER: 3}


def _come_so_far(hand: Hand, circumstance: Circumstance) -> Hand:
    stage = circumstance.stage
    if stage is Stage.BEFORE:
        return hand
    if stage is Stage.DEAL:
        return replace(hand, total_dealt=3)
    acts = tuple(_act(word) for word in circumstance.acts.split())
    board = any(street.target is Target.BOARD for street in hand.game.streets)
    betting = replace(hand.betting, said=acts)
    if circumstance.alone:
        others = frozenset(hand.seats) - {circumstance.seat}
        betting = replace(betting, out=others, open=False)
    if circumstance.tabled:
        hand, betting = _shown(hand, SeatNo(circumstance.seat or 1)), replace(betting, open=False, pending=())
    return replace(
        hand,
        total_dealt=len(hand.seats) * hand.game.hole_cards,
        deal_done=True,
        street=_STREETS.get(stage, 0) if board else 0,
        betting=betting,
        over="closed" if stage is Stage.OVER else None,
    )


def _shown(hand: Hand, seat: SeatNo) -> Hand:
    """The seat's whole hand lay open before it came to the muck."""
    named = zip(DECK, range(hand.game.hole_cards), strict=False)
    cards = {Ref(card): CardAt(MUCK, seat_place(seat), Face.DOWN, card=card) for card, _ in named}
    return replace(hand, cards=cards)


def _act(word: str) -> Act:
    action = _ACTIONS[word[-1]]
    return Act(SeatNo(int(word[:-1])), action, chips=action in (Action.CALL, Action.BET), in_turn=True, round=0)


_ROUND: Final = "3c 4c 5c 6c 1c 2k "
"""A whole round before the flop."""

_PAST: Final = 6
_YES: Final = "yes"
_NO: Final = "no"


def _in_time(*on: Situation, games: Games = Games.ALL, **event: object) -> tuple[Circumstance, ...]:
    """Found before any action, and after one and two players called."""
    return tuple(
        Circumstance(situation, label, acts=acts, games=games, **event)  # type: ignore[arg-type]
        for situation in on
        for label, acts in (
            ("nobody has acted", ""),
            ("one player called", "3c"),
            ("two players called", "3c 4c"),
        )
    )


def _held(situation: Situation, seat: int, over: int, games: Games = Games.ALL) -> tuple[Circumstance, ...]:
    """A wrong count, by who has acted; the holder speaks after two others, or first of all."""
    rows = (
        ("nobody has acted", "", seat),
        ("one other folded", "3f", seat),
        ("one other called", "3c", seat),
        ("one other folded, one called", "3f 4c", seat),
        ("two others called", "3c 4c", seat),
        ("three others folded", "3f 4f 6f" if seat == 5 else "3f 4f 5f", seat),
        ("two others and the holder called", f"3c 4c {seat}c", seat),
    )
    found = tuple(
        Circumstance(situation, label, acts=acts, games=games, seat=at, over=over) for label, acts, at in rows
    )
    alone = Circumstance(situation, "only the holder called", acts="3c", games=games, seat=3, over=over)
    return found if situation is S.BUTTON_SHORT else (*found, alone)


def _restored(
    situation: Situation, games: Games = Games.ALL, *, street_name: str = "", **event: object
) -> tuple[Circumstance, ...]:
    """The order can be restored, or cannot, before anybody acted; and after action."""
    order = Question.ORDER_RESTORED
    return (
        Circumstance(situation, f"{street_name}order restorable", games=games, answers=((order, _YES),), **event),  # type: ignore[arg-type]
        Circumstance(situation, f"{street_name}order lost", games=games, answers=((order, _NO),), **event),  # type: ignore[arg-type]
    )


def _on_street(
    situation: Situation, stage: Stage, street: int, *, labels: tuple[str, ...] = ("", "somebody checked", "a bet")
) -> tuple[Circumstance, ...]:
    """Cards of a street that stands: nobody has acted on them, somebody checked, somebody bet."""
    acts = ("", "1k", "1b")
    return tuple(
        Circumstance(
            situation,
            label or "nobody has acted since",
            stage,
            _ROUND + said,
            Games.FLOP,
            street=street,
            since=_PAST,
            count={S.FOUR_CARD_FLOP: 4, S.OVERFULL_FLOP: 5, S.SHORT_FLOP: 2}.get(situation),
        )
        for label, said in zip(labels, acts, strict=False)
    )


def _early(situation: Situation, stage: Stage, street: int) -> tuple[Circumstance, ...]:
    since = 2 if street == 1 else _PAST + 1
    acts = "3c 4c" if street == 1 else f"{_ROUND}1b"
    on = {"games": Games.FLOP, "street": street, "since": since}
    return (
        Circumstance(situation, "nobody has bet since", stage, acts, **on),  # type: ignore[arg-type]
        Circumstance(situation, "a bet since", stage, f"{acts} 5c", **on),  # type: ignore[arg-type]
    )


def _mucked(situation: Situation, *, by_dealer: bool, who: str) -> tuple[Circumstance, ...]:
    known = Question.IDENTIFIED
    on = {"acts": "3c 4c", "games": Games.BETTING, "seat": 5, "by_dealer": by_dealer}
    return (
        Circumstance(situation, f"by {who}, cards certain", answers=((known, _YES),), **on),  # type: ignore[arg-type]
        Circumstance(situation, f"by {who}, cards lost", answers=((known, _NO),), **on),  # type: ignore[arg-type]
    )


_DECK: Final = (
    Circumstance(S.DECK_COUNT, "51 found by the shuffler", Stage.BEFORE, count=51, place=SHUFFLER),
    Circumstance(S.DECK_COUNT, "51 found inside the hand", count=51),
    Circumstance(S.DECK_COUNT, "53 found inside the hand", count=53),
    Circumstance(S.DECK_COUNT, "53 found, two players called", acts="3c 4c", count=53),
    Circumstance(S.DECK_COUNT, "51 found after the hand", Stage.OVER, _ROUND, Games.BETTING, count=51),
    Circumstance(S.DUPLICATE_CARD, "found by the shuffler", Stage.BEFORE, place=SHUFFLER),
    Circumstance(S.DUPLICATE_CARD, "nobody has acted"),
    Circumstance(S.DUPLICATE_CARD, "two players called", acts="3c 4c"),
    Circumstance(S.DUPLICATE_CARD, "after the hand", Stage.OVER, _ROUND, Games.BETTING),
    Circumstance(S.FOREIGN_CARD, "before the deal", Stage.BEFORE),
    Circumstance(S.FOREIGN_CARD, "in play, nobody has acted"),
    Circumstance(S.FOREIGN_CARD, "in play, two players called", acts="3c 4c"),
    Circumstance(S.FOREIGN_CARD, "in the stub, two players called", acts="3c 4c", place=STUB),
    *(
        Circumstance(situation, label, stage, acts)
        for situation in (S.DEFECTIVE_CARD, S.WRONG_GAME_CARD)
        for label, stage, acts in (
            ("before the deal", Stage.BEFORE, ""),
            ("in the deal", Stage.DEAL, ""),
            ("nobody has acted", Stage.DEALT, ""),
            ("two players called", Stage.DEALT, "3c 4c"),
        )
    ),
    *_in_time(S.UNSHUFFLED, S.UNCUT, S.UNRIFFLED, S.EXPOSED_IN_CUT),
    Circumstance(S.BOXED_CARD, "the first one, in the deal", Stage.DEAL, count=1),
    Circumstance(S.BOXED_CARD, "the second one, in the deal", Stage.DEAL, count=2),
    Circumstance(S.BOXED_CARD, "two in the deal, two players called", acts="3c 4c", count=2),
    Circumstance(S.BOXED_CARD, "later", acts=_ROUND, count=1),
)

_DEAL: Final = (
    *_in_time(S.WRONG_BUTTON, games=Games.BUTTON),
    *_restored(S.WRONG_FIRST_SEAT, seat=4),
    Circumstance(S.WRONG_FIRST_SEAT, "one player called", acts="3c", seat=4),
    Circumstance(S.WRONG_FIRST_SEAT, "two players called", acts="3c 4c", seat=4),
    *_restored(S.OUT_OF_SEQUENCE),
    Circumstance(S.OUT_OF_SEQUENCE, "two in a row on the button", games=Games.BUTTON, seat=6, button_twice=True),
    Circumstance(S.OUT_OF_SEQUENCE, "one player called", acts="3c"),
    Circumstance(S.OUT_OF_SEQUENCE, "two players called", acts="3c 4c"),
    *_in_time(S.SEAT_SKIPPED, seat=5, count=0),
    *_in_time(S.UNENTITLED_HAND, seat=7, over=0),
    Circumstance(S.UNENTITLED_HAND, "one card only, nobody has acted", seat=7, count=1),
    *_held(S.TOO_MANY_CARDS, 5, 1),
    Circumstance(S.TOO_MANY_CARDS, "two cards too many, nobody has acted", seat=5, over=2),
    Circumstance(
        S.TOO_MANY_CARDS, "only player left", Stage.RIVER, "3f 4f 5c 6f 1f 2f", Games.FLOP, seat=5, over=1, alone=True
    ),
    *_held(S.TOO_FEW_CARDS, 5, -1),
    *_held(S.BUTTON_SHORT, 6, -1, Games.BUTTON),
    Circumstance(S.EXPOSED_HOLE_CARD, "in the deal", Stage.DEAL, seat=5, count=5, by_dealer=True),
    Circumstance(S.EXPOSED_HOLE_CARD, "second card off the deck", Stage.DEAL, seat=2, count=2, by_dealer=True),
    Circumstance(S.EXPOSED_HOLE_CARD, "one player called", acts="3c", seat=5, by_dealer=True),
    Circumstance(S.EXPOSED_HOLE_CARD, "two players called", acts="3c 4c", seat=5, by_dealer=True),
    *(
        Circumstance(
            S.EXPOSED_FIRST_CARD,
            label,
            stage,
            acts,
            Games.BUTTON,
            seat=seat,
            count=seat,
            first=True,
            opening=seat == 1,
            by_dealer=True,
        )
        for label, stage, acts, seat in (
            ("small blind's, in the deal", Stage.DEAL, "", 1),
            ("big blind's, in the deal", Stage.DEAL, "", 2),
            ("big blind's, one player called", Stage.DEALT, "3c", 2),
            ("big blind's, two players called", Stage.DEALT, "3c 4c", 2),
        )
    ),
    *_in_time(S.EXPOSED_SEVERAL, count=2, by_dealer=True),
    Circumstance(S.ABSENT_HAND, "when the deal is complete", seat=5, moment=Moment.DEAL_COMPLETE),
    Circumstance(
        S.ABSENT_HAND,
        "the same, all-in on the blind",
        games=Games.BUTTON,
        seat=2,
        all_in=True,
        moment=Moment.DEAL_COMPLETE,
    ),
    Circumstance(S.ABSENT_HAND, "at own turn", acts="3c 4c", seat=5, moment=Moment.OWN_TURN),
    Circumstance(S.ABSENT_HAND, "left during the hand", acts="3c", seat=5, moment=Moment.LEFT),
    Circumstance(
        S.ABSENT_HAND,
        "left during the hand, all-in",
        games=Games.BUTTON,
        seat=2,
        all_in=True,
        moment=Moment.LEFT,
    ),
    Circumstance(
        S.ABSENT_HAND,
        "left at the showdown, unshown",
        Stage.RIVER,
        _ROUND,
        Games.FLOP,
        seat=5,
        moment=Moment.SHOWDOWN,
    ),
    Circumstance(S.PENALTY_HAND, "when the deal is complete", seat=5, moment=Moment.DEAL_COMPLETE),
)

_BOARD: Final = (
    *_on_street(
        S.MISSING_BURN, Stage.FLOP, 1, labels=("flop, nobody has acted", "flop, a check since", "flop, a bet since")
    ),
    *_restored(S.MISSING_BURN, Games.FLOP, street_name="turn, ", stage=Stage.TURN, acts=_ROUND, street=2, since=_PAST),
    Circumstance(S.MISSING_BURN, "turn, a check since", Stage.TURN, f"{_ROUND}1k", Games.FLOP, street=2, since=_PAST),
    *_restored(S.EXTRA_BURN, Games.FLOP, street_name="flop, ", stage=Stage.FLOP, acts=_ROUND, street=1, since=_PAST),
    Circumstance(S.EXTRA_BURN, "flop, a check since", Stage.FLOP, f"{_ROUND}1k", Games.FLOP, street=1, since=_PAST),
    *(
        Circumstance(
            situation,
            f"{name}, a bet since, order restorable",
            stage,
            f"{_ROUND}1b",
            Games.FLOP,
            street=street,
            since=_PAST,
            answers=((Question.ORDER_RESTORED, _YES),),
        )
        for situation in (S.MISSING_BURN, S.EXTRA_BURN)
        for name, stage, street in (("flop", Stage.FLOP, 1), ("turn", Stage.TURN, 2))
    ),
    *_on_street(S.SHORT_FLOP, Stage.FLOP, 1),
    *_on_street(S.FOUR_CARD_FLOP, Stage.FLOP, 1),
    *_on_street(S.OVERFULL_FLOP, Stage.FLOP, 1),
    *_on_street(S.EXTRA_BOARD_CARD, Stage.TURN, 2),
    *_early(S.PREMATURE_FLOP, Stage.DEALT, 1),
    *_early(S.PREMATURE_TURN, Stage.FLOP, 2),
    *_early(S.PREMATURE_RIVER, Stage.TURN, 3),
    Circumstance(S.PREMATURE_STREET, "stud or open-face", acts="3c", games=Games.STUD),
    Circumstance(
        S.DROPPED_STUB, "order restorable", acts=_ROUND, answers=((Question.ORDER_RESTORED, _YES),), games=Games.BETTING
    ),
    *(
        Circumstance(
            S.DROPPED_STUB,
            label,
            acts=_ROUND,
            games=Games.BETTING,
            answers=((Question.ORDER_RESTORED, _NO), (Question.MIXED_WITH_MUCK, mixed)),
        )
        for label, mixed in (("order lost", _NO), ("mixed with muck or burns", _YES))
    ),
    Circumstance(S.LAST_CARD_USED, "on the table", acts=_ROUND, games=Games.BETTING),
    Circumstance(S.RABBIT_HUNT, "after the hand", Stage.OVER, _ROUND, Games.FLOP),
)

_HANDS: Final = (
    *_mucked(S.HAND_IN_MUCK, by_dealer=False, who="a player"),
    *_mucked(S.HAND_IN_MUCK, by_dealer=True, who="the dealer"),
    Circumstance(
        S.HAND_IN_MUCK, "tabled before", acts="3c 4c", games=Games.BETTING, seat=5, by_dealer=True, tabled=True
    ),
    *_mucked(S.ALL_IN_MUCKED, by_dealer=False, who="its owner"),
    *_mucked(S.ALL_IN_MUCKED, by_dealer=True, who="the dealer"),
    Circumstance(S.HANDS_MIXED, "two hands touched", acts="3c", games=Games.BETTING, seat=5),
    Circumstance(S.HAND_RETAINED, "after a fold", acts="3f", games=Games.BETTING, seat=3),
    Circumstance(S.TOUCHED_MUCK, "by a player", acts="3c", games=Games.BETTING, seat=5),
    Circumstance(S.OWN_HAND_EXPOSED, "a live hand", acts="3c", games=Games.BETTING, seat=5),
    Circumstance(S.OWN_HAND_EXPOSED, "a folded hand", acts="3f", games=Games.BETTING, seat=3),
    Circumstance(S.SWITCHED_CARD, "in play", acts="3c", seat=5),
    Circumstance(S.CLONED_CARD, "in play", acts="3c", seat=5),
    Circumstance(S.DEAD_CARD_RETURNED, "in play", acts="3c", seat=5),
    Circumstance(S.WRONG_AWARD, "after the hand", Stage.OVER, _ROUND, Games.BETTING),
)

_OTHER_GAMES: Final = (
    Circumstance(
        S.DOWN_CARD_EXPOSED, "one of the first two", Stage.DEAL, games=Games.STUD, seat=5, count=1, by_dealer=True
    ),
    Circumstance(
        S.DOWN_CARD_EXPOSED, "both of the first two", Stage.DEAL, games=Games.STUD, seat=5, count=2, by_dealer=True
    ),
    Circumstance(
        S.DOWN_CARD_EXPOSED, "both, two players called", acts="3c 4c", games=Games.STUD, seat=5, count=2, by_dealer=True
    ),
    Circumstance(S.SEVENTH_UP, "the seventh card", acts="3c", games=Games.STUD, seat=5, by_dealer=True),
    Circumstance(S.SHORT_DECK, "the last street", acts="3c", games=Games.STUD),
    Circumstance(S.FANTASY_COUNT, "13 instead of 14", Stage.DEAL, games=Games.OPEN_FACE, seat=2, count=13),
    Circumstance(S.OFC_COUNT, "one card too many", Stage.DEAL, games=Games.OPEN_FACE, seat=2, count=6),
)

CIRCUMSTANCES: Final = (*_DECK, *_DEAL, *_BOARD, *_HANDS, *_OTHER_GAMES)
"""Every row, in the order of the situations."""
