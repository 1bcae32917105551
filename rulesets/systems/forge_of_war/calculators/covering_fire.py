"""A unit on covering fire shoots at an enemy that moves (§39, §40)."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from rulesets.core.calculators import Answer, SolveContext, refusal
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import Side

from ..fire.shooting import SHOOTERS, TARGET, Target, firing_prefill, no_shot
from ..fire.shots import FireMode, Shooters
from ..house_rules import WORDS
from ..tracks import COVERED, current
from .shooting import Volley, aim_of, firing_calculator


@dataclass(frozen=True, slots=True)
class CoveringFire(Volley):
    """What does covering fire do to a unit that moves?"""

    shooters: Annotated[
        Shooters, Ask("Covering unit", "Count the moves that it made before it went on covering fire.")
    ] = SHOOTERS
    target: Annotated[Target, Ask("Moving unit")] = TARGET
    entering: Annotated[bool, Ask("It comes into sight", "Untick this if it is already in sight.")] = True
    shot_too: Annotated[bool, Ask("Also shot when it went on covering fire")] = False
    fired: Annotated[bool, Ask("Has fired covering fire this turn")] = False


def _no_fire(question: CoveringFire, context: SolveContext) -> Answer | None:
    """The answer if there is no covering fire; ``None`` if there is."""
    house = context.house
    if question.fired:
        reason = "it has fired already"
        return refusal("No shot: one covering shot a turn", "FOW-P12", "Covering fire", "no shot", reason)
    if question.shot_too and not house.on("coverfire_with_shoot"):
        reason = "shooting and covering are one action"
        return refusal("No shot: it shot instead of covering", "FOW-P02", "Covering fire", "no shot", reason)
    if not question.entering and house.choice("coverfire_trigger") == "entering_los":
        reason = "it must move into sight"
        return refusal("No shot: the enemy was already in sight", "§40", "Covering fire", "no shot", reason)
    return no_shot(question.shooters, question.target.engaged)


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    has_fired = current(own).did(COVERED)
    return firing_prefill(own, opposing, FireMode.COVERING) | ({"fired": True} if has_fired else {})


CALCULATOR = firing_calculator(
    "covering-fire",
    "Covering fire",
    "A unit on covering fire shoots at an enemy that moves.",
    CoveringFire,
    partial(aim_of, mode=FireMode.COVERING),
    _no_fire,
    (WORDS.sentence("covering_fire.no_test"), WORDS.sentence("covering_fire.orders")),
    _prefill,
    FireMode.COVERING,
)
