"""Places on a table, and distances between them."""

from math import ceil, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.play.tabletop import MAX_PLACE, QUARTERS, Measured, Tabletop, in_inches, straight, whole_inches

INCHES = Tabletop(whole_inches, lambda side: ())
TILES = Tabletop(whole_inches, lambda side: (), tiled=True)
AWAY = st.integers(0, 2 * MAX_PLACE)


@given(AWAY, AWAY)
def test_a_distance_is_the_straight_one_rounded_up(across: int, down: int) -> None:
    far = straight(across, down)
    assert far * far >= across * across + down * down
    assert far == 0 or (far - 1) ** 2 < across * across + down * down
    assert far == pytest.approx(ceil(hypot(across, down)), abs=1)


@pytest.mark.parametrize(
    ("across", "down", "inches", "words"),
    [
        (0, 0, 0, "0″"),
        (4 * 12, 0, 12, "12″"),
        (4 * 12 + 1, 0, 13, "12¼″"),
        (4 * 3, 4 * 4, 5, "5″"),
        (1, 1, 1, "½″"),
        (0, 3, 1, "¾″"),
    ],
)
def test_whole_inches_are_rounded_up_and_told_in_quarters(across: int, down: int, inches: int, words: str) -> None:
    assert whole_inches(across, down) == Measured({"distance": inches}, words)


def test_a_place_is_told_in_inches_or_tiles() -> None:
    assert (INCHES.words((9, 4)), INCHES.parts) == ("2¼″ across, 1″ down", QUARTERS)
    assert (TILES.words((9, 4)), TILES.parts) == ("9 across, 4 down", 1)
    assert [in_inches(each) for each in range(5)] == ["0″", "¼″", "½″", "¾″", "1″"]
