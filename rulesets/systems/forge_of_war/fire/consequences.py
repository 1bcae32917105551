"""What a volley at figures does: the target takes hits and D-markers, and the weapons may hit the unit that fires.

All calculators use these functions, so that none omits an effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, sum_of, yes

from ..dice import Need, throw_for
from ..hits import Body, Losses, take
from ..profiles import Weapon
from ..tables import Arm
from .shots import Aim, Shooters, Shot, volley_shots, weapons_firing


class Impact(NamedTuple):
    """The effect of a volley on its target: hits, and automatic D-markers.

    ``visible`` is the number of figures that can be hit; ``None`` for those of the target.
    """

    hits: int
    automatic: int = 0
    visible: int | None = None


@dataclass(frozen=True, slots=True)
class Consequences:
    """All effects of a volley: the shot of each weapon, the impact on the target, and backfire hits on the firers."""

    shots: tuple[Shot, ...]
    impact: Distribution[Impact]
    backfire: Distribution[int]

    @property
    def hits(self) -> Distribution[int]:
        """The hits on the target."""
        return self.impact.map(lambda each: each.hits)

    @property
    def automatic(self) -> Distribution[int]:
        """The automatic D-markers on infantry."""
        return self.impact.map(lambda each: each.automatic)

    def if_fired(self, chance: Fraction) -> Consequences:
        """The same if the volley is fired only with that chance, such as that of a reaction test."""
        fires = yes(chance)
        return replace(
            self,
            impact=fires.then(lambda fired: self.impact if fired else certain(Impact(0))),
            backfire=fires.then(lambda fired: self.backfire if fired else certain(0)),
        )

    def losses(self, body: Body, limit: int, house: HouseRules) -> Distribution[Losses]:
        """The losses of a unit of figures whose owner takes at most ``limit`` hits as D-markers (§12, §25).

        Automatic D-markers come first, above the cap too; they count among those gained (§43).
        """

        def losses_from(impact: Impact) -> Losses:
            visible = body.visible if impact.visible is None else impact.visible
            if not impact.automatic and visible == body.visible:
                return take(body, impact.hits, limit, house)
            shaken = replace(body, markers=body.markers + impact.automatic, visible=visible)
            losses = take(shaken, impact.hits, limit, house)
            return losses._replace(markers=losses.markers + impact.automatic)

        return self.impact.map(losses_from)


def automatic_markers(weapons: Iterable[tuple[Entry[Weapon], int]], arm: Arm, house: HouseRules) -> int:
    """Automatic D-markers from these weapons, beyond the cap too and on infantry only (§43, AMB-084)."""
    if arm is not Arm.INFANTRY:
        return 0
    markers_by_weapon = [(count, entry.spec.auto_markers) for entry, count in weapons]
    each = sum(count * markers for count, markers in markers_by_weapon)
    once = max((markers for count, markers in markers_by_weapon if count), default=0)
    return once if each != once and house.choice("sniper_auto") == "per_unit" else each


def backfire_dice(weapons: Iterable[tuple[Entry[Weapon], int]], house: HouseRules) -> list[tuple[Entry[Weapon], int]]:
    """The weapons that may backfire, each with its number of dice (§43, AMB-085)."""
    rolls: dict[str, int] = {}
    entries: dict[str, Entry[Weapon]] = {}
    for entry, count in weapons:
        if count and entry.spec.backfires_on and entry.spec.backfire_hits:
            entries[entry.key] = entry
            rolls[entry.key] = rolls.get(entry.key, 0) + count
    if any(count > 1 for count in rolls.values()) and house.choice("plasma_backfire") == "per_unit":
        rolls = dict.fromkeys(rolls, 1)
    return [(entry, rolls[key]) for key, entry in entries.items()]


def backfire(weapons: Iterable[tuple[Entry[Weapon], int]], context: SolveContext) -> Distribution[int]:
    """Hits on the firing unit by its own weapons (§43)."""

    def hits(entry: Entry[Weapon], dice: int) -> Distribution[int]:
        limit, each = entry.spec.backfires_on, entry.spec.backfire_hits
        bad = Need(f"{entry.name}, backfire", f"{limit} or less", lambda score: score <= limit)
        return throw_for(dice, (bad,), context.roller).map(lambda count: each * count)

    return sum_of(hits(entry, dice) for entry, dice in backfire_dice(weapons, context.house))


def consequences_of(shots: tuple[Shot, ...], aim: Aim, context: SolveContext) -> Consequences:
    """All effects of the shots."""
    weapons = weapons_firing(shots)
    automatic = automatic_markers(weapons, aim.arm, context.house)
    hits = sum_of(shot.hits(context) for shot in shots if shot.fires)
    return Consequences(shots, hits.map(lambda count: Impact(count, automatic)), backfire(weapons, context))


def consequences(shooters: Shooters, aim: Aim, context: SolveContext) -> Consequences:
    """All effects of a volley at figures; raises ``QuestionError`` if it cannot be fired at all."""
    return consequences_of(volley_shots(shooters, aim, context), aim, context)
