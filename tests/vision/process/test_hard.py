"""Cards that are hard to read are kept, one picture each, a few at most, and never one that lies face down."""

from pathlib import Path

import cv2
import pytest

from felt.card import Card
from felt.fact import Face
from felt.fault import ConfigFault
from felt.place import parse_place
from tests.vision.process.stand_in import FELT, Lying, ms
from vision.picture import CARD_HEIGHT, CARD_WIDTH
from vision.process.hard import HardCards
from vision.sighting import TrackNo

PLACE = parse_place("board1")


def kept(folder: Path) -> list[str]:
    return [path.stem.partition("-")[2] for path in sorted(folder.iterdir())]


def shown(folder: Path, *cards: Lying, seconds: float = 3, most: int = 500) -> list[str]:
    log: list[str] = []
    keeper = HardCards(folder, log.append, most)
    for at in range(round(seconds * 10)):
        keeper.look(FELT, cards, ms(100 * at))
    return log


@pytest.mark.parametrize(
    ("lying", "names"),
    [
        (Lying(TrackNo(1), PLACE, None), ["1-unread"]),
        (Lying(TrackNo(1), PLACE, Card("Kh"), confidence=0.93), ["1-Kh"]),
        (Lying(TrackNo(1), PLACE, Card("Kh"), confidence=0.99), []),
        (Lying(TrackNo(1), PLACE, None, Face.DOWN), []),
        (Lying(TrackNo(1), PLACE, None, Face.UNKNOWN), []),
        (Lying(TrackNo(1), PLACE, None, covered=True), []),
    ],
)
def test_what_is_kept(tmp_path: Path, lying: Lying, names: list[str]) -> None:
    assert shown(tmp_path / "hard", lying) == []
    assert kept(tmp_path / "hard") == names


def test_a_card_that_is_read_within_a_second_is_not_kept(tmp_path: Path) -> None:
    shown(tmp_path / "hard", Lying(TrackNo(1), PLACE, None), seconds=0.9)
    assert kept(tmp_path / "hard") == []


def test_only_the_card_is_kept_and_nothing_around_it(tmp_path: Path) -> None:
    shown(tmp_path / "hard", Lying(TrackNo(1), PLACE, None))
    (path,) = (tmp_path / "hard").iterdir()
    picture = cv2.imread(str(path))
    assert picture is not None
    assert picture.shape == (CARD_HEIGHT, CARD_WIDTH, 3)


def test_the_oldest_go_first(tmp_path: Path) -> None:
    keeper = HardCards(tmp_path / "hard", print, 3)
    for number in range(6):
        for at in (0, 1500):
            keeper.look(FELT, [Lying(TrackNo(number), PLACE, None)], ms(10_000 * number + at))
    assert kept(tmp_path / "hard") == ["3-unread", "4-unread", "5-unread"]


def test_a_folder_that_cannot_be_made_is_said_at_once_and_one_that_went_away_later(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigFault, match="cannot be made"):
        HardCards(tmp_path / "file" / "below", print)
    log: list[str] = []
    keeper = HardCards(tmp_path / "hard", log.append)
    (tmp_path / "hard").rmdir()
    for at in (0, 1500):
        keeper.look(FELT, [Lying(TrackNo(1), PLACE, None)], ms(at))
    assert len(log) == 1
