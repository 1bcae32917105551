"""Whether a unit's turn kept the rules of play."""

from __future__ import annotations

from typing import Any

from rulesets.core.calculators import Answer, Calculator, Side, SolveContext, Step
from rulesets.core.tables import Tone, table
from rulesets.systems.forge_of_war.catalogue import stats_of_side
from rulesets.systems.forge_of_war.command import MOST_FIGURES_ASKED
from rulesets.systems.forge_of_war.play_rules import PLAY_RULES, TurnState, breaches
from rulesets.systems.forge_of_war.tables import CAUTIOUS_MOVE, COHESION, HORDE_COHESION, Stance, Training


def check_turn(question: TurnState, context: SolveContext) -> Answer:
    """Each rule of play: kept or broken."""
    found = breaches(question, context.house)
    broken = {rule.id for rule, _ in found}
    rows: list[tuple[object, ...]] = [
        (rule.id, rule.sentence, "broken" if rule.id in broken else "kept") for rule in PLAY_RULES
    ]
    count = len(found)
    headline = f"{count} {'thing breaks' if count == 1 else 'things break'} the rules" if count else "All in order"
    return Answer(
        headline,
        Tone.BAD if count else Tone.GOOD,
        tuple(Step(rule.id, rule.cite, "broken", message, Tone.BAD) for rule, message in found),
        tables=(table("Rules of play", "*Rule | ****Sentence | This turn", rows),),
    )


def _turn_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    stats = stats_of_side(own)
    figures = max(1, min(stats.figures, MOST_FIGURES_ASKED))
    stance = own.unit.spec.stance
    filled: dict[str, Any] = {
        "training": stats.band.value,
        "start": figures,
        "now": figures,
        "stance": stance.value,
        "gap": HORDE_COHESION if stats.training is Training.HORDE else COHESION,
        "longest": min(stats.move, CAUTIOUS_MOVE if stance is Stance.CAUTIOUS else 99),
    }
    return filled | ({"actions": []} if stance is Stance.HIDING else {})


CALCULATOR = Calculator(
    "turn-check",
    "Turn check",
    "Did that turn keep the rules? Actions, movement, shooting and D-markers of one unit.",
    TurnState,
    check_turn,
    _turn_prefill,
    one_sided=True,
)
