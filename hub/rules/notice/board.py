"""Burns and board cards: too early, too many, or without a burn."""

from typing import Final

from felt.clock import NANOS_PER_MS, Nanos
from felt.fact import CardArrived, Face
from felt.ids import FactId, Ref
from felt.note import NoteKey
from felt.place import BURN, Spot
from felt.situation import Question, Sense, Situation, Tracker
from hub.rules import standing
from hub.rules.hand import Hand, present, street_size, unplaced
from hub.rules.irregularity import Irregularity
from hub.rules.noted import noted
from hub.rules.notice.scene import CONFIDENT, Scene, Sign, hold, settle_first, together
from hub.rules.procedure import holds_board
from hub.rules.ruling import DoubtHeld, Noted, QuestionAsked, StopShown
from hub.rules.state import TableState
from hub.rules.texts import UNSEATED

EARLY: Final = {1: Situation.PREMATURE_FLOP, 2: Situation.PREMATURE_TURN, 3: Situation.PREMATURE_RIVER}
STREET_OF: Final = {situation: street for street, situation in EARLY.items()}
STREETS: Final = {1: "flop", 2: "turn", 3: "river"}


def card_on_board(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A card that nobody had seen before landed on the board of an open hand."""
    if not scene.trusts(fact.place, Sense.BOARD):
        return []
    if not scene.hand.board_game:
        return _where_none_is(scene)
    if fact.confidence < CONFIDENT:
        return [noted(NoteKey.BOARD_UNSURE)]
    was, hand = scene.was, scene.hand
    if holds_board(scene.before):
        return []
    if standing.decided(was.betting):
        return _rabbit(scene, fact)
    if hand.street > was.street and _at_once(was, fact):
        return [settle_first(_extra(scene, _street_of_look(was, fact)), fact.between)]
    if hand.street > was.street:
        return _missing_burn(scene, fact, hand.street)
    if fact.ref in hand.placed:
        return []
    street = was.street + 1
    if _came_with_street(scene, fact):
        return [settle_first(_extra(scene, was.street), fact.between)]
    if street > hand.game.last_street:
        return [_past_the_last(scene, fact)]
    if standing.known_open(was.betting):
        return _early(scene, street)
    return _missing_burn(scene, fact, street)


def _where_none_is(scene: Scene) -> list[Sign]:
    """A board card in a game without one: in stud the last street may be one card for all."""
    was = scene.was
    common = was.game.has_betting and was.street + 1 == was.game.last_street and not standing.known_open(was.betting)
    return [] if common else _once(scene, noted(NoteKey.BOARD_NONE))


def _once(scene: Scene, said: Noted) -> list[Sign]:
    return [] if any(note.text == said.text for note in scene.before.notes) else [said]


def _past_the_last(scene: Scene, fact: CardArrived) -> Sign:
    """A card after the last street: dealt as one it is a card too many; else a stub laid down, or a second board.

    At a showdown it may be a hole card that is shown there, where one could have been missed in the deal.
    """
    hand, watch = scene.hand, scene.after.watch
    if not untouched(hand):
        return noted(NoteKey.BOARD_SWAPPED)
    betting_open = standing.known_open(hand.betting) and not scene.lag
    dealt = bool(hand.ready) or (betting_open and watch.sees(Sense.FACES) and fact.face is Face.UP)
    of_the_stub = betting_open or watch.sharp(Sense.HOLE)
    if len(unplaced(hand)) != 1 or hand.awards or not (dealt and of_the_stub):
        return noted(NoteKey.BOARD_FULL)
    event = Irregularity(
        Situation.EXTRA_BOARD_CARD,
        refs=(fact.ref,),
        street=hand.game.last_street + 1,
        count=1,
        since=scene.acts(),
        evidence=(scene.fact_id,),
    )
    return settle_first(event, fact.between)


def _rabbit(scene: Scene, fact: CardArrived) -> list[Sign]:
    """Nobody plays for the board any more: a warning where that and the street are certain, else a note.

    A stub laid down over the antenna is read like a few cards: only a face that a camera saw, or a burn and just as
    many cards as the street has, is a street that was dealt.
    """
    after, hand = scene.after, scene.hand
    sharp = after.watch.sharp(Sense.MUCK) and after.watch.sharp(Sense.HOLE)
    if not (standing.told_decided(hand.betting) or (standing.decided(hand.betting) and sharp) or _awarded(hand)):
        return [noted(NoteKey.BOARD_LATE)]
    if not dealt_as_street(after, hand):
        return [noted(NoteKey.BOARD_LATE_SEEN)]
    event = Irregularity(Situation.RABBIT_HUNT, refs=unplaced(hand), evidence=(scene.fact_id,))
    return [hold(event, fact.between, sweeps=scene.patience(Sense.BOARD))]


def _awarded(hand: Hand) -> bool:
    """Where acts are not tracked: one seat was pushed the pot before the board was out."""
    return hand.betting.mode is not Tracker.FULL and hand.over is not None and len(set(hand.awards)) == 1


def dealt_as_street(state: TableState, hand: Hand) -> bool:
    """The new cards on the board came as a street: seen face up by a camera, or burned for and as many as it has."""
    fresh = unplaced(hand)
    if state.watch.sees(Sense.FACES):
        return bool(fresh) and all(hand.cards[ref].face is Face.UP for ref in fresh)
    return bool(hand.ready) and len(fresh) == street_size(hand.game, hand.street + 1)


def after_the_hand(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A board card after the hand was closed: rabbit hunting, unless it is the deck that is being gathered there."""
    hand = scene.hand
    if not scene.trusts(fact.place, Sense.BOARD) or fact.face is not Face.UP or fact.confidence < CONFIDENT:
        return []
    if len(hand.board) > hand.game.board_cards or hand.street >= hand.game.last_street or not untouched(hand):
        return []
    if not standing.decided(hand.betting) and not _awarded(hand):
        return []
    return _rabbit(scene, fact)


def untouched(hand: Hand) -> bool:
    """The board lies as it lay: nobody gathers the cards yet."""
    return len(present(hand, hand.placed)) == len(hand.placed)


def _at_once(was: Hand, fact: CardArrived) -> bool:
    """In the very look that showed the street that stands, with no burn between: where nobody tells of the betting,
    or nobody can bet any more, a card too many looks like the next street."""
    last = was.cards.get(was.placed[-1]) if was.placed else None
    return last is not None and not was.ready and last.between == fact.between


def _came_with_street(scene: Scene, fact: CardArrived) -> bool:
    """It belongs to the street that already stands: no burn and no act came between them."""
    was = scene.was
    if was.street and _at_once(was, fact):
        return True
    if not was.street or was.ready or len(was.betting.said) > was.betting.mark:
        return False
    if was.betting.closed_rounds > was.street:
        return False
    if scene.after.watch.sharp(Sense.BURN) and standing.known_open(was.betting):
        return True
    last = was.cards.get(was.placed[-1]) if was.placed else None
    return last is not None and together(last.between, fact.between)


def _street_of_look(was: Hand, fact: CardArrived) -> int:
    """The first street that a card of this look was taken for."""
    street = was.street
    while street > 1:
        before = sum(street_size(was.game, number) for number in range(1, street))
        at = was.cards.get(was.placed[before - 1])
        if at is None or at.between != fact.between:
            break
        street -= 1
    return street


def _extra(scene: Scene, street: int) -> Irregularity:
    hand = scene.hand
    first = sum(street_size(hand.game, number) for number in range(1, street))
    refs = (*hand.placed[first:], *unplaced(hand))
    return _too_wide(street, refs, scene)


def _too_wide(street: int, refs: tuple[Ref, ...], scene: Scene) -> Irregularity:
    if street > 1:
        situation = Situation.EXTRA_BOARD_CARD
    else:
        situation = Situation.FOUR_CARD_FLOP if len(refs) == 4 else Situation.OVERFULL_FLOP
    return Irregularity(
        situation,
        refs=refs,
        street=street,
        count=len(refs),
        since=scene.hand.betting.mark,
        evidence=(scene.fact_id,),
    )


def grown_flop(hand: Hand, fact_id: FactId, replaces: int) -> Irregularity:
    """A fifth card joined a four-card flop that was already ruled on."""
    refs = tuple(ref for ref in hand.board if hand.cards[ref].origin.spot is Spot.BOARD)
    return Irregularity(
        Situation.OVERFULL_FLOP,
        refs=refs,
        street=1,
        count=len(refs),
        since=hand.betting.mark,
        replaces=replaces,
        evidence=(fact_id,),
    )


def _early(scene: Scene, street: int) -> list[Sign]:
    hand = scene.hand
    event = Irregularity(
        EARLY[street], refs=unplaced(hand), street=street, since=scene.acts(), evidence=(scene.fact_id,)
    )
    if not scene.lag:
        return [_or_asked(event) if standing.may_be_run_out(scene.was.betting) else event]
    signs: list[Sign] = []
    if not scene.before.stop:
        signs.append(StopShown(stop_text(hand, STREETS[street])))
    if not any(held.event.situation is event.situation for held in scene.before.held):
        signs.append(DoubtHeld(event, Nanos(scene.after.now + scene.lag * NANOS_PER_MS)))
    return signs


def _or_asked(event: Irregularity) -> QuestionAsked:
    """Somebody is all-in or shows his hand: whether another one has still to act, a person knows."""
    return QuestionAsked(Question.ROUND_OPEN, UNSEATED[Question.ROUND_OPEN], ("yes", "no"), None, event)


def stop_text(hand: Hand, what: str) -> str:
    """`STOP, seat 4 to act?`"""
    pending = hand.betting.pending
    who = f"seat {pending[0]} to act?" if pending else "is the betting over?"
    return f"STOP before the {what}: {who}"


def _missing_burn(scene: Scene, fact: CardArrived, street: int) -> list[Sign]:
    """A street's card came and no burn before it: implied only where a burn cannot be missed."""
    was = scene.was
    if was.ready or not _burns(was, street):
        return []
    watch = scene.after.watch
    if not watch.sees(Sense.BURN):
        return []
    event = Irregularity(
        Situation.MISSING_BURN,
        refs=street_refs(scene.hand, street),
        street=street,
        since=len(was.betting.said),
        evidence=(scene.fact_id,),
    )
    if watch.sharp(Sense.BURN) and not watch.is_blind(BURN):
        return [hold(event, fact.between)]
    return _once(scene, noted(NoteKey.BURN_UNSEEN, street=STREETS.get(street, "next")))


def street_refs(hand: Hand, street: int) -> tuple[Ref, ...]:
    """The cards of that board street, whether it stands or comes now."""
    if street > hand.street:
        return unplaced(hand)
    first = sum(street_size(hand.game, number) for number in range(1, street))
    return hand.placed[first:]


def _burns(hand: Hand, street: int) -> bool:
    boards = [each for each in hand.game.streets if each.target == "board"]
    return 1 <= street <= len(boards) and boards[street - 1].burn


def burn_seen(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A card out of the stub came to the burn place of an open hand.

    A second one is a burn too many only where no street between the two can have gone unseen.
    """
    if not scene.trusts(fact.place, Sense.BURN):
        return []
    if not scene.hand.game.has_betting:
        return _once(scene, noted(NoteKey.BURN_NONE))
    was, hand = scene.was, scene.hand
    if standing.decided(was.betting):
        return []
    if standing.known_open(was.betting):
        if not hand.deal_done:
            return _burn_in_deal(scene, fact)
        return [] if scene.before.stop else [StopShown(stop_text(was, STREETS.get(was.street + 1, "burn")))]
    watch = scene.after.watch
    sense, spot = (Sense.BOARD, Spot.BOARD) if hand.board_game else (Sense.HOLE, Spot.SEAT)
    if not watch.sharp(sense) or any(place.spot is spot for place in watch.blind):
        return []
    if any(ruling.situation is Situation.PREMATURE_STREET for ruling in scene.before.rulings):
        return []
    if holds_board(scene.before) or len(hand.ready) < 2 + hand.owed or not was.ready or _asked_of_earlier(scene):
        return []
    event = Irregularity(
        Situation.EXTRA_BURN,
        refs=(fact.ref,),
        street=was.street + 1,
        since=scene.acts(),
        evidence=(scene.fact_id,),
    )
    return [hold(event, fact.between)]


def _burn_in_deal(scene: Scene, fact: CardArrived) -> list[Sign]:
    """A card out of the stub came to the burns while seats still lack cards: the deal is shifted by it.

    One that lies face up there may be a boxed card that was set aside.
    """
    stop = [] if scene.before.stop else [StopShown("STOP: a card was burned and the deal is not over")]
    if not scene.after.watch.sees(Sense.FACES) or fact.face is not Face.DOWN:
        return [*stop]
    event = Irregularity(Situation.EXTRA_BURN, refs=(fact.ref,), since=scene.acts(), evidence=(scene.fact_id,))
    return [*stop, hold(event, fact.between)]


def _asked_of_earlier(scene: Scene) -> bool:
    """The burn too many may be one of a street that stands, of which nobody has answered yet."""
    return any(
        open_.about is not None
        and open_.about.situation is Situation.EXTRA_BURN
        and open_.about.street <= scene.was.street
        and any(ref in scene.was.ready for ref in open_.about.refs)
        for open_ in scene.before.questions
    )


def short_street(scene: Scene) -> list[Sign]:
    """Players act, or close a round, although the flop lies there with too few cards."""
    was, hand = scene.was, scene.hand
    if was.betting.open or was.betting.mode is Tracker.NONE or scene.lag or holds_board(scene.before):
        return []
    fresh = unplaced(was)
    if not fresh or len(fresh) >= street_size(hand.game, was.street + 1) or was.street:
        return []
    if not scene.after.watch.sharp(Sense.BOARD) or hand.partial:
        return []
    return [
        Irregularity(
            Situation.SHORT_FLOP,
            refs=fresh,
            street=1,
            count=len(fresh),
            since=len(was.betting.said),
            evidence=(scene.fact_id,),
        )
    ]


def burn_still_missing(hand: Hand, event: Irregularity) -> bool:
    """No burn turned up since whose sighting allows that it was made before the street."""
    cards = [hand.cards[ref] for ref in event.refs if ref in hand.cards]
    if not cards:
        return False
    latest = max(at.between.by for at in cards)
    used = hand.street >= event.street
    suspects = hand.ready if used else hand.burns
    return not any(hand.cards[ref].between.after < latest for ref in suspects if ref in hand.cards)
