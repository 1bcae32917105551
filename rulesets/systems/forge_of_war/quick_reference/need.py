"""The contents that a sheet needs: everything, or what one force needs."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.systems.forge_of_war.catalogue import CATALOGUE
from rulesets.systems.forge_of_war.house_rules import RULINGS
from rulesets.systems.forge_of_war.profiles import Weapon
from rulesets.systems.forge_of_war.tables import Arm, Training
from rulesets.systems.forge_of_war.units import ListedContext, Statline, statline

OPTION_SWITCHES = {
    "covering_fire": ("coverfire_penalty", "coverfire_trigger", "coverfire_with_shoot"),
    "stances": ("default_move_and_hide",),
    "reaction_tests": ("reaction_flee",),
    "indirect_fire": ("indirect_sv_for_hits", "indirect_attack"),
}
"""The house rules that concern only one optional rule."""


class Need:
    """The contents that a sheet needs: everything, or what the units and settings of one force need."""

    def __init__(self, context: ListedContext | None) -> None:
        """Collect the units of a force; ``None`` for the complete sheet."""
        self.context = context
        self.house = HouseRules(RULINGS) if context is None else context.house
        self.units: tuple[Statline, ...] = ()
        if context is not None:
            self.units = tuple(
                statline(unit.spec, context.catalogue, context.house) for _, unit in context.force.units()
            )

    @property
    def all(self) -> bool:
        """Whether the sheet is to be complete."""
        return self.context is None

    def vehicles(self) -> bool:
        """Whether there are vehicles."""
        return self.all or any(unit.is_vehicle for unit in self.units)

    def damage(self) -> bool:
        """Whether rules on damage to vehicles are needed: opponents may have some, which weapons of WV 1 harm."""
        return self.vehicles() or any(armed.weapon.wv > 0 for unit in self.units for armed in unit.weapons)

    def arm(self, arm: Arm) -> bool:
        """Whether units of that troop type are there."""
        return self.all or any(unit.arm is arm for unit in self.units)

    def jumps(self) -> bool:
        """Whether some unit jumps."""
        return self.all or any(unit.jump_packs or unit.skimmer for unit in self.units)

    def leaders(self) -> bool:
        """Whether there are leaders."""
        return self.all or any(unit.leader for unit in self.units)

    def option(self, name: str) -> bool:
        """Whether an optional rule is in use, or a changed house rule is about it."""
        if self.context is None or getattr(self.context.force.spec, name):
            return True
        return any(each.ruling.switch in OPTION_SWITCHES[name] for each in self.house.changed())

    def bands(self) -> tuple[Training, ...]:
        """The training bands that are there."""
        return tuple(band for band in Training if self.all or any(unit.training is band for unit in self.units))

    def weapons(self) -> tuple[str, ...]:
        """Keys of the weapons that are there, in catalogue order; both rounds of a launcher."""
        catalogue = CATALOGUE if self.context is None else self.context.catalogue
        keys = {armed.entry.key for unit in self.units for armed in unit.weapons}
        launchers = {armed.weapon.launcher for unit in self.units for armed in unit.weapons} - {""}
        return tuple(
            entry.key
            for entry in catalogue.of_kind("weapon")
            if self.all or entry.key in keys or entry.spec.launcher in launchers
        )

    def profiles(self) -> tuple[Weapon, ...]:
        """The weapons that are there."""
        catalogue = CATALOGUE if self.context is None else self.context.catalogue
        profiles = (catalogue.spec(Weapon, "weapon", key) for key in self.weapons())
        return tuple(weapon for weapon in profiles if weapon is not None)
