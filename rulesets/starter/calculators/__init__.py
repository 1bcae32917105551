"""The calculators, in the order in which they are offered; each module is named after its slug."""

from typing import Any

from rulesets.core.calculators import Calculator

from . import shooting

CALCULATORS: tuple[Calculator[Any], ...] = (shooting.CALCULATOR,)
