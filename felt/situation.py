"""The closed word lists of rulings: kinds, situations, steps, questions, senses.

Scripts, facts, rulings, pages and the robot dealer all say these words; a new one is added here and nowhere else.
"""

from enum import StrEnum


class Kind(StrEnum):
    """What a ruling does."""

    MISDEAL = "misdeal"
    FIX = "fix"
    DEAD = "dead"
    VOID = "void"
    RETURN_BETS = "return-bets"
    PLAY_ON = "play-on"
    WARN = "warn"
    FLOOR = "floor"


class Situation(StrEnum):
    """What happened, by the name a floor person would use."""

    DECK_COUNT = "deck-count"
    DUPLICATE_CARD = "duplicate-card"
    FOREIGN_CARD = "foreign-card"
    DEFECTIVE_CARD = "defective-card"
    UNSHUFFLED = "unshuffled"
    UNCUT = "uncut"
    UNRIFFLED = "unriffled"
    EXPOSED_IN_CUT = "exposed-in-cut"
    BOXED_CARD = "boxed-card"
    WRONG_GAME_CARD = "wrong-game-card"
    WRONG_BUTTON = "wrong-button"
    WRONG_FIRST_SEAT = "wrong-first-seat"
    OUT_OF_SEQUENCE = "out-of-sequence"
    SEAT_SKIPPED = "seat-skipped"
    UNENTITLED_HAND = "unentitled-hand"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_FEW_CARDS = "too-few-cards"
    BUTTON_SHORT = "button-short"
    EXPOSED_HOLE_CARD = "exposed-hole-card"
    EXPOSED_FIRST_CARD = "exposed-first-card"
    EXPOSED_SEVERAL = "exposed-several"
    ABSENT_HAND = "absent-hand"
    PENALTY_HAND = "penalty-hand"
    MISSING_BURN = "missing-burn"
    EXTRA_BURN = "extra-burn"
    SHORT_FLOP = "short-flop"
    FOUR_CARD_FLOP = "four-card-flop"
    OVERFULL_FLOP = "overfull-flop"
    EXTRA_BOARD_CARD = "extra-board-card"
    PREMATURE_FLOP = "premature-flop"
    PREMATURE_TURN = "premature-turn"
    PREMATURE_RIVER = "premature-river"
    PREMATURE_STREET = "premature-street"
    DROPPED_STUB = "dropped-stub"
    LAST_CARD_USED = "last-card-used"
    RABBIT_HUNT = "rabbit-hunt"
    WRONG_STEP = "wrong-step"
    HAND_IN_MUCK = "hand-in-muck"
    HANDS_MIXED = "hands-mixed"
    ALL_IN_MUCKED = "all-in-mucked"
    HAND_RETAINED = "hand-retained"
    TOUCHED_MUCK = "touched-muck"
    OWN_HAND_EXPOSED = "own-hand-exposed"
    SWITCHED_CARD = "switched-card"
    CLONED_CARD = "cloned-card"
    DEAD_CARD_RETURNED = "dead-card-returned"
    WRONG_AWARD = "wrong-award"
    DOWN_CARD_EXPOSED = "down-card-exposed"
    SEVENTH_UP = "seventh-up"
    SHORT_DECK = "short-deck"
    FANTASY_COUNT = "fantasy-count"
    OFC_COUNT = "ofc-count"


class Step(StrEnum):
    """One thing to do in a procedure."""

    STOP = "stop"
    CALL_FLOOR = "call-floor"
    GATHER_ALL = "gather-all"
    SHUFFLE = "shuffle"
    CUT = "cut"
    REDEAL = "redeal"
    REPLACE_DECK = "replace-deck"
    SET_ASIDE = "set-aside"
    FINISH_BETTING = "finish-betting"
    KEEP_BURN = "keep-burn"
    BURN = "burn"
    TAKE_BACK = "take-back"
    RETURN = "return"
    SHUFFLE_STUB = "shuffle-stub"
    CUT_STUB = "cut-stub"
    DEAL_FLOP = "deal-flop"
    DEAL_TURN = "deal-turn"
    DEAL_RIVER = "deal-river"
    MIX = "mix"
    DRAW_BURN = "draw-burn"
    EXCHANGE = "exchange"
    MUCK = "muck"
    DEAL_MISSING = "deal-missing"
    RETURN_CHIPS = "return-chips"
    CHOOSE_ALL_IN = "choose-all-in"
    RESTORE = "restore"
    CORRECT_POT = "correct-pot"
    BURN_EXTRA = "burn-extra"
    DEAL_COMMON = "deal-common"
    MUCK_EXTRA = "muck-extra"


class Question(StrEnum):
    """What the hub asks a person when the facts do not tell."""

    ORDER_RESTORED = "order-restored"
    MIXED_WITH_MUCK = "mixed-with-muck"
    BURN_MADE = "burn-made"
    IDENTIFIED = "identified"
    SUBSTANTIAL_ACTION = "substantial-action"
    HAND_OVER = "hand-over"
    CARD_COUNT = "card-count"
    ROUND_OPEN = "round-open"
    BUTTON_AT = "button-at"
    EXPOSED_BY = "exposed-by"
    AT_SEAT = "at-seat"
    ACTED = "acted"
    SEEN_BY_PLAYER = "seen-by-player"
    TWO_ALIKE = "two-alike"


class Sense(StrEnum):
    """What sensors can see: `faces` is a camera that sees face-up cards anywhere, `deck` the shuffler's check."""

    HOLE = "hole"
    BOARD = "board"
    BURN = "burn"
    MUCK = "muck"
    FACES = "faces"
    DECK = "deck"


class Tracker(StrEnum):
    """What the table knows of betting: every action, only closed rounds, or nothing."""

    FULL = "full"
    ROUNDS = "rounds"
    NONE = "none"


class Action(StrEnum):
    """A player's act in a betting round."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all-in"
