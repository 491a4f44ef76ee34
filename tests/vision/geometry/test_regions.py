"""Which place a point of the felt belongs to."""

import numpy as np
import pytest

from felt.fault import BadInput
from felt.place import BURN, MUCK, Place, SeatNo, Spot, seat_place
from vision.geometry.regions import Region, Regions

SQUARE = np.array([(0, 0), (100, 0), (100, 100), (0, 100)], np.float32)


def test_a_point_belongs_to_the_region_around_it() -> None:
    board = Place(Spot.BOARD, 1)
    regions = Regions([Region(board, SQUARE), Region(BURN, SQUARE + 200)])
    assert regions.at(50, 50) == board
    assert regions.at(250, 250) == BURN
    assert regions.at(150, 150) is None
    assert regions.at(0, 0) == board


def test_where_regions_overlap_the_deeper_one_has_the_point() -> None:
    regions = Regions([Region(BURN, SQUARE), Region(MUCK, SQUARE + np.array((60, 0), np.float32))])
    assert regions.at(70, 50) == BURN  # 30 mm from its edge, 10 mm from the other's
    assert regions.at(90, 50) == MUCK


def test_a_place_has_one_region_and_a_region_has_an_area() -> None:
    seat = seat_place(SeatNo(4))
    with pytest.raises(BadInput, match="seat4 has two regions"):
        Regions([Region(seat, SQUARE), Region(seat, SQUARE + 500)])
    with pytest.raises(BadInput, match="the region of seat4 has no area"):
        Region(seat, SQUARE[:2])
    with pytest.raises(BadInput, match="no area"):
        Region(seat, np.array([(0, 0), (50, 50), (100, 100)], np.float32))


def test_a_region_is_found_by_its_place() -> None:
    regions = Regions([Region(BURN, SQUARE)])
    found = regions.of(BURN)
    assert found is not None
    assert found.place == BURN
    assert regions.of(MUCK) is None
    assert Regions([]).at(1, 1) is None
