"""Cards that are hard to read are kept, one picture each, a few at most, and never one that lies face down."""

import errno
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


def test_a_restart_goes_on_behind_what_was_kept_and_touches_nothing_of_other_peoples(tmp_path: Path) -> None:
    """The machine's clock begins anew with each start: at the second start it is earlier than at the first."""
    folder = tmp_path / "hard"
    folder.mkdir()
    others = ["000-holiday.png", "zebra.png", "000000000000001-1-unread.jpg"]
    for name in others:
        (folder / name).write_bytes(b"somebody's own")
    for start in (900_000, 0, 0):
        keeper = HardCards(folder, print, 2)
        for at in (0, 1500):
            keeper.look(FELT, [Lying(TrackNo(start + 7), PLACE, None)], ms(start + at))
    assert [name for name in sorted(path.name for path in folder.iterdir()) if name not in others] == [
        "000000000000002-7-unread.png",
        "000000000000003-7-unread.png",
    ]
    assert {path.name for path in folder.iterdir()} > set(others)


def test_what_the_disk_does_not_take_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    (said,) = shown(tmp_path / "hard", Lying(TrackNo(1), PLACE, None))
    assert "No space left on device" in said
    assert list((tmp_path / "hard").iterdir()) == []
