"""One volley: value, dice and hits of each weapon of a unit that fires (§22-25, §43)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from rulesets.core.calculators import QuestionError, SolveContext
from rulesets.core.declarations.catalogue import Catalogue, Entry
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain
from rulesets.core.wording import count_of

from ..command.command_value import FIGURES_LIMIT, check_figures, check_stance
from ..hits import Pool, dice_to_roll, die_chance, hits_at
from ..modifiers import Modifier, modified, plain, when
from ..profiles import Armour, Fire, Weapon, WeightOfFire
from ..tables import (
    AT_POINT_BLANK,
    COVERING_MOVED,
    COVERS,
    FAST_TARGET,
    HEAVY_CREW,
    MAX_MARKERS,
    MOVED_FAST,
    MOVED_SLOWLY,
    OVER_HALF_RANGE,
    POINT_BLANK,
    REACTION_FIRE,
    REACTION_RANGE,
    SAME_COVER_RANGE,
    SLOW_MOVE,
    STANCE_SHOOTING,
    Arm,
    Cover,
    Stance,
    TargetKind,
    Training,
)
from ..units import Manning, dice_after_moving, manning, played_av, played_wv, served, without_spotter

MAX_VOLLEYS = 10
MAX_INCHES = 200
STEPS = (3, 6, 12, 18, 24, 36, 48)
"""Inches to an enemy, to tap."""
NEAR_STEPS = tuple(step for step in (3, 4, 6, 8, 10, 12) if step <= REACTION_RANGE)
"""Inches within which a move sets off a reaction test."""
MAX_DICE = 1000
"""The most dice calculated for one volley."""


class WeaponBearer(Choice):
    """The bearer of the weapons, which decides whether heavy weapons count as heavy (§43)."""

    FOOT = "foot", "Troops on foot"
    POWERED = "powered", "Power armour", "Heavy weapons do not count as heavy."
    MOUNTED = "mounted", "Riders or monsters", "Heavy weapons do not count as heavy."
    VEHICLE = "vehicle", "Vehicle", "All crewed systems fire. None counts as heavy."


class FireMode(Choice):
    """Why a unit fires."""

    NORMAL = "normal", "Normal fire"
    COVERING = "covering", "Covering fire"
    REACTION = "reaction", "Reaction fire"


@dataclass(frozen=True, slots=True)
class WeaponsFired:
    """Weapons of one type that fire."""

    weapon: Annotated[str, Ask("Weapon", entry="weapon")] = "assault_rifle"
    count: Annotated[int, Ask("Number", min=0, max=FIGURES_LIMIT)] = 10
    distance: Annotated[
        int | None, Ask("Its distance", "Leave blank to use the distance above.", unit="″", min=0, max=MAX_INCHES)
    ] = None
    in_area: Annotated[
        int,
        Ask(
            "Figures in its area",
            "The number of target figures that each shot of an area weapon covers.",
            min=0,
            max=FIGURES_LIMIT,
        ),
    ] = 5


RIFLES = (WeaponsFired(),)


@dataclass(frozen=True, slots=True)
class Shooters:
    """A unit that fires."""

    sv: Annotated[int, Ask("Shooting Value", min=-20, max=20)] = 7
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    figures: Annotated[int, Ask("Figures", "A vehicle counts as one.", min=0, max=FIGURES_LIMIT)] = 10
    volleys: Annotated[tuple[WeaponsFired, ...], Ask("Weapons fired", min=1, max=MAX_VOLLEYS, one="Weapon")] = RIFLES
    moved: Annotated[
        int, Ask("Moves this turn", "Count moves before and after the shot.", unit="″", min=0, max=MAX_INCHES)
    ] = 0
    stance: Annotated[Stance, Ask("Stance")] = Stance.NORMAL
    bearer: Annotated[WeaponBearer, Ask("Carried by")] = WeaponBearer.FOOT
    deployed: Annotated[bool, Ask("Heavy weapons deployed")] = True


@dataclass(frozen=True, slots=True)
class Aim:
    """What the shooters fire at; ``av`` is that of the side hit, stance and armour included."""

    distance: int
    arm: Arm
    training: Training | None
    av: int
    cover: Cover
    fast: bool
    figures: int = 1
    same_cover: bool = False
    mode: FireMode = FireMode.NORMAL


@dataclass(frozen=True, slots=True)
class Shot:
    """One weapon's part of a volley.

    ``each`` is the number of dice of one weapon, ``dice`` the number actually rolled, and ``automatic`` the number of
    hits without a roll. ``why_not`` is the reason it does not fire, empty when it does.
    """

    entry: Entry[Weapon]
    volley: WeaponsFired
    modifiers: tuple[Modifier, ...]
    value: int
    each: int
    dice: int
    chance: Fraction
    automatic: int = 0
    why_not: str = ""

    @property
    def pool(self) -> Pool:
        """Its dice before a low value reduces them."""
        return Pool(self.volley.count, self.each, self.value)

    @property
    def fires(self) -> bool:
        """Whether it has any die or hit."""
        return not self.why_not

    @property
    def what(self) -> str:
        """What its dice are rolled for."""
        return f"{self.entry.name}, to hit"

    def hits(self, context: SolveContext) -> Distribution[int]:
        """How many of its dice hit; certain for a weapon that hits without a roll."""
        return certain(self.automatic) if self.automatic else hits_at(self.dice, self.value, self.what, context)

    @property
    def mean(self) -> Fraction:
        """The mean of its hits, exactly."""
        return Fraction(self.automatic) if self.automatic else self.dice * self.chance


def weapons_firing(shots: Iterable[Shot]) -> list[tuple[Entry[Weapon], int]]:
    """The weapons that fire, with the number of each."""
    return [(shot.entry, shot.volley.count) for shot in shots if shot.fires]


def weapon_entry(key: str, path: str, catalogue: Catalogue) -> Entry[Weapon]:
    """The weapon of that key; raises ``QuestionError`` where there is none."""
    entry = catalogue.get("weapon", key)
    if entry is None or not isinstance(entry.spec, Weapon):
        raise QuestionError(path, catalogue.unknown("weapon", key))
    return entry


def worn_av(key: str, av: int, path: str, context: SolveContext) -> int:
    """The ``av``, or that of a named row of the armour table."""
    if not key:
        return av
    entry = context.catalogue.get("armour", key)
    if entry is None or not isinstance(entry.spec, Armour):
        raise QuestionError(path, context.catalogue.unknown("armour", key))
    return played_av(entry, context.house)


def _manning_of(shooters: Shooters, volleys: tuple[WeaponsFired, ...], catalogue: Catalogue, path: str) -> Manning:
    """The figures that the weapons need; except on foot, one man fires each weapon."""
    entries = [weapon_entry(each.weapon, f"{path}.volleys[{i}].weapon", catalogue) for i, each in enumerate(volleys)]
    on_foot = shooters.bearer is WeaponBearer.FOOT
    return manning(
        (entry.spec, volley.count, HEAVY_CREW if on_foot and entry.spec.heavy else 1)
        for entry, volley in zip(entries, volleys, strict=True)
    )


def lacks_spotters(shooters: Shooters, context: SolveContext) -> bool:
    """Whether a weapon lacks a spotter and the house rules require one (AMB-047)."""
    if shooters.bearer is WeaponBearer.VEHICLE:
        return False
    men = _manning_of(shooters, shooters.volleys, context.catalogue, "shooters")
    return without_spotter(men, shooters.figures, context.house) != "none"


def check_shooters(shooters: Shooters, context: SolveContext, path: str) -> None:
    """Raise ``QuestionError`` for an empty unit, or for more weapons than figures to fire and serve them."""
    check_figures(shooters.figures, path=f"{path}.")
    on_foot = shooters.bearer in (WeaponBearer.FOOT, WeaponBearer.POWERED)
    check_stance(shooters.stance, on_foot, f"{path}.stance")
    house = context.house
    on_wheels = shooters.bearer is WeaponBearer.VEHICLE
    figures = FIGURES_LIMIT if on_wheels else shooters.figures
    for index in range(len(shooters.volleys)):
        men = _manning_of(shooters, shooters.volleys[: index + 1], context.catalogue, path)
        place = f"{path}.volleys[{index}].count"
        if men.firing > figures:
            weapons = count_of(men.firing, "weapon")
            why = f"{weapons} are too many for {count_of(figures, 'figure')}. Each figure fires one."
            raise QuestionError(place, f"{weapons} are too many. Enter {figures} or fewer." if on_wheels else why)
        # For the messages alone; served() tells whether the answer depends on it.
        second = house.untraced.choice("heavy_crew")
        if not served(men, figures, house):
            needed = men.serving(second)
            why = f"These weapons and their second men need {needed} figures, but the unit has {figures}."
            raise QuestionError(place, why)
        if without_spotter(men, figures, house) == "error":
            needed = men.spotting(second)
            why = f"With their spotters, these weapons need {needed} figures, but the unit has {figures}."
            raise QuestionError(place, why)


def _column(fire: WeightOfFire, aim: Aim, house: HouseRules) -> TargetKind:
    """The column for the target in a weight of fire by target (AMB-021, AMB-082)."""
    if aim.arm.is_vehicle:
        return TargetKind.VEHICLE
    if aim.arm is Arm.MONSTROUS and fire.infantry != fire.vehicle:
        return TargetKind(house.choice("monster_target_kind"))
    return TargetKind.HORDE if aim.training is Training.HORDE else TargetKind.INFANTRY


class NoWeightOfFire(QuestionError):
    """The weapon has no dice at this kind of target."""


def weight_of_fire(weapon: Weapon, aim: Aim, moved: int, path: str, house: HouseRules) -> int:
    """Dice of one weapon at this target and distance after this movement (§24, §43).

    Raises ``NoWeightOfFire`` for a weapon without dice at that kind of target; area weapons roll one die, used only
    where they attack like other weapons.
    """
    fire = weapon.weight_of_fire
    if weapon.melee_only:
        raise QuestionError(path, "This weapon is for close combat only. Choose one with a range.")
    if not fire.is_given:
        raise QuestionError(path, "This weapon has no weight of fire. Enter one in the catalogue.")
    if fire.kind is Fire.FIXED:
        return fire.dice
    if fire.kind is Fire.AREA:
        return 1
    if fire.kind is Fire.BY_TARGET:
        column = _column(fire, aim, house)
        if not fire.at(column):
            raise NoWeightOfFire(path, f"This weapon has no weight of fire at {column.label.lower()} targets.")
        return fire.at(column)
    band = next((band for band in fire.bands if aim.distance <= band.up_to), None)
    if band is None:
        return 0
    return dice_after_moving(band, house) if moved else band.dice


def cover_effect(cover: Cover, house: HouseRules) -> tuple[int, int]:
    """The addition to the AV and the reduction of the Shooting Value by cover (AMB-066, AMB-067)."""
    row = COVERS[cover]
    if cover is Cover.NONE:
        return 0, 0
    reading = house.choice("cover_mode")
    armour = row.armour if reading != "penalty" else 0
    if reading == "av":
        return armour, 0
    return armour, int(house.choice("bunker_penalty")) if cover is Cover.BUNKER else row.shooting


def _movement(shooters: Shooters, aim: Aim, house: HouseRules) -> tuple[Modifier, ...]:
    moved = shooters.moved
    if aim.mode is FireMode.REACTION:
        return (Modifier("Reaction Test", "Reaction fire", REACTION_FIRE),)
    slow = moved <= SLOW_MOVE
    usual = when(moved > 0, Modifier("§24", f"Moves {moved}″", MOVED_SLOWLY if slow else MOVED_FAST))
    if aim.mode is FireMode.NORMAL or not moved:
        return usual
    flat = (Modifier("Covering Fire", "Moved first", COVERING_MOVED),)
    return {"flat_minus2": flat, "normal_move_penalty": usual, "cumulative": flat + usual}[
        house.choice("coverfire_penalty")
    ]


def _over_half(weapon: Weapon, aim: Aim, house: HouseRules) -> bool:
    beyond = 2 * aim.distance > weapon.range
    if not aim.same_cover:
        return beyond
    short = 2 * aim.distance > min(weapon.range, SAME_COVER_RANGE)
    # Asked only where the readings differ, as a reading that is asked is named under the answer.
    return short if short == beyond or house.choice("inside_cover_half_range") == "new_max" else beyond


def _armour(entry: Entry[Weapon], av: int, at_vehicle: bool, house: HouseRules) -> Modifier:
    """The penalty for armour that the weapon does not cancel (§24)."""
    weapon = entry.spec
    bonus = weapon.vehicle_bonus if at_vehicle else 0
    # Which WV is played matters only to armour that it does not cancel anyway.
    wv = (played_wv(entry, house) if av > weapon.wv + bonus else weapon.wv) + bonus
    reduction = min(max(wv, 0), max(av, 0))
    return Modifier("§24", "Armour", reduction - av, f"AV {plain(av)}, WV {wv} cancels {reduction}")


def armour_and_cover(markers: int, entry: Entry[Weapon], aim: Aim, house: HouseRules) -> tuple[Modifier, ...]:
    """The modifiers for the firer's D-markers and the target's armour and cover (§24).

    Armour that the weapon cancels completely is listed too, since players look for it.
    """
    armour_cover, penalty = cover_effect(aim.cover, house)
    av = aim.av + armour_cover
    return (
        *when(True, Modifier("§24", count_of(markers, "D-marker"), -markers)),
        *((_armour(entry, av, aim.arm.is_vehicle, house),) if av else ()),
        *when(True, Modifier("§24", aim.cover.label, -penalty)),
    )


def shot_modifiers(shooters: Shooters, entry: Entry[Weapon], aim: Aim, house: HouseRules) -> tuple[Modifier, ...]:
    """The modifiers to the Shooting Value of one weapon (§24, stance rules)."""
    return (
        *armour_and_cover(shooters.markers, entry, aim, house),
        *when(_over_half(entry.spec, aim, house), Modifier("§24", "Over half range", OVER_HALF_RANGE)),
        *_movement(shooters, aim, house),
        *when(aim.fast, Modifier("§24", f"Target moved over {SLOW_MOVE}″", FAST_TARGET)),
        *when(aim.distance <= POINT_BLANK, Modifier("§24", f"Within {POINT_BLANK}″", AT_POINT_BLANK)),
        *when(True, Modifier("stance rules", "Cautious shooters", STANCE_SHOOTING.get(shooters.stance, 0))),
    )


def volley_shots(shooters: Shooters, aim: Aim, context: SolveContext, path: str = "shooters") -> tuple[Shot, ...]:
    """The shot of each weapon in the volley; raises ``QuestionError`` if it cannot be fired at all."""
    house = context.house
    check_shooters(shooters, context, path)
    shots = [_shot(shooters, volley, aim, f"{path}.volleys[{i}]", context) for i, volley in enumerate(shooters.volleys)]
    _check_dice(shots, path)
    if any(_burns(shot, aim) for shot in shots):
        # What flames do without a roll changes how other dice are rounded, so the whole volley is compared.
        house.resolve(lambda reading: _rolled(shots, aim, reading, house.untraced), "flame_hits")
    return _rolled(shots, aim, house.untraced.choice("flame_hits"), house)


def _burns(shot: Shot, aim: Aim) -> bool:
    """Whether it hits all in an area, as flame throwers do; at a vehicle they roll a die (§43)."""
    return shot.fires and shot.entry.spec.weight_of_fire.kind is Fire.AREA and not aim.arm.is_vehicle


def _rolled(shots: Sequence[Shot], aim: Aim, flames: str, house: HouseRules) -> tuple[Shot, ...]:
    """The shots with their dice; those that need no roll or are wasted do not count when dice are rounded together."""
    pools = [Pool(shot.volley.count * (shot.each > 0), shot.each, shot.value) for shot in shots]
    automatic = [_burns(shot, aim) and flames == "automatic" for shot in shots]
    wasted = [aim.arm.is_vehicle and not shot.entry.spec.harms_vehicles for shot in shots]
    together = [index for index in range(len(shots)) if shots[index].fires and not automatic[index] | wasted[index]]
    dice = {index: dice_to_roll((pools[index],), house)[0] for index in range(len(shots)) if index not in together}
    dice |= dict(zip(together, dice_to_roll([pools[index] for index in together], house), strict=True))
    return tuple(_with_dice(shot, dice[index], automatic[index], house) for index, shot in enumerate(shots))


def _check_dice(shots: list[Shot], path: str) -> None:
    dice = 0
    for index, shot in enumerate(shots):
        dice += shot.volley.count * shot.each
        if dice > MAX_DICE:
            raise QuestionError(
                f"{path}.volleys[{index}].count", f"{dice} dice are too many. Enter {MAX_DICE} or fewer."
            )


def _shot(shooters: Shooters, volley: WeaponsFired, aim: Aim, path: str, context: SolveContext) -> Shot:
    house = context.house
    entry = weapon_entry(volley.weapon, f"{path}.weapon", context.catalogue)
    weapon = entry.spec
    here = aim if volley.distance is None else replace(aim, distance=volley.distance)
    changes = shot_modifiers(shooters, entry, here, house)
    value = modified(shooters.sv, changes)
    each = weight_of_fire(weapon, here, shooters.moved, f"{path}.weapon", house)
    longest = min(weapon.range, SAME_COVER_RANGE) if here.same_cover else weapon.range
    why_not = ""
    if here.distance > longest:
        why_not, each = f"out of range: {longest}″", 0
    elif not volley.count:
        why_not = "none fires"
    elif not each:
        why_not = "no dice at this distance after moving" if shooters.moved else "no dice at this distance"
    if weapon.weight_of_fire.kind is Fire.AREA and not why_not and not here.arm.is_vehicle:
        each = min(volley.in_area, here.figures)
        why_not = "" if each else "nobody in its area"
    return Shot(entry, volley, changes, value, each, 0, Fraction(0), why_not=why_not)


def _with_dice(shot: Shot, dice: int, automatic: bool, house: HouseRules) -> Shot:
    if not shot.fires:
        return shot
    chance = die_chance(shot.value, house)
    full = shot.volley.count * shot.each
    # Said of weapons only whose dice could have hit less.
    if automatic and (chance < 1 or dice < full):
        return replace(shot, dice=full, chance=Fraction(1), automatic=full)
    return replace(shot, dice=dice, chance=chance)
