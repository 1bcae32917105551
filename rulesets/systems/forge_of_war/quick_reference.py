"""The quick-reference sheet, complete or for some forces: its words stand in ``data/quick_reference.toml``.

Numbers come from the functions that the calculators use, so that a house rule changes both.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rulesets.core.calculators import percent
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Line, Section, house_rules_listed
from rulesets.core.texts.sheets import Computed, load_sheet
from rulesets.core.wording import signed

from . import tables
from .catalogue import CATALOGUE, notes_in_words, shot_in_words
from .close_combat.blows import OPEN_CHARGE, Charge, Fighters, fighting_modifiers
from .command.command_value import CommandState, CommandTest, command_modifiers, success
from .fire.indirect_fire import dice_for
from .fire.shots import Aim, FireMode, Shooters, WeaponsFired, cover_effect, shot_modifiers, weapon_entry
from .hits import Pool
from .house_rules import DATA, RULINGS, WORDS
from .modifiers import modified, plain
from .movement import careful, slowed_move
from .profiles import Accuracy, Fire, Weapon
from .tables import CAPS, COVERS, DIE, MARGINS, Arm, Cover, Stance, Threshold, Training, max_survivors
from .units import ListedContext, Statline, base_move, short_name, statline

COMMAND_VALUES = range(3, 11)
STRENGTHS = range(tables.MIN_FIGURES, tables.MAX_FIGURES + 1)
SHORTFALLS = range(10)
KINDS_OF_COVER = tuple(kind for kind in Cover if kind is not Cover.NONE)

OPTION_SWITCHES = {
    "covering_fire": ("coverfire_penalty", "coverfire_trigger", "coverfire_with_shoot"),
    "stances": ("default_move_and_hide",),
    "reaction_tests": ("reaction_flee",),
    "indirect_fire": ("indirect_sv_for_hits", "indirect_attack", "indirect_markers", "template_on_combat"),
}
"""The house rules that concern only one optional rule."""

Rows = Iterator[Sequence[object]]


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

    def backfires(self) -> list[tuple[int, int]]:
        """On which rolls how many hits fall on the firers, of each weapon that backfires."""
        found = ((weapon.backfires_on, weapon.backfire_hits) for weapon in self.profiles())
        return [(on, hits) for on, hits in found if on and hits]

    def marker_counts(self) -> range:
        """Numbers of D-markers up to the highest cap that is there."""
        return range(max(CAPS[band] for band in self.bands() or tuple(Training)) + 1)


Words = Callable[[Need], str]

_RIFLE: Final = weapon_entry(WeaponsFired().weapon, "weapon", CATALOGUE)
_AIM: Final = Aim(_RIFLE.spec.range // 2, Arm.INFANTRY, None, 0, Cover.NONE, False)
_MORTAR: Final = Weapon(range=2)
_FIGHTER: Final = Fighters(av=0)
_BEHIND: Final = Charge(obstacle=True)


def _command(test: CommandTest, *states: CommandState) -> Words:
    """The changes to the Command Value in that test by each state; empty where there are none."""

    def words(need: Need) -> str:
        amounts = [modified(0, command_modifiers(state, test, need.house)) for state in states]
        return " / ".join(map(signed, amounts)) if any(amounts) else ""

    return words


def _shot(shooters: Shooters | None = None, **aim: Any) -> Words:
    """The sum of modifiers to a shot within half range at an unarmoured target in the open."""
    fired, aimed = shooters or Shooters(), replace(_AIM, **aim)
    return lambda need: signed(modified(0, shot_modifiers(fired, _RIFLE, aimed, need.house)))


def _fight(charge: Charge = OPEN_CHARGE, initial: bool = False, **own: int) -> Callable[[Need], int]:
    """The change to the FV of attackers who differ from unarmoured defenders by ``own`` only."""
    attackers = replace(_FIGHTER, **own)  # type: ignore[arg-type]
    return lambda need: modified(0, fighting_modifiers(attackers, _FIGHTER, charge, initial, True, need.house))


def _obstacle(need: Need) -> str:
    return signed(_fight(_BEHIND, initial=True)(need) - _fight(initial=True)(need))


def _fall_of_shot(accuracy: Accuracy, distance: int) -> Words:
    return lambda need: f"{dice_for(_MORTAR, accuracy, distance)}d{DIE}"


def _caps(need: Need) -> Rows:
    return ((band.label, CAPS[band]) for band in need.bands())


def _chances(need: Need) -> Rows:
    values = [cv for cv in COMMAND_VALUES if need.all or any(unit.cv == cv for unit in need.units)]
    for cv in values or COMMAND_VALUES:
        chances = (success(cv - count, CommandTest.ACTIVATION, need.house) for count in need.marker_counts())
        yield f"CV {cv}", *map(percent, chances)


def _moves(need: Need) -> Rows:
    for arm in Arm:
        if need.arm(arm):
            inches, own = base_move(arm, need.house), "*" if arm is Arm.MONSTROUS else ""
            yield arm.label, f"{inches}″{own}", f"{careful(inches, 0, need.house)}″"


def _kinds_of_cover(need: Need) -> Rows:
    for kind in KINDS_OF_COVER:
        armour, penalty = cover_effect(kind, need.house)
        row = COVERS[kind]
        yield kind.label, row.examples, signed(row.activation), signed(armour), signed(-penalty)


def _costs_of_cover(need: Need) -> str:
    return " / ".join(signed(-cover_effect(kind, need.house)[1]) for kind in KINDS_OF_COVER)


def _low_values(need: Need) -> Rows:
    """Rolling at values of 0 or less: the divisor of the dice and what a re-rolled 1 needs."""
    if need.house.on("zero_pool_divisor"):
        yield DIVIDED(need.house), *(Pool(1, 1, -short).divisor for short in SHORTFALLS)
    yield ONES_AGAIN(need.house), *(DIE - short for short in SHORTFALLS)


def _weapons(need: Need) -> Rows:
    for key in need.weapons():
        entry = need.catalogue.get("weapon", key)
        if entry is not None and isinstance(entry.spec, Weapon):
            yield short_name(entry), *shot_in_words(entry, need.house), notes_in_words(entry.spec, need.house)


def _thresholds(need: Need) -> Rows:
    """Figures left at which a unit counts as reduced."""
    strengths = sorted({unit.figures for unit in need.units if not unit.is_vehicle and unit.figures > 1})
    for start in STRENGTHS if need.all or not strengths else strengths:
        shares = (Threshold.HALF, Threshold.THIRD, Threshold.LOST_QUARTERS)
        yield start, *(max_survivors(start, share) for share in shares)


def _readings(need: Need) -> tuple[Line, ...]:
    return house_rules_listed(need.house.changed())


def _slower(need: Need) -> str:
    whole = tables.MOVES[Arm.INFANTRY]
    return str(whole - slowed_move(whole, 1, need.house))


_STATES = {
    "marker": (CommandState(markers=1),),
    "half": (CommandState(start=2, now=1),),
    "terrified": (CommandState(terrifying=True),),
    "commander": (CommandState(commander=True),),
    "unseen": (CommandState(no_enemy=True),),
    "covered": tuple(CommandState(cover=kind) for kind in (Cover.SOFT, Cover.HARD, Cover.FORTIFIED)),
}

DIVIDED = WORDS.sentence("sheet.divided")
ONES_AGAIN = WORDS.sentence("sheet.ones_again")

SHEET = load_sheet(
    DATA,
    RULINGS,
    vars(tables),
    Computed(
        rows={
            "caps": _caps,
            "chances": _chances,
            "moves": _moves,
            "kinds of cover": _kinds_of_cover,
            "low values": _low_values,
            "weapons": _weapons,
            "damage": lambda need: [("Damage", *(damage.label for damage in MARGINS))],
            "thresholds": _thresholds,
        },
        lines={"readings": _readings},
        words={
            **{f"{name}.activation": _command(CommandTest.ACTIVATION, *states) for name, states in _STATES.items()},
            **{f"{name}.rally": _command(CommandTest.RALLY, *states) for name, states in _STATES.items()},
            "slower": _slower,
            "marker_columns": lambda need: " | ".join(f"^{count} D" for count in need.marker_counts()),
            "half_in_cover": lambda need: str(tables.SAME_COVER_RANGE // 2),
            "shot.markers": _shot(Shooters(markers=1)),
            "shot.cover": _costs_of_cover,
            "shot.far": _shot(distance=_RIFLE.spec.range),
            "shot.slow": _shot(Shooters(moved=tables.SLOW_MOVE)),
            "shot.fast": _shot(Shooters(moved=tables.SLOW_MOVE + 1)),
            "shot.fast_target": _shot(fast=True),
            "shot.point_blank": _shot(distance=tables.POINT_BLANK),
            "shot.cautious": _shot(Shooters(stance=Stance.CAUTIOUS)),
            "covering.slow": _shot(Shooters(moved=tables.SLOW_MOVE), mode=FireMode.COVERING),
            "covering.fast": _shot(Shooters(moved=tables.SLOW_MOVE + 1), mode=FireMode.COVERING),
            "low_values": lambda need: " | ".join(f"^{plain(-short)}" for short in SHORTFALLS),
            "fight.markers": lambda need: signed(_fight(markers=1)(need)),
            "fight.obstacle": _obstacle,
            "fight.better": lambda need: signed(_fight(fv=_FIGHTER.fv + tables.FV_EDGE)(need)),
            "fight.worse": lambda need: signed(_fight(fv=_FIGHTER.fv - tables.FV_EDGE)(need)),
            "fight.charged": lambda need: signed(_fight(initial=True)(need)),
            "margins": lambda need: " | ".join(f"^{margin}" for margin in range(len(MARGINS))) + "+",
            "fall.accurate": _fall_of_shot(Accuracy.ACCURATE, _MORTAR.range),
            "fall.near": _fall_of_shot(Accuracy.INACCURATE, _MORTAR.range // 2),
            "fall.far": _fall_of_shot(Accuracy.INACCURATE, _MORTAR.range),
        },
        conditions={
            "leaders": Need.leaders,
            "heavy": lambda need: need.all or any(weapon.heavy for weapon in need.profiles()),
            "spotters": lambda need: any(weapon.second_is_spotter for weapon in need.profiles()),
            "area": lambda need: any(weapon.weight_of_fire.kind is Fire.AREA for weapon in need.profiles()),
            "by_target": lambda need: any(weapon.weight_of_fire.kind is Fire.BY_TARGET for weapon in need.profiles()),
            "backfires": lambda need: bool(need.backfires()),
            "usual_backfires": lambda need: set(need.backfires()) == {(1, 1)},
            "jumps": Need.jumps,
            "vehicles": Need.vehicles,
            "damage": Need.damage,
            **{arm.value: partial(Need.arm, arm=arm) for arm in Arm if arm is not Arm.VEHICLE},
            **{name: partial(Need.option, name=name) for name in OPTION_SWITCHES},
        },
    ),
    WORDS.texts,
)


def sections(house: HouseRules, armies: tuple[ListedContext, ...]) -> tuple[Section, ...]:
    """The sheet under these house rules: what the forces' units and settings need, complete without any."""
    return SHEET.sections(house, Need(house, armies))
