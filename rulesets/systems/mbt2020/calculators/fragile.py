"""Whether a battle group and an army are Fragile, and how far they are from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, QuestionError, SolveContext, Step, decimal
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import AnyDeployed, DeployedForce, Side
from rulesets.core.tables import Tone, table

from .. import tables
from ..fragile import (
    EXAMPLE_ARMIES,
    FragileLimits,
    LostStands,
    army_limits,
    group_limits,
    is_fragile,
    outlook,
)
from ..house_rules import WORDS
from ..legality import stands_in
from ..tracks import counts_ever, losses_now

_NOTES: Final = WORDS.sentences("fragile_notes")


@dataclass(frozen=True, slots=True)
class Losses:
    """Are battle group and army Fragile after these losses?"""

    stands: Annotated[int, Ask("Stands", min=1, max=100)] = tables.STANDS_IN_A_GROUP
    repulsed: Annotated[int, Ask("Repulsed", "Aircraft that left when Repulsed count too", min=0, max=100)] = 0
    neutralised: Annotated[int, Ask("Neutralised", min=0, max=100)] = 0
    army_stands: Annotated[int, Ask("Stands", min=1, max=3000)] = tables.STANDS_IN_A_GROUP
    army_repulsed: Annotated[int, Ask("Repulsed", min=0, max=3000)] = 0
    army_neutralised: Annotated[int, Ask("Neutralised", min=0, max=3000)] = 0


def solve(question: Losses, context: SolveContext) -> Answer:
    """Whether battle group and army are Fragile, and how far they are from it."""
    of_group = LostStands(question.repulsed, question.neutralised)
    of_army = LostStands(question.army_repulsed, question.army_neutralised)
    _check_losses("", question.stands, of_group, context.house)
    _check_losses("army_", question.army_stands, of_army, context.house)
    group, army = group_limits(question.stands), army_limits(question.army_stands)
    outlooks = (
        _outlook("group", group, of_group, context.house),
        _outlook("army", army, of_army, context.house),
    )
    fragile = any(tone is Tone.BAD for _, tone in outlooks)
    steps = (
        *_steps("Battle group", question.stands, group, of_group, (tables.GROUP_REPULSED, tables.GROUP_NEUTRALISED)),
        *_steps("Army", question.army_stands, army, of_army, (tables.ARMY_REPULSED, tables.ARMY_NEUTRALISED)),
    )
    rows: list[tuple[object, ...]] = [("Battle group", question.stands, *group), ("Army", question.army_stands, *army)]
    rows += [("Army", stands, *army_limits(stands)) for stands in EXAMPLE_ARMIES if stands != question.army_stands]
    return Answer(
        " ".join(text for text, _ in outlooks),
        Tone.BAD if fragile else Tone.GOOD,
        steps,
        tables=(table("Fragile at", "**Group or army | >Stands | >Repulsed | >Neutralised", rows),),
        notes=(*(_NOTES[note](context.house) for note in ("counted", "no_effect")),),
        assumed=(
            f"group of {question.stands}: {question.repulsed} Repulsed, {question.neutralised} neutralised",
            f"army of {question.army_stands}: {question.army_repulsed} Repulsed, "
            f"{question.army_neutralised} neutralised",
        ),
    )


def _check_losses(prefix: str, stands: int, lost: LostStands, house: HouseRules) -> None:
    """Raise ``QuestionError`` for more losses than stands; one stand may be counted twice (AMB-63)."""
    counts = lost._asdict() if counts_ever(house) else {"neutralised": sum(lost)}
    for name, count in counts.items():
        if count > stands:
            raise QuestionError(f"{prefix}{name}", f"{stands} stands cannot lose {count}. Lower the losses.")


def _outlook(whole: str, limits: FragileLimits, lost: LostStands, house: HouseRules) -> tuple[str, Tone]:
    return outlook(whole, limits, *lost, house), Tone.BAD if is_fragile(limits, *lost) else Tone.GOOD


def _steps(
    name: str, stands: int, limits: FragileLimits, lost: LostStands, shares: tuple[Fraction, Fraction]
) -> Iterator[Step]:
    for word, share, limit, count in zip(("Repulsed", "neutralised"), shares, limits, lost, strict=True):
        exact = share * stands
        of_all = str(limit) if exact == limit else f"{decimal(exact, 1)}, rounded up"
        so_far = f"{count or 'None'} {'is' if count == 1 else 'are'} {word} so far."
        reason = f"{share * 100}% of {stands} is {of_all}. {so_far}"
        yield Step(
            "Victory conditions",
            f"{name} Fragile from",
            f"{limit} {word}",
            reason,
            Tone.BAD if count >= limit else Tone.PLAIN,
        )


def from_forces(own: AnyDeployed, opposing: AnyDeployed | None) -> dict[str, Any]:
    """The number of an army's stands and its losses."""
    stands = stands_in(own.force)
    if not stands:
        return {}
    own_losses = losses_now(own)
    return {"army_stands": stands} | ({f"army_{name}": count for name, count in own_losses._asdict().items() if count})


def prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """The numbers of stands in a stand's battle group and army, and the losses of both."""
    deployed = own.deployed or DeployedForce(own.force)
    own_losses = losses_now(deployed, own.group)
    of_group = {"stands": len(own.group.units)} | {name: count for name, count in own_losses._asdict().items() if count}
    return of_group | from_forces(deployed, None)


CALCULATOR: Final = Calculator(
    "fragile",
    "Fragile",
    "When a battle group or an army becomes Fragile",
    Losses,
    solve,
    prefill=prefill,
    from_forces=from_forces,
    one_sided=True,
)
