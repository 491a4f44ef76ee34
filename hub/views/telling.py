"""What happened and what it led to, a line each in plain English: for a terminal, and whoever reads a hand back."""

from collections import Counter
from typing import Final

from felt.fact import (
    ActionTaken,
    Between,
    By,
    CardArrived,
    CardDoubled,
    CardLeft,
    CardTurned,
    DeadCardReturned,
    DeckChecked,
    DeckHandled,
    DeviceLost,
    DeviceRestored,
    Face,
    Fact,
    FactWithdrawn,
    ForeignSeen,
    GapSeen,
    HandOpened,
    LevelChanged,
    Presence,
    QuestionAnswered,
    SensorDoubted,
    ShufflerReported,
    StepConfirmed,
    StubHandled,
    TableSeen,
    TamperSeen,
    TimePassed,
)
from felt.place import Place, Spot
from felt.situation import Step
from hub.languages import ENGLISH
from hub.rules.irregularity import Irregularity
from hub.rules.ruling import (
    DoubtDropped,
    DoubtHeld,
    HandBegan,
    HandEnded,
    HandRefolded,
    Noted,
    Outcome,
    ProcedureCompleted,
    QuestionAsked,
    QuestionClosed,
    Ruling,
    RulingGiven,
    RulingWidened,
    RulingWithdrawn,
    StepDone,
    StopCleared,
    StopShown,
)
from hub.rules.texts import KINDS
from hub.views.named import Named
from hub.views.ruling import clause_text, ruling_title
from hub.views.said import said_words
from hub.views.words import SITUATION_WORDS

_MS: Final = 1_000_000
_SPOTS: Final = {Spot.BURN: "the burns", Spot.SHUFFLER: "the shuffling machine", Spot.ASIDE: "the place aside"}


def fact_line(fact: Fact, named: Named) -> str:
    """One fact in a line; a card's token stands in brackets, so that a card can be followed."""
    match fact:
        case TableSeen(cards=cards):
            return f"the sensors see {_seen(cards)}"
        case CardArrived(place=place, ref=ref, face=face, card=card, by=by, confidence=confidence, between=between):
            mover = "" if by is By.UNKNOWN else f", by the {by}"
            sure = "" if confidence == 1.0 else f", {confidence:.0%} sure"
            return f"a card came to {_place(place)}, {_shown(face, card)}{mover}{sure} [{ref}]{_within(between)}"
        case CardLeft(place=place, ref=ref, between=between):
            return f"a card left {_place(place)} [{ref}]{_within(between)}"
        case CardTurned(place=place, ref=ref, face=face, card=card, by=by, between=between):
            mover = "" if by is By.UNKNOWN else f" by the {by}"
            return f"a card at {_place(place)} was turned{mover}, {_shown(face, card)} [{ref}]{_within(between)}"
        case CardDoubled(card=card):
            return f"the deck holds {card or 'one card'} twice"
        case ForeignSeen(place=place):
            return f"a card of another deck was read{'' if place is None else f' at {_place(place)}'}"
        case DeadCardReturned(place=place, was=was, ref=ref):
            return f"a dead card came back to {_place(place)} from {_place(was)} [{ref}]"
        case StubHandled(what=what, mixed_with=places, card=card):
            others = f" with {', '.join(map(_place, places))}" if places else ""
            shown = f", showing {card}" if card else ""
            return f"the stub was {what}{others}{shown}"
        case ShufflerReported(state=state, cycle=cycle):
            return f"the shuffling machine: {state} (shuffle {cycle})"
        case DeckChecked(count=count, expected=expected, doubled=doubled, foreign=foreign):
            return f"the deck was counted: {count} of {expected} cards, {doubled} double, {foreign} of another deck"
        case DeckHandled(what=what):
            return f"the deck: {what}"
        case _:
            return _other(fact, named)


def _other(fact: Fact, named: Named) -> str:
    """Devices, time, and what people say."""
    match fact:
        case SensorDoubted(place=place, why=why):
            return f"what is read at {_place(place)} is in doubt: {why}"
        case DeviceLost(part=part, why=why, places=places):
            return f"{part} does not answer{_unwatched(places)}: {why}"
        case DeviceRestored(part=part):
            return f"{part} answers again"
        case TamperSeen(part=part, why=why):
            return f"{part} was tampered with{f': {why}' if why else ''}"
        case TimePassed(milliseconds=milliseconds):
            return f"{milliseconds / 1000:g} s passed"
        case GapSeen(part=part, first=first, last=last):
            return f"what {part} said as {first} to {last} is missing"
        case FactWithdrawn(of=of, why=why):
            what = "the newest word of a person" if of is None else named.fact(of)
            return f"said: take back {what}{f' ({why})' if why else ''}"
        case _:
            return _word(fact, named)


def _word(fact: Fact, named: Named) -> str:
    """A person's word with its details."""
    details: list[str] = []
    if isinstance(fact, HandOpened) and fact.by_machine:
        details.append("by the shuffling machine")
    if isinstance(fact, ActionTaken):
        details.append(f"{fact.action}{'' if fact.amount is None else f' {fact.amount}'}")
    if isinstance(fact, LevelChanged):
        details.append(f"{fact.small}/{fact.big}, ante {fact.ante}")
    for name in ("place", "count", "card", "text", "why"):
        value = getattr(fact, name, None)
        if value not in (None, ""):
            details.append(f"{name} {value}" if name in ("place", "count") else str(value))
    said = _said(fact, named)
    return f"said: {said} ({', '.join(details)})" if details else f"said: {said}"


def _said(fact: Fact, named: Named) -> str:
    match fact:
        case QuestionAnswered(question=question, value=value, seat=seat):
            return f"{named.question(question, seat)} {ENGLISH.words.get(value, value)}"
        case StepConfirmed(step=Step() as step):
            return ENGLISH.words["done-step"].format(step=named.step_said(step))
        case _:
            return said_words(fact, ENGLISH)


def outcome_line(outcome: Outcome, named: Named) -> str:
    """One thing that a fact led to, in a line."""
    match outcome:
        case RulingGiven(ruling=ruling, supersedes=supersedes):
            instead = f", instead of ruling {supersedes}" if supersedes is not None else ""
            return f"RULING {ruling.number}{instead}: {_ruling(ruling)}"
        case RulingWithdrawn(number=number, why=why):
            return f"ruling {number} falls: {why}"
        case RulingWidened(number=number, refs=refs):
            return f"ruling {number} speaks of {len(refs)} more {'card' if len(refs) == 1 else 'cards'}"
        case QuestionAsked(text=text, choices=choices):
            return f"QUESTION: {text} ({' / '.join(choices)})"
        case QuestionClosed(question=question, seat=seat, value=value):
            asked = named.question(question, seat)
            return f"answered: {asked} {value}" if value is not None else f"no longer asked: {asked}"
        case StepDone(number=number, step=step, index=index):
            return f"done, of ruling {number}: {named.step(number, index, step)}"
        case ProcedureCompleted(number=number):
            return f"the procedure of ruling {number} is over"
        case StopShown(text=text):
            return f"STOP: {text.removeprefix('STOP').lstrip(' :')}"
        case StopCleared():
            return "no reason to stop any more"
        case Noted(text=text, seat=seat):
            return f"noted: {text}{'' if seat is None else f' (seat {seat})'}"
        case DoubtHeld(event=event):
            return f"perhaps, not ruled on yet: {_event(event)}"
        case DoubtDropped(event=event):
            return f"no longer waited for: {_event(event)}"
        case HandBegan():
            return _began(outcome)
        case HandEnded(hand=hand):
            return f"hand {hand} is over"
        case HandRefolded(withdrawn=withdrawn):
            return f"the hand is told again without {', '.join(map(named.fact, withdrawn))}"


def _ruling(ruling: Ruling) -> str:
    steps = ", ".join(f"{number} {step.text.rstrip('.')}" for number, step in enumerate(ruling.steps, start=1))
    said = f"{KINDS[ruling.kind]}. {ruling_title(ruling)} ({clause_text(ruling)}): {ruling.says}"
    because = f" Because {ruling.because.rstrip('.')}." if ruling.because else ""
    return f"{said}{because}{f' Steps: {steps}.' if steps else ''}"


def _began(hand: HandBegan) -> str:
    redeal = "" if hand.redeal_of is None else f", the redeal of {hand.redeal_of}"
    button = "" if hand.button is None else f", button seat {hand.button}"
    seats = f", seats {' '.join(map(str, hand.seats))}" if hand.seats else ""
    partial = "" if hand.partial is None else f"; sensors do not rule on it: {hand.partial}"
    edition = f", edition {hand.edition}" if hand.edition else ""
    book = f"; ruled by {hand.rulebook}{edition}" if hand.rulebook else ""
    return f"hand {hand.hand} began{redeal}{button}{seats}{partial}{book}"


def _event(event: Irregularity) -> str:
    title = SITUATION_WORDS[event.situation]
    return title if event.seat is None else f"{title}, seat {event.seat}"


def _seen(cards: tuple[Presence, ...]) -> str:
    counts = Counter(_place(each.place) for each in cards)
    return ", ".join(f"{count} at {place}" for place, count in counts.items()) or "no card"


def _place(place: Place) -> str:
    name = _SPOTS.get(place.spot) or (place.spot if place.number is not None else f"the {place.spot}")
    return name if place.number is None else f"{name} {place.number}"


def _shown(face: Face, card: str | None) -> str:
    said = {Face.DOWN: "face down", Face.UP: "face up", Face.UNKNOWN: "which way up is not known"}[face]
    return said if card is None else f"{said}, {card}"


def _within(between: Between) -> str:
    """How long the sensor was not looking; two happenings are ordered only when these do not overlap."""
    return f", within {(between.by - between.after) / _MS:.0f} ms"


def _unwatched(places: tuple[Place, ...]) -> str:
    return f", so {', '.join(map(_place, places))} {'is' if len(places) == 1 else 'are'} not watched" if places else ""
