"""What a careless or a dishonest custodian tries, and what comes of it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from felt.card import DECK, Card
from felt.fault import BadInput, ConfigFault, LinkLost
from firmware_bridge.reader.port import ReaderDriver
from table_node.enrolment import __main__ as command
from table_node.enrolment.desk import NOT_FINISHED, Key, also, check_verifier
from table_node.enrolment.locked import DeckRecord, deck_key, load_locked, save_locked
from table_node.enrolment.reader import desk_reader
from tests.table_node.enrolment.test_desk import Office, tag

WHOLE = DeckRecord("red", {tag(card): card for card in DECK}, enrolled_by="Ann and Ben")


def stored(folder: Path, record: DeckRecord) -> Path:
    path = folder / f"{record.name}.deck"
    save_locked(record, path, deck_key(folder / "deck.key"))
    return path


@pytest.mark.parametrize("person", ["Ann", "ann", " ANN ", "Ben", "ben"])
def test_nobody_verifies_what_they_enrolled_however_they_write_their_name(person: str) -> None:
    with pytest.raises(ConfigFault, match="second person"):
        check_verifier(WHOLE, person)


def test_a_second_person_has_a_name() -> None:
    check_verifier(WHOLE, "Cleo")
    with pytest.raises(ConfigFault, match="nobody is named"):
        check_verifier(WHOLE, "  ")


@pytest.mark.parametrize("record", [replace(WHOLE, quarantined=NOT_FINISHED), DeckRecord("red", {})])
def test_an_unfinished_deck_cannot_be_verified(record: DeckRecord) -> None:
    with pytest.raises(ConfigFault, match="not finished"):
        check_verifier(record, "Cleo")


def test_names_are_gathered_once() -> None:
    assert also("", "Ann") == "Ann"
    assert also("Ann", " Ben  Hur") == "Ann and Ben Hur"
    assert also("Ann and Ben", "ANN") == "Ann and Ben"


def test_an_unfinished_deck_cannot_be_released(tmp_path: Path) -> None:
    cards = dict(list(WHOLE.cards.items())[:-1])
    path = stored(tmp_path, replace(WHOLE, cards=cards, quarantined=NOT_FINISHED))
    with pytest.raises(ConfigFault, match="1 cards are not enrolled"):
        command.quarantine(path, "")
    assert load_locked(path, deck_key(tmp_path / "deck.key")).quarantined == NOT_FINISHED


def test_a_whole_deck_is_quarantined_and_released(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = stored(tmp_path, WHOLE)
    command.quarantine(path, "coffee")
    assert "NOT TO BE DEALT: coffee" in capsys.readouterr().out
    command.quarantine(path, "")
    command.show(path)
    assert "NOT TO BE DEALT" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["../red", "a/b", ".hidden", "", "x" * 49, "a\nb"])
def test_a_deck_cannot_be_named_out_of_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="cannot name a deck"):
        command.enrol(name, tmp_path, reader=desk_reader("memory://x", "pepper-c1-mux", 1), person="Ann")
    assert list(tmp_path.iterdir()) == []


def test_a_command_on_a_folder_without_its_key_makes_none(tmp_path: Path) -> None:
    path = stored(tmp_path, WHOLE)
    (tmp_path / "deck.key").unlink()
    with pytest.raises(ConfigFault, match="there is no deck key"):
        command.show(path)
    assert not (tmp_path / "deck.key").exists()


async def test_no_before_any_card_is_laid_down_marks_nothing() -> None:
    office = Office()

    async def hasty() -> None:
        await office.press(Key.NO)
        await office.press(Key.QUIT)

    assert await office.during(lambda desk: desk.verify(WHOLE, "Cleo"), hasty) == WHOLE
    assert "lay down a card first" in office.said


async def test_the_old_piece_is_no_new_one() -> None:
    office = Office()

    async def lay_the_old_again() -> None:
        await office.lay(tag(Card("Kh")))
        await office.press(Key.QUIT)

    assert await office.during(lambda desk: desk.swap(WHOLE, Card("Kh"), {}), lay_the_old_again) is None
    assert "this card belongs to another deck (the old piece)" in office.said


async def test_a_reader_that_can_never_work_ends_the_desk() -> None:
    class NoReader(Office):
        async def _open(self) -> ReaderDriver:
            raise ConfigFault("no such port", where="serial:///nowhere")

    async def nobody() -> None:
        return

    with pytest.raises((ConfigFault, LinkLost), match="no such port"):
        await NoReader().during(lambda desk: desk.verify(WHOLE, "Cleo"), nobody)
