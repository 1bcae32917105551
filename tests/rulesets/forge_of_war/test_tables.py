"""The rulebook's tables."""

from rulesets.systems.forge_of_war.tables import (
    Threshold,
    most_survivors,
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
        f"start {start}": " ".join(f"{name}<={most_survivors(start, at)}" for name, at in names.items())
        for start in (5, 7, 10, 15, 20)
    }
    assert found == expected("W14")
