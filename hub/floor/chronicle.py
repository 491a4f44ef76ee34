"""The newest rulings of a table and what became of each, kept when the hand they belong to is long over."""

from typing import Final

from msgspec.structs import replace

from felt.clock import Nanos
from felt.ids import HandId
from felt.situation import Step
from hub.rules.ruling import HandBegan, Outcome, ProcedureCompleted, RulingGiven, RulingWithdrawn, StepDone
from hub.views.status import RulingRecord

KEPT: Final = 20
"""Rulings remembered for the pages; the ledger has them all."""


class Chronicle:
    """The rulings of one table, newest last. Equal ledgers make equal chronicles."""

    def __init__(self) -> None:
        self._records: dict[int, RulingRecord] = {}

    def all(self) -> tuple[RulingRecord, ...]:
        """What is remembered, oldest first."""
        return tuple(self._records.values())

    def fold(self, at: Nanos, outcomes: tuple[Outcome, ...]) -> None:
        """Take in what a recorded fact led to; `at` is its wall time."""
        for outcome in outcomes:
            match outcome:
                case RulingGiven(ruling=ruling, supersedes=supersedes):
                    if supersedes is not None:
                        self._change(supersedes, withdrawn=f"replaced by ruling {ruling.number}")
                    self._records.pop(ruling.number, None)
                    self._records[ruling.number] = RulingRecord(ruling, at)
                    self._forget()
                case RulingWithdrawn(number=number, why=why):
                    self._change(number, withdrawn=why)
                case StepDone(number=number, index=index):
                    self._step(number, index)
                case ProcedureCompleted(number=number):
                    self._change(number, completed=True)
                case HandBegan(redeal_of=again) if again is not None:
                    self._dealt_again(again)
                case _:
                    pass

    def _dealt_again(self, hand: HandId) -> None:
        """The redeal of `hand` began: that step was seen, whatever of the others was."""
        for record in self.all():
            for index, plan in enumerate(record.ruling.steps):
                if record.ruling.hand == hand and plan.step is Step.REDEAL:
                    self._step(record.ruling.number, index)

    def _step(self, number: int, index: int) -> None:
        record = self._records.get(number)
        if record is not None and index not in record.done:
            self._change(number, done=(*record.done, index))

    def _change(self, number: int, **change: object) -> None:
        record = self._records.get(number)
        if record is not None:
            self._records[number] = replace(record, **change)

    def _forget(self) -> None:
        for number in tuple(self._records)[:-KEPT]:
            del self._records[number]
