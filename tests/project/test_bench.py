"""The benchmark's frame tells the truth about aims and percentiles."""

import pytest

from tests.bench.row import Better, Row, per_second, percentile


@pytest.mark.parametrize(
    ("value", "aim", "better", "met"),
    [
        (51.0, 50.0, Better.HIGHER, True),
        (50.0, 50.0, Better.HIGHER, True),
        (49.9, 50.0, Better.HIGHER, False),
        (19.0, 20.0, Better.LOWER, True),
        (20.1, 20.0, Better.LOWER, False),
        (1.0, None, Better.HIGHER, None),
    ],
)
def test_an_aim_is_met_or_it_is_not(value: float, aim: float | None, better: Better, met: bool | None) -> None:
    assert Row("x", value, "ms", aim, better).met is met


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert percentile(values, 0.5) == 50
    assert percentile(values, 0.99) == 99
    assert percentile([3.0], 0.99) == 3
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


def test_things_per_second_counts_what_was_done() -> None:
    assert per_second(lambda: 1000, rounds=2) > 1000
