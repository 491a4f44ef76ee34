"""The dealer's view: what is due, what may be pressed, and what must never be on it."""

import msgspec
from msgspec.structs import replace

from felt.card import Card
from felt.fact import Face, HandOpened, QuestionAnswered, RoundClosed, StepConfirmed, WatchChanged
from felt.ids import Ref
from felt.note import NoteKey, note
from felt.place import SeatNo
from felt.situation import Question, Sense, Step
from hub.rules.ruling import BoardCard, TablePicture
from hub.views.button import Button, Weight
from hub.views.dealer import DealerView, dealer_view
from hub.views.status import AlertKind, AlertState
from hub.views.watch import Watch
from tests.hub.views import pictures
from tests.hub.views.pictures import alert, status, under_way


def view(picture: TablePicture, authority: str = "announce") -> DealerView:
    return dealer_view(status(picture, authority=authority))


def button(picture: TablePicture, name: str) -> Button:
    return next(button for button in view(picture).buttons if button.id == name)


def test_the_due_step_waits_for_a_tap_when_no_sensor_sees_it() -> None:
    shown = view(pictures.MISDEALT)
    assert [(step.step, step.state) for step in shown.steps] == [
        (Step.GATHER_ALL, "done"),
        (Step.SHUFFLE, "due"),
        (Step.CUT, "later"),
        (Step.REDEAL, "later"),
    ]
    assert shown.taps == (Button("done", "Done", StepConfirmed(Step.SHUFFLE), Weight.NEXT, about="7/1"),)


def test_a_sensed_step_offers_only_a_quiet_button_that_asks() -> None:
    gathering = replace(pictures.MISDEALT, procedure=under_way(pictures.MISDEAL, "due", "later", "later", "later"))
    (tap,) = view(gathering).taps
    assert tap.weight is Weight.PLAIN
    assert tap.check is not None
    assert tap.fact == StepConfirmed(Step.GATHER_ALL)


def test_finishing_the_betting_is_said_as_a_closed_round() -> None:
    (tap,) = view(pictures.REPAIRING).taps
    assert (tap.label, tap.fact) == ("Betting is over", RoundClosed())
    assert button(pictures.REPAIRING, "round-closed").weight is Weight.NEXT


def test_two_free_steps_have_a_tap_each() -> None:
    ruling = replace(
        pictures.EARLY_TURN, steps=tuple(replace(plan, sensed=False) for plan in pictures.EARLY_TURN.steps)
    )
    both = replace(pictures.REPAIRING, procedure=under_way(ruling, "done", "due", "due", "later", "later"))
    assert [tap.label for tap in view(both).taps] == ["Betting is over", "Done: Put Qs back into the stub."]


def test_a_burn_that_stays_is_no_step() -> None:
    keep = replace(pictures.EARLY_TURN.steps[0], step=Step.KEEP_BURN, text="Leave the burn where it is", sensed=False)
    ruling = replace(pictures.EARLY_TURN, steps=(keep, *pictures.EARLY_TURN.steps))
    shown = view(
        replace(pictures.REPAIRING, procedure=under_way(ruling, "due", "due", "due", "later", "later", "later"))
    )
    assert shown.keep == "Leave the burn where it is"
    assert Step.KEEP_BURN not in {step.step for step in shown.steps}
    assert [tap.label for tap in shown.taps] == ["Betting is over"]


def test_a_stop_says_what_for_without_the_word() -> None:
    assert view(replace(pictures.FLOP, stop="STOP before the turn: seat 4 to act?")).stop == (
        "Before the turn: seat 4 to act?"
    )
    assert view(pictures.FLOP).stop is None


def test_a_question_has_a_button_for_each_answer() -> None:
    question = view(pictures.ASKING).question
    assert question is not None
    assert [(answer.label, answer.fact, answer.about) for answer in question.answers] == [
        ("Yes", QuestionAnswered(Question.ROUND_OPEN, "yes", SeatNo(4)), "round-open/4"),
        ("No", QuestionAnswered(Question.ROUND_OPEN, "no", SeatNo(4)), "round-open/4"),
    ]


def test_what_comes_next_stands_out_and_what_is_unusual_asks_first() -> None:
    assert button(pictures.IDLE, "new-hand") == Button("new-hand", "New hand", HandOpened(), Weight.NEXT)
    assert button(pictures.FLOP, "new-hand").check is not None
    assert button(pictures.FLOP, "round-closed").weight is Weight.NEXT
    assert button(pictures.IDLE, "round-closed").check is not None
    assert button(replace(pictures.FLOP, state="showdown"), "hand-over").weight is Weight.NEXT
    assert button(pictures.STOPPED, "round-closed").check is None


def test_watching_is_switched_by_one_button() -> None:
    assert button(pictures.FLOP, "watch").fact == WatchChanged(
        watching=False, why="the dealer said so", note=note(NoteKey.WATCH_DEALER)
    )
    assert button(pictures.UNWATCHED, "watch").fact == WatchChanged(watching=True)


def test_seats_say_in_words_what_colours_say() -> None:
    seats = {seat.seat: seat for seat in view(pictures.FLOP).seats}
    assert [seats[SeatNo(n)].words for n in (1, 2, 6)] == ["in", "out", "away"]
    assert seats[SeatNo(3)].button
    assert seats[SeatNo(4)].to_act
    assert seats[SeatNo(8)].amber == "one card not seen"
    assert {seat.words for seat in view(pictures.IDLE).seats} == {"ready"}


def test_an_absent_player_who_was_dealt_in_is_both() -> None:
    absent = replace(pictures.FLOP, seats=(replace(pictures.seat(1), at_table=False),))
    assert view(absent).seats[0].words == "in, away"


def test_what_is_not_watched_is_named() -> None:
    off = view(pictures.UNWATCHED).watch
    assert off.state is Watch.OFF
    assert off.watched == ()
    assert off.unwatched == ("hole cards", "board", "burns", "muck", "faces", "deck")
    partial = view(pictures.PARTIAL).watch
    assert (partial.state, partial.detail) == (Watch.PARTIAL, "its opening was not seen. The next hand is.")
    some = view(replace(pictures.FLOP, watched=(Sense.HOLE,), unwatched=(Sense.BURN, Sense.MUCK))).watch
    assert (some.state, some.headline) == (Watch.SOME, "Not watched: burns and muck")


def test_lost_parts_are_named() -> None:
    assert dealer_view(status(pictures.FLOP, device=pictures.LOST)).lost == ("node-1: reader-2 does not answer",)
    gone = replace(pictures.NODE, online=False)
    assert dealer_view(status(pictures.FLOP, device=gone)).lost == ("node-1 is offline",)


def test_the_dealer_hears_that_somebody_comes() -> None:
    call = alert(AlertKind.CALL)
    assert dealer_view(status(pictures.FLOP, alerts=(call,))).floor == "The floor is called"
    coming = replace(call, state=AlertState.ON_MY_WAY, by="Maria")
    assert dealer_view(status(pictures.FLOP, alerts=(coming,))).floor == "Maria is on the way"
    done = replace(call, state=AlertState.RESOLVED, by="Maria")
    assert dealer_view(status(pictures.FLOP, alerts=(done,))).floor == ""


def test_shadow_mode_guides_nobody() -> None:
    for picture in (pictures.MISDEALT, pictures.STOPPED, pictures.ASKING, pictures.VOIDED):
        called = alert(AlertKind.RULING, state=AlertState.ON_MY_WAY)
        shown = dealer_view(status(picture, authority="silent", alerts=(called,)))
        assert shown.watch.shadow
        assert (shown.stop, shown.question, shown.steps, shown.taps, shown.ruling) == (None, None, (), (), None)
        assert (shown.notes, shown.floor) == ((), "")
        assert all(seat.amber is None for seat in shown.seats)
        text = msgspec.json.encode(shown).decode()
        assert "6.3.6" not in text
        assert "procedure" not in text


def test_a_face_down_card_is_never_named() -> None:
    hidden = BoardCard(Ref("b9"), Face.DOWN, Card("As"))
    shown = view(replace(pictures.FLOP, board=(*pictures.board("9c"), hidden)))
    assert [card.card for card in shown.board] == [Card("9c"), None]
    assert "As" not in msgspec.json.encode(shown).decode()


def test_no_token_of_a_card_leaves_the_hub() -> None:
    text = msgspec.json.encode(view(pictures.REPAIRING)).decode()
    assert '"ref' not in text
    assert '"b0"' not in text


def test_a_stop_that_a_person_settles_has_its_tap() -> None:
    shown = view(pictures.SORTED)
    assert shown.stop == "Sorting: shuffle before the deal"
    assert [(tap.fact, tap.about) for tap in shown.taps] == [(StepConfirmed(Step.SHUFFLE), "stop/shuffle")]
    assert view(pictures.SORTED, authority="silent").taps == ()
