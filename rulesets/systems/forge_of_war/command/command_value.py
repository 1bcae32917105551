"""Command tests: a d10 at or under the modified Command Value (§8, §13, §30, §38)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Final

from rulesets.core.calculators import QuestionError, SolveContext
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, Choice, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.core.wording import count_of, phrases

from ..dice import Need, throw_for
from ..modifiers import Modifier, plain, when
from ..tables import (
    COMMAND_RANGE,
    COMMANDER_NEAR,
    COVERS,
    DIE,
    HALF_STRENGTH,
    HIDING_RALLY,
    JUST_SLAUGHTERED,
    MAX_MARKERS,
    NATURAL_FAILURE,
    NO_ENEMY_IN_SIGHT,
    STANCE_TROOPS,
    TERRIFYING_NEAR,
    Cover,
    Stance,
    Threshold,
    reached,
)
from ..tracks import current

FIGURES_LIMIT = 200
"""Figures that a question may name for one unit."""


class CommandTest(Choice):
    """What a command test is for."""

    ACTIVATION = "activation", "Activation"
    RALLY = "rally", "Rally"
    DISENGAGE = "disengage", "Disengaging"
    REACTION = "reaction", "Reaction"
    BALE_OUT = "bale_out", "Baling out"

    @property
    def as_activation(self) -> bool:
        """Whether its die is read as for activation: the reaction test is rolled the same way (Reaction Test)."""
        return self in (CommandTest.ACTIVATION, CommandTest.REACTION)


@dataclass(frozen=True, slots=True)
class CommandState:
    """A unit about to take a command test."""

    cv: Annotated[int, Ask("Command Value", min=-20, max=20)] = 7
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    start: Annotated[
        int, Ask("Figures at the start", "Enter 1 for a vehicle or a leader.", min=1, max=FIGURES_LIMIT)
    ] = 10
    now: Annotated[int, Ask("Figures now", min=0, max=FIGURES_LIMIT)] = 10
    commander: Annotated[
        bool, Ask("Commander nearby", f"The Force Commander or his squad is within {COMMAND_RANGE}″ and in sight.")
    ] = False
    own_command: Annotated[bool, Ask("Is the command unit", "It is the Force Commander, his squad or his vehicle.")] = (
        False
    )
    no_enemy: Annotated[bool, Ask("No enemy in sight")] = False
    terrifying: Annotated[bool, Ask("Terrifying enemy", "The enemy is within two of its own moves.")] = False
    cover: Annotated[Cover, Ask("Cover")] = Cover.NONE


def check_figures(figures: int, start: int | None = None, path: str = "") -> None:
    """Raise ``QuestionError`` for an empty unit, or one that has grown; ``path`` stands before the fields' names."""
    if figures < 1:
        raise QuestionError(f"{path}figures", "The unit has no figures. Enter one or more.")
    if start is not None and start < figures:
        now = count_of(figures, "figure")
        raise QuestionError(f"{path}start", f"The unit has {now}, so it cannot have started with fewer.")


def state_assumed(state: CommandState, test: CommandTest = CommandTest.ACTIVATION) -> tuple[str, ...]:
    """A unit about to take a command test in short phrases; cover does not matter to a rally."""
    return phrases(
        count_of(state.markers, "D-marker") if state.markers else "no D-markers",
        f"{state.now} of {count_of(state.start, 'figure')}" if state.now < state.start else "at full strength",
        "commander near" * state.commander,
        "no enemy in sight" * state.no_enemy,
        "terrifying enemy near" * state.terrifying,
        cover_assumed(state.cover) * (test is not CommandTest.RALLY),
    )


IN_COVER: Final = {
    Cover.NONE: "in the open",
    Cover.SOFT: "in soft cover",
    Cover.HARD: "in hard cover",
    Cover.FORTIFIED: "in a fortified place",
    Cover.BUNKER: "in a bunker",
}


def cover_assumed(cover: Cover, whose: str = "") -> str:
    """Cover in a short phrase: ``in the open``, ``in soft cover``; ``whose`` stands before it."""
    return f"{whose} {IN_COVER[cover]}".strip()


def check_stance(stance: Stance, may_change: bool, path: str = "stance") -> None:
    """Raise ``QuestionError`` for a stance that troops of this sort cannot take (stance rules)."""
    if stance is not Stance.NORMAL and not may_change:
        raise QuestionError(path, STANCE_TROOPS)


def check_hurt(hurt: int, wounds: int, path: str = "") -> None:
    """Raise ``QuestionError`` for as many wounds on one figure as it has; ``path`` stands before the field's name."""
    if hurt >= wounds:
        raise QuestionError(f"{path}hurt", f"A figure is lost when it takes {count_of(wounds, 'wound')}. Enter fewer.")


def check_strength(state: CommandState, path: str = "unit") -> None:
    """Raise ``QuestionError`` for an empty unit or one that has grown."""
    if state.now < 1:
        raise QuestionError(f"{path}.now", "No figure is left. Enter one or more.")
    if state.now > state.start:
        raise QuestionError(f"{path}.now", f"The unit started with {state.start}, so no more can be left.")


def command_modifiers(state: CommandState, test: CommandTest, house: HouseRules) -> tuple[Modifier, ...]:
    """The modifiers to the Command Value in that test; a rally leaves out strength and cover (§8, §13)."""
    rally = test is CommandTest.RALLY
    near = state.commander and not (state.own_command and not house.on("commander_self_bonus"))
    half = not rally and reached(state.now, state.start, Threshold.HALF)
    cover = COVERS[state.cover].activation
    place = "§13" if rally else "§8"
    return (
        *when(True, Modifier("§12", count_of(state.markers, "D-marker"), -state.markers)),
        *when(half, Modifier("§8", "Half strength or less", HALF_STRENGTH, f"{state.now} of {state.start}")),
        *when(state.terrifying, Modifier(place, "Terrifying enemy near", TERRIFYING_NEAR)),
        *when(near, Modifier(place, "Commander nearby", COMMANDER_NEAR)),
        *when(state.no_enemy, Modifier(place, "No enemy in sight", NO_ENEMY_IN_SIGHT)),
        *when(not rally, Modifier("§8", state.cover.label, cover)),
    )


def rally_modifiers(state: CommandState, slaughtered: bool, hiding: bool, house: HouseRules) -> tuple[Modifier, ...]:
    """The modifiers to the Command Value when rallying (§13, stance rules)."""
    return (
        *command_modifiers(state, CommandTest.RALLY, house),
        *when(slaughtered, Modifier("§13", "Just slaughtered a unit", JUST_SLAUGHTERED)),
        *when(hiding, Modifier("stance rules", "Hiding", HIDING_RALLY)),
    )


def passes(roll: int, mcv: int, test: CommandTest, house: HouseRules) -> bool:
    """Whether a roll passes a test against the modified Command Value (§8, AMB-027, AMB-028)."""
    if roll == NATURAL_FAILURE and roll <= mcv:
        return not test.as_activation and house.choice("nat10_scope") == "activation_only"
    if roll == 1 and mcv < 1 and test.as_activation:
        return house.on("nat1_activation")
    return roll <= mcv


def to_pass(mcv: int, test: CommandTest, what: str, house: HouseRules) -> Need:
    """What a die needs to pass a test against the modified Command Value."""
    return Need(what, f"{plain(mcv)} or less", lambda roll: passes(roll, mcv, test, house))


def roll_words(mcv: int, test: CommandTest, house: HouseRules) -> str:
    """The roll of a test in a player's words."""
    good = [roll for roll in range(1, DIE + 1) if passes(roll, mcv, test, house)]
    if not good:
        return f"no roll of a d{DIE} is low enough"
    if mcv < 1:
        return f"roll a d{DIE}: only a natural 1 passes"
    natural = ", because a natural 10 always fails" if mcv > max(good) else ""
    if mcv >= DIE == max(good):
        return f"every roll of a d{DIE} passes"
    return f"roll a d{DIE}: {max(good)} or less passes{natural}"


def success(mcv: int, test: CommandTest, house: HouseRules) -> Fraction:
    """The chance to pass a test against the modified Command Value."""
    return to_pass(mcv, test, "", house).chance


def chance_to_pass(mcv: int, test: CommandTest, what: str, context: SolveContext) -> Fraction:
    """The chance to pass a test as its die is thrown: 1 or 0 once it is rolled."""
    return throw_for(1, (to_pass(mcv, test, what, context.house),), context.roller).chance(1)


FRESH = CommandState()


def state_of(own: Side) -> CommandState:
    """A unit of a loaded force as it stands, before its next test."""
    now = current(own)
    start = max(now.start, 1)
    return CommandState(
        **clamp(CommandState, cv=now.stats.cv, markers=now.markers, start=start, now=start - now.lost),
        own_command=own.unit.spec.role.is_command,
    )


def command_prefill(own: Side, **changes: Any) -> dict[str, Any]:
    """A unit of a loaded force as the fields ``unit`` and ``training`` of a question.

    ``changes`` are what to begin with before a game, where nothing is known of its state.
    """
    state, in_game = state_of(own), own.deployed is not None
    return {
        "unit": encode(state if in_game else replace(state, **changes)),
        "training": current(own).stats.band.value,
    }


SHAKEN = CommandState(markers=3)
