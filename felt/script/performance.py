"""One play of a script on some cardboard: each statement becomes the acts of hands, mouths and machines."""

from typing import Final

from felt.card import Card
from felt.fact import (
    ActionTaken,
    BreakBegan,
    By,
    DeckChecked,
    DeckHandled,
    Face,
    Fact,
    HandClosed,
    HandOpened,
    LevelChanged,
    PersonReported,
    PotPushed,
    QuestionAnswered,
    RoundClosed,
    RulingOverruled,
    SeatChanged,
    SeatStatus,
    StepConfirmed,
    StubHandled,
    TimePassed,
)
from felt.games import following, game_named
from felt.place import ASIDE, BOARD, BURN, MUCK, STUB, SeatNo, Spot, seat_place
from felt.script.act import Act
from felt.script.cardboard import Cardboard, Lying
from felt.script.dealer import Dealer
from felt.script.notice import reported
from felt.script.statement import (
    Acts,
    Among,
    Answers,
    BoardDealt,
    BreakStarts,
    Burns,
    Confirms,
    Deal,
    DealAll,
    DealRound,
    DeckCount,
    DeckDone,
    ExpectRuling,
    HandEnds,
    HandStarts,
    LevelMoves,
    Moves,
    MuckHand,
    MuckPlace,
    Notices,
    Overrules,
    Pushes,
    Returns,
    RoundCloses,
    Script,
    SeatChanges,
    Seen,
    Shows,
    Statement,
    StubDone,
    Takes,
    TurnsBoard,
    Waits,
)
from felt.situation import Action, Kind, Sense, Situation, Step, Tracker

_SEEN_OPEN: Final = (Situation.EXPOSED_HOLE_CARD, Situation.EXPOSED_FIRST_CARD)


class Performance:
    """Where a script stands between its statements."""

    def __init__(self, script: Script, cards: Cardboard) -> None:
        self.game = game_named(script.setup.game)
        self.dealer = Dealer(script.name, script.setup, self.game, cards)
        self._setup = script.setup
        self._senses = {quality.sense for quality in script.setup.senses}
        self._joining: list[SeatNo] = []
        self._over = False
        self._button_stays = False

    def play(self, statement: Statement) -> tuple[Act, ...]:
        """The acts of one statement; raises ScriptFault when it cannot have happened."""
        self.dealer.begin(statement)
        if isinstance(statement, ExpectRuling):
            self._learn(statement)
        else:
            word = self._word(statement)
            if word is not None:
                self.dealer.tell(word)
            else:
                self._do(statement)
        return tuple(self.dealer.acts)

    def _word(self, statement: Statement) -> Fact | None:
        """The statements that are nothing but something said."""
        match statement:
            case Pushes(seat=seat):
                return PotPushed(seat)
            case Waits(milliseconds=milliseconds):
                return TimePassed(milliseconds)
            case BreakStarts():
                return BreakBegan()
            case LevelMoves(small=small, big=big):
                return LevelChanged(small, big)
            case Answers(question=question, value=value, seat=seat):
                return QuestionAnswered(question, value, seat)
            case Confirms():
                return StepConfirmed()
            case Notices():
                self._open_card(statement)
                return reported(statement, self.game, self.dealer.button)
            case _:
                return None

    def _open_card(self, notice: Notices) -> None:
        """The hole card that a person saw is the seat's newest, and lies open from now on."""
        if notice.situation not in _SEEN_OPEN or notice.seat is None or notice.card is None:
            return
        lying = self.dealer.cards.newest(notice.card, seat_place(notice.seat))
        if lying is not None:
            self.dealer.cards.turn(lying.piece, Face.UP)

    def _do(self, statement: Statement) -> None:
        """The statements that move cards or begin and end something."""
        dealer = self.dealer
        match statement:
            case HandStarts():
                self._hand()
            case DeckCount():
                self._deck(statement)
            case DeckDone(what=what):
                if self._over or dealer.redeal_due:
                    dealer.gather()
                dealer.deck_handled = True
                dealer.tell(DeckHandled(what))
            case Deal(seat=seat, face=face, card=card):
                dealer.gather_misdeal()
                dealer.move(dealer.draw(card), seat_place(seat), face, By.DEALER)
            case DealRound():
                dealer.deal_round()
            case DealAll():
                dealer.deal_all()
            case Acts():
                self._act(statement)
            case RoundCloses():
                dealer.betting_begun = True
                if self._setup.tracker is not Tracker.NONE:
                    dealer.tell(RoundClosed())
            case SeatChanges(seat=seat, status=status):
                if status is SeatStatus.JOINED:
                    self._joining.append(seat)
                dealer.tell(SeatChanged(seat, status))
            case Overrules(text=text):
                dealer.redeal_due = self._button_stays = False
                dealer.tell(RulingOverruled(text))
            case HandEnds():
                self._over = True
                dealer.deck_handled = False
                dealer.tell(HandClosed())
            case _:
                self._handle(statement)

    def _handle(self, statement: Statement) -> None:
        """The statements about single cards that already lie somewhere, and those of burn and board."""
        dealer = self.dealer
        match statement:
            case Burns(card=card, face=face):
                dealer.move(self._burnt(card), BURN, face, By.DEALER)
            case BoardDealt(cards=cards):
                self._board(cards)
            case MuckHand():
                self._muck(statement)
            case MuckPlace(place=place):
                dealer.move_all(dealer.cards.lying(place), MUCK, None, By.DEALER)
            case Moves():
                self._moves(statement)
            case Takes(card=card):
                found = dealer.cards.find_named(card, (Spot.BOARD, Spot.BURN, Spot.SEAT, Spot.MUCK))
                if found is None:
                    dealer.refuse(f"{card} lies nowhere", "expected a named card of the board, the burns or a seat")
                dealer.move(found, ASIDE, found.face, By.DEALER)
            case Returns(card=returned):
                self._return(returned)
            case StubDone(what=what, mixed_with=mixed_with, card=card):
                for place in mixed_with:
                    dealer.move_all(dealer.cards.lying(place), STUB, Face.DOWN, By.DEALER)
                dealer.tell(StubHandled(what, mixed_with, card))
            case Seen(seat=seat, card=seen):
                dealer.flip(self._hole_card(seat, seen), By.UNKNOWN)
                if Sense.FACES not in self._senses:
                    dealer.tell(PersonReported(Situation.EXPOSED_HOLE_CARD, seat=seat, card=seen))
            case Shows(seat=seat, card=shown):
                dealer.flip(self._hole_card(seat, shown), By.PLAYER)
            case TurnsBoard(card=turned):
                lying = dealer.cards.find(turned, BOARD)
                if lying is None:
                    dealer.refuse(f"no board card could be {turned}", "expected a face-down one, dealt by `board ??`")
                dealer.flip(lying, By.DEALER)
            case _:
                return

    def _hand(self) -> None:
        dealer = self.dealer
        redeal, first = dealer.redeal_due, not dealer.hand_open
        dealer.gather()
        dealer.cards.next_hand()
        dealer.hand_open = True
        self._over = False
        if not redeal:
            dealer.seats = sorted({*dealer.seats, *self._joining})
            self._joining = []
            if not first and dealer.button is not None and not self._button_stays:
                dealer.button = following(dealer.seats, dealer.button)[0]
        self._button_stays = False
        dealer.tell(HandOpened(by_machine=self._setup.machine))

    def _deck(self, statement: DeckCount) -> None:
        self.dealer.cards.compose(statement.missing, statement.twice, statement.foreign)
        if Sense.DECK in self._senses:
            doubled = len(statement.twice)
            self.dealer.tell(DeckChecked(statement.count, doubled=doubled, foreign=statement.foreign))

    def _act(self, statement: Acts) -> None:
        dealer = self.dealer
        if statement.seat not in (*dealer.seats, *self._joining) and not dealer.cards.lying(seat_place(statement.seat)):
            dealer.refuse(f"nobody sits at seat {statement.seat}", "expected one of the line `seats`, or that joined")
        dealer.betting_begun = True
        if self._setup.tracker is Tracker.FULL:
            dealer.tell(ActionTaken(statement.seat, statement.action, statement.amount))
        if statement.action is Action.FOLD:
            dealer.muck_hand(statement.seat, statement.keeping, By.PLAYER)

    def _burnt(self, card: Card | None) -> Lying:
        """What is burned: a named card that was set aside or lies face up at a seat or on the board, else the top.

        A face-up hole card becomes the first burn so (bfsp 6.6.1), and so does a drawn flop card (bfsp 6.6.3).
        """
        if card is not None:
            cards = self.dealer.cards
            found = cards.find_named(card, (Spot.ASIDE,))
            found = found or cards.find_named(card, (Spot.SEAT, Spot.BOARD), Face.UP)
            if found is not None:
                return found
        return self.dealer.draw(card)

    def _board(self, cards: tuple[Card | None, ...]) -> None:
        """All land at one moment, each drawn when the one before it lies, so that a double is seen as one."""
        dealer = self.dealer
        dealer.open_deal()
        with dealer.together():
            for card in cards:
                dealer.move(dealer.draw(card), BOARD, Face.DOWN if card is None else Face.UP, By.DEALER)

    def _muck(self, statement: MuckHand) -> None:
        there = len(self.dealer.cards.lying(seat_place(statement.seat)))
        if not there or (statement.cards or 0) > there:
            self.dealer.refuse(f"seat {statement.seat} has {there} cards", "expected cards that are there")
        keeping = 0 if statement.cards is None else there - statement.cards
        self.dealer.muck_hand(statement.seat, keeping, statement.by)

    def _moves(self, statement: Moves) -> None:
        lying = self.dealer.cards.find(statement.card, statement.origin)
        if lying is None:
            self.dealer.refuse(f"{statement.card} is not at {statement.origin}", "expected a card that is there")
        face = Face.UP if statement.place.spot is Spot.BOARD else Face.DOWN
        self.dealer.move(lying, statement.place, face, By.UNKNOWN)
        back = statement.place.spot is Spot.STUB and statement.origin.spot in (Spot.ASIDE, Spot.BURN)
        if back and not self.dealer.cards.lying(ASIDE):
            self.dealer.tell(StepConfirmed(Step.RETURN))

    def _return(self, card: Card | None) -> None:
        cards = self.dealer.cards
        found = cards.find_named(card, (Spot.ASIDE, Spot.BOARD)) if card else None
        leaving = [found] if found else [] if card else cards.lying(ASIDE)
        if not leaving:
            self.dealer.refuse("nothing like it is set aside", "expected a card that was taken before")
        self.dealer.move_all(leaving, STUB, Face.DOWN, By.DEALER)
        if not cards.lying(ASIDE):
            self.dealer.tell(StepConfirmed(Step.RETURN))

    def _hole_card(self, seat: SeatNo, card: Card) -> Lying:
        lying = self.dealer.cards.find(card, seat_place(seat))
        if lying is None:
            self.dealer.refuse(f"seat {seat} holds no card that could be {card}", "expected a card of that seat")
        return lying

    def _learn(self, statement: ExpectRuling) -> None:
        """A script that expects a misdeal says that the next deal is the redeal; a void hand keeps the button."""
        if statement.among is not Among.NOT and self.dealer.dealt:
            self.dealer.redeal_due |= statement.kind is Kind.MISDEAL
            self._button_stays |= statement.kind is Kind.VOID
