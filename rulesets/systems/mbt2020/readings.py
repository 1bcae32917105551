"""The readings of the open questions that decide engagements, as values to compute with."""

from dataclasses import dataclass, fields
from functools import cache
from typing import Final

from rulesets.core.declarations.house_rules import HouseRules


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of the open questions; each field is a switch of the register, ``False`` its default."""

    infantry_means_posture: bool = False
    mutual_ignores_range: bool = False
    halve_once: bool = False
    las_indirect: bool = False
    monotone_results: bool = False
    cas_in_awc: bool = False
    side_arc_r: bool = False
    atm_armour_r: bool = False
    atm_sums_f4: bool = False
    unit_means_stand: bool = False
    arcs_by_posture: bool = False
    ada_asf_only: bool = False
    cba_on_table: bool = False


SWITCHES: Final = tuple(field.name for field in fields(Readings))
DEFAULT_READINGS: Final = Readings()


def readings_of(house: HouseRules) -> Readings:
    """The readings a table plays by; ``engage`` finds which of them matter."""
    return readings_from(tuple(house.untraced.on(switch) for switch in SWITCHES))


@cache
def readings_from(values: tuple[bool, ...]) -> Readings:
    """The readings of all switches in order; equal ones are the same object."""
    return Readings(*values)
