"""All that one volley brings: hits and D-markers on its target, and hits of its own weapons on those who fire.

Whoever asks what a volley does asks here, so that no calculator leaves out a part of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from rulesets.core.calculators import SolveContext
from rulesets.core.catalogue import Entry
from rulesets.core.dice import Distribution, certain, sum_of, total, yes
from rulesets.core.house_rules import HouseRules
from rulesets.systems.forge_of_war.hits import Body, Taken, take
from rulesets.systems.forge_of_war.profiles import Weapon
from rulesets.systems.forge_of_war.shots import Aim, Shooters, Shot, shots
from rulesets.systems.forge_of_war.tables import DIE, Arm


class Struck(NamedTuple):
    """What a volley brings on its target: hits, and D-markers that come whatever the dice say.

    ``seen`` are the figures that can be hit; ``None``: as many as the target shows.
    """

    hits: int
    automatic: int = 0
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that a volley brings: each weapon's part, what it brings on the target, and backfire hits on the firers."""

    fired: tuple[Shot, ...]
    struck: Distribution[Struck]
    backfire: Distribution[int]

    @property
    def hits(self) -> Distribution[int]:
        """The hits on the target."""
        return self.struck.map(lambda each: each.hits)

    @property
    def automatic(self) -> Distribution[int]:
        """The D-markers that come whatever the dice say, on infantry."""
        return self.struck.map(lambda each: each.automatic)

    def if_fired(self, chance: Fraction) -> Consequences:
        """The same when the volley is fired with that chance only, such as that of a reaction test."""
        fires = yes(chance)
        return replace(
            self,
            struck=fires.then(lambda fired: self.struck if fired else certain(Struck(0))),
            backfire=fires.then(lambda fired: self.backfire if fired else certain(0)),
        )

    def losses(self, body: Body, chosen: int, house: HouseRules) -> Distribution[Taken]:
        """What a unit of figures suffers whose owner takes at most ``chosen`` hits as D-markers (§12, §25).

        Automatic D-markers come first, above the cap too; they count among those gained (§43).
        """

        def suffered(struck: Struck) -> Taken:
            seen = body.visible if struck.seen is None else struck.seen
            if not struck.automatic and seen == body.visible:
                return take(body, struck.hits, chosen, house)
            marked = replace(body, markers=body.markers + struck.automatic, visible=seen)
            lost = take(marked, struck.hits, chosen, house)
            return lost._replace(markers=lost.markers + struck.automatic)

        return self.struck.map(suffered)


def automatic_markers(weapons: Iterable[tuple[Entry[Weapon], int]], arm: Arm, house: HouseRules) -> int:
    """D-markers that so many weapons give whatever the dice say, above the cap too; to infantry only (§43, AMB-084)."""
    if arm is not Arm.INFANTRY:
        return 0
    given = [(count, entry.spec.auto_markers) for entry, count in weapons]
    each = sum(count * markers for count, markers in given)
    once = max((markers for count, markers in given if count), default=0)
    return once if each != once and house.choice("sniper_auto") == "per_unit" else each


def backfire(weapons: Iterable[tuple[Entry[Weapon], int]], house: HouseRules) -> Distribution[int]:
    """Hits on the firing unit by so many weapons of its own (§43, AMB-085)."""
    rolls: dict[str, int] = {}
    known: dict[str, Weapon] = {}
    for entry, count in weapons:
        if count and entry.spec.backfires_on and entry.spec.backfire_hits:
            known[entry.key] = entry.spec
            rolls[entry.key] = rolls.get(entry.key, 0) + count
    if any(count > 1 for count in rolls.values()) and house.choice("plasma_backfire") == "per_unit":
        rolls = dict.fromkeys(rolls, 1)
    return sum_of(
        total(Distribution([(weapon.backfire_hits, weapon.backfires_on), (0, DIE - weapon.backfires_on)]), rolls[key])
        for key, weapon in known.items()
    )


def consequences_of(fired: tuple[Shot, ...], aim: Aim, house: HouseRules) -> Consequences:
    """All that shots bring that are known already."""
    weapons = [(shot.entry, shot.volley.count) for shot in fired if shot.fires]
    automatic = automatic_markers(weapons, aim.arm, house)
    hits = sum_of(shot.hits for shot in fired if shot.fires)
    return Consequences(fired, hits.map(lambda count: Struck(count, automatic)), backfire(weapons, house))


def consequences(shooters: Shooters, aim: Aim, context: SolveContext) -> Consequences:
    """All that a volley brings; raises ``QuestionError`` for what cannot be fired at all."""
    return consequences_of(shots(shooters, aim, context), aim, context.house)
