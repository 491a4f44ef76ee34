"""The picture of a table that every view is made from."""

from felt.situation import Sense
from hub.rules.ruling import TablePicture
from hub.rules.state import TableState


def picture(state: TableState) -> TablePicture:
    """Everything a view may show; computed on demand, holds no hidden card."""
    return TablePicture(
        rulebook=state.setup.rulebook,
        game=state.setup.game,
        state="waiting",
        hand=None,
        redeal_of=None,
        partial=None,
        watching=True,
        not_watching_why="",
        watched=tuple(Sense),
        unwatched=(),
        button=state.setup.button,
        seats=(),
        board=(),
        burns=0,
        burns_due=1,
        stop=None,
        question=None,
        procedure=None,
        rulings=(),
        notes=(),
    )
