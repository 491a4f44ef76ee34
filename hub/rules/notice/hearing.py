"""Reports that contradict what the hand certainly is: they are answered, and not ruled on."""

from typing import Final

from felt.fact import PersonReported
from felt.note import Note, NoteKey, note
from felt.place import SeatNo
from felt.situation import Sense, Situation
from hub.rules.hand import Hand
from hub.rules.notice.board import EARLY, STREET_OF
from hub.rules.notice.counts import explained
from hub.rules.notice.reports import WIDE
from hub.rules.standing import told_folded
from hub.rules.state import TableState

_OPEN_FACE: Final = frozenset({Situation.FANTASY_COUNT, Situation.OFC_COUNT})
_STUD: Final = frozenset({Situation.DOWN_CARD_EXPOSED, Situation.SEVENTH_UP, Situation.SHORT_DECK})
_OF_BETTING: Final = frozenset(
    {*EARLY.values(), Situation.PREMATURE_STREET, Situation.MISSING_BURN, Situation.EXTRA_BURN, Situation.ALL_IN_MUCKED}
)
"""Reports of burns and of streets before their betting: open-face has neither."""

_IN_MUCK: Final = frozenset({Situation.HAND_IN_MUCK, Situation.ALL_IN_MUCKED, Situation.HANDS_MIXED})


def contradicted(state: TableState, hand: Hand, fact: PersonReported) -> Note | None:
    """Why a report cannot be so, in words for whoever made it; None where it may be.

    A person beats the sensors' count, before the first card that they see too: what is the hub's next hand may be the
    dealer's last.
    """
    if not _of_this_game(hand, fact.situation):
        return note(NoteKey.REPORT_OTHER_GAME, situation=fact.situation)
    if fact.seat is not None and fact.situation in _IN_MUCK and told_folded(hand.betting, fact.seat):
        return note(NoteKey.REPORT_FOLDED)
    if _street_is_missing(state, hand, fact.situation):
        return note(NoteKey.REPORT_NO_STREET, situation=fact.situation)
    if fact.seat is not None and fact.situation is Situation.SEVENTH_UP and _no_seventh(state, hand, fact.seat):
        return note(NoteKey.REPORT_NO_SEVENTH, situation=fact.situation)
    return explained(state, hand, fact)


def _of_this_game(hand: Hand, situation: Situation) -> bool:
    if situation in _OPEN_FACE:
        return not hand.game.has_betting
    if situation in _OF_BETTING:
        return hand.game.has_betting
    if situation in _STUD:
        return hand.game.has_betting and not hand.board_game
    return hand.board_game or situation not in WIDE


def _sees(state: TableState, hand: Hand, sense: Sense) -> bool:
    """The sensors see this kind of card in this hand, and no reader is lost or doubted."""
    return state.watch.whole(sense) and hand.partial is None


def _street_is_missing(state: TableState, hand: Hand, situation: Situation) -> bool:
    """The street that the report is about never came, by a board that sees every card."""
    if not hand.board_game or not _sees(state, hand, Sense.BOARD):
        return False
    least = 1 if situation in WIDE or situation is Situation.MISSING_BURN else STREET_OF.get(situation, 0)
    if not least:
        return False
    before = 0 if least == 1 else hand.game.streets[1].cards + least - 2
    return max(len(hand.board), len(hand.placed)) <= before and hand.street < least


def _no_seventh(state: TableState, hand: Hand, seat: SeatNo) -> bool:
    """The last street's card never came to this seat, by readers that miss none."""
    if not _sees(state, hand, Sense.HOLE) or not state.watch.sharp(Sense.HOLE):
        return False
    return hand.dealt.get(seat, 0) < hand.game.seat_cards(hand.game.last_street)
