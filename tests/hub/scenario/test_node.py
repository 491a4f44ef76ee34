"""The node with perfect eyes: which facts it makes of a script's acts, and what it keeps to itself."""

from itertools import pairwise

import msgspec
import pytest

from felt.fact import (
    By,
    CardArrived,
    CardDoubled,
    CardLeft,
    CardTurned,
    DeadCardReturned,
    Face,
    Fact,
    PersonReported,
)
from felt.place import BOARD, BURN, MUCK, SeatNo, Spot, seat_place
from felt.script import Stage, parse_script
from felt.situation import Situation
from hub.scenario.node import ScriptedNode

HEAD = "rulebook bfsp\nseats 1-4\nbutton 4\n"


def facts(text: str, head: str = HEAD) -> list[Fact]:
    script = parse_script(head + text, "t.hand")
    stage, node = Stage(script), ScriptedNode(script.setup)
    acts = [act for statement in script.statements for act in stage.play(statement)]
    return [fact for act in acts for fact in node.observe(act)]


def arrivals(found: list[Fact], spot: Spot) -> list[CardArrived]:
    return [fact for fact in found if isinstance(fact, CardArrived) and fact.place.spot is spot]


def test_a_hidden_card_is_a_token_and_nothing_of_it_names_the_card() -> None:
    found = facts("hand\ndeal 1 down Ks\ndeal 2 up Qd\n")
    hidden, shown = arrivals(found, Spot.SEAT)
    assert (hidden.face, hidden.card) == (Face.DOWN, None)
    assert (shown.face, shown.card) == (Face.UP, "Qd")
    assert b"Ks" not in msgspec.json.encode(hidden)
    assert hidden.ref != shown.ref


def test_nothing_hidden_is_named_in_any_fact_of_a_hand() -> None:
    found = facts("hand\ndeal 1 down Ks\ndeal 2 down\nburn Qs\n1 folds\nmoves Ks muck burn\n")
    assert b"Ks" not in msgspec.json.encode(found)
    assert b"Qs" not in msgspec.json.encode(found)


def test_a_card_keeps_its_token_until_it_is_back_in_the_stub() -> None:
    text = "hand\ndeal all\nburn\nboard 9c 2d\ntake 9c\nboard 9c\ntake 9c\nreturn 9c\nboard 9c\n"
    nines = [fact for fact in arrivals(facts(text), Spot.BOARD) if fact.card == "9c"]
    assert nines[0].ref == nines[1].ref
    assert nines[1].ref != nines[2].ref


def test_cards_of_one_flop_have_one_interval_and_all_others_are_in_order() -> None:
    found = facts("hand\ndeal all\nburn\nboard 9c 2d Jh\nburn\n")
    flop = arrivals(found, Spot.BOARD)
    assert len({fact.between for fact in flop}) == 1
    dealt = [*arrivals(found, Spot.SEAT), arrivals(found, Spot.BURN)[0], flop[0], arrivals(found, Spot.BURN)[1]]
    assert all(one.between.precedes(next_one.between) for one, next_one in pairwise(dealt))


@pytest.mark.parametrize("spot", [Spot.SEAT, Spot.BOARD, Spot.BURN, Spot.MUCK])
def test_what_the_table_cannot_sense_is_not_told(spot: Spot) -> None:
    sense = {Spot.SEAT: "hole", Spot.BOARD: "board", Spot.BURN: "burn", Spot.MUCK: "muck"}[spot]
    others = ",".join(word for word in ("hole", "board", "burn", "muck") if word != sense)
    text = "hand\ndeal all\n3 folds\nburn\nboard 9c 2d Jh\n"
    assert arrivals(facts(text), spot)
    blind = facts(text, HEAD + f"senses {others}\n")
    assert not arrivals(blind, spot)
    assert all(arrivals(blind, other) for other in (Spot.SEAT, Spot.BOARD, Spot.BURN, Spot.MUCK) if other is not spot)
    assert not [fact for fact in blind if isinstance(fact, CardLeft) and fact.place.spot is spot]


def test_a_camera_sees_face_up_cards_where_no_antenna_is() -> None:
    found = facts("hand\ndeal 1 down\ndeal 2 up Qd\nburn\nboard 9c\n", HEAD + "senses faces\n")
    assert [(fact.place, fact.card) for fact in found if isinstance(fact, CardArrived)] == [
        (seat_place(SeatNo(2)), "Qd"),
        (BOARD, "9c"),
    ]


def test_without_a_camera_no_hole_card_is_seen_to_lie_up() -> None:
    found = facts("hand\ndeal 2 up Qd\nburn\nboard 9c\n", HEAD + "senses hole,board\n")
    assert [(fact.face, fact.card) for fact in found if isinstance(fact, CardArrived)] == [
        (Face.DOWN, None),
        (Face.UP, "9c"),
    ]


def test_what_is_set_aside_leaves_and_arrives_nowhere() -> None:
    found = facts("hand\ndeal all\nburn\nboard 9c\ntake 9c\nreturn 9c\n")
    last = [fact for fact in found if isinstance(fact, CardArrived | CardLeft)][-1]
    assert isinstance(last, CardLeft)
    assert last.place == BOARD


def test_a_fold_leaves_the_seat_and_arrives_in_the_muck_with_the_same_token() -> None:
    found = facts("hand\ndeal all\n3 folds\n")
    left = [fact for fact in found if isinstance(fact, CardLeft)]
    mucked = arrivals(found, Spot.MUCK)
    assert [fact.ref for fact in left] == [fact.ref for fact in mucked]
    assert {fact.by for fact in mucked} == {By.PLAYER}


def test_a_double_with_a_hidden_copy_is_told_without_its_name() -> None:
    found = facts("hand\ndeal 1 down Ks\nburn\nboard Ks\n")
    assert CardDoubled(None) in found
    assert found.index(CardDoubled(None)) > found.index(arrivals(found, Spot.BOARD)[0])


def test_a_double_that_lies_open_twice_is_named() -> None:
    found = facts("hand\ndeal all\nburn\nboard Qc Qc 7d\n")
    assert [fact for fact in found if isinstance(fact, CardDoubled)] == [
        CardDoubled(arrivals(found, Spot.BOARD)[0].card)
    ]


def test_a_double_that_no_antenna_reads_is_not_found() -> None:
    found = facts("hand\ndeal all\nburn\nboard Qc Qc 7d\n", HEAD + "senses hole,burn,muck\n")
    assert not [fact for fact in found if isinstance(fact, CardDoubled)]


def test_the_same_card_in_the_next_hand_is_no_double() -> None:
    text = "hand\ndeal 1 down Ks\nburn\nboard 2d\nend\nhand\ndeal 2 down\nburn\nboard Ks 2d\n"
    assert not [fact for fact in facts(text) if isinstance(fact, CardDoubled | DeadCardReturned)]


def test_a_card_that_comes_back_from_the_muck_is_told_as_dead() -> None:
    found = facts("hand\ndeal all\n3 folds\nmoves 7c muck seat2\n")
    (back,) = [fact for fact in found if isinstance(fact, DeadCardReturned)]
    assert (back.place, back.was) == (seat_place(SeatNo(2)), MUCK)


def test_a_dead_card_that_went_into_the_stub_unnoticed_is_told_when_it_is_dealt() -> None:
    found = facts("hand\ndeal all\n3 folds\nmoves 7c muck stub\nburn\nboard 7c 2d Jh\n")
    (back,) = [fact for fact in found if isinstance(fact, DeadCardReturned)]
    assert (back.place, back.was) == (BOARD, MUCK)


@pytest.mark.parametrize(
    "text",
    [
        "burn Qs\nboard 9c\ntake 9c\ntake Qs\nreturn all\nstub shuffled\nburn\nboard Qs\n",
        "3 folds\nburn Qs\nstub mixed muck,burns\nstub shuffled\nburn\nboard Qs\n",
    ],
)
def test_what_a_procedure_put_into_the_stub_is_not_dead(text: str) -> None:
    assert not [fact for fact in facts("hand\ndeal all\n" + text) if isinstance(fact, DeadCardReturned)]


def test_a_turned_card_is_told_with_who_turned_it() -> None:
    found = facts("hand\ndeal all\nseen 3 Kh\nshows 2 Kd\n")
    turned = [fact for fact in found if isinstance(fact, CardTurned)]
    assert [(fact.place.number, fact.card, fact.by) for fact in turned] == [
        (3, "Kh", By.UNKNOWN),
        (2, "Kd", By.PLAYER),
    ]


def test_a_report_of_a_person_is_heard_whatever_the_table_senses() -> None:
    found = facts("hand\ndeal all\nnotice missing-burn\n", HEAD + "senses none\n")
    assert found[-1] == PersonReported(Situation.MISSING_BURN)
    assert not [fact for fact in found if isinstance(fact, CardArrived)]


def test_cards_leave_their_places_when_the_next_hand_gathers_them() -> None:
    found = facts("hand\ndeal all\nburn\nboard 9c 2d Jh\nend\nhand\n")
    left = [fact.place.spot for fact in found if isinstance(fact, CardLeft)]
    assert sorted(left) == sorted([Spot.SEAT] * 8 + [Spot.BURN] + [Spot.BOARD] * 3)
    assert BURN.spot in left
