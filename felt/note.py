"""Notes: what table and hub remark, by a key and what is filled in, so that each page says it in its own language.

A note travels beside its English sentence. Whoever does not know the key (a newer release made it), or finds none (an
older release, or an old record), says that sentence.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from felt.fault import FeltFault, LinkTimeout, ProtocolFault
from felt.place import Place

KeyText = Annotated[str, Meta(pattern="^[a-z][a-z-]*$", max_length=40)]
ValueName = Annotated[str, Meta(pattern="^[a-z]+$", max_length=20)]
ValueText = Annotated[str, Meta(max_length=80)]
VALUES_MOST: Final = 8


class Note(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`key` is one of `NoteKey`, or a newer release's; `of` holds what is filled in, by name.

    A value named `place`, `spot`, `situation` or `street` is that vocabulary's own word (`seat4`, `muck`,
    `missing-burn`, `flop`), which a page translates. `at`, a place, stands before the sentence, and `clause` after it.
    """

    key: KeyText
    of: Annotated[dict[ValueName, ValueText], Meta(max_length=VALUES_MOST)] = {}


class NoteKey(StrEnum):
    """Every note that this release can make. A new one is a line here, in `NOTES`, and in each language's catalogue."""

    # Devices and parts.
    PART_OFFLINE = "part-offline"
    PART_WAITING = "part-waiting"
    PART_GONE = "part-gone"
    PART_SILENT = "part-silent"
    PART_GARBLED = "part-garbled"
    PART_RESTARTED = "part-restarted"
    PART_ENDED = "part-ended"
    PART_FAILED = "part-failed"
    PART_ABSENT = "part-absent"
    STORE_FULL = "store-full"
    HUB_REFUSES = "hub-refuses"
    CAMERA_UNPLUGGED = "camera-unplugged"
    CAMERA_WRONG_SIZE = "camera-wrong-size"
    CAMERA_BLACK = "camera-black"
    CAMERA_OVEREXPOSED = "camera-overexposed"
    CAMERA_FROZEN = "camera-frozen"
    CAMERA_SHIFTED = "camera-shifted"
    CAMERA_ROTATED = "camera-rotated"
    CAMERA_BLOCKED = "camera-blocked"
    # Why nothing is watched, or a hand is not judged.
    WATCH_NO_BROKER = "watch-no-broker"
    WATCH_NO_NODE = "watch-no-node"
    WATCH_NODE_GONE = "watch-node-gone"
    WATCH_NODE_STORE = "watch-node-store"
    WATCH_HUB_STORE = "watch-hub-store"
    WATCH_STARTED = "watch-started"
    WATCH_SERVICE = "watch-service"
    WATCH_SERVICE_OVER = "watch-service-over"
    WATCH_DISK = "watch-disk"
    WATCH_AGAIN = "watch-again"
    WATCH_DEALER = "watch-dealer"
    PARTIAL_STARTED = "partial-started"
    PARTIAL_MISSING = "partial-missing"
    PARTIAL_STOPPED = "partial-stopped"
    PARTIAL_LOST = "partial-lost"
    PARTIAL_EARLY = "partial-early"
    PARTIAL_OPENING = "partial-opening"
    # What sensors contradict each other about.
    DOUBT_SEVERAL = "doubt-several"
    DOUBT_NO_TAG = "doubt-no-tag"
    DOUBT_TWO_NAMES = "doubt-two-names"
    DOUBT_ELSEWHERE = "doubt-elsewhere"
    # What sensors show and do not prove.
    BOARD_UNSURE = "board-unsure"
    BOARD_SWAPPED = "board-swapped"
    BOARD_FULL = "board-full"
    BOARD_NONE = "board-none"
    BOARD_LATE = "board-late"
    BOARD_LATE_SEEN = "board-late-seen"
    BURN_NONE = "burn-none"
    BURN_UNSEEN = "burn-unseen"
    SEAT_UNSURE = "seat-unsure"
    SEAT_SHOWS = "seat-shows"
    SEAT_LATE = "seat-late"
    SEAT_OUT = "seat-out"
    SEAT_MORE = "seat-more"
    SEAT_FEWER = "seat-fewer"
    SEAT_STRANGER = "seat-stranger"
    SEAT_UNEVEN = "seat-uneven"
    SEAT_FACE_DOWN = "seat-face-down"
    MUCK_NO_FOLD = "muck-no-fold"
    FOLD_KEPT = "fold-kept"
    FOLD_NEEDLESS = "fold-needless"
    DEAD_BACK = "dead-back"
    DEAD_BACK_UNKNOWN = "dead-back-unknown"
    DECK_NEXT = "deck-next"
    DECK_NOT_REPLACED = "deck-not-replaced"
    DECK_SORTED = "deck-sorted"
    DECK_UNSHUFFLED = "deck-unshuffled"
    DECK_TWICE = "deck-twice"
    DECK_TWICE_SEEN = "deck-twice-seen"
    DECK_TWICE_NAMED = "deck-twice-named"
    DECK_FOREIGN = "deck-foreign"
    STUB_SHOWN = "stub-shown"
    STUB_SHOWN_NAMED = "stub-shown-named"
    MACHINE_COUNT = "machine-count"
    MACHINE_SORTING = "machine-sorting"
    # What is answered to a person.
    NO_BETTING = "no-betting"
    TOO_LATE = "too-late"
    TOO_LATE_LAST = "too-late-last"
    COUNTED_AT = "counted-at"
    COUNTED_RIGHT = "counted-right"
    COUNT_LEFT = "count-left"
    COUNT_FOLDED = "count-folded"
    COUNT_GOES_ON = "count-goes-on"
    REPORT_OTHER_GAME = "report-other-game"
    REPORT_FOLDED = "report-folded"
    REPORT_NO_STREET = "report-no-street"
    REPORT_NO_SEVENTH = "report-no-seventh"
    REPORT_TOLD = "report-told"
    REPORT_PERHAPS_TOLD = "report-perhaps-told"
    REPORT_PERHAPS_SHOWN = "report-perhaps-shown"
    UNDO_NOTHING = "undo-nothing"
    UNDO_TOO_OLD = "undo-too-old"
    # Acts that the rules of betting do not allow.
    SLIP_OUT_OF_TURN = "slip-out-of-turn"
    SLIP_STRING = "slip-string"
    SLIP_AFTER_FOLD = "slip-after-fold"
    SLIP_CHECK_FACING_BET = "slip-check-facing-bet"
    SLIP_BET_AFTER_BET = "slip-bet-after-bet"
    SLIP_NOTHING_TO_CALL = "slip-nothing-to-call"
    SLIP_NOTHING_TO_RAISE = "slip-nothing-to-raise"
    SLIP_UNDERCALL = "slip-undercall"
    SLIP_UNDERBET = "slip-underbet"
    SLIP_UNDERRAISE = "slip-underraise"
    SLIP_NOT_REOPENED = "slip-not-reopened"


NOTES: Final[dict[NoteKey, str]] = {
    NoteKey.PART_OFFLINE: "{device} is offline",
    NoteKey.PART_WAITING: "not found yet",
    NoteKey.PART_GONE: "its connection is lost",
    NoteKey.PART_SILENT: "it does not answer",
    NoteKey.PART_GARBLED: "its answers cannot be read",
    NoteKey.PART_RESTARTED: "it restarted",
    NoteKey.PART_ENDED: "its recording ended",
    NoteKey.PART_FAILED: "it failed",
    NoteKey.PART_ABSENT: "it cannot be used here",
    NoteKey.STORE_FULL: "nothing can be stored",
    NoteKey.HUB_REFUSES: "the hub refuses what this device says",
    NoteKey.CAMERA_UNPLUGGED: "the camera is unplugged",
    NoteKey.CAMERA_WRONG_SIZE: "the camera's picture has the wrong size",
    NoteKey.CAMERA_BLACK: "the camera's picture is black",
    NoteKey.CAMERA_OVEREXPOSED: "the camera's picture is too bright",
    NoteKey.CAMERA_FROZEN: "the camera's picture stands still",
    NoteKey.CAMERA_SHIFTED: "the camera or the felt was moved",
    NoteKey.CAMERA_ROTATED: "the camera or the felt was turned",
    NoteKey.CAMERA_BLOCKED: "the camera does not see the felt",
    NoteKey.WATCH_NO_BROKER: "the hub has no link to the broker",
    NoteKey.WATCH_NO_NODE: "no table node has been heard yet",
    NoteKey.WATCH_NODE_GONE: "device {device} is not online",
    NoteKey.WATCH_NODE_STORE: "device {device} keeps nothing",
    NoteKey.WATCH_HUB_STORE: "the hub cannot record anything",
    NoteKey.WATCH_STARTED: "the table's node started",
    NoteKey.WATCH_SERVICE: "service",
    NoteKey.WATCH_SERVICE_OVER: "service is over",
    NoteKey.WATCH_DISK: "the node's disk was full",
    NoteKey.WATCH_AGAIN: "watching again",
    NoteKey.WATCH_DEALER: "the dealer said so",
    NoteKey.PARTIAL_STARTED: "the sensors started during the hand",
    NoteKey.PARTIAL_MISSING: "some of the hand's messages are missing",
    NoteKey.PARTIAL_STOPPED: "watching was stopped during the hand",
    NoteKey.PARTIAL_LOST: "{part} was lost during the hand",
    NoteKey.PARTIAL_EARLY: "the shuffler's button was pressed while the last hand was still played",
    NoteKey.PARTIAL_OPENING: "the opening of the hand was not seen",
    NoteKey.DOUBT_SEVERAL: "a card is read at several places",
    NoteKey.DOUBT_NO_TAG: "the camera sees a card here that no antenna reads",
    NoteKey.DOUBT_TWO_NAMES: "the camera reads one card now as this, now as that",
    NoteKey.DOUBT_ELSEWHERE: "the camera names a card that an antenna reads elsewhere",
    NoteKey.BOARD_UNSURE: "a board card was seen, without certainty",
    NoteKey.BOARD_SWAPPED: "a card of the board was lifted, and another one came",
    NoteKey.BOARD_FULL: "more cards than a board has are seen",
    NoteKey.BOARD_NONE: "a card lies on the board: this game has none",
    NoteKey.BOARD_LATE: "a board card after the last fold, as far as the cards tell",
    NoteKey.BOARD_LATE_SEEN: "a card is seen on the board after the last fold",
    NoteKey.BURN_NONE: "a card was burned: this game has no burns",
    NoteKey.BURN_UNSEEN: "burn not seen before {street}",
    NoteKey.SEAT_UNSURE: "a card was seen here, without certainty",
    NoteKey.SEAT_SHOWS: "shows a card",
    NoteKey.SEAT_LATE: "a card came after the last street",
    NoteKey.SEAT_OUT: "a card was dealt to a hand that is out",
    NoteKey.SEAT_MORE: "more cards than the street gives are seen here",
    NoteKey.SEAT_FEWER: "{have} of {need} cards seen",
    NoteKey.SEAT_STRANGER: "a card that was not dealt to this seat lies here",
    NoteKey.SEAT_UNEVEN: "{count} cards were dealt here: rounds are of three",
    NoteKey.SEAT_FACE_DOWN: "its open card lies face down",
    NoteKey.MUCK_NO_FOLD: "cards in the muck without a fold",
    NoteKey.FOLD_KEPT: "folded, and a card is still seen here",
    NoteKey.FOLD_NEEDLESS: "{situation}: the hand was folded",
    NoteKey.DEAD_BACK: "a card that lay at the {spot} came back",
    NoteKey.DEAD_BACK_UNKNOWN: "a card that lay at the {spot} came back, and nobody followed it",
    NoteKey.DECK_NEXT: "the deck for the next hand is not right",
    NoteKey.DECK_NOT_REPLACED: "dealt from the deck that was to be replaced",
    NoteKey.DECK_SORTED: "a sorted deck was taken out of the machine; whether this is it is not known",
    NoteKey.DECK_UNSHUFFLED: "no finished shuffle was seen for this deck",
    NoteKey.DECK_TWICE: "a card seems to be twice in the deck",
    NoteKey.DECK_TWICE_SEEN: "the camera reads one name on two cards",
    NoteKey.DECK_TWICE_NAMED: "the camera reads {card} on two cards",
    NoteKey.DECK_FOREIGN: "a card of another deck was read",
    NoteKey.STUB_SHOWN: "a card of the stub was exposed",
    NoteKey.STUB_SHOWN_NAMED: "a card of the stub was exposed: {card}",
    NoteKey.MACHINE_COUNT: "the shuffling machine counts a wrong number of cards",
    NoteKey.MACHINE_SORTING: "the shuffling machine is sorting: shuffle before the deal",
    NoteKey.NO_BETTING: "this game has no betting",
    NoteKey.TOO_LATE: "too late to dispute: {situation}",
    NoteKey.TOO_LATE_LAST: "too late to dispute the last hand",
    NoteKey.COUNTED_AT: "{count} cards counted at the {place}",
    NoteKey.COUNTED_RIGHT: "{count} cards counted: that is right",
    NoteKey.COUNT_LEFT: "got its whole hand, and those cards have left the seat since",
    NoteKey.COUNT_FOLDED: "has folded: it had cards; if it has not folded, take the fold back first",
    NoteKey.COUNT_GOES_ON: "has as many cards as it should have so far: the deal goes on",
    NoteKey.REPORT_OTHER_GAME: "{situation} is not of this game",
    NoteKey.REPORT_FOLDED: "has folded: its hand is in the muck; if it has not folded, take the fold back first",
    NoteKey.REPORT_NO_STREET: "{situation}: no card of that street lies on the board",
    NoteKey.REPORT_NO_SEVENTH: "{situation}: no card of the last street lies there",
    NoteKey.REPORT_TOLD: "{situation}: {card} was told before",
    NoteKey.REPORT_PERHAPS_TOLD: "{situation}: it may be the one told before; if it is another, name it",
    NoteKey.REPORT_PERHAPS_SHOWN: "{situation}: it may be the card told before; if not, report exposed-several",
    NoteKey.UNDO_NOTHING: "nothing to take back",
    NoteKey.UNDO_TOO_OLD: "that fact is too old to be taken back",
    NoteKey.SLIP_OUT_OF_TURN: "out of turn",
    NoteKey.SLIP_STRING: "string bet",
    NoteKey.SLIP_AFTER_FOLD: "act of a folded hand",
    NoteKey.SLIP_CHECK_FACING_BET: "check facing a bet",
    NoteKey.SLIP_BET_AFTER_BET: "bet after a bet",
    NoteKey.SLIP_NOTHING_TO_CALL: "call of nothing",
    NoteKey.SLIP_NOTHING_TO_RAISE: "raise of nothing",
    NoteKey.SLIP_UNDERCALL: "call for less",
    NoteKey.SLIP_UNDERBET: "bet below the least",
    NoteKey.SLIP_UNDERRAISE: "raise below the least",
    NoteKey.SLIP_NOT_REOPENED: "raise though the betting was not reopened",
}
"""Each note in English, the source of all catalogues; words in braces are filled in."""

_OF_SEATS: Final = ("third", "fourth", "fifth", "sixth", "seventh", "next")
_STREETS: Final = {
    **{street: f"the {street}" for street in ("flop", "turn", "river")},
    **{street: f"{street} street" for street in _OF_SEATS},
}


def note(key: NoteKey, /, **of: str | int) -> Note:
    """A note with what is filled in."""
    return Note(key.value, {name: str(value) for name, value in of.items()})


def english(said: Note) -> str:
    """One of this release's own notes as an English sentence.

    Raises ValueError for a key of another release, KeyError for a value that is lacking.
    """
    values = {name: _STREETS.get(value, value) if name == "street" else value for name, value in said.of.items()}
    text = NOTES[NoteKey(said.key)].format_map(values)
    return f"{values['at']}: {text}" if "at" in values else text


def at_place(said: Note, place: Place) -> Note | None:
    """The note with the place that it is about; None where another release filled in so much that it has no room."""
    of = {**said.of, "at": str(place)}
    return Note(said.key, of) if len(of) <= VALUES_MOST else None


def fault_note(fault: FeltFault) -> Note:
    """What a part's fault comes to for whoever stands at the table; its own words are for the technician."""
    match fault:
        case LinkTimeout():
            return note(NoteKey.PART_SILENT)
        case ProtocolFault():
            return note(NoteKey.PART_GARBLED)
        case _:
            return note(NoteKey.PART_GONE)
