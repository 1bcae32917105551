"""Whether a unit kept to the rules of play in its turn."""

from typing import Any, Final

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step
from rulesets.core.declarations.fields import clamp
from rulesets.core.play.states import Side
from rulesets.core.play.trackers import AT_FIRST
from rulesets.core.tables import Tone, table
from rulesets.core.wording import count_of

from ..house_rules import WORDS
from ..play_rules import TURN_RULES, TurnState, breaches
from ..tables import CAUTIOUS_MOVE, COHESION, HORDE_COHESION, Stance, Training
from ..tracks import COVERED, DEPLOYED, REACTED, current

_NAMES: Final = WORDS.sentences("turn_rules")


def check_turn(question: TurnState, context: SolveContext) -> Answer:
    """Each rule of play: kept or broken."""
    broken_rules = breaches(question, context.house)
    broken = {rule.id for rule, _ in broken_rules}
    rows: list[tuple[object, ...]] = [
        (rule.id, rule.sentence_under(context.house), "broken" if rule.id in broken else "kept")
        for rule, _ in TURN_RULES
    ]
    count = len(broken_rules)
    headline = f"That turn broke {count_of(count, 'rule')}" if count else "That turn was legal"
    return Answer(
        headline,
        Tone.BAD if count else Tone.GOOD,
        tuple(
            Step(rule.id, _NAMES[rule.id](context.house), "broken", message, Tone.BAD) for rule, message in broken_rules
        ),
        tables=(table("Rules of play", "*Rule | ****Sentence | This turn", rows),),
    )


def _turn_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    stats, stance = now.stats, now.stance
    start = max(1, now.start)
    fields: dict[str, Any] = {
        "training": stats.band.value,
        **clamp(TurnState, start=start, now=start - now.lost),
        "stance": stance.value,
        "gap": HORDE_COHESION if stats.training is Training.HORDE else COHESION,
        "longest": min(stats.move, CAUTIOUS_MOVE if stance is Stance.CAUTIOUS else 99),
    }
    if stance is Stance.HIDING:
        fields["actions"] = []
    if now.state == AT_FIRST:
        return fields
    return fields | {
        **clamp(TurnState, markers=now.markers, automatic=now.markers - stats.cap),
        "engaged": now.engaged,
        "covering_shots": int(now.did(COVERED)),
        "reaction_tests": int(now.did(REACTED)),
        "deployed": now.state.count(DEPLOYED) > 0,
    }


CALCULATOR = Calculator(
    "turn-check",
    "Was that turn legal?",
    "Checks the actions, movement, shooting and D-markers of one unit in one turn.",
    TurnState,
    check_turn,
    _turn_prefill,
    one_sided=True,
)
