"""What a person's words in a script come to as a fact."""

from typing import Final

from felt.fact import PersonReported
from felt.games import Game
from felt.place import SeatNo
from felt.script.statement import Notices
from felt.situation import Situation

_REMARKS: Final = {"flashed": "flashed while dealing", "off-table": "fell off the table", "joker": "a joker"}


def reported(notice: Notices, game: Game, button: SeatNo | None) -> PersonReported:
    """The fact of a `notice`. A seat's count is told with the situation it would be, judged by the hole cards."""
    situation = notice.situation
    if situation is None:
        situation = _count_situation(notice.count or 0, game.hole_cards, at_button=notice.seat == button)
    text = _REMARKS.get(notice.word, "")
    return PersonReported(situation, notice.seat, notice.place, notice.count, notice.card, text)


def _count_situation(count: int, due: int, *, at_button: bool) -> Situation:
    if count > due:
        return Situation.TOO_MANY_CARDS
    if count == 0:
        return Situation.SEAT_SKIPPED
    return Situation.BUTTON_SHORT if at_button and count < due else Situation.TOO_FEW_CARDS
