"""What a table's devices are told: the picture, cut down to what is to be done now."""

from felt.games import game_named
from felt.order import Guidance, QuestionOpen, StepDue
from hub.floor.terms import Authority
from hub.rules.ruling import TablePicture


def guidance(picture: TablePicture, serial: int, authority: Authority) -> Guidance:
    """The order that tells a table what to do now; in shadow mode only where the hand stands."""
    game = game_named(picture.game)
    seat_cards = game.seat_cards(game.last_street)
    if authority is Authority.SILENT:
        return Guidance(serial, picture.hand, picture.state, seat_cards=seat_cards)
    asked = picture.question
    steps = picture.procedure.steps if picture.procedure is not None else ()
    stop_step = picture.stop_step
    first = () if stop_step is None or picture.stop is None else (StepDue(stop_step, picture.stop),)
    return Guidance(
        serial,
        picture.hand,
        picture.state,
        stop=picture.stop,
        steps=first
        + tuple(
            StepDue(
                step=step.plan.step,
                text=step.plan.text,
                seat=step.plan.seat,
                refs=step.plan.refs,
                cards=step.plan.cards,
                sensed=step.plan.sensed,
            )
            for step in steps
            if step.state == "due"
        ),
        question=None if asked is None else QuestionOpen(asked.question, asked.text, asked.choices, asked.seat),
        seat_cards=seat_cards,
    )
