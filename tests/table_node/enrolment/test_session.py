"""The custodian's walk through a deck."""

from felt.card import DECK, Card
from felt.clock import Nanos
from felt.ids import DeviceId, Uid
from firmware_bridge.reading import AntennaNo, AntennaRead
from table_node.enrolment.session import Answer, Enrolment, Heard, Progress, Verification


def tag(number: int) -> Uid:
    return Uid(f"E0040150{number:08X}")


def look(*uids: Uid, clean: bool = True) -> AntennaRead:
    return AntennaRead(DeviceId("desk"), AntennaNo(1), uids, Nanos(0), Nanos(1), clean)


def lay(walk: Enrolment | Verification, uid: Uid) -> Answer:
    """Three equal looks, then the antenna empty again; the answer to the third."""
    walk.look(look(uid))
    walk.look(look(uid))
    answer = walk.look(look(uid))
    walk.look(look())
    return answer


def test_fifty_two_cards_in_the_prompted_order() -> None:
    walk = Enrolment(Progress("red"), {})
    for number, card in enumerate(DECK):
        assert walk.prompt == card
        assert lay(walk, tag(number)) == Answer(Heard.ENROLLED, card)
    assert walk.prompt is None
    assert dict(walk.progress.enrolled) == {tag(number): card for number, card in enumerate(DECK)}


def test_one_or_two_looks_are_not_enough() -> None:
    walk = Enrolment(Progress("red"), {})
    assert [walk.look(look(tag(1))).heard for _ in range(2)] == [Heard.SETTLING] * 2
    assert walk.look(look(tag(2))).heard is Heard.SETTLING
    assert walk.look(look(tag(1))).heard is Heard.SETTLING
    assert walk.progress.enrolled == ()


def test_an_unclean_look_or_a_second_card_starts_the_count_anew() -> None:
    walk = Enrolment(Progress("red"), {})
    for disturbance in (look(tag(1), clean=False), look(tag(1), tag(2))):
        walk.look(look(tag(1)))
        walk.look(look(tag(1)))
        walk.look(disturbance)
        walk.look(look(tag(1)))
        assert walk.look(look(tag(1))).heard is Heard.SETTLING
        walk.look(look())
    assert walk.look(look(tag(1), tag(2))).heard is Heard.SEVERAL


def test_a_card_left_lying_is_not_taken_for_the_next_one() -> None:
    walk = Enrolment(Progress("red"), {})
    for _ in range(3):
        walk.look(look(tag(1)))
    assert [walk.look(look(tag(1))).heard for _ in range(6)] == [Heard.LIFT] * 6
    assert len(walk.progress.enrolled) == 1


def test_a_duplicate_and_another_decks_card_are_refused_by_name() -> None:
    walk = Enrolment(Progress("red"), {tag(99): "blue"})
    lay(walk, tag(1))
    assert lay(walk, tag(1)) == Answer(Heard.TAKEN, DECK[0])
    assert lay(walk, tag(99)) == Answer(Heard.FOREIGN, None, "blue")
    assert walk.prompt == DECK[1]


def test_undo_goes_back_through_dead_and_enrolled_cards() -> None:
    walk = Enrolment(Progress("red"), {})
    lay(walk, tag(1))
    assert walk.mark_dead() == DECK[1]
    lay(walk, tag(3))
    assert [walk.undo(), walk.undo(), walk.undo(), walk.undo()] == [DECK[2], DECK[1], DECK[0], None]
    assert walk.progress == Progress("red")


def test_a_walk_goes_on_where_it_was_left() -> None:
    first = Enrolment(Progress("red"), {})
    for number in range(20):
        lay(first, tag(number))
    second = Enrolment(first.progress, {})
    assert second.prompt == DECK[20]
    assert lay(second, tag(3)) == Answer(Heard.TAKEN, DECK[3])


def test_verifying_names_each_card_once_and_strangers_as_such() -> None:
    walk = Verification({tag(1): Card("Kh"), tag(2): Card("2c")})
    assert lay(walk, tag(2)) == Answer(Heard.MATCHED, Card("2c"))
    assert lay(walk, tag(2)) == Answer(Heard.TAKEN, Card("2c"))
    assert lay(walk, tag(7)) == Answer(Heard.FOREIGN)
    assert walk.left == (Card("Kh"),)
