"""What counts as action: the definitions that books choose from, by the acts, by closed rounds, or by a person's word.

Each is yes, no, or not known from here.
"""

from collections.abc import Callable
from typing import Final

from felt.situation import Question, Sense, Tracker
from hub.rules.articles.book import Case, Test
from hub.rules.betting import Act
from hub.rules.hand import Hand
from hub.rules.irregularity import Irregularity

BET_SINCE: Final = "a bet since"
ACTED_SINCE: Final = "an action since"
_YES: Final = {"yes": True, "no": False}


def answered(case: Case, question: Question, *, seat: bool = False) -> bool | None:
    """The answer a person gave to a yes/no question, if any."""
    if question is Question.SUBSTANTIAL_ACTION and case.state.counts:
        return _told_in_words(case)
    value = case.state.answers.get((question, case.event.seat if seat else None))
    return _YES.get(value.lower()) if value is not None else None


def _told_in_words(case: Case) -> bool | None:
    """A person's word on substantial action, as this book means it: its own, or what another book's implies.

    Who denied that anybody acted denied every book's action; who affirmed any book's affirmed that somebody acted.
    """
    told = {book: _YES.get(value.lower()) for book, value in case.state.counts.items()}
    meant = {book.id: book.substantial for book in case.state.chain}
    for book, value in told.items():
        if book not in meant or meant[book] is case.book.substantial:
            return value
    if any(value is False and meant[book] is NOBODY_YET for book, value in told.items()):
        return False
    return True if case.book.substantial is NOBODY_YET and True in told.values() else None


def past_first_round(case: Case) -> bool:
    """A street stands on the board, or a person closed a round."""
    return case.hand.street > 0 or case.hand.betting.closed_rounds > 0 or case.hand.over is not None


def counted(test: Callable[[tuple[Act, ...]], bool]) -> Test:
    """A definition by the acts of the first round on; where they are not tracked, rounds tell or a person does."""

    def holds(case: Case) -> bool | None:
        betting = case.hand.betting
        if test(betting.said):
            return True
        if betting.mode is Tracker.FULL:
            return False
        if past_first_round(case):
            return True
        if still_dealing(case):
            return False
        return answered(case, Question.SUBSTANTIAL_ACTION)

    return holds


def still_dealing(case: Case) -> bool:
    """The sensors see that the deal goes on: nobody can have acted. A person may speak of a seat that lacks cards."""
    hand, event = case.hand, case.event
    if hand.partial or not case.state.watch.sees(Sense.HOLE):
        return False
    if hand.deal_done:
        return not event.reported and _with_the_last_card(hand, event)
    if not event.reported or not hand.total_dealt:
        return True
    need = hand.game.hole_cards
    return any(hand.dealt.get(seat, 0) < need for seat in hand.seats if seat != event.seat)


def _with_the_last_card(hand: Hand, event: Irregularity) -> bool:
    """It is seen on the card that has just completed the deal."""
    whole = hand.total_dealt == hand.game.hole_cards * len(hand.seats)
    return whole and next(reversed(hand.cards), None) in event.refs


def any_act(acts: tuple[Act, ...]) -> bool:
    """Somebody acted (bfsp 6.3.7-6.3.8)."""
    return bool(acts)


NOBODY_YET: Final = counted(any_act)
"""The least that can count: any act at all (bfsp 6.3.7-6.3.8)."""


def two_players_bet(acts: tuple[Act, ...]) -> bool:
    """Two or more players put chips in; blinds, checks and folds do not count (club 34.1)."""
    return len({act.seat for act in acts if act.chips}) >= 2


def two_bets_or_three_acts(acts: tuple[Act, ...]) -> bool:
    """Two acts in turn that both put chips in, or any three in turn (gpc 36)."""
    turned = [act for act in acts if act.in_turn]
    return len(turned) >= 3 or sum(act.chips for act in turned) >= 2


def two_acts_one_with_chips(acts: tuple[Act, ...]) -> bool:
    """Two acts in turn, at least one with chips, or any three in turn (tda 36)."""
    turned = [act for act in acts if act.in_turn]
    return len(turned) >= 3 or (len(turned) == 2 and any(act.chips for act in turned))


def any_bet(acts: tuple[Act, ...]) -> bool:
    """Somebody put chips in."""
    return any(act.chips for act in acts)


def two_players_acted(acts: tuple[Act, ...]) -> bool:
    """Two players after the blinds acted, folds count (rrop, substantial action)."""
    return len({act.seat for act in acts}) >= 2


def bet_since_error(case: Case) -> bool | None:
    """Chips were put in after the error (pub special 6)."""
    betting = case.hand.betting
    if any(act.chips for act in betting.said[case.event.since :]):
        return True
    return _since(case, BET_SINCE)


def acted_since_error(case: Case) -> bool | None:
    return True if len(case.hand.betting.said) > case.event.since else _since(case, ACTED_SINCE)


def _since(case: Case, term: str) -> bool | None:
    """Where acts are not tracked: a round closed since the error, or a person's word; what is sensed happens now."""
    betting = case.hand.betting
    if betting.mode is Tracker.FULL:
        return False
    if betting.closed_rounds > case.event.street or case.hand.street > case.event.street:
        return True
    if not case.event.reported or still_dealing(case):
        return False
    told, counts = case.state.since, case.state.counts
    if told or counts:
        value = told.get((case.book.id, term), counts.get(""))  # by no book's name: said before anybody asked
        return _YES.get(value.lower()) if value is not None else None
    return answered(case, Question.SUBSTANTIAL_ACTION)


def holder_has_acted(case: Case) -> bool | None:
    seat, betting = case.event.seat, case.hand.betting
    if any(act.seat == seat for act in betting.said):
        return True
    if betting.mode is Tracker.FULL:
        return False
    if past_first_round(case):
        return True
    return False if still_dealing(case) else answered(case, Question.ACTED, seat=True)


def cards_dealt(case: Case) -> bool | None:
    """The first betting round begins when the cards are dealt (bfsp 4.1, to the letter)."""
    if case.hand.deal_done or past_first_round(case):
        return True
    return False if still_dealing(case) else NOBODY_YET(case)


def first_round(case: Case) -> bool | None:
    return (case.book.first_round or NOBODY_YET)(case)
