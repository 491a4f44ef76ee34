"""What really happened at tables, played with bytes: each must be caught before it is too late to put right.

And what other tables with readers get wrong: none of it may be ours. (A deck left in sort mode, and a machine that
counts 52 twice, are in `test_deck_depth`.)
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from felt.card import DECK, Card
from felt.fact import Face, HandClosed, HandOpened, QuestionAnswered, RoundClosed
from felt.ids import Uid
from felt.place import BOARD, BURN, MUCK, STUB, SeatNo, parse_place, seat_place
from felt.setup import TableSetup
from felt.situation import Kind, Question, Sense, Situation, Tracker
from hardware.deck import DeckFile
from tests.hardware.chain import Chain, Stock, board_text, running

TAGS: Final = {card: Uid(f"E0040150{number:08X}") for number, card in enumerate(DECK, 1)}
TWIN: Final = Uid("E004015000000080")
"""A second queen of clubs, enrolled with the deck."""
JOKER: Final = Uid("E004015F000000FF")
"""A card of no deck, of the same make."""
SEATS: Final = tuple(SeatNo(seat) for seat in range(1, 5))
HOLE_CARDS: Final = ("As", "Kh", "5d", "6d", "Ad", "Qh", "9h", "8c", "4c", "4d", "3h", "3s", "Tc", "Th", "Jd", "Js")


@asynccontextmanager
async def table(folder: Path, game: str = "holdem") -> AsyncIterator[Chain]:
    """Four players, seat 4 on the button; the tracker hears of closed rounds."""
    setup = TableSetup("bfsp", SEATS, SeatNo(4), game=game, tracker=Tracker.ROUNDS)
    deck = DeckFile("red", {**{uid: card for card, uid in TAGS.items()}, TWIN: Card("Qc")})
    lying = (*TAGS.values(), TWIN, JOKER)
    async with running(Stock(board_text(setup), (deck,), lying, setup), folder) as chain:
        await chain.tell(HandOpened())
        yield chain


async def lay(chain: Chain, place: str, *cards: str | Uid) -> None:
    """These cards come to the place together, face up on the board."""
    for card in cards:
        uid = TAGS.get(Card(card), Uid(card))
        chain.table.field.move(uid, parse_place(place), Face.UP if place == "board" else Face.DOWN)
    await chain.settle()


async def deal(chain: Chain, rounds: int = 2) -> None:
    """The whole correct deal."""
    for at in range(rounds * len(SEATS)):
        await lay(chain, f"seat{SEATS[at % len(SEATS)]}", HOLE_CARDS[at])


async def street(chain: Chain, burn: str, *cards: str | Uid) -> None:
    """The round is closed, one card burned, and the street dealt."""
    await chain.tell(RoundClosed())
    await lay(chain, "burn", burn)
    await lay(chain, "board", *cards)


def ruled(chain: Chain) -> list[tuple[Kind, Situation]]:
    return [(ruling.kind, ruling.situation) for ruling in chain.rulings()]


def cards_at(chain: Chain) -> dict[int, int]:
    return {seat.seat: seat.cards for seat in chain.picture.seats}


async def test_a_player_with_three_cards_is_found_before_anybody_has_acted(tmp_path: Path) -> None:
    """At a streamed table one held three cards until the river."""
    async with table(tmp_path) as chain:
        await deal(chain)
        await lay(chain, "seat2", "4c")
        await chain.settle()
        question = chain.picture.question
        assert question is not None
        assert question.question is Question.SUBSTANTIAL_ACTION  # the tracker hears of closed rounds only
        await chain.tell(QuestionAnswered(Question.SUBSTANTIAL_ACTION, "no"))
        assert ruled(chain) == [(Kind.MISDEAL, Situation.TOO_MANY_CARDS)]
        assert cards_at(chain)[2] == 3


async def test_two_queens_of_clubs_on_one_flop(tmp_path: Path) -> None:
    async with table(tmp_path) as chain:
        await deal(chain)
        await street(chain, "2c", "Qc", TWIN, "7d")
        assert ruled(chain) == [(Kind.VOID, Situation.DUPLICATE_CARD)]
        assert chain.rulings()[0].cards == ("Qc",)


async def test_a_duplicate_on_an_omaha_board_is_found_as_it_lands(tmp_path: Path) -> None:
    """It was seen only in a photograph afterwards."""
    async with table(tmp_path, "omaha4") as chain:
        await deal(chain, rounds=4)
        await street(chain, "2c", "Qc", "2h", "7d")
        assert ruled(chain) == []
        await street(chain, "2d", TWIN)
        assert ruled(chain) == [(Kind.VOID, Situation.DUPLICATE_CARD)]


async def test_a_joker_on_the_flop(tmp_path: Path) -> None:
    async with table(tmp_path) as chain:
        await deal(chain)
        await street(chain, "2c", "Qc", JOKER, "7d")
        (ruling,) = chain.rulings()
        assert (ruling.situation, ruling.event is not None and ruling.event.place) == (Situation.FOREIGN_CARD, BOARD)


async def test_a_burn_card_that_ends_in_a_players_hand_is_no_hole_card(tmp_path: Path) -> None:
    """The burn slides under the caller's hand: it is known for a burn, shown, and no misdeal."""
    async with table(tmp_path) as chain:
        await deal(chain)
        await street(chain, "2c", "Qc", "2h", "7d")
        await lay(chain, "seat3", "2c")
        assert ruled(chain) == []
        notes = [(note.text, note.seat) for note in chain.picture.notes]
        assert ("a card that lay at the burn came back", 3) in notes
        assert any(seat.amber for seat in chain.picture.seats if seat.seat == 3)


async def test_pairs_and_suited_hands_count_as_mucked(tmp_path: Path) -> None:
    async with table(tmp_path) as chain:
        await deal(chain)  # a pair of aces at seat 1, two hearts at seat 2, two diamonds at seat 4
        await lay(chain, "muck", "As", "Ad")
        await lay(chain, "muck", "Kh", "Qh")
        assert cards_at(chain) == {1: 0, 2: 0, 3: 2, 4: 2}
        assert ruled(chain) == []


async def test_a_third_card_at_a_seat_and_a_sixth_on_the_board_do_not_vanish(tmp_path: Path) -> None:
    """And no reader is switched off once it saw two cards."""
    async with table(tmp_path) as chain:
        await deal(chain)
        await street(chain, "2c", "Qc", "2h", "7d")
        await street(chain, "2d", "7h")
        await street(chain, "7s", "7c")
        assert ruled(chain) == []
        await lay(chain, "board", "8s")
        await chain.settle()
        assert [situation for _, situation in ruled(chain)] == [Situation.EXTRA_BOARD_CARD]
        assert len(chain.picture.board) == 6


async def test_the_same_card_in_the_next_hand_is_no_repeat_of_a_message(tmp_path: Path) -> None:
    async with table(tmp_path) as chain:
        await deal(chain)
        await chain.tell(HandClosed())
        for lying in chain.table.field.all():
            if lying.place != STUB:
                chain.table.field.move(lying.uid, STUB, Face.DOWN)
        await chain.settle()
        await chain.tell(HandOpened())
        chain.table.field.move(TAGS[Card("As")], seat_place(SeatNo(1)), Face.DOWN)
        await chain.settle()
        assert cards_at(chain)[1] == 1


async def test_a_hand_in_which_nobody_moves_is_not_wiped(tmp_path: Path) -> None:
    async with table(tmp_path) as chain:
        await deal(chain)
        await street(chain, "2c", "Qc", "2h", "7d")
        hand = chain.picture.hand
        await chain.clock.advance(30.0, settle_turns=2)
        await chain.calm()
        assert (chain.picture.hand, ruled(chain)) == (hand, [])
        assert set(cards_at(chain).values()) == {2}
        assert len(chain.picture.board) == 3


async def test_cards_kept_off_the_antenna_are_no_fold(tmp_path: Path) -> None:
    """A player holds the cards in his hand: they are missing, and he is in the hand all the same."""
    async with table(tmp_path) as chain:
        await deal(chain)
        for card in ("As", "Ad"):
            chain.table.field.move(TAGS[Card(card)], STUB, Face.DOWN)  # out of every reader's sight
        await chain.clock.advance(15.0, settle_turns=2)
        await chain.calm()
        (seat,) = (seat for seat in chain.picture.seats if seat.seat == 1)
        assert (seat.live, seat.cards) == (True, 0)
        assert ruled(chain) == []


def test_every_sense_that_the_cases_need_is_declared() -> None:
    text = board_text(TableSetup("bfsp", SEATS, SeatNo(4)))
    assert all(f'sense = "{sense}"' in text for sense in Sense)
    assert {str(BOARD), str(BURN), str(MUCK)} == {"board", "burn", "muck"}
