"""The plain words that pages use for states, alerts, senses and situations."""

from typing import Final

from felt.situation import Sense, Situation
from hub.views.status import AlertKind

ALERT_WORDS: Final[dict[AlertKind, str]] = {
    AlertKind.RULING: "Ruling",
    AlertKind.CALL: "Call",
    AlertKind.DEVICE: "Device",
    AlertKind.WIRE: "Connection",
    AlertKind.STORAGE: "Storage",
    AlertKind.TAMPER: "Tamper",
}

SENSE_WORDS: Final[dict[Sense, str]] = {
    Sense.HOLE: "hole cards",
    Sense.BOARD: "board",
    Sense.BURN: "burns",
    Sense.MUCK: "muck",
    Sense.FACES: "faces",
    Sense.DECK: "deck",
}

GAME_WORDS: Final[dict[str, str]] = {
    "holdem": "Hold'em",
    "omaha4": "Omaha",
    "omaha5": "Omaha 5",
    "stud": "Stud",
    "ofc": "Open-face",
}

SITUATION_WORDS: Final[dict[Situation, str]] = {
    Situation.DECK_COUNT: "The deck has too many or too few cards",
    Situation.DUPLICATE_CARD: "The same card twice",
    Situation.FOREIGN_CARD: "A card of another deck",
    Situation.DEFECTIVE_CARD: "A marked or damaged card",
    Situation.UNSHUFFLED: "Not shuffled",
    Situation.UNCUT: "Not cut",
    Situation.UNRIFFLED: "Not riffled after the machine",
    Situation.EXPOSED_IN_CUT: "Card exposed in the cut",
    Situation.BOXED_CARD: "Card face up in the deck",
    Situation.WRONG_GAME_CARD: "A card that is not in this game",
    Situation.WRONG_BUTTON: "Button on the wrong seat",
    Situation.WRONG_FIRST_SEAT: "First card to the wrong seat",
    Situation.OUT_OF_SEQUENCE: "Dealt out of order",
    Situation.SEAT_SKIPPED: "A player was not dealt in",
    Situation.UNENTITLED_HAND: "Cards to a seat not in the hand",
    Situation.TOO_MANY_CARDS: "Too many cards at a seat",
    Situation.TOO_FEW_CARDS: "Too few cards at a seat",
    Situation.BUTTON_SHORT: "The button has one card too few",
    Situation.EXPOSED_HOLE_CARD: "Hole card exposed by the dealer",
    Situation.EXPOSED_FIRST_CARD: "First card to a blind exposed",
    Situation.EXPOSED_SEVERAL: "Several hole cards exposed",
    Situation.ABSENT_HAND: "Player not at the seat",
    Situation.PENALTY_HAND: "Player serving a penalty",
    Situation.MISSING_BURN: "No burn card",
    Situation.EXTRA_BURN: "Burn card too many",
    Situation.SHORT_FLOP: "Flop with too few cards",
    Situation.FOUR_CARD_FLOP: "Flop of four cards",
    Situation.OVERFULL_FLOP: "Flop of more than four cards",
    Situation.EXTRA_BOARD_CARD: "Board card too many",
    Situation.PREMATURE_FLOP: "Flop before the betting was over",
    Situation.PREMATURE_TURN: "Turn before the betting was over",
    Situation.PREMATURE_RIVER: "River before the betting was over",
    Situation.PREMATURE_STREET: "Street before the betting was over",
    Situation.DROPPED_STUB: "Stub dropped or scattered",
    Situation.LAST_CARD_USED: "Last card of the deck dealt",
    Situation.RABBIT_HUNT: "Cards shown after the hand was over",
    Situation.WRONG_STEP: "Wrong step",
    Situation.HAND_IN_MUCK: "Live hand in the muck",
    Situation.HANDS_MIXED: "Hands mixed together",
    Situation.ALL_IN_MUCKED: "All-in hand mucked",
    Situation.HAND_RETAINED: "Folded hand kept a card",
    Situation.TOUCHED_MUCK: "Hand touched the muck",
    Situation.OWN_HAND_EXPOSED: "Player exposed own cards",
    Situation.SWITCHED_CARD: "A card was switched",
    Situation.CLONED_CARD: "A card seems to be copied",
    Situation.DEAD_CARD_RETURNED: "A dead card came back",
    Situation.WRONG_AWARD: "Pot to the wrong player",
    Situation.DOWN_CARD_EXPOSED: "Down card dealt face up",
    Situation.SEVENTH_UP: "Seventh card dealt face up",
    Situation.SHORT_DECK: "Not enough cards in the stub",
    Situation.FANTASY_COUNT: "Wrong number of fantasy cards",
    Situation.OFC_COUNT: "Wrong number of cards",
}

_STATE_WORDS: Final[dict[str, str]] = {
    "waiting": "Waiting",
    "dealing": "Dealing",
    "between": "Betting closed",
    "procedure": "Putting it right",
    "showdown": "Showdown",
    "over": "Hand over",
}
_BETTING: Final = "betting-"
_HINTS: Final[dict[str, str]] = {
    "waiting": "Press New hand at the first riffle.",
    "over": "Press New hand at the first riffle.",
    "showdown": "Press Hand over when the pot is pushed.",
}
_COMMUNITY_ROUNDS: Final = ("pre-flop", "flop", "turn", "river")
_STUD_ROUNDS: Final = ("third street", "fourth street", "fifth street", "sixth street", "seventh street")


def state_words(game: str, state: str) -> str:
    """A picture's state as people say it; a state without a word is shown as it is."""
    if not state.startswith(_BETTING):
        return _STATE_WORDS.get(state, state)
    rounds = _STUD_ROUNDS if game == "stud" else _COMMUNITY_ROUNDS
    number = state.removeprefix(_BETTING)
    if number.isdecimal() and 1 <= int(number) <= len(rounds):
        return f"Betting, {rounds[int(number) - 1]}"
    return f"Betting round {number}"


def state_hint(state: str) -> str:
    """Which press the hub waits for in this state, if it waits for one."""
    if state.startswith(_BETTING):
        return "Press Round closed when the betting is over."
    return _HINTS.get(state, "")


def listed(words: list[str]) -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nothing"
