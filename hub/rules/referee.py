"""From what was noticed to what is ruled: books are asked, people are asked, and wrong steps are named."""

from msgspec.structs import replace

from felt.fact import CardArrived
from felt.ids import FactId
from felt.note import NoteKey
from felt.place import SeatNo, Spot
from felt.situation import Kind, Question, Sense, Situation, Step
from hub.rules import betting as bets
from hub.rules import standing
from hub.rules.apply import identity
from hub.rules.articles.decide import Found, Silent, Unknown, decide
from hub.rules.asking import asked_of, closed, topic
from hub.rules.button import in_doubt
from hub.rules.flow import Flow, gathered
from hub.rules.hand import Hand, all_in_muck, names, own_cards, present, street_size, unplaced
from hub.rules.irregularity import Irregularity, key_of, swept
from hub.rules.limits import befell_again, leaves_nobody, needless, no_clause, too_late
from hub.rules.noted import noted
from hub.rules.notice.board import grown_flop
from hub.rules.notice.deal import may_be_beside
from hub.rules.notice.order import ahead_of_round
from hub.rules.notice.reports import REPEATABLE
from hub.rules.opening import blank_hand
from hub.rules.procedure import (
    DEALS,
    MAKES_FIRST_BURN,
    due,
    holds_board,
    passable,
    strangers,
)
from hub.rules.readiness import STOPS, unready
from hub.rules.rule import floor_ruling, ruling_from, wrong_step
from hub.rules.ruling import (
    DoubtDropped,
    DoubtHeld,
    Outcome,
    QuestionAsked,
    Ruling,
    RulingGiven,
    RulingWidened,
    StopCleared,
    StopShown,
)
from hub.rules.state import NEVER, Progress, TableState, current, ruling_numbered
from hub.rules.texts import question_text


class Referee(Flow):
    """A turn that can rule: hears signs, lets the books answer, and watches what was held."""

    __slots__ = ()

    def hear(self, sign: Irregularity | DoubtHeld | StopShown | Outcome) -> None:
        """Take in one thing noticed."""
        if isinstance(sign, Irregularity):
            self.rule_on(sign)
        elif isinstance(sign, QuestionAsked):
            if sign.about is None or key_of(sign.about) not in self.state.settled:
                self.say(sign)
        elif isinstance(sign, DoubtHeld):
            for held in self.state.held:
                if held.event.situation in _GROWING and set(held.event.refs) < set(sign.event.refs):
                    self.say(DoubtDropped(held.event))
            known = any(key_of(held.event) == key_of(sign.event) for held in self.state.held)
            if not known and key_of(sign.event) not in self.state.settled:
                self.say(sign)
        else:
            self.say(sign)

    def rule_on(self, event: Irregularity) -> None:
        """Let the books answer: a ruling, a question, or nothing."""
        state = self.state
        hand = _hand_of(state, event)
        again = event.situation in REPEATABLE or befell_again(state, event)
        if key_of(event) in state.settled and not again:
            return
        if hand.over in ("misdeal", "void") and event.situation not in _ALWAYS:
            return
        if in_doubt(self.chain, state, hand, event):
            self._ask_button(hand, event)
            return
        answer = Silent(self.chain[0]) if no_clause(state, hand, event) else decide(self.chain, state, hand, event)
        if isinstance(answer, Unknown):
            self._ask(answer, event)
            return
        if isinstance(answer, Silent):
            self._give(floor_ruling(hand, event, answer), event)
            return
        self._found(hand, event, answer)

    def _found(self, hand: Hand, event: Irregularity, answer: Found) -> None:
        article = answer.article
        if article.kind is None:
            if event.situation is Situation.DECK_COUNT:
                self.say(DoubtHeld(event, NEVER))
            return
        ruling = ruling_from(self.state, hand, event, answer.book, article)
        if needless(hand, ruling):
            self.say(noted(NoteKey.FOLD_NEEDLESS, event.seat, situation=event.situation))
            return
        if too_late(hand, ruling) or leaves_nobody(hand, ruling):
            self._give(floor_ruling(hand, event, Silent(answer.book)), event)
            return
        earlier = self._same_error(event)
        if earlier is not None:
            if (earlier.kind, earlier.clause, earlier.book) == (ruling.kind, ruling.clause, ruling.book):
                fresh = tuple(ref for ref in event.refs if ref not in earlier.refs)
                if fresh:
                    self.say(RulingWidened(earlier.number, fresh, names(hand, fresh)))
                return
            event = replace(event, replaces=earlier.number)
            ruling = replace(ruling, event=event)
        self._give(ruling, event)

    def _same_error(self, event: Irregularity) -> Ruling | None:
        """The ruling on the same seat's same error, which more cards have joined since."""
        if event.situation not in (Situation.UNENTITLED_HAND, Situation.TOO_MANY_CARDS) or event.seat is None:
            return None
        for ruling in reversed(self.state.rulings):
            if ruling.situation is event.situation and ruling.seat == event.seat:
                return None if ruling.number in self.state.withdrawn else ruling
        return None

    def _give(self, ruling: Ruling, event: Irregularity) -> None:
        state = self.state
        number = state.numbers.get(identity(ruling), state.next_ruling)
        if any(given.number == number for given in state.rulings):
            number = state.next_ruling
        for question in state.questions:
            about = question.about
            if about is not None and about.situation is event.situation and event.seat in (None, about.seat):
                self.say(closed(question))
        if state.stop is not None:
            self.say(StopCleared())
        self.say(RulingGiven(replace(ruling, number=number), event.replaces))
        self.follow(None)

    def _ask(self, unknown: Unknown, event: Irregularity) -> None:
        asked = asked_of(unknown, _hand_of(self.state, event), event)
        for open_ in self.state.questions:
            if topic(open_) == topic(asked) and (open_.book, open_.term) == (asked.book, asked.term):
                return
        self.say(asked)

    def play_decides(self) -> None:
        """Whether an order can be restored need not be known any more once play has gone on so far that the book
        answers alike."""
        for question in self.state.questions:
            about = question.about
            if question.question is not Question.ORDER_RESTORED or about is None:
                continue
            hand = _hand_of(self.state, about)
            told = [replace(self.state, answers={**self.state.answers, _ORDER: word}) for word in ("yes", "no")]
            first, other = (decide(self.chain, state, hand, about) for state in told)
            if isinstance(first, Found) and first == other:
                self.rule_on(about)

    def _ask_button(self, hand: Hand, event: Irregularity) -> None:
        for open_ in self.state.questions:
            about = open_.about
            if open_.question is Question.BUTTON_AT and about is not None and about.situation is event.situation:
                return
        seats = sorted({*hand.seats, *((hand.button,) if hand.button is not None else ())})
        choices = tuple(str(seat) for seat in seats)
        self.say(QuestionAsked(Question.BUTTON_AT, question_text(Question.BUTTON_AT, None), choices, None, event))

    def stray_card(self, fact_id: FactId, fact: CardArrived) -> None:
        """A new card on the board or at the burns that the open procedure did not ask for now."""
        found, hand = current(self.state), self.state.hand
        if found is None or hand is None or not holds_board(self.state):
            return
        progress, ruling = found
        if fact.place.spot is Spot.BURN:
            if not any(DEALS.get(plan.step) for plan in ruling.steps):
                return
            self._wrong(fact_id, fact, progress, ruling)
            return
        if not gathered(progress, ruling) and not _lifting_began(hand, ruling):
            self._more_of_it(fact_id, fact, ruling)
        elif not self._may_be_street(progress, ruling, hand):
            self._wrong(fact_id, fact, progress, ruling)

    def left_undone(self, fact_id: FactId) -> None:
        """A street comes, and an exchange or an extra card that makes the first burn was not seen to: it is asked for
        again."""
        hand = self.state.hand
        if hand is None or not self.state.watch.sharp(Sense.HOLE):
            return
        for progress, ruling in _under_way(self.state):
            for index, plan in enumerate(ruling.steps):
                lies = any(ref in own_cards(hand, plan.seat or SeatNo(0)) for ref in present(hand, plan.refs))
                event = Irregularity(Situation.WRONG_STEP, plan.seat, evidence=(fact_id,))
                settled = key_of(event) in self.state.settled
                if index not in progress.done and plan.step in MAKES_FIRST_BURN and lies and not settled:
                    self._give(wrong_step(hand, event, ruling, plan), event)

    def replaced_early(self, fact_id: FactId, fact: CardArrived) -> None:
        """The exchange of an exposed card waits until the deal is over: one dealt before is named, and nobody's error
        of the deal."""
        hand, seat = self.state.hand, SeatNo(fact.place.number or 0)
        if hand is None or hand.deal_done or hand.partial or seat not in hand.order or swept(fact.between):
            return
        if not self.state.watch.sharp(Sense.HOLE) or not ahead_of_round(self.state, hand, seat):
            return
        for _, ruling in _under_way(self.state):
            plans = [plan for plan in ruling.steps if plan.step is Step.EXCHANGE and plan.seat == seat]
            if plans:
                event = Irregularity(Situation.WRONG_STEP, seat, (fact.ref,), place=fact.place, evidence=(fact_id,))
                self._give(wrong_step(hand, event, ruling, plans[0]), event)
                return

    def _more_of_it(self, fact_id: FactId, fact: CardArrived, ruling: Ruling) -> None:
        """The cards that the ruling is about still come down."""
        hand = self.state.hand
        if hand is None or fact.ref in ruling.refs:
            return
        if ruling.situation is Situation.FOUR_CARD_FLOP:
            event = grown_flop(hand, fact_id, ruling.number)
            self.rule_on(event)
            return
        self.say(RulingWidened(ruling.number, (fact.ref,), names(hand, (fact.ref,))))

    def _may_be_street(self, progress: Progress, ruling: Ruling, hand: Hand) -> bool:
        """All that stands between the table and dealing the street is what no sensor sees."""
        for index, plan in enumerate(ruling.steps):
            if index in progress.done:
                continue
            if plan.step in DEALS:
                fits = len(unplaced(hand)) <= street_size(hand.game, DEALS[plan.step])
                return fits and not strangers(self.state, hand, plan)
            if not passable(self.state, plan):
                return False
        return False

    def _wrong(self, fact_id: FactId, fact: CardArrived, progress: Progress, ruling: Ruling) -> None:
        hand = self.state.hand
        now = [plan for _, plan in due(progress, ruling) if plan.step is not Step.KEEP_BURN]
        if hand is None or not now:
            return
        event = Irregularity(Situation.WRONG_STEP, refs=(fact.ref,), place=fact.place, evidence=(fact_id,))
        if key_of(event) in self.state.settled:
            return
        before = self.state.rulings[-1]
        plan = now[-1] if now[-1].step in DEALS else now[0]
        again = before.situation is Situation.WRONG_STEP and bool(present(hand, before.refs))
        if (
            again
            and before.steps[0].step is plan.step
            and before.event is not None
            and before.event.place == fact.place
        ):
            self.say(RulingWidened(before.number, (fact.ref,), names(hand, (fact.ref,))))
            return
        given = wrong_step(hand, event, ruling, plan)
        self._give(given, event)

    def time(self) -> None:
        """Rule on what was held and is due, ask where the tracker may be late, drop what is explained."""
        from hub.rules.notice import still_true

        for held in self.state.held:
            if held.due >= NEVER:
                continue
            if not still_true(self.state, held.event):
                self.say(DoubtDropped(held.event))
            elif held.due <= self.state.now:
                self.say(DoubtDropped(held.event))
                if held.event.street and self._tracker_may_be_late(held.event):
                    self._ask_round(held.event)
                elif self._in_doubt_where(held.event):
                    self._ask_count(held.event)
                else:
                    self.rule_on(held.event)

    def _tracker_may_be_late(self, event: Irregularity) -> bool:
        return self.state.setup.tracker_lag_ms > 0 and event.situation in _EARLY

    def _ask_round(self, event: Irregularity) -> None:
        hand = self.state.hand
        pending = hand.betting.pending if hand is not None else ()
        seat = pending[0] if pending else None
        text = question_text(Question.ROUND_OPEN, seat)
        refs = unplaced(hand) if hand is not None and hand.board_game else event.refs
        self.say(QuestionAsked(Question.ROUND_OPEN, text, ("yes", "no"), seat, replace(event, refs=refs)))

    def _in_doubt_where(self, event: Irregularity) -> bool:
        """Readers that are known to miss may also mistake a neighbour's card for one of this seat."""
        hand = self.state.hand
        return hand is not None and not self.state.watch.sharp(Sense.HOLE) and may_be_beside(hand, event)

    def _ask_count(self, event: Irregularity) -> None:
        text = question_text(Question.CARD_COUNT, event.seat)
        self.say(QuestionAsked(Question.CARD_COUNT, text, COUNTS, event.seat, event))

    def gathered_already(self, fallen: Ruling) -> None:
        """A ruling fell whose cards were gathered: hands that live again lie in the muck, and only the floor can say
        what becomes of them."""
        hand = self.state.hand
        seats = _in_the_muck(hand, fallen) if hand is not None else ()
        if hand is not None and seats:
            only = seats[0] if len(seats) == 1 else None
            event = Irregularity(Situation.HAND_IN_MUCK, only, by_dealer=True)
            self._give(floor_ruling(hand, event, Silent(self.chain[0])), event)

    def stop_cleared(self) -> None:
        """The warning goes when its reason is gone."""
        state = self.state
        hand = state.hand
        if state.stop is None:
            return
        if state.stop in STOPS:
            if unready(state) != STOPS[state.stop]:
                self.say(StopCleared())
            return
        gone = hand is None or hand.over is not None or not standing.known_open(hand.betting)
        if gone or (hand is not None and not unplaced(hand) and not hand.ready):
            self.say(StopCleared())


COUNTS = ("0", "1", "2", "3", "4", "5", "6")
"""The answers offered when a seat's cards are to be counted."""

_GROWING = frozenset(
    {Situation.FOUR_CARD_FLOP, Situation.OVERFULL_FLOP, Situation.EXTRA_BOARD_CARD, Situation.MISSING_BURN}
)
"""More cards of the same street may still join these, or make them something else."""

_EARLY = frozenset(
    {Situation.PREMATURE_FLOP, Situation.PREMATURE_TURN, Situation.PREMATURE_RIVER, Situation.PREMATURE_STREET}
)
_ORDER = (Question.ORDER_RESTORED, None)
_ALWAYS = frozenset({Situation.DECK_COUNT, Situation.FOREIGN_CARD, Situation.DEFECTIVE_CARD})


def _under_way(state: TableState) -> tuple[tuple[Progress, Ruling], ...]:
    """The open procedures and what was ruled, but for steps that went wrong: those repeat another's."""
    rulings = ((progress, ruling_numbered(state, progress.number)) for progress in state.open)
    return tuple(
        (progress, ruling)
        for progress, ruling in rulings
        if ruling is not None and ruling.situation is not Situation.WRONG_STEP
    )


def _hand_of(state: TableState, event: Irregularity) -> Hand:
    """The hand that an event is about: the one before, where a pot is disputed while the next is played."""
    if state.hand is None:
        return blank_hand(state)
    if event.situation is Situation.WRONG_AWARD and state.hand.over is None and state.previous is not None:
        return state.previous
    return state.hand


def _in_the_muck(hand: Hand, fallen: Ruling) -> tuple[SeatNo, ...]:
    """Of the seats whose hands the ruling took, those that live and of which every card was carried off to the muck."""
    if hand.over is not None or hand.id != fallen.hand or fallen.kind not in (Kind.MISDEAL, Kind.VOID, Kind.DEAD):
        return ()
    seats = bets.live_seats(hand.betting) if fallen.kind is not Kind.DEAD else (fallen.seat,)
    return tuple(seat for seat in seats if seat is not None and all_in_muck(hand, seat))


def _lifting_began(hand: Hand, ruling: Ruling) -> bool:
    """Some of the cards that the ruling is about were lifted already: a new card is not of the same error."""
    refs = ruling.event.refs if ruling.event is not None else ()
    return any(ref not in hand.cards or hand.cards[ref].away or ref not in hand.board for ref in refs)
