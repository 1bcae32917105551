"""The chance of troops to leave a stopped or destroyed transport (§38)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, Chart, Outcome, SolveContext, Step, decimal, percent
from rulesets.core.declarations.fields import Ask, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of

from ..catalogue import no_vehicle
from ..command.command_value import (
    FIGURES_LIMIT,
    CommandState,
    CommandTest,
    check_figures,
    command_modifiers,
    passes,
    roll_words,
    state_assumed,
)
from ..hits import Body, Policy, losses_by_hits, marker_limit
from ..house_rules import WORDS
from ..losses import loss_charts, owner_table
from ..modifiers import Modifier, modified, working
from ..tables import CAPS, COMMAND_RANGE, DIE, MAX_MARKERS, Cover, Training
from ..tracks import current


@dataclass(frozen=True, slots=True)
class BaleOut:
    """Do they get out of a stopped or burning transport?"""

    cv: Annotated[int, Ask("Command Value", min=-20, max=20)] = 7
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    figures: Annotated[int, Ask("Figures", min=0, max=FIGURES_LIMIT)] = 10
    start: Annotated[
        int | None, Ask("Figures at the start", "Leave blank if it has lost none.", min=1, max=FIGURES_LIMIT)
    ] = None
    commander: Annotated[
        bool, Ask("Commander nearby", f"The Force Commander or his squad is within {COMMAND_RANGE}″ and in sight.")
    ] = False
    own_command: Annotated[bool, Ask("Is the command unit", "It is the Force Commander or his squad.")] = False
    no_enemy: Annotated[bool, Ask("No enemy in sight")] = False
    terrifying: Annotated[bool, Ask("Terrifying enemy", "The enemy is within two of its own moves.")] = False
    cover: Annotated[Cover, Ask("Cover", "The cover that they are in before they get out.")] = Cover.NONE
    policy: Annotated[Policy, Ask("Owner takes")] = Policy.MARKERS
    split: Annotated[int, Ask("D-markers of a split", min=0, max=MAX_MARKERS)] = 1

    @property
    def state(self) -> CommandState:
        """The passengers as a unit about to take a command test."""
        return CommandState(
            cv=self.cv,
            markers=self.markers,
            start=self.figures if self.start is None else self.start,
            now=self.figures,
            commander=self.commander,
            own_command=self.own_command,
            no_enemy=self.no_enemy,
            terrifying=self.terrifying,
            cover=self.cover,
        )


def bale_out_modifiers(state: CommandState, house: HouseRules) -> tuple[Modifier, ...]:
    """The modifiers to the Command Value for baling out: as for activation, or only D-markers (AMB-118)."""
    alone = command_modifiers(CommandState(markers=state.markers), CommandTest.BALE_OUT, house)
    differs = command_modifiers(state, CommandTest.BALE_OUT, house.untraced) != alone
    if differs and house.choice("baleout_modifiers") == "markers_only":
        return alone
    return command_modifiers(state, CommandTest.BALE_OUT, house)


def bale_out_hits(mcv: int, house: HouseRules) -> Distribution[int | None]:
    """Hits on those who fail, one for each point of failure; ``None`` for those who get out (§38, AMB-118)."""
    return Distribution(
        (None if passes(roll, mcv, CommandTest.BALE_OUT, house) else max(0, roll - mcv), 1)
        for roll in range(1, DIE + 1)
    )


STILL_INSIDE = WORDS.sentence("bale_out.still_inside")


def bale_out(question: BaleOut, context: SolveContext) -> Answer:
    """The chance to get out, and what a failure costs."""
    check_figures(question.figures, question.start)
    house = context.house
    changes = bale_out_modifiers(question.state, house)
    mcv = modified(question.cv, changes)
    attempt = bale_out_hits(mcv, house)
    out = attempt.chance(None)
    hits = attempt.map(lambda count: count or 0)
    body = Body(question.figures, question.figures, question.markers, CAPS[question.training])
    results = losses_by_hits(hits, body, marker_limit(question.policy, question.split), house)
    chart = Chart(
        "Baling out",
        (
            Outcome("Out", out, Tone.GOOD),
            *(
                Outcome(f"Stays inside: {count_of(count, 'hit')}", attempt.chance(count), Tone.BAD)
                for count in sorted(count for count in attempt.outcomes() if count is not None)
            ),
        ),
    )
    split = question.split if question.policy is Policy.SPLIT else 0
    return Answer(
        f"{percent(out)} chance to get out",
        Tone.GOOD if out >= Fraction(7, 10) else Tone.FAIR if out else Tone.BAD,
        (
            *working("§38", "Command Value", question.cv, changes, "Modified Command Value"),
            Step("§38", "Gets out", percent(out), roll_words(mcv, CommandTest.BALE_OUT, house)),
            Step("§38", "Mean hits on them", decimal(mean(hits)), "one for each point by which the test fails"),
        ),
        (chart, *loss_charts(results, body)),
        (owner_table(lambda limit: losses_by_hits(hits, body, limit, house), body, question.state.start, split),),
        (STILL_INSIDE(house),),
        assumed=(*state_assumed(question.state), f"they take {question.policy.words}"),
    )


def _bale_out_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    stats = now.stats
    return {
        **clamp(BaleOut, cv=stats.cv, figures=stats.figures),
        "training": stats.band.value,
        "own_command": own.unit.spec.role.is_command,
        **(clamp(BaleOut, markers=now.markers) if now.markers else {}),
        **(clamp(BaleOut, start=now.start) if now.lost else {}),
    }


CALCULATOR = Calculator(
    "bale-out",
    "Baling out",
    "Troops leave a stopped or destroyed transport.",
    BaleOut,
    bale_out,
    _bale_out_prefill,
    unsuited=no_vehicle("Choose the unit that rides in it"),
    one_sided=True,
)
