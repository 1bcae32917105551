"""The rulebook's tables."""

import pytest

from rulesets.systems.forge_of_war.tables import (
    Threshold,
    max_survivors,
    permanent_markers,
    reached,
)
from tests.rulesets.forge_of_war.worked import (
    expected,
)


def test_w14() -> None:
    names = {
        "half": Threshold.HALF,
        "third": Threshold.THIRD,
        "lost50": Threshold.LOST_HALF,
        "lost75": Threshold.LOST_QUARTERS,
    }
    found = {
        f"start {start}": " ".join(f"{name}<={max_survivors(start, at)}" for name, at in names.items())
        for start in (5, 7, 10, 15, 20)
    }
    assert found == expected("W14")


@pytest.mark.parametrize(
    ("threshold", "start", "last"),
    [
        (Threshold.HALF, 5, 2),
        (Threshold.THIRD, 9, 3),
        (Threshold.LOST_HALF, 10, 5),
        (Threshold.LOST_QUARTERS, 10, 2),
        (Threshold.HALF, 1, 0),
    ],
)
def test_a_threshold_holds_from_its_last_figure_on(threshold: Threshold, start: int, last: int) -> None:
    assert [now for now in range(start + 1) if reached(now, start, threshold)] == [*range(last + 1)]


def test_markers_stay_from_half_the_losses_on() -> None:
    assert [permanent_markers(now, 8, cap=9) for now in range(8, 0, -1)] == [0, 0, 0, 0, 1, 1, 2, 2]
    assert [permanent_markers(now, 8, cap=1) for now in (4, 2)] == [1, 1]
