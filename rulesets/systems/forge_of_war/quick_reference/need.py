"""The contents that a sheet needs: everything, or what the forces need that it is for."""

from __future__ import annotations

from rulesets.core.catalogue import Catalogue
from rulesets.core.house_rules import HouseRules
from rulesets.systems.forge_of_war.catalogue import CATALOGUE
from rulesets.systems.forge_of_war.profiles import Weapon
from rulesets.systems.forge_of_war.tables import Arm, Training
from rulesets.systems.forge_of_war.units import ListedContext, Statline, statline

OPTION_SWITCHES = {
    "covering_fire": ("coverfire_penalty", "coverfire_trigger", "coverfire_with_shoot"),
    "stances": ("default_move_and_hide",),
    "reaction_tests": ("reaction_flee",),
    "indirect_fire": ("indirect_sv_for_hits", "indirect_attack", "indirect_markers"),
}
"""The house rules that concern only one optional rule."""


class Need:
    """The contents that a sheet needs: everything without forces, else what their units and settings need."""

    def __init__(self, house: HouseRules, armies: tuple[ListedContext, ...]) -> None:
        """Collect the units of the forces."""
        self.armies = armies
        self.house = house
        self.all = not armies
        self.units: tuple[Statline, ...] = tuple(
            statline(unit.spec, army.catalogue, house) for army in armies for _, unit in army.force.units()
        )

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue with the forces' own entries; those of the first take precedence."""
        return CATALOGUE.with_entries(entry for army in reversed(self.armies) for entry in army.force.entries)

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
        if self.all or any(getattr(army.force.spec, name) for army in self.armies):
            return True
        return any(each.ruling.switch in OPTION_SWITCHES[name] for each in self.house.changed())

    def bands(self) -> tuple[Training, ...]:
        """The training bands that are there."""
        return tuple(band for band in Training if self.all or any(unit.training is band for unit in self.units))

    def weapons(self) -> tuple[str, ...]:
        """Keys of the weapons that are there, in catalogue order; both rounds of a launcher."""
        keys = {armed.entry.key for unit in self.units for armed in unit.weapons}
        launchers = {armed.weapon.launcher for unit in self.units for armed in unit.weapons} - {""}
        return tuple(
            entry.key
            for entry in self.catalogue.of_kind("weapon")
            if self.all or entry.key in keys or entry.spec.launcher in launchers
        )

    def profiles(self) -> tuple[Weapon, ...]:
        """The weapons that are there."""
        profiles = (self.catalogue.spec(Weapon, "weapon", key) for key in self.weapons())
        return tuple(weapon for weapon in profiles if weapon is not None)
