"""The stage: where every piece of cardboard is, statement by statement."""

from pathlib import Path

import pytest

from felt.fact import (
    ActionTaken,
    By,
    DeckChecked,
    DeckEvent,
    DeckHandled,
    Face,
    HandOpened,
    PersonReported,
    RoundClosed,
    StepConfirmed,
    StubEvent,
    StubHandled,
)
from felt.fault import ScriptFault
from felt.place import ASIDE, BOARD, BURN, MUCK, STUB, Place, SeatNo, Spot, seat_place
from felt.script import Act, CardFlipped, CardMoved, Stage, Told, parse_script
from felt.situation import Action, Situation, Step

HEAD = "rulebook bfsp\nseats 1-4\nbutton 4\n"
SCENARIOS = sorted((Path(__file__).parents[2] / "hands" / "scenarios").glob("*.hand"))


def played(text: str, head: str = HEAD) -> tuple[Stage, list[Act]]:
    """The stage after the whole script, and all its acts."""
    script = parse_script(head + text, "t.hand")
    stage = Stage(script)
    return stage, [act for statement in script.statements for act in stage.play(statement)]


def cards_at(stage: Stage, place: Place) -> list[str]:
    return [piece.id for piece in stage.lying(place)]


def moved(acts: list[Act]) -> list[CardMoved]:
    return [act for act in acts if isinstance(act, CardMoved)]


def refusal(text: str, head: str = HEAD) -> str:
    with pytest.raises(ScriptFault) as caught:
        played(text, head)
    return str(caught.value)


@pytest.mark.parametrize("path", SCENARIOS, ids=[path.stem for path in SCENARIOS])
def test_no_card_is_ever_at_two_places_or_lost(path: Path) -> None:
    script = parse_script(path.read_text(encoding="utf-8"), path.name)
    stage = Stage(script)
    at: dict[str, Place] = {}
    for statement in script.statements:
        for act in stage.play(statement):
            if isinstance(act, CardMoved):
                assert at.get(act.piece.id, STUB) == act.origin
                at[act.piece.id] = act.place
    for place in {*at.values()} - {STUB}:
        assert set(cards_at(stage, place)) == {piece for piece, where in at.items() if where == place}


def test_a_round_goes_from_the_small_blind_to_the_button() -> None:
    _, acts = played("hand\ndeal round\n")
    assert [act.place for act in moved(acts)] == [seat_place(SeatNo(seat)) for seat in (1, 2, 3, 4)]


def test_the_deck_is_made_ready_when_the_script_does_not_say_so() -> None:
    _, acts = played("hand\ndeal 1 down\n")
    words = [act.fact for act in acts if isinstance(act, Told)]
    assert words == [HandOpened(), DeckHandled(DeckEvent.SHUFFLE), DeckHandled(DeckEvent.CUT)]


def test_with_a_machine_the_deck_is_riffled_too() -> None:
    _, acts = played("hand\ndeal 1 down\n", HEAD + "machine\n")
    words = [act.fact for act in acts if isinstance(act, Told)]
    assert words[0] == HandOpened(by_machine=True)
    assert [word.what for word in words if isinstance(word, DeckHandled)] == [
        DeckEvent.SHUFFLE,
        DeckEvent.RIFFLE,
        DeckEvent.CUT,
    ]


@pytest.mark.parametrize("text", ["shuffled\nhand\ndeal 1 down\n", "hand\nshuffled\ndeal 1 down\n"])
def test_as_soon_as_one_is_written_only_those_written_were_done(text: str) -> None:
    _, acts = played(text)
    handled = [act.fact for act in acts if isinstance(act, Told) and isinstance(act.fact, DeckHandled)]
    assert handled == [DeckHandled(DeckEvent.SHUFFLE)]


def test_what_was_written_for_one_hand_says_nothing_of_the_next() -> None:
    _, acts = played("hand\nshuffled\ndeal all\nend\nhand\ndeal 1 down\n")
    handled = [act.fact.what for act in acts if isinstance(act, Told) and isinstance(act.fact, DeckHandled)]
    assert handled == [DeckEvent.SHUFFLE, DeckEvent.SHUFFLE, DeckEvent.CUT]


def test_unnamed_cards_are_never_the_ones_that_the_hand_names() -> None:
    stage, _ = played("hand\ndeal all\nburn\nboard 9c 2d Jh\nburn\nboard 8s\n")
    hidden = {piece for seat in range(1, 5) for piece in cards_at(stage, seat_place(SeatNo(seat)))}
    assert not hidden & {"9c", "2d", "Jh", "8s"}
    assert len(hidden) == 8


def test_a_card_that_is_named_late_had_its_name_from_the_start() -> None:
    _, acts = played("hand\ndeal all\nseen 3 Kh\nshows 3 Kd\n")
    to_three = [act.piece.id for act in moved(acts) if act.place == seat_place(SeatNo(3))]
    assert to_three == ["Kh", "Kd"]
    assert [(act.piece.id, act.by) for act in acts if isinstance(act, CardFlipped)] == [
        ("Kh", By.UNKNOWN),
        ("Kd", By.PLAYER),
    ]


def test_a_card_that_lies_at_a_seat_and_comes_again_is_a_second_copy() -> None:
    stage, _ = played("hand\ndeal 1 down Ks\ndeal 2 down\nburn\nboard Ks 2d Jh\n")
    assert cards_at(stage, BOARD) == ["Ks#2", "2d", "Jh"]
    assert cards_at(stage, seat_place(SeatNo(1))) == ["Ks"]


def test_two_equal_cards_can_land_on_one_flop() -> None:
    stage, acts = played("hand\ndeal all\nburn\nboard Qc Qc 7d\n")
    assert cards_at(stage, BOARD) == ["Qc", "Qc#2", "7d"]
    assert len({act.moment for act in moved(acts)[-3:]}) == 1


def test_cards_dealt_one_by_one_land_at_different_moments() -> None:
    _, acts = played("hand\ndeal all\nburn\nboard 9c 2d Jh\n")
    moments = [act.moment for act in acts]
    assert moments == sorted(moments)
    assert len(set(moments)) == len(moments) - 2


def test_the_exposed_card_becomes_the_burn_from_where_it_lies() -> None:
    stage, acts = played("hand\ndeal 3 up 7d\ndeal 3 down\nburn up 7d\n")
    assert cards_at(stage, BURN) == ["7d"]
    assert moved(acts)[-1].origin == seat_place(SeatNo(3))


def test_a_drawn_flop_card_is_burned_from_aside_and_the_rest_come_back() -> None:
    stage, acts = played("hand\ndeal all\nburn\nboard 9c 2d\ntake 9c\ntake 2d\nburn 2d\nboard 9c\n")
    assert [act.origin for act in moved(acts)[-2:]] == [ASIDE, ASIDE]
    assert cards_at(stage, BOARD) == ["9c"]
    assert cards_at(stage, ASIDE) == []


def test_returned_cards_are_in_the_stub_and_the_dealer_says_so_when_none_is_left() -> None:
    stage, acts = played("hand\ndeal all\nburn Qs\nboard 9c 2d\ntake 9c\ntake Qs\nreturn 9c\nreturn Qs\n")
    assert cards_at(stage, ASIDE) == []
    assert {"9c", "Qs"} <= set(cards_at(stage, STUB))
    assert [act.fact for act in acts if isinstance(act, Told)][-1] == StepConfirmed(Step.RETURN)
    assert [act.fact for act in acts if isinstance(act, Told)].count(StepConfirmed(Step.RETURN)) == 1


def test_a_fold_is_said_before_its_cards_go() -> None:
    stage, acts = played("hand\ndeal all\n3 folds\n")
    assert isinstance(acts[-3], Told)
    assert acts[-3].fact == ActionTaken(SeatNo(3), Action.FOLD)
    assert [act.place for act in moved(acts)[-2:]] == [MUCK, MUCK]
    assert cards_at(stage, seat_place(SeatNo(3))) == []


def test_a_fold_may_leave_a_card_behind() -> None:
    stage, _ = played("hand\ndeal all\n3 folds keeping 1\n")
    assert len(cards_at(stage, seat_place(SeatNo(3)))) == 1


def test_one_card_of_a_hand_can_meet_the_muck_by_the_dealer() -> None:
    stage, acts = played("hand\ndeal all\nmuck 3 1\nmuck 4 by dealer\n")
    assert len(cards_at(stage, seat_place(SeatNo(3)))) == 1
    assert [act.by for act in moved(acts)[-3:]] == [By.UNKNOWN, By.DEALER, By.DEALER]


def test_a_tracker_of_rounds_hears_no_action() -> None:
    _, acts = played("hand\ndeal all\n3 folds\nclosed\n", HEAD + "tracker rounds\n")
    words = [act.fact for act in acts if isinstance(act, Told)]
    assert not [word for word in words if isinstance(word, ActionTaken)]
    assert words[-1] == RoundClosed()


def test_without_a_tracker_nobody_says_that_a_round_closed() -> None:
    _, acts = played("hand\ndeal all\nclosed\n", HEAD + "tracker none\n")
    assert not [act for act in acts if isinstance(act, Told) and isinstance(act.fact, RoundClosed)]


def test_without_a_camera_a_person_says_that_a_card_was_seen() -> None:
    _, acts = played("hand\ndeal all\nseen 3 Kh\n", HEAD + "senses hole,board,burn,muck\n")
    assert isinstance(acts[-1], Told)
    assert acts[-1].fact == PersonReported(Situation.EXPOSED_HOLE_CARD, seat=SeatNo(3), card=acts[-2].piece.card)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("count 3 3", Situation.TOO_MANY_CARDS),
        ("count 3 1", Situation.TOO_FEW_CARDS),
        ("count 3 0", Situation.SEAT_SKIPPED),
        ("count 4 1", Situation.BUTTON_SHORT),
    ],
)
def test_a_count_is_told_with_the_situation_it_would_be(text: str, situation: Situation) -> None:
    _, acts = played(f"hand\ndeal all\nnotice {text}\n")
    assert isinstance(acts[-1], Told)
    fact = acts[-1].fact
    assert isinstance(fact, PersonReported)
    assert (fact.situation, str(fact.count)) == (situation, text[-1])


def test_a_new_hand_gathers_every_card_and_moves_the_button() -> None:
    stage, acts = played("hand\ndeal all\n3 folds\nburn\nboard 9c 2d Jh\nend\nhand\ndeal round\n")
    assert cards_at(stage, BOARD) == cards_at(stage, BURN) == cards_at(stage, MUCK) == []
    assert [act.place for act in moved(acts)[-4:]] == [seat_place(SeatNo(seat)) for seat in (2, 3, 4, 1)]


def test_after_an_expected_misdeal_the_next_deal_is_the_redeal_from_the_same_button() -> None:
    stage, acts = played("hand\ndeal 1 down\ndeal 2 up As\ndeal 3 up 7d\nexpect misdeal\ndeal round\n")
    assert [len(cards_at(stage, seat_place(SeatNo(seat)))) for seat in range(1, 5)] == [1, 1, 1, 1]
    assert [act.place for act in moved(acts)[-4:]] == [seat_place(SeatNo(seat)) for seat in (1, 2, 3, 4)]


@pytest.mark.parametrize("line", ["burn", "board 9c 2d Jh", "board ??"])
def test_a_burn_or_a_street_after_a_misdeal_gathers_nothing(line: str) -> None:
    stage, acts = played(f"hand\ndeal 2 up Kd\nexpect misdeal\n{line}\n")
    assert len(cards_at(stage, seat_place(SeatNo(2)))) == 1
    assert not any(act.place.spot is Spot.STUB for act in moved(acts))


def test_whoever_follows_the_rulings_says_that_the_hand_is_a_misdeal() -> None:
    script = parse_script(HEAD + "hand\ndeal 2 down\ndeal round\n", "t.hand")
    stage = Stage(script)
    for statement in script.statements[:2]:
        stage.play(statement)
    stage.misdealt()
    stage.place_button(SeatNo(2))
    acts = list(stage.play(script.statements[2]))
    assert [act.place for act in moved(acts)][1:] == [seat_place(SeatNo(seat)) for seat in (3, 4, 1, 2)]


def test_a_mixed_stub_takes_the_cards_with_it() -> None:
    stage, acts = played("hand\ndeal all\n3 folds\nburn\nstub mixed muck,burns\n")
    assert cards_at(stage, MUCK) == cards_at(stage, BURN) == []
    assert isinstance(acts[-1], Told)
    assert acts[-1].fact == StubHandled(StubEvent.MIXED, (MUCK, BURN))


def test_a_folded_card_can_be_named_when_it_moves() -> None:
    stage, _ = played("hand\ndeal all\n3 folds\nmoves 7c muck seat3\n")
    assert cards_at(stage, seat_place(SeatNo(3))) == ["7c"]


def test_face_down_board_cards_are_turned() -> None:
    stage, acts = played("hand\ndeal all\nburn\nboard ?? ?? ??\nturns board 9c\n")
    (flipped,) = [act for act in acts if isinstance(act, CardFlipped)]
    assert flipped.piece.id == "9c"
    assert stage.face(flipped.piece) is Face.UP


def test_the_deck_check_is_told_where_the_table_has_one() -> None:
    text = "deck 53 twice Ks\nhand\n"
    _, acts = played(text)
    assert isinstance(acts[0], Told)
    assert acts[0].fact == DeckChecked(53, doubled=1)
    _, acts = played(text, HEAD + "senses hole\n")
    assert [type(act.fact) for act in acts if isinstance(act, Told)] == [HandOpened]


def test_stud_lands_its_third_card_face_up_and_needs_no_button() -> None:
    _, acts = played("hand\ndeal all\n", "rulebook tda\ngame stud\nseats 2,5,8\n")
    assert [act.face for act in moved(acts)] == [Face.DOWN] * 6 + [Face.UP] * 3
    assert [act.place.number for act in moved(acts)][:3] == [2, 5, 8]


def test_who_joins_is_dealt_in_from_the_next_hand() -> None:
    stage, _ = played("hand\ndeal all\njoins 6\nend\nhand\ndeal round\n")
    assert len(cards_at(stage, seat_place(SeatNo(6)))) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deal round\n", "t.hand:4: `deal round`: no hand has begun"),
        ("hand\ndeal 1 down\ndeal round\n", "t.hand:6: `deal round`: the seats hold different numbers of cards"),
        ("hand\ndeal all\ndeal all\n", "every seat has its cards"),
        ("hand\ndeal all\nboard 9c\ntake 9d\n", "`take 9d`: 9d lies nowhere"),
        ("hand\ndeal all\nreturn all\n", "nothing like it is set aside"),
        ("hand\ndeal all\nboard 9c\nreturn 9d\n", "nothing like it is set aside"),
        ("hand\nmuck 3\n", "seat 3 has 0 cards"),
        ("hand\ndeal all\nmuck 3 3\n", "seat 3 has 2 cards"),
        ("hand\ndeal all\nmoves 7c muck stub\n", "7c is not at muck"),
        ("hand\ndeal all\nboard 7c\nmoves 7c stub muck\n", "7c is not at stub"),
        ("hand\nshows 3 Kh\n", "seat 3 holds no card that could be Kh"),
        ("hand\ndeal all\nturns board 9c\n", "no board card could be 9c"),
    ],
)
def test_what_cannot_have_happened_is_refused_by_its_line(text: str, says: str) -> None:
    assert says in refusal(text)


def test_a_deck_runs_out() -> None:
    deals = "deal 1 down\n" * 53
    assert "no card is left in the stub" in refusal("hand\n" + deals)
