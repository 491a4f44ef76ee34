"""Picture files of every kind that a folder may hold, under names of every kind; what cannot be is said."""

import errno
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from felt.fault import BadInput, StorageFault
from tests.project.rooms import ROOT
from vision.picture import Picture
from vision.picture_file import read_on_white, read_picture, write_picture

FOREIGN = os.fsdecode(b"caf\xe9")
"""A name that an old disk holds in Latin-1: no UTF-8."""
PICTURE: Picture = np.random.default_rng(5).integers(0, 255, (40, 60, 3)).astype(np.uint8)


def encoded(picture: np.ndarray, suffix: str = ".png") -> bytes:
    return cv2.imencode(suffix, picture)[1].tobytes()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def claiming(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is so large."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b"")


def test_a_picture_comes_back_as_it_was_written_under_any_name(tmp_path: Path) -> None:
    (tmp_path / FOREIGN).mkdir()
    path = tmp_path / FOREIGN / f"{FOREIGN}.png"
    write_picture(path, PICTURE)
    assert np.array_equal(read_picture(path), PICTURE)
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("held", "level"),
    [
        (np.full((4, 5), 200, np.uint8), 200),
        (np.full((4, 5, 4), (200, 200, 200, 0), np.uint8), 200),
        (np.full((4, 5, 3), 200 * 257, np.uint16), 200),
    ],
    ids=["grey", "transparent", "sixteen bits"],
)
def test_every_picture_becomes_one_of_three_colours(held: np.ndarray, level: int, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(encoded(held))
    read = read_picture(tmp_path / "a.png")
    assert read.shape == (4, 5, 3)
    assert read.dtype == np.uint8
    assert int(read.min()) == int(read.max()) == level


@pytest.mark.parametrize(
    ("held", "level"),
    [
        (np.full((4, 5), 200, np.uint8), 200),
        (np.full((4, 5, 4), (100, 100, 100, 0), np.uint8), 255),
        (np.full((4, 5, 4), (100, 100, 100, 51), np.uint8), 224),  # a fifth of 100 and four fifths of 255
        (np.full((4, 5, 4), 40 * 257, np.uint16), 221),  # 40 of 255 at 40 / 255: 40 * 40 / 255 + 215
        (np.full((4, 5, 3), 200 * 257, np.uint16), 200),
    ],
    ids=["grey", "transparent", "half so", "sixteen bits, half so", "sixteen bits"],
)
def test_printed_matter_is_on_white_paper(held: np.ndarray, level: int, tmp_path: Path) -> None:
    (tmp_path / FOREIGN).write_bytes(encoded(held))
    read = read_on_white(tmp_path / FOREIGN)
    assert read.shape == (4, 5, 3)
    assert read.dtype == np.uint8
    assert int(read.min()) == int(read.max()) == level


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is no picture"),
        (b"no picture", "is no picture"),
        (encoded(PICTURE)[:300], "is no picture"),
        (claiming(60_000, 60_000), "is too large"),
    ],
    ids=["empty", "text", "truncated", "huge"],
)
def test_what_is_no_picture_is_said(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / f"{FOREIGN}.png"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=why):
        read_picture(path)


def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_picture(tmp_path / "none.png")
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        read_picture(tmp_path)


def test_a_fault_about_any_name_can_be_printed_and_sent(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as fault:
        read_picture(tmp_path / f"{FOREIGN}.png")
    assert "caf" in str(fault.value).encode().decode()


def test_a_disk_that_is_full_leaves_the_old_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "felt.png"
    write_picture(path, PICTURE)
    before = path.read_bytes()

    def full(draft: Path, data: bytes) -> int:
        with draft.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StorageFault, match="No space left on device"):
        write_picture(path, PICTURE)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["felt.png"]


@pytest.mark.parametrize("name", ["cards", "cards.xyz", "cards.txt"])
def test_what_no_picture_is_called_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no kind of picture"):
        write_picture(tmp_path / name, PICTURE)


def test_nothing_that_a_technician_points_at_is_handed_to_opencv_by_its_name() -> None:
    """The rooms of decks and training read only what `make decks` has fetched."""
    own = {"vision/picture_file.py", *(f"vision/{room}" for room in ("stage", "train"))}
    using = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "vision").rglob("*.py"))
        if "cv2.imread" in path.read_text() or "cv2.imwrite" in path.read_text()
    ]
    assert [path for path in using if not any(path.startswith(room) for room in own)] == []
