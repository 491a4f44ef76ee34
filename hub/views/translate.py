"""The dealer's view in another language: the same view, said in a catalogue's words.

What a clause says and what happened in full stay in English: they are records, not guidance.
"""

from typing import Final

from msgspec.structs import replace

from felt.note import Note
from felt.situation import Step
from hub.languages import ENGLISH, Catalogue
from hub.views.button import Button, QuestionView, undo_check, undone
from hub.views.dealer import DealerView, SeatView
from hub.views.remarks import lost_words, note_words, noted_words
from hub.views.report import REPORT_MENU, ReportGroup
from hub.views.ruling import RulingView, Standing, StepView
from hub.views.status import Alert, AlertKind, AlertState, TableStatus
from hub.views.watch import Watch, WatchView

_BETTING: Final = "betting-"
_SEAT_WORDS: Final = {"in": "in", "out": "out", "away": "away", "empty": "empty", "ready": "ready", "next hand": "next"}
_CHECKED: Final = frozenset({"new-hand", "round-closed", "hand-over"})


def in_language(view: DealerView, status: TableStatus, words: Catalogue) -> DealerView:
    """`view` of `status` in the catalogue's words; English is as it was."""
    said = replace(view, language=words.language, direction=words.direction.value, words=words.words)
    if words.language == ENGLISH.language:
        return said
    steps = tuple(_step(step, words) for step in view.steps)
    keep = words.steps[Step.KEEP_BURN] if view.keep else ""
    return replace(
        said,
        state_words=_state(view.state, status.picture.game, words),
        hint=_hint(view.state, words),
        watch=_watch(view.watch, status, words),
        lost=lost_words(status, words),
        stop=None if view.stop is None else _stop(status.picture.stop_step, words),
        question=None if view.question is None else _question(view.question, words),
        steps=steps,
        keep=keep,
        taps=tuple(_tap(tap, steps, words) for tap in view.taps),
        ruling=None if view.ruling is None else _ruling(view.ruling, words),
        burns=_burns(view.burns, status, words),
        seats=_seats(view.seats, status, words),
        notes=_notes(view, status, words),
        floor=_floor(view, status.alerts, words),
        buttons=tuple(_standing_key(button, status, words) for button in view.buttons),
    )


def menu_in_language(words: Catalogue) -> tuple[ReportGroup, ...]:
    """What a person may report, in the catalogue's words."""
    if words.language == ENGLISH.language:
        return REPORT_MENU
    labels = (words.words[key] for key in ("menu-dealing", "menu-board", "menu-hands", "menu-deck"))
    return tuple(
        replace(
            group,
            label=label,
            items=tuple(replace(item, label=words.situations[item.situation]) for item in group.items),
        )
        for group, label in zip(REPORT_MENU, labels, strict=True)
    )


def _stop(step: Step | None, words: Catalogue) -> str:
    return words.words["stop-why"] if step is None else words.steps[step].format(cards="", seat="")


def _state(state: str, game: str, words: Catalogue) -> str:
    if not state.startswith(_BETTING):
        return words.words.get(f"state-{state}", state)
    number = state.removeprefix(_BETTING)
    name = words.words.get(f"{'street' if game == 'stud' else 'round'}-{number}", number)
    return words.words["state-betting"].format(round=name)


def _hint(state: str, words: Catalogue) -> str:
    if state.startswith(_BETTING):
        return words.words["hint-round-closed"]
    if state in ("waiting", "over"):
        return words.words["hint-new-hand"]
    return words.words["hint-hand-over"] if state == "showdown" else ""


def _watch(view: WatchView, status: TableStatus, words: Catalogue) -> WatchView:
    picture = status.picture
    unwatched = picture.unwatched if picture.watching else (*picture.watched, *picture.unwatched)
    headline = {Watch.OFF: words.words["not-watching"], Watch.PARTIAL: words.words["partial"]}
    return replace(
        view,
        headline=headline.get(view.state, ""),
        detail=_detail(view, status, words),
        watched=tuple(words.senses[sense] for sense in picture.watched) if picture.watching else (),
        unwatched=tuple(words.senses[sense] for sense in unwatched),
    )


def _detail(view: WatchView, status: TableStatus, words: Catalogue) -> str:
    """Why nothing is watched, or this hand is not judged."""
    picture = status.picture
    if view.state is Watch.OFF:
        return note_words(picture.not_watching_note, picture.not_watching_why, words)
    if view.state is not Watch.PARTIAL or picture.partial is None:
        return view.detail
    return words.words["partial-why"].format(why=note_words(picture.partial_note, picture.partial, words))


def _step(step: StepView, words: Catalogue) -> StepView:
    cards = " ".join(step.cards) or words.words["the-cards"]
    return replace(step, text=words.steps[step.step].format(cards=cards, seat=_seat_name(step.seat, words)))


def _seat_name(seat: int | None, words: Catalogue) -> str:
    return words.words["the-player"] if seat is None else words.words["seat"].format(seat=seat)


def _question(view: QuestionView, words: Catalogue) -> QuestionView:
    text = words.asked.get(view.term) or words.question(view.question, view.seat)
    if view.situation is not None:
        text = f"{_titled(words.situations[view.situation], view.about_seat, words)}. {text}"
    answers = tuple(
        replace(answer, label=words.words.get(answer.id.removeprefix("answer-"), answer.label))
        for answer in view.answers
    )
    return replace(view, text=text, answers=answers)


def _tap(tap: Button, steps: tuple[StepView, ...], words: Catalogue) -> Button:
    about = next((step.text for step in steps if step.key == tap.about), "")
    if tap.id == "round-closed":
        return replace(tap, label=words.words["betting-over"])
    if tap.check is not None:
        check = words.words["check-done"].format(step=about)
        return replace(tap, label=words.words["it-is-done"], check=check)
    alone = tap.label == "Done"
    return replace(tap, label=words.words["done"] if alone else words.words["done-step"].format(step=about))


def _ruling(view: RulingView, words: Catalogue) -> RulingView:
    title = _titled(words.situations[view.situation], view.seat, words)
    told = view.standing is not Standing.WITHDRAWN
    because = _because(view, words)
    return replace(
        view,
        kind_words=(words.past if view.past else words.kinds)[view.kind],
        title=title,
        because=because or view.because,
        english=not because,
        outcome=words.words[f"standing-{view.standing}"] if told else view.outcome,
        steps=tuple(_step(step, words) for step in view.steps),
    )


def _titled(title: str, seat: int | None, words: Catalogue) -> str:
    return title if seat is None else words.words["titled"].format(title=title, seat=seat)


def _because(view: RulingView, words: Catalogue) -> str:
    """The terms that made the clause apply; empty where there are none, or one is a house's own."""
    if not view.terms or any(term not in words.reasons for term in view.terms):
        return ""
    return f"{'; '.join(words.reasons[term] for term in view.terms)}."


def _burns(said: str, status: TableStatus, words: Catalogue) -> str:
    if said == "burns not watched":
        return words.words["burns-unwatched"]
    return words.words["burns"].format(count=status.picture.burns)


def _seats(seats: tuple[SeatView, ...], status: TableStatus, words: Catalogue) -> tuple[SeatView, ...]:
    notes = {seat.seat: seat.note for seat in status.picture.seats}
    return tuple(_seat(seat, notes.get(seat.seat), words) for seat in seats)


def _seat(seat: SeatView, note: Note | None, words: Catalogue) -> SeatView:
    said = [words.words[f"seat-{_SEAT_WORDS[word]}"] for word in seat.words.split(", ")]
    amber = None if seat.amber is None else note_words(note, seat.amber, words)
    return replace(seat, words=", ".join(said), amber=amber)


def _notes(view: DealerView, status: TableStatus, words: Catalogue) -> tuple[str, ...]:
    """A view without notes (shadow mode) gets none."""
    said = status.picture.notes if view.notes else ()
    return tuple(dict.fromkeys(noted_words(note, words) for note in said))


def _floor(view: DealerView, alerts: tuple[Alert, ...], words: Catalogue) -> str:
    if not view.floor:
        return ""
    calls = [alert for alert in alerts if alert.state is AlertState.ON_MY_WAY and view.floor.startswith(alert.by)]
    if calls:
        return words.words["floor-coming"].format(by=calls[-1].by)
    assert any(alert.kind is AlertKind.CALL for alert in alerts)
    return words.words["floor-called"]


def _standing_key(button: Button, status: TableStatus, words: Catalogue) -> Button:
    said, last = words.words, status.picture.last_said
    if button.id == "undo":
        return replace(button, label=said["undo"], check=undo_check(last, words), said=undone(last, words))
    watch_off = "stop-watching" if button.said else "watch-again"
    key = watch_off if button.id == "watch" else button.id
    answered = {"call-floor": "said-call-floor", "watch": "said-watch"}.get(button.id)
    check = said[f"check-{button.id}"] if button.check is not None and button.id in _CHECKED else button.check
    return replace(
        button,
        label=said[key],
        check=check,
        said=said[answered] if answered is not None and button.said else button.said,
    )
