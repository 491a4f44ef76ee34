"""The dealer's view of one table: what to do now, in few words; nothing hidden, nothing of other tables."""

from msgspec import Struct

from felt.card import Card
from felt.fact import Face
from felt.ids import HandId, RoomId, TableId
from felt.place import SeatNo
from felt.situation import Sense, Step
from hub.rules.ruling import SeatPicture, TablePicture
from hub.views.button import Button, QuestionView, question_view, standing_keys, step_taps, stop_tap
from hub.views.ruling import RulingView, StepView, newest_ruling, ruling_view, sentence
from hub.views.status import Alert, AlertKind, AlertState, TableStatus
from hub.views.watch import SILENT, WatchView, lost_devices, watch_view
from hub.views.words import GAME_WORDS, state_hint, state_words


class SeatView(Struct, frozen=True):
    """One seat of the strip; `words` says in text what the colours say."""

    seat: SeatNo
    state: str
    words: str
    cards: int
    button: bool
    to_act: bool
    amber: str | None
    shown: tuple[Card, ...]


class BoardCardView(Struct, frozen=True):
    """A board card; `card` only when it lies face up and was read."""

    face: Face
    card: Card | None


class DealerView(Struct, frozen=True):
    """Everything the dealer's page shows. In shadow mode it holds no stop, question, step, ruling or note."""

    room: RoomId
    table: TableId
    name: str
    revision: int
    game: str
    rulebook: str
    hand: HandId | None
    redeal_of: HandId | None
    state: str
    state_words: str
    hint: str
    watch: WatchView
    lost: tuple[str, ...]
    stop: str | None
    question: QuestionView | None
    steps: tuple[StepView, ...]
    keep: str
    taps: tuple[Button, ...]
    ruling: RulingView | None
    ruling_is_current: bool
    board: tuple[BoardCardView, ...]
    burns: str
    seats: tuple[SeatView, ...]
    notes: tuple[str, ...]
    floor: str
    buttons: tuple[Button, ...]
    language: str = "en"
    direction: str = "ltr"
    words: dict[str, str] = {}
    """What the page says itself, in its language."""


def dealer_view(status: TableStatus) -> DealerView:
    """What the dealer of this table sees."""
    picture = status.picture
    shadow = status.authority == SILENT
    state = "playing" if shadow and picture.state == "procedure" else picture.state
    ruling = None if shadow else newest_ruling(status)
    called = [alert for alert in status.alerts if not shadow or alert.kind is AlertKind.CALL]
    all_steps = () if shadow else _open_steps(status)
    steps = tuple(step for step in all_steps if step.step is not Step.KEEP_BURN)
    return DealerView(
        room=status.room,
        table=status.table,
        name=status.name,
        revision=status.revision,
        game=GAME_WORDS.get(picture.game, picture.game),
        rulebook=picture.rulebook,
        hand=picture.hand,
        redeal_of=picture.redeal_of,
        state=state,
        state_words="Hand in play" if state == "playing" else state_words(picture.game, state),
        hint=state_hint(state),
        watch=watch_view(status),
        lost=lost_devices(status),
        stop=None if shadow or picture.stop is None else _after_stop(picture.stop),
        question=None if shadow else question_view(picture.question),
        steps=steps,
        keep=_keep(all_steps),
        taps=(() if shadow else stop_tap(picture.stop_step)) + step_taps(steps),
        ruling=ruling,
        ruling_is_current=ruling is not None and ruling.hand in (picture.hand, picture.redeal_of),
        board=tuple(BoardCardView(item.face, _face_up(item.face, item.card)) for item in picture.board),
        burns=_burns(picture),
        seats=tuple(_seat(picture, seat, shadow=shadow) for seat in picture.seats),
        notes=() if shadow else tuple(dict.fromkeys(_note(note.text, note.seat) for note in picture.notes)),
        floor=_floor_words(called),
        buttons=standing_keys(picture, state),
    )


def _floor_words(alerts: list[Alert]) -> str:
    """Whether a floor person was called or is coming; empty when neither."""
    coming = [alert.by for alert in alerts if alert.state is AlertState.ON_MY_WAY]
    if coming:
        return f"{coming[-1]} is on the way"
    waiting = any(alert.kind is AlertKind.CALL and alert.state is AlertState.OPEN for alert in alerts)
    return "The floor is called" if waiting else ""


def _open_steps(status: TableStatus) -> tuple[StepView, ...]:
    procedure = status.picture.procedure
    return () if procedure is None else ruling_view(status, procedure.ruling).steps


def _keep(steps: tuple[StepView, ...]) -> str:
    """What is to be left alone meanwhile: no step that anybody does, so it is never asked for."""
    return next((step.text for step in steps if step.step is Step.KEEP_BURN and step.state != "done"), "")


def _seat(picture: TablePicture, seat: SeatPicture, *, shadow: bool) -> SeatView:
    if seat.dealt_in:
        state, words = ("live", "in") if seat.live else ("folded", "out")
        words = words if seat.at_table else f"{words}, away"
    elif not seat.at_table:
        state, words = ("away", "away") if seat.entitled else ("empty", "empty")
    else:
        state, words = ("waiting", "ready") if seat.entitled else ("waiting", "next hand")
    return SeatView(
        seat=seat.seat,
        state=state,
        words=words,
        cards=seat.cards,
        button=picture.button == seat.seat,
        to_act=seat.to_act,
        amber=None if shadow else seat.amber,
        shown=seat.shown,
    )


def _after_stop(text: str) -> str:
    """What to stop for; the page writes the word STOP itself."""
    rest = text.removeprefix("STOP").lstrip(" :,.!")
    return sentence(rest)


def _burns(picture: TablePicture) -> str:
    """How many burns lie there, where they are watched at all."""
    if Sense.BURN not in picture.watched or not picture.watching:
        return "burns not watched"
    return f"{picture.burns} {'burn' if picture.burns == 1 else 'burns'}"


def _face_up(face: Face, card: Card | None) -> Card | None:
    """The card while its face is up; a picture holds no other, and this view would not pass it on."""
    return card if face is Face.UP else None


def _note(text: str, seat: SeatNo | None) -> str:
    return text if seat is None else f"Seat {seat}: {text}"
