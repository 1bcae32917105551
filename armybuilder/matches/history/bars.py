"""What was lost against what was expected, as numbers and lengths of bars."""

from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.calculators import decimal
from rulesets.core.play.luck import Losses


@dataclass(frozen=True, slots=True)
class ExpectedAndReal:
    """The losses of a side, expected and real, with the lengths of their bars in percent of the most."""

    side: int
    expected: str
    real: str
    expected_length: int
    real_length: int


def expected_and_real(side: int, losses: Losses, maximum: Fraction) -> ExpectedAndReal:
    """The losses of a side, where a bar is as long as it can be at the ``maximum``, which is more than nothing."""
    return ExpectedAndReal(
        side,
        decimal(losses.expected, 1),
        decimal(losses.real, 0),
        int(100 * losses.expected / maximum),
        int(100 * losses.real / maximum),
    )
