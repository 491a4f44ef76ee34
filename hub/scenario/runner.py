"""Runs a script through the rules, statement by statement, and looks at every expectation where it stands."""

from typing import Final

from felt.card import Card
from felt.fact import Fact, TimePassed
from felt.fault import BadInput, ScriptFault
from felt.ids import BootId, DeviceId, FactId, Ref, fact_id
from felt.script import Script, Stage, Statement, print_statement
from felt.script.statement import Among, Expectation, ExpectRuling, HandStarts
from felt.script.words import nearest
from felt.situation import Kind
from hub.rules import TableState, advance, next_due_ms, open_table, picture
from hub.rules.books import SHELF, Shelf
from hub.rules.ruling import Outcome, Ruling, RulingGiven
from hub.scenario.expectation import Moment, fits, missed, ruling_text
from hub.scenario.explain import explained
from hub.scenario.node import ScriptedNode
from hub.scenario.report import Checked, Given, Report, Understood, Verdict

_DEVICE: Final = DeviceId("script")
_BOOT: Final = BootId("0" * 16)
_MOMENT_MS: Final = 1
"""What happened in one statement happened together; its moment is over before the next one is read."""
_MUST_BE_MENTIONED: Final = (Kind.MISDEAL, Kind.VOID, Kind.DEAD)


def run_script(script: Script, shelf: Shelf = SHELF) -> Report:
    """Run the whole script. A book that is not built is `not yet`; a statement that cannot have been, `unreadable`.

    A misdeal, void or dead that no expectation mentions fails the file.
    """
    try:
        run = _Run(script, shelf)
    except BadInput as fault:
        return Report(script.name, Verdict.NOT_YET, why=str(fault))
    try:
        for statement in script.statements:
            run.play(statement)
    except ScriptFault as fault:
        return run.report(Verdict.UNREADABLE, str(fault))
    run.finish()
    return run.report(Verdict.HELD if all(check.held for check in run.checked) else Verdict.FAILED)


class _Run:
    def __init__(self, script: Script, shelf: Shelf) -> None:
        self._script = script
        self._state: TableState = open_table(script.setup, shelf=shelf)
        self._stage = Stage(script)
        self._node = ScriptedNode(script.setup)
        self._sequence = 0
        self._window: list[Outcome] = []
        self._looked = False
        self._given: list[tuple[int, Ruling]] = []
        self._mentioned: set[int] = set()
        self._understood: list[Understood] = []
        self.checked: list[Checked] = []

    def play(self, statement: Statement) -> None:
        """Feed what the statement made happen, or look at what it expects."""
        acts = self._stage.play(statement)
        if isinstance(statement, Expectation):
            self._look(statement)
            return
        if self._looked:
            self._window = []
            self._looked = False
        heard = [self._feed(fact, statement.line) for act in acts for fact in self._node.observe(act)]
        due = next_due_ms(self._state)
        if due is not None and due <= _MOMENT_MS:
            heard.append(self._feed(TimePassed(due), statement.line))
        self._follow(statement)
        outcomes = [outcome for told in heard for outcome in told]
        said = explained(outcomes, picture(self._state))
        self._understood.append(Understood(statement.line, print_statement(statement), said))

    def finish(self) -> None:
        """Hold the file to its unmentioned rulings."""
        for line, ruling in self._given:
            if ruling.kind in _MUST_BE_MENTIONED and id(ruling) not in self._mentioned:
                text = f"no expect mentions {ruling_text(ruling)}"
                self.checked.append(Checked(line, text, held=False, found=ruling.because))

    def report(self, verdict: Verdict, why: str = "") -> Report:
        """The report as it stands."""
        name = self._script.name
        given = tuple(_given(name, line, ruling) for line, ruling in self._given)
        return Report(name, verdict, tuple(self.checked), given, tuple(self._understood), why)

    def _feed(self, fact: Fact, line: int) -> tuple[Outcome, ...]:
        self._sequence += 1
        turn = advance(self._state, _id(self._sequence), fact)
        self._state = turn.state
        self._window.extend(turn.outcomes)
        for outcome in turn.outcomes:
            if isinstance(outcome, RulingGiven):
                self._given.append((line, outcome.ruling))
                if outcome.ruling.kind is Kind.MISDEAL:
                    self._stage.misdealt()
        return turn.outcomes

    def _follow(self, statement: Statement) -> None:
        """The rulebook moved the button with the new hand; the stage deals from there."""
        button = picture(self._state).button
        if isinstance(statement, HandStarts) and button is not None:
            self._stage.place_button(button)

    def _look(self, expected: Expectation) -> None:
        self._looked = True
        moment = Moment(self._script.setup.rulebook, self._window, picture(self._state), self.card_of)
        if isinstance(expected, ExpectRuling) and expected.among is not Among.NOT:
            such = (ruling for ruling in moment.rulings if fits(expected, ruling, moment.book))
            self._mentioned.update(id(ruling) for ruling in such)
        found = missed(expected, moment)
        if found is not None and isinstance(expected, ExpectRuling):
            found += self._unknown_clause(expected)
        self.checked.append(Checked(expected.line, print_statement(expected), found is None, found or ""))

    def _unknown_clause(self, expected: ExpectRuling) -> str:
        """`; bfsp has no clause 635, did you mean 6.3.5?`, or nothing."""
        name = expected.book or self._script.setup.rulebook.partition("+")[0]
        for book in self._state.chain:
            known = {book.uncovered[0], *(article.clause for article in book.articles)}
            if book.id == name and expected.clause and expected.clause not in known:
                return f"; {name} has no clause {expected.clause}, {nearest(expected.clause, sorted(known))}"
        return ""

    def card_of(self, ref: Ref) -> Card | None:
        """The physical card of a token."""
        return self._node.card_of(ref)


def _id(sequence: int) -> FactId:
    return fact_id(_DEVICE, _BOOT, sequence)


def _given(file: str, line: int, ruling: Ruling) -> Given:
    steps = tuple(str(plan.step) for plan in ruling.steps)
    return Given(file, line, ruling.kind, ruling.situation, ruling.seat, ruling.clause, ruling.book, steps)
