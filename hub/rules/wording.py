"""How terms and facts read in a floor person's sentence."""

from typing import Final

from felt.situation import Situation
from hub.rules.articles.book import Article, Term
from hub.rules.hand import Hand, due_cards
from hub.rules.irregularity import Irregularity, Moment
from hub.rules.texts import happened, seat_name, street_name

TERM_WORDS: Final[dict[str, tuple[str, str]]] = {
    "substantial action": ("after substantial action", "before substantial action"),
    "first betting round begun": ("after the first action", "before the first action"),
    "somebody has acted": ("after the first action", "before the first action"),
    "a bet on the last street": ("somebody has bet on the last street", "nobody has bet on the last street"),
    "a bet since": ("somebody has bet since", "nobody has bet since"),
    "an action since": ("somebody has acted since", "nobody has acted since"),
    "the holder acted": ("that player has acted", "that player has not acted yet"),
    "the order is restored": ("the order can be restored", "the order cannot be restored"),
    "said to be restorable": ("somebody says that the order can be restored", "nobody says that it can be restored"),
    "mixed with muck or burns": ("it mixed with the muck or the burns", "it did not mix with muck or burns"),
    "its cards are certain": ("it is certain which cards they were", "nobody can be certain which cards they were"),
    "tabled": ("the hand was tabled", "the hand was not tabled"),
    "in the deal": ("during the deal", "after the deal"),
    "cards are out": ("after cards were dealt", "before a card was dealt"),
    "inside a hand": ("while a hand is played", "while no hand is played"),
    "the hand is over": ("after the hand", "while the hand is played"),
    "the very first card": ("it was the very first card of the deal", "it was not the very first card of the deal"),
    "one of the first two cards off the deck": (
        "it was one of the first two cards off the deck",
        "it was not one of the first two cards off the deck",
    ),
    "by the dealer": ("the dealer did it", "the dealer did not do it"),
    "on the flop": ("before the flop", "before a later street"),
    "too many cards": ("there are too many", "there are too few"),
    "on the button": ("on the button", "away from the button"),
    "two in a row on the button": ("the button got its last two in a row", "not just two in a row on the button"),
    "the only player left": ("nobody else is left in the hand", "others are left in the hand"),
    "all-in": ("that player is all-in", "that player is not all-in"),
    "folded": ("that hand was folded before", "that hand is live"),
    "one card is wrong": ("only one card is wrong", "more than one card is wrong"),
    "more cards than the deck should have": ("there are more than there should be", "there are not too many"),
    "a second boxed card in the deal": ("it is not the first one in this deal", "it is the only one in this deal"),
    "one card too many": ("it is one card too many", "it is more than one card too many"),
    "found in the stub": ("it was found in the stub", "it was found in play"),
    "the burns suffice": ("with the burns there are enough", "even with the burns there are not enough"),
    "a second open card": ("it is not that player's only open card", "it is that player's only open card"),
    "another downcard lies open": ("it is not the only downcard exposed", "it is the only downcard exposed"),
    "the streets go to the seats": ("in a game without a board", "in a game with a board"),
    "three or more players": ("three or more players are left", "only two players are left"),
    "betting still to come": ("with betting still to come", "with no betting to come"),
    "deal-complete": ("when the last card of the deal is out", "not at the end of the deal"),
    "own-turn": ("at that player's own turn", "not at that player's own turn"),
    "left-at-showdown": ("at the showdown, with the hand unshown", "not at the showdown"),
    "left": ("while the hand is played", "not having left during the hand"),
}
"""How each term reads when it holds, and when it does not."""

_PLAIN: Final = frozenset({"on the flop", *(moment.value for moment in Moment)})
"""Terms that belong to what happened: `no card was burned before the flop`."""

_TIMES: Final = frozenset(
    {"substantial action", "first betting round begun", "somebody has acted", "in the deal", "the hand is over"}
)
_VAGUE_TIMES: Final = frozenset({"cards are out", "inside a hand", "not cards are out", "not inside a hand"})
"""When it was noticed; a vague time is said only where there is no other."""

_UNSAID: Final = frozenset(
    {
        "too many cards",
        "not too many cards",
        "one card too many",
        "not one card too many",
        "on the button",
        "not on the button",
        "not the hand is over",
        "not the only player left",
        "not all-in",
        "not folded",
        "not the very first card",
        "not one of the first two cards off the deck",
        "not by the dealer",
        "not a second boxed card in the deal",
        "not tabled",
        "not said to be restorable",
        "the streets go to the seats",
    }
)
"""What goes without saying: the sentence would only grow by what did not happen, or say the same twice."""

_STREETS: Final = {1: "flop", 2: "turn", 3: "river"}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTED: Final = frozenset({Situation.TOO_MANY_CARDS, Situation.TOO_FEW_CARDS})
_EARLY: Final = frozenset(
    {Situation.PREMATURE_FLOP, Situation.PREMATURE_TURN, Situation.PREMATURE_RIVER, Situation.PREMATURE_STREET}
)
_BURNS: Final = frozenset({Situation.MISSING_BURN, Situation.EXTRA_BURN})
_NAMED: Final = frozenset({*_EARLY, Situation.BOXED_CARD, Situation.EXPOSED_HOLE_CARD, Situation.EXPOSED_FIRST_CARD})


def term_words(term: Term) -> str:
    """A condition as people say it: `before substantial action`."""
    words = TERM_WORDS.get(term.name)
    return str(term) if words is None else words[1 if term.negated else 0]


def cards_counted(count: int) -> str:
    """`three cards`, `one card`."""
    number = _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)
    return f"{number} card" if count == 1 else f"{number} cards"


def reason_terms(article: Article) -> tuple[str, ...]:
    """The names of the article's terms that do not go without saying; a negated one begins with `not`."""
    return tuple(str(term) for term in article.when if str(term) not in _UNSAID)


def reason(hand: Hand, event: Irregularity, article: Article) -> str:
    """What happened and what made the article apply, in the sentence that a floor person would say."""
    if event.situation is Situation.DUPLICATE_CARD:
        return happened(event.situation, None)
    terms = [term for term in article.when if str(term) not in _UNSAID]
    plain = "".join(f" {_plainly(hand, event, term)}" for term in terms if term.name in _PLAIN)
    facts = [term_words(term) for term in terms if term.name not in _PLAIN and not _tells_time(term)]
    return f"{_what(hand, event)}{plain}{_noticed(event, terms)}{f'; {_listed(facts)}' if facts else ''}"


def _plainly(hand: Hand, event: Irregularity, term: Term) -> str:
    if term.name != "on the flop" or event.street not in _STREETS:
        return term_words(term)
    return f"before {_street_came(hand, event.street)}"


def _street_came(hand: Hand, street: int) -> str:
    return f"the {_STREETS.get(street, 'street')}" if hand.board_game else street_name(street)


def _noticed(event: Irregularity, terms: list[Term]) -> str:
    """`, noticed before the first action`; for cards that somebody has now, just the time."""
    times = [term for term in terms if term.name in _TIMES] or [term for term in terms if _tells_time(term)]
    if not times or event.situation is Situation.WRONG_AWARD:
        return ""
    comma = "" if event.situation in _COUNTED else ", noticed"
    return f"{comma} {term_words(times[-1])}"


def _tells_time(term: Term) -> bool:
    return term.name in _TIMES or str(term) in _VAGUE_TIMES


def _listed(words: list[str]) -> str:
    """`a, b and c`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def what_happened(hand: Hand, event: Irregularity) -> str:
    """What happened, with the street that it came before: `no card was burned before the flop`."""
    said = _what(hand, event)
    if event.situation not in _BURNS or not event.street:
        return said
    return f"{said} before {_street_came(hand, event.street)}"


def _what(hand: Hand, event: Irregularity) -> str:
    if event.seat is not None and event.count is not None and event.situation in _COUNTED:
        return f"{seat_name(event.seat)} has {cards_counted(event.count)} instead of {_due(hand)}"
    waiting = hand.betting.pending
    said = happened(event.situation, event.seat)
    if event.situation in _EARLY and waiting:
        said = said.replace("before the betting was over", f"while {seat_name(waiting[0])} had still to act")
    if event.cards and event.situation in _NAMED:
        said += f": {' '.join(event.cards)}"
    return said


def _due(hand: Hand) -> str:
    number = due_cards(hand)
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
