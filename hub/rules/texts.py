"""What dealers and floor people read: step texts, question texts and the words for what happened, in English."""

from typing import Final

from felt.place import SeatNo
from felt.situation import Kind, Question, Situation, Step

STEPS: Final[dict[Step, str]] = {
    Step.STOP: "Stop: no more cards",
    Step.CALL_FLOOR: "Call the floor",
    Step.GATHER_ALL: "Gather all cards",
    Step.SHUFFLE: "Shuffle the whole deck",
    Step.CUT: "Cut the deck",
    Step.REDEAL: "Deal the hand again: same button, same blinds",
    Step.REPLACE_DECK: "Bring a new deck",
    Step.SET_ASIDE: "Set aside {cards}",
    Step.FINISH_BETTING: "Finish the betting round",
    Step.KEEP_BURN: "Leave the burn where it is",
    Step.BURN: "Burn a card",
    Step.TAKE_BACK: "Take back {cards}",
    Step.RETURN: "Put {cards} into the stub",
    Step.SHUFFLE_STUB: "Shuffle the stub",
    Step.CUT_STUB: "Cut the stub",
    Step.DEAL_FLOP: "Deal the flop",
    Step.DEAL_TURN: "Deal the turn",
    Step.DEAL_RIVER: "Deal the river",
    Step.MIX: "Turn {cards} face down and mix them",
    Step.DRAW_BURN: "The floor draws one of them at random: it is the next burn",
    Step.EXCHANGE: "Deal {seat} a new card for {cards}; the exposed card becomes the first burn",
    Step.MUCK: "Muck the hand of {seat}",
    Step.DEAL_MISSING: "Deal {seat} the missing card",
    Step.RETURN_CHIPS: "Give back the chips",
    Step.CHOOSE_ALL_IN: "{seat} chooses whether to count as all-in",
    Step.RESTORE: "Give {seat} its hand back",
    Step.CORRECT_POT: "Put the pot right",
    Step.BURN_EXTRA: "Burn the extra card of {seat}",
    Step.DEAL_COMMON: "Deal one common card",
    Step.MUCK_EXTRA: "Muck {cards}",
}

QUESTIONS: Final[dict[Question, str]] = {
    Question.ORDER_RESTORED: "Can the order of the cards be restored for certain?",
    Question.MIXED_WITH_MUCK: "Did the stub mix with the muck or the burns?",
    Question.BURN_MADE: "Was a card burned?",
    Question.IDENTIFIED: "Is it certain which cards were the player's?",
    Question.SUBSTANTIAL_ACTION: "Was there already action that counts?",
    Question.HAND_OVER: "Is the hand over?",
    Question.CARD_COUNT: "How many cards does seat {seat} have?",
    Question.ROUND_OPEN: "Does seat {seat} still have to act?",
    Question.BUTTON_AT: "Which seat has the button?",
    Question.EXPOSED_BY: "Who turned the card of seat {seat} up, the dealer or the player?",
    Question.AT_SEAT: "Is the player of seat {seat} at the table?",
    Question.ACTED: "Has seat {seat} acted yet?",
    Question.SEEN_BY_PLAYER: "Did the player of seat {seat} see the card?",
    Question.TWO_ALIKE: "Do two equal cards lie on the table?",
}

UNSEATED: Final[dict[Question, str]] = {
    Question.CARD_COUNT: "How many cards does the seat have?",
    Question.ROUND_OPEN: "Is the betting round still open?",
    Question.EXPOSED_BY: "Who turned the card up, the dealer or the player?",
    Question.AT_SEAT: "Is the player at the table?",
    Question.ACTED: "Has the player acted yet?",
    Question.SEEN_BY_PLAYER: "Did the player see the card?",
}
"""How a question that names a seat is put when no seat is known."""

ASKED: Final[dict[str, str]] = {
    "a bet since": "Has anybody bet since then?",
    "an action since": "Has anybody acted since then, even without a bet?",
    "a bet on the last street": "Has anybody bet on this street?",
    "first betting round begun": "Has anybody acted in this hand? Blinds do not count.",
    "somebody has acted": "Has anybody acted in this hand? Blinds do not count.",
}
"""How a question is asked for a term that means something of its own by it."""

SITUATIONS: Final[dict[Situation, str]] = {
    Situation.DECK_COUNT: "the deck has a wrong number of cards",
    Situation.DUPLICATE_CARD: "one card is in the deck twice",
    Situation.FOREIGN_CARD: "a card of another deck was seen",
    Situation.DEFECTIVE_CARD: "a card is marked or damaged",
    Situation.UNSHUFFLED: "the deck was not shuffled",
    Situation.UNCUT: "the deck was not cut",
    Situation.UNRIFFLED: "the deck was not riffled after the machine",
    Situation.EXPOSED_IN_CUT: "a card was exposed in the cut",
    Situation.BOXED_CARD: "a card lay face up in the deck",
    Situation.WRONG_GAME_CARD: "a card does not belong to this game",
    Situation.WRONG_BUTTON: "the button was in the wrong place",
    Situation.WRONG_FIRST_SEAT: "the first card went to the wrong seat",
    Situation.OUT_OF_SEQUENCE: "the cards were dealt out of order",
    Situation.SEAT_SKIPPED: "{seat} got no cards",
    Situation.UNENTITLED_HAND: "{seat} has no right to this hand and got cards",
    Situation.TOO_MANY_CARDS: "{seat} has too many cards",
    Situation.TOO_FEW_CARDS: "{seat} has too few cards",
    Situation.BUTTON_SHORT: "the button, {seat}, is short of a card",
    Situation.EXPOSED_HOLE_CARD: "the dealer exposed a card of {seat}",
    Situation.EXPOSED_FIRST_CARD: "the first card to {seat} was exposed",
    Situation.EXPOSED_SEVERAL: "the dealer exposed more than one card",
    Situation.ABSENT_HAND: "the player of {seat} is not at the table",
    Situation.PENALTY_HAND: "{seat} serves a penalty",
    Situation.MISSING_BURN: "no card was burned",
    Situation.EXTRA_BURN: "more than one card was burned",
    Situation.SHORT_FLOP: "the flop has too few cards",
    Situation.FOUR_CARD_FLOP: "the flop has four cards",
    Situation.OVERFULL_FLOP: "the flop has more than four cards",
    Situation.EXTRA_BOARD_CARD: "a card too many came with the street",
    Situation.PREMATURE_FLOP: "the flop came before the betting was over",
    Situation.PREMATURE_TURN: "the turn came before the betting was over",
    Situation.PREMATURE_RIVER: "the river came before the betting was over",
    Situation.PREMATURE_STREET: "a street came before the betting was over",
    Situation.DROPPED_STUB: "the stub was dropped",
    Situation.LAST_CARD_USED: "the last card of the deck was used",
    Situation.RABBIT_HUNT: "cards were dealt after the hand was over",
    Situation.WRONG_STEP: "this is not the step that is due",
    Situation.HAND_IN_MUCK: "the hand of {seat} touched the muck",
    Situation.HANDS_MIXED: "the cards of {seat} touched another hand",
    Situation.ALL_IN_MUCKED: "the all-in hand of {seat} was mucked",
    Situation.HAND_RETAINED: "{seat} folded and kept cards",
    Situation.TOUCHED_MUCK: "{seat} touched the muck",
    Situation.OWN_HAND_EXPOSED: "{seat} turned its own cards up with action to come",
    Situation.SWITCHED_CARD: "a card was switched",
    Situation.CLONED_CARD: "a card was cloned",
    Situation.DEAD_CARD_RETURNED: "a dead card came back",
    Situation.WRONG_AWARD: "the pot went to the wrong player",
    Situation.DOWN_CARD_EXPOSED: "a down card of {seat} was exposed",
    Situation.SEVENTH_UP: "the seventh card of {seat} was dealt face up",
    Situation.SHORT_DECK: "the cards will not be enough for the last street",
    Situation.FANTASY_COUNT: "the fantasy hand has a wrong number of cards",
    Situation.OFC_COUNT: "a hand has a wrong number of cards",
}

KINDS: Final[dict[Kind, str]] = {
    Kind.MISDEAL: "Misdeal",
    Kind.FIX: "Put it right",
    Kind.DEAD: "Dead hand",
    Kind.VOID: "The hand is void",
    Kind.RETURN_BETS: "Bets go back",
    Kind.PLAY_ON: "Play on",
    Kind.WARN: "Warning",
    Kind.FLOOR: "The floor decides",
}

FLOOR_OPTIONS: Final = ("play on", "put it right", "dead hand", "misdeal")
"""What a floor person may choose where no book answers."""

_STUD_STREETS: Final = ("third", "fourth", "fifth", "sixth", "seventh")


def seat_name(seat: int | None) -> str:
    """`seat 4`, or `the player` when nobody is named."""
    return f"seat {seat}" if seat is not None else "the player"


def street_name(street: int) -> str:
    """Of a street that goes to the seats: `fourth street` for 1."""
    return f"{street_word(street)} street"


def street_word(street: int) -> str:
    """Of a street that goes to the seats, as a note names it: `fourth` for 1."""
    return _STUD_STREETS[street] if street < len(_STUD_STREETS) else "next"


def happened(situation: Situation, seat: int | None) -> str:
    """What happened, in a floor person's words."""
    return SITUATIONS[situation].format(seat=seat_name(seat))


def question_text(question: Question, seat: SeatNo | None) -> str:
    """The question as it is put about `seat`, or where no seat is known."""
    if seat is None and question in UNSEATED:
        return UNSEATED[question]
    return QUESTIONS[question].format(seat=seat)
