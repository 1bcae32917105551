"""The quick-reference sheet, complete or for some forces: its words stand in ``data/quick_reference.toml``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesets.core.calculators import percent
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Line, Section, Zone, house_rules_listed
from rulesets.core.tables import Table, table
from rulesets.core.texts.sheets import Computed, load_sheet

from . import tables
from .attacks import hit_chance, hit_number, save_needed, save_number, wound_number
from .cards import AP_VALUES, MAX_ABANDONED, TOUGHNESSES, weapons_table
from .catalogue import save_label
from .house_rules import DATA, RULINGS, WORDS
from .legality import Roster
from .morale import pass_chance
from .movement import (
    CHARGES,
    allowance,
    charge_chance,
    opposed_chance,
)
from .tiles import zone
from .tracks import check_of
from .units import Armed, Member, best_leadership, leadership, members, slowest, strength

USUAL_MOVES = (5, 6, 7)
SAVES = range(2, tables.FACES + 1)
ACCURACIES = range(2, tables.FACES + 1)
STRENGTHS = range(1, 11)
LEADERSHIPS = range(5, 11)
DRAWN_ZONES = range(1, 4)
"""The engagement ranges whose zones are drawn."""
_zone_said = WORDS.sentence("zone", "eng", "tiles")

Rows = Iterator[Sequence[object]]


@dataclass(frozen=True, slots=True)
class Forces:
    """What a sheet is for: the house rules, and the forces with their squads' names and standing units."""

    house: HouseRules
    armies: tuple[Roster, ...]
    squads: tuple[tuple[str, tuple[Member, ...]], ...]

    @property
    def arms(self) -> tuple[Armed, ...]:
        """The weapons of all units."""
        return tuple(armed for _, units in self.squads for unit in units for armed in unit.arms)


def _forces_and_house_rules(forces: Forces) -> Iterator[Line]:
    for army in forces.armies:
        yield Line("Force", f"{army.force.name or 'Unnamed'}, {army.force.spec.side.label.lower()}")
    yield from house_rules_listed(forces.house.changed())


def _unruled_tags(forces: Forces) -> str:
    tags = dict.fromkeys(f"[{tag}]" for armed in forces.arms for tag in armed.weapon.unruled_tags)
    return ", ".join(tags) or "the others"


def _chances_to_hit(forces: Forces) -> Rows:
    modifiers = range(-tables.ACC_LIMIT, tables.ACC_LIMIT + 1)
    for acc in ACCURACIES:
        yield f"{acc}+", *(percent(hit_chance(hit_number(acc, net), forces.house)) for net in modifiers)


def _saves_needed(forces: Forces) -> Rows:
    for sav in SAVES:
        needed = (save_needed(save_number(sav, ap), forces.house) for ap in AP_VALUES)
        yield f"{sav}+", *("–" if number is None else f"{number}+" for number in needed)


def _rolls_to_wound(forces: Forces) -> Rows:
    for strong in STRENGTHS:
        yield strong, *(f"{wound_number(strong, tough)}+" for tough in TOUGHNESSES)


def _zones(forces: Forces) -> Iterator[Zone]:
    for eng in DRAWN_ZONES:
        yield Zone(f"ENG {eng}", zone(eng), _zone_said(forces.house, eng=eng, tiles=len(zone(eng))))


def _moves(forces: Forces) -> Iterator[Table]:
    """How far squads of each MOV go."""
    for mov in sorted({slowest(units) for _, units in forces.squads}) or USUAL_MOVES:
        rows = [
            (
                label,
                *(allowance(mov, shot=shot, broken=broken, downed=downed, house=forces.house) for downed in range(5)),
            )
            for label, shot, broken in (
                ("Shot", True, False),
                ("Did not shoot", False, False),
                ("Broken, shot", True, True),
                ("Broken, did not shoot", False, True),
            )
        ]
        yield table(f"MOV {mov} by number of downed units carried", "**Squad | >0 | >1 | >2 | >3 | >4", rows)


def _chances_of_charges(forces: Forces) -> Rows:
    return ((need, percent(charge_chance(need)), percent(opposed_chance(need))) for need in CHARGES)


def _chances_to_hold(forces: Forces) -> Rows:
    for ld in LEADERSHIPS:
        yield f"{ld}+", *(percent(pass_chance(ld, abandoned)) for abandoned in range(MAX_ABANDONED + 1))


def _checks_of_squads(forces: Forces) -> Rows:
    for name, units in forces.squads:
        best = best_leadership(*leadership(units, forces.house))
        check = check_of(units, forces.house)
        yield name, strength(units, forces.house), check.short, f"{best}+" if best is not None else "–"


def _profiles(forces: Forces) -> Rows:
    for name, profile in dict.fromkeys((unit.name, unit.profile) for _, units in forces.squads for unit in units):
        save = save_label(profile.sav)
        yield name, profile.mov, profile.t, save, profile.hp, f"{profile.ld}+", profile.con, profile.eng


def _orders(forces: Forces) -> Rows:
    """A line of orders for each squad, to fill in."""
    return ((name, *("",) * 5) for name in [name for name, _ in forces.squads] or ("1", "2", "3", "4"))


SHEET = load_sheet(
    DATA,
    RULINGS,
    vars(tables),
    Computed(
        tables={"moves": _moves, "weapons": lambda forces: [weapons_table(forces.arms)]},
        rows={
            "chances to hit": _chances_to_hit,
            "saves needed": _saves_needed,
            "rolls to wound": _rolls_to_wound,
            "chances of charges": _chances_of_charges,
            "chances to hold": _chances_to_hold,
            "checks of squads": _checks_of_squads,
            "profiles": _profiles,
            "orders": _orders,
        },
        lines={"forces and house rules": _forces_and_house_rules},
        zones={"engagement": _zones},
        words={
            "unruled_tags": _unruled_tags,
        },
    ),
    WORDS.texts,
)


def sections(house: HouseRules, armies: tuple[Roster, ...]) -> tuple[Section, ...]:
    """The whole sheet under these house rules; for forces, with their own moves, checks and weapons."""
    groups = ((squad.name, members(squad, army.catalogue)) for army in armies for squad in army.force.groups)
    return SHEET.sections(house, Forces(house, armies, tuple((name, units) for name, units in groups if units)))
