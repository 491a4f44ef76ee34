"""`club`: card-room rules for cash games; a fragment, clauses 16-17, 21-30 and 34."""

from typing import Final

from felt.situation import Kind, Situation
from hub.rules.articles import procedures as p
from hub.rules.articles.book import Article, DisputeUntil, Rulebook
from hub.rules.books.readings.club import CLUB_OPTIONS
from hub.rules.books.words import CLUB_WORDS
from hub.rules.counting import counted, two_players_bet
from hub.rules.irregularity import Moment
from hub.rules.terms import cards_out, folded, hand_over, identified, moment, substantial_action, very_first

S: Final = Situation
WRONG_COUNT: Final = (S.TOO_MANY_CARDS, S.TOO_FEW_CARDS, S.BUTTON_SHORT)
GROUNDS: Final = (
    S.OUT_OF_SEQUENCE,
    S.WRONG_FIRST_SEAT,
    S.SEAT_SKIPPED,
    S.UNSHUFFLED,
    S.UNCUT,
    S.EXPOSED_HOLE_CARD,
    S.EXPOSED_FIRST_CARD,
    S.EXPOSED_SEVERAL,
)


def _ground(clause: str, on: tuple[Situation, ...], says: str) -> Article:
    """A ground for a misdeal, as long as no two players have bet (club 34.1)."""
    return Article(clause, on, Kind.MISDEAL, says, (~substantial_action,), p.REDEAL)


_MISDEAL: Final = (
    _ground("34.3.1", (S.OUT_OF_SEQUENCE, S.WRONG_FIRST_SEAT), "Cards dealt in a wrong sequence: misdeal."),
    _ground("34.3.2", (S.SEAT_SKIPPED,), "A wrong number of hands was dealt: misdeal."),
    _ground("34.3.3", WRONG_COUNT, "At least one player has a wrong number of cards: misdeal."),
    _ground("34.3.6", (S.UNSHUFFLED, S.UNCUT), "The deck was not shuffled or not cut: misdeal."),
    _ground("34.3.7", (S.EXPOSED_SEVERAL,), "Cards dealt face up that cannot be put right: misdeal."),
    Article(
        "34.3.7",
        (S.EXPOSED_FIRST_CARD,),
        Kind.MISDEAL,
        "The first card of the deal face up cannot be put right: misdeal.",
        (~substantial_action, very_first),
        p.REDEAL,
    ),
    Article(
        "34.3.7",
        (S.EXPOSED_HOLE_CARD, S.EXPOSED_FIRST_CARD),
        Kind.FIX,
        "One card dealt face up can be put right: it is exchanged after the deal and becomes the first burn.",
        (~substantial_action, ~very_first),
        p.EXCHANGE,
    ),
    Article(
        "34.3.4",
        (S.DUPLICATE_CARD, S.FOREIGN_CARD, S.DEFECTIVE_CARD, S.WRONG_GAME_CARD),
        Kind.MISDEAL,
        "A defect in the deck: misdeal.",
        (cards_out, ~hand_over, ~substantial_action),
        p.NEW_DECK_REDEAL,
    ),
    Article(
        "34.3.5",
        (S.DECK_COUNT,),
        Kind.MISDEAL,
        "A wrong number of cards in the deck: misdeal.",
        (cards_out, ~hand_over, ~substantial_action),
        p.NEW_DECK_REDEAL,
    ),
    Article(
        "34.1",
        GROUNDS,
        Kind.PLAY_ON,
        "Two or more players have bet: there is no misdeal any more.",
        (substantial_action,),
    ),
    Article(
        "34.3.9",
        (S.UNENTITLED_HAND,),
        Kind.FIX,
        "A player without a right to the hand was dealt in: finish the deal, then muck that hand.",
        (),
        p.MUCK_SEAT,
    ),
)

_HANDS: Final = (
    Article(
        "27.1.2",
        WRONG_COUNT,
        Kind.DEAD,
        "A wrong number of cards is a dead hand; a protected one, by the dealer's fault, takes back own bets (29.2).",
        (substantial_action,),
        p.MUCK_SEAT,
    ),
    Article(
        "34.3.8",
        (S.ABSENT_HAND,),
        Kind.DEAD,
        "An absent player's hand is dead if he is not back by his own turn.",
        (moment(Moment.OWN_TURN),),
        p.MUCK_SEAT,
    ),
    Article(
        "34.3.8",
        (S.ABSENT_HAND,),
        None,
        "A player who left has until his own turn to come back.",
        (moment(Moment.LEFT),),
    ),
    Article(
        "30.1.6",
        (S.ABSENT_HAND,),
        Kind.DEAD,
        "Who leaves the table without showing gives up the pot: the dealer mucks the hand, and nobody turns it up.",
        (moment(Moment.SHOWDOWN),),
        p.MUCK_SEAT,
    ),
    Article(
        "29.1",
        (S.HAND_IN_MUCK,),
        Kind.FIX,
        "A hand that met the muck lives while it is certain which cards are whose.",
        (identified,),
        p.RESTORE_SEAT,
    ),
    Article(
        "27.1.1",
        (S.HAND_IN_MUCK,),
        Kind.DEAD,
        "A hand that touched the muck is dead.",
        (~identified,),
        p.MUCK_SEAT,
    ),
    Article(
        "27.1.4",
        (S.HANDS_MIXED,),
        Kind.DEAD,
        "A hand that touched another player's cards is dead.",
        (),
        p.MUCK_SEAT,
    ),
    Article(
        "28",
        (S.ALL_IN_MUCKED,),
        Kind.FLOOR,
        "Mucked cards are dead; the manager may restore a hand in special cases.",
        options=("dead hand", "restore the hand", "own bets go back (29.2)"),
    ),
    Article(
        "27.1.3",
        (S.OWN_HAND_EXPOSED,),
        Kind.DEAD,
        "A hand laid open that could influence another player is dead.",
        (~folded,),
        p.MUCK_SEAT,
    ),
    Article("30.1.10", (S.WRONG_AWARD,), Kind.FIX, "A wrongly paid pot is put right at once.", (), p.CORRECT_POT),
    Article(
        "24.2.7",
        (S.LAST_CARD_USED,),
        Kind.FLOOR,
        "The last card of the deck is never used.",
        options=("deal it anew", "play on"),
    ),
    Article(
        "24.2.11",
        (S.SHORT_DECK,),
        Kind.FIX,
        "On the last street there is no burn when the cards would run out.",
    ),
)

CLUB: Final = Rulebook(
    id="club",
    name="Card-room rules",
    edition="2026-11-30",
    articles=_MISDEAL + _HANDS,
    asks_next=("bfsp",),
    uncovered=("34.2", "The grounds are examples; the manager decides."),
    substantial=counted(two_players_bet),
    absent_at=(Moment.OWN_TURN,),
    dispute=DisputeUntil.AT_ONCE,
    words=CLUB_WORDS,
    options=CLUB_OPTIONS,
)
