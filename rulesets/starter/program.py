"""What the document cannot say: calculators and rules in Python, which come after its own."""

from typing import Any

from rulesets.core.calculators import Calculator
from rulesets.core.forces.rules import Rule

CALCULATORS: tuple[Calculator[Any], ...] = ()
RULES: tuple[Rule, ...] = ()
