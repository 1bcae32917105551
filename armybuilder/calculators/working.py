"""The working of an answer, with links from its steps and rulings, and the key to its codes."""

from dataclasses import dataclass

from armybuilder.site.rule_places import rule_places
from rulesets.core.calculators import Answer, Step
from rulesets.core.codes import codes_shown
from rulesets.core.declarations.house_rules import PlayedRuling
from rulesets.core.reference import Code
from rulesets.core.ruleset import AnyRuleset


@dataclass(frozen=True, slots=True)
class Working:
    """The steps and rulings of an answer, each with the address of its source (empty for a step without one).

    ``codes`` explain what the answer abbreviates.
    """

    steps: tuple[tuple[Step, str], ...]
    rulings: tuple[tuple[PlayedRuling, str], ...]
    codes: tuple[Code, ...]

    @property
    def opens_rules(self) -> bool:
        """Whether a step leads to its rule."""
        return any(place for _, place in self.steps)


def working_of(ruleset: AnyRuleset, answer: Answer | None, readings: str = "") -> Working | None:
    """The working of an answer, if there is one; ``readings`` is the query of the readings played."""
    if answer is None:
        return None
    places = rule_places(ruleset, readings)
    return Working(
        tuple((step, places.get(step.rule, "")) for step in answer.steps),
        tuple((played, places[played.ruling.id]) for played in answer.rulings),
        codes_shown(ruleset.codes, answer.texts),
    )
