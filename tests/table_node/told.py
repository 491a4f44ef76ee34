"""What a hub guides a table by, and what a table tells, in short."""

from collections.abc import Sequence

from felt.fact import CardArrived, CardLeft, Face
from felt.ids import HandId
from felt.order import Guidance, StepDue
from tests.table_node.tabletop import Tabletop


def guide(table: Tabletop, hand: str | None, state: str, *steps: StepDue, seat_cards: int = 2) -> None:
    guidance = Guidance(1, HandId(hand) if hand else None, state, steps=steps, seat_cards=seat_cards)
    table.witness.guide(guidance, table.now)


def arrivals(facts: Sequence[object]) -> list[tuple[str, str, Face, str | None]]:
    return [(str(f.place), f.ref, f.face, f.card) for f in facts if isinstance(f, CardArrived)]


def places_left(facts: Sequence[object]) -> list[tuple[str, str]]:
    return [(str(f.place), f.ref) for f in facts if isinstance(f, CardLeft)]
