"""The fields that calculators share: who fires and who is hit, and how squads of a force fill them in."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import itemgetter
from typing import Annotated, Any

from rulesets.core.calculators import QuestionError, Step, Unsuited, percent, percent_of
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, table
from rulesets.core.wording import count_of, phrases, signed, thrown

from .. import attacks, tables, wound_allocation
from ..house_rules import house_of
from ..tracks import (
    BROKEN,
    COVER,
    PLACE,
    Piece,
    damage_order,
    is_in_play,
    lines_of,
    pieces_of,
)
from ..units import Armed, Member, UnitKind, makes_two, units_of
from ..volleys import Lot, VolleyTarget
from ..weapon_choice import attack_dice, one_and_extra, single_and_extra
from ..wound_allocation import Bodies, WoundTarget

MAX_DICE = 400
MAX_UNITS = 80
MAX_ROWS = 8
FOR_EACH = f"roll {thrown(1, tables.FACES)} for each"
"""What a step says where every unit has a die."""
BROKEN_HELP = f"{signed(tables.BROKEN_ACC)} ACC"
RARE = Fraction(1, 1000)
"""Ends of a table that come about less often are put together."""


@dataclass(frozen=True, slots=True)
class FiringUnits:
    """Units that use one weapon."""

    name: Annotated[str, Ask("Weapon", max_length=40)] = "Bolt-Action Rifle"
    count: Annotated[int, Ask("Units", "How many units use it", min=0, max=80)] = 10
    attacks: Annotated[int, Ask("ATK", "Attack dice of each unit", min=0, max=60)] = 1
    acc: Annotated[int, Ask("ACC", "Accuracy", unit="+", min=2, max=6)] = 4
    strength: Annotated[int, Ask("STR", "Strength", min=1, max=40)] = 4
    ap: Annotated[int, Ask("AP", "Subtracted from the save roll", min=0, max=20)] = 0
    damage: Annotated[int, Ask("DMG", "HP lost by each wound", min=1, max=60)] = 1
    reach: Annotated[int, Ask("RNG", "Enter 0 to ignore range", unit="tiles", min=0, max=200)] = 24

    def lot(self, modifier: int) -> Lot:
        """All attacks of the row as dice, with a modifier to ACC."""
        return Lot(self.count * self.attacks, self.acc, self.strength, self.ap, self.damage, modifier)


@dataclass(frozen=True, slots=True)
class StandingUnits:
    """Equal units of a target squad."""

    name: Annotated[str, Ask("Name", max_length=40)] = "Unit"
    count: Annotated[int, Ask("Units", "How many units are standing", min=1, max=80)] = 10
    t: Annotated[int, Ask("T", "Toughness", min=1, max=40)] = 3
    sav: Annotated[int, Ask("SAV", "Enter 7 for no save", unit="+", min=2, max=7)] = 5
    hp: Annotated[int, Ask("HP", "Health when unhurt", min=1, max=60)] = 1
    hurt: Annotated[int, Ask("HP lost", "HP that one of them has lost so far", min=0, max=59)] = 0
    crew: Annotated[int, Ask("Crew", f"Enter {tables.TEAM_CREW} for heavy weapon teams", min=1, max=2)] = 1


@dataclass(frozen=True, slots=True)
class Fire:
    """What does the fire of a squad do?"""

    firing: Annotated[tuple[FiringUnits, ...], Ask("Weapons fired", min=1, max=8, one="Weapon")] = (FiringUnits(),)
    broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP)] = False
    bonus: Annotated[
        int, Ask("To ACC", "Add up abilities and other modifiers. A positive number is better", min=-6, max=6)
    ] = 0

    def modifiers(self, cover: int) -> tuple[tuple[str, int], ...]:
        """The modifiers to ACC against a target in that cover."""
        return (*shooter_parts(self.broken, self.bonus), ("cover", -cover))


@dataclass(frozen=True, slots=True)
class Attack:
    """The attacks of one unit with one weapon."""

    attacks: Annotated[int, Ask("ATK", "Attack dice of each unit. Enter 0 for none", min=0, max=60)] = 1
    acc: Annotated[int, Ask("ACC", "Accuracy", unit="+", min=2, max=6)] = 4
    strength: Annotated[int, Ask("STR", "Strength", min=1, max=40)] = 3
    ap: Annotated[int, Ask("AP", "Subtracted from the save roll", min=0, max=20)] = 0
    damage: Annotated[int, Ask("DMG", "HP lost by each wound", min=1, max=60)] = 1

    def lot(self, modifier: int) -> Lot:
        """One unit's attacks as dice."""
        return Lot(self.attacks, self.acc, self.strength, self.ap, self.damage, modifier)


def squad_hit(rows: tuple[StandingUnits, ...], row_field: str, house: HouseRules, save_bonus: int = 0) -> VolleyTarget:
    """The rows as a squad; raises ``QuestionError`` naming the row (``row_field`` is ``target[{}]`` or the like)."""
    if sum(row.count for row in rows) > MAX_UNITS:
        raise QuestionError(row_field.partition("[")[0], f"The limit is {MAX_UNITS} units in a squad. Enter fewer.")
    bodies: Bodies = tuple(WoundTarget(row.t, row.sav, row.hp) for row in rows)
    state: list[tuple[int, int]] = []
    for line, row in enumerate(rows):
        if row.hurt >= row.hp:
            raise QuestionError(
                f"{row_field.format(line)}.hurt", f"A unit falls when it loses {row.hp} HP. Enter fewer."
            )
        split = row.crew > 1 and house.choice("fc.hwt_units") == "two"
        healths = [row.hp] * (row.count * (row.crew if split else 1))
        healths[0] -= row.hurt
        state += [(line, hp) for hp in healths]
    return VolleyTarget(bodies, tuple(sorted(state)), save_bonus)


def fire(rows: tuple[FiringUnits, ...], modifier: int, field: str = "firing") -> tuple[Lot, ...]:
    """The rows as lots of dice; raises ``QuestionError`` if there are too many."""
    lots = tuple(row.lot(modifier) for row in rows)
    if sum(lot.dice for lot in lots) > MAX_DICE:
        raise QuestionError(field, f"The limit is {MAX_DICE} attack dice. Enter fewer.")
    return lots


def modifier_words(parts: tuple[tuple[str, int], ...]) -> str:
    """The parts of a modifier: ``+1 ability, −2 broken``."""
    return ", ".join(f"{signed(value)} {name}" for name, value in parts if value) or "no modifier"


def _roll(number: int, minimum: int) -> str:
    """The lowest roll that succeeds, called natural if the number needed is out of reach."""
    return f"natural {minimum}" if number > minimum == tables.FACES else f"{minimum}+"


def dice_at(dice: int, chance: Fraction, what: str = "hit") -> str:
    """Attack dice and what each may do: ``roll 10d6, each 50% to hit``."""
    if not dice:
        return "no dice to roll"
    return f"roll {thrown(dice, tables.FACES)}, {'each ' * (dice > 1)}{percent(chance)} to {what}"


def on_average(units: int) -> str:
    """What stands beside the mean losses of so many units."""
    return f"of {count_of(units, 'unit')}, on average"


def attack_steps(name: str, lot: Lot, target: VolleyTarget, house: HouseRules, why: str) -> Iterator[Step]:
    """The working of one weapon: to hit, to wound, and the target's saves."""
    number = attacks.hit_number(lot.acc, lot.modifier)
    needed = _roll(number, attacks.hit_needed(number, house))
    dice = dice_at(lot.dice, lot.hit(house))
    net = attacks.net_modifier(lot.modifier)
    limit = f", together {signed(net)} at most" * (net != lot.modifier)
    natural = f", and {number}+ would be needed" * needed.startswith("natural")
    yield Step("FC-ACC-2", f"{name}: to hit", needed, f"ACC {lot.acc}+, {why}{limit}{natural}: {dice}")
    yield from hit_steps(name, lot, target, house, "target’s")


def hit_steps(name: str, lot: Lot, target: VolleyTarget, house: HouseRules, whose: str) -> Iterator[Step]:
    """The working of one weapon's hits: to wound, and the saves, of which ``whose`` says who rolls them."""
    wound = wound_allocation.wound_needed(lot.strength, target.state, target.bodies, house)
    tough = {target.bodies[line].t for line in target.lines_present()}
    against = f"T {tough.pop()}" if len(tough) == 1 else "the squad’s mixed T"
    why = f"STR {lot.strength} against {against}: roll a d{tables.FACES} for each hit"
    yield Step(
        "FC-WOUND-2", f"{name}: to wound", f"{wound}+", f"{why}, {percent(attacks.wound_chance(wound))} to wound"
    )
    saves: dict[Step, None] = {}
    for line in target.lines_present():
        body = target.bodies[line]
        save = attacks.save_number(body.sav, lot.ap, target.save_bonus)
        chance = 1 - target.unsaved(line, lot.ap, house)
        minimum = attacks.save_needed(save, house)
        needed = "no save" if save is None or minimum is None else _roll(save, minimum)
        sav = "no SAV" if body.sav >= tables.NO_SAVE else f"SAV {body.sav}+"
        bonus = f", {signed(target.save_bonus)} to saves" * bool(target.save_bonus)
        roll = f"roll a d{tables.FACES} for each wound, {percent(chance)} to save"
        if needed == "no save":
            roll = "no roll can save"
        elif needed.startswith("natural"):
            roll = f"{save}+ would be needed, so {roll}"
        why = f"{sav}, AP {lot.ap}{bonus}: {roll}"
        saves[Step("FC-SAVE-2", f"{name}: {whose} save", needed, why)] = None
    yield from saves


def _rare(weights: Iterable[tuple[int, int]], total: int) -> Iterator[int]:
    """The numbers that are hardly ever reached, beginning with the first, which count together."""
    together = 0
    for number, weight in weights:
        together += weight
        if together * RARE.denominator < total * RARE.numerator:
            yield number


class _Scale:
    """The numbers along one side of a table, with those beyond an unlikely low or high one put together."""

    def __init__(self, of: Distribution[int]) -> None:
        weights = sorted(of.weights().items())
        minimum, maximum = weights[0][0], weights[-1][0]
        low = max(_rare(weights, of.total), default=minimum)
        high = min(_rare(weights[::-1], of.total), default=maximum)
        self.places = {number: min(max(number, low), high) for number, _ in weights}
        """The number that stands for each one."""
        self.headings = {place: str(place) for place in sorted(set(self.places.values()))}
        """The headings of the places, in order."""
        if high < maximum:
            self.headings[high] = f"≥ {high}"
        if low > minimum:
            self.headings[low] = f"≤ {low}"


def joint_table(title: str, first: str, joint: Distribution[tuple[int, int]], others: str) -> Table:
    """Two numbers together in per cent, the one with more values down; without the sign, which would crowd the cells.

    ``first`` and ``others`` say what the two numbers count.
    """
    down, along = (_Scale(joint.map(itemgetter(place))) for place in (0, 1))
    if len(along.headings) > len(down.headings):
        down, along = along, down
        joint = joint.map(itemgetter(1, 0))
        first, others = others[:1].upper() + others[1:], first[:1].lower() + first[1:]
    joint = joint.map(lambda pair: (down.places[pair[0]], along.places[pair[1]]))
    weights, total = joint.weights(), joint.total

    def cell(pair: tuple[int, int]) -> str:
        weight = weights.get(pair)
        return percent_of(weight, total, 1).removesuffix("%") if weight else "–"

    rows: list[tuple[object, ...]] = [
        (heading, *(cell((number, other)) for other in along.headings)) for number, heading in down.headings.items()
    ]
    headings = " | ".join([first, *(f">{heading}" for heading in along.headings.values())])
    return table(title, headings, rows, f"The numbers are percentages. Across: {others}.")


# --- squads of a force as rows -----------------------------------------------------------------------


def lines_now(side: Side) -> tuple[tuple[Member, int], ...]:
    """The lines of the selected unit's squad with their standing units; all units if nobody stands."""
    lines, house, pieces = lines_of(side), house_of(side.force), pieces_of(side)
    standing = [sum(piece.hp > 0 and piece.line == place for piece in pieces) for place in range(len(lines))]
    if not any(standing):
        return tuple((line, units_of(line, house)) for line in lines)
    return tuple((line, units) for line, units in zip(lines, standing, strict=True) if units)


def standing_lines(side: Side) -> tuple[Member, ...]:
    """The lines with standing units; all of them if nobody stands."""
    return tuple(line for line, _ in lines_now(side))


def shots(line: Member, house: HouseRules) -> tuple[Armed, ...]:
    """The weapons that a unit of the line fires in a shooting phase: its first, or all that it may (FC-SHOOT-3)."""

    def best(options: tuple[Armed, ...]) -> Armed:
        return next((armed for armed in options if armed.weapon.crewed), options[0])

    return one_and_extra(line.profile.kind, *single_and_extra(line.ranged()), house, best)


def without_shots(own: Side, opposing: Side | None) -> Unsuited | None:
    """Why the squad cannot shoot; ``None`` if one of its standing units has a ranged weapon."""
    house = house_of(own.force)
    if any(shots(line, house) for line in standing_lines(own)):
        return nobody_stands(own, opposing)
    return Unsuited(f"{own.group.name or 'This squad'} has no ranged weapon.", "melee")


def attack_with(line: Member, armed: Armed, house: HouseRules) -> Attack:
    """The attacks of one unit of the line with one of its weapons."""
    weapon = armed.weapon
    dice = attack_dice(line.profile, armed, split=makes_two(line.profile, house))
    return Attack(dice, weapon.acc, weapon.strength, weapon.ap, weapon.dmg)


def _soldiers(line: Member, house: HouseRules) -> int:
    """The number of units that one of the line counts as."""
    return tables.TEAM_CREW if makes_two(line.profile, house) else 1


def firing_rows(side: Side) -> list[dict[str, Any]]:
    """The weapons fired by a squad's standing units as plain rows."""
    house = house_of(side.force)
    rows: dict[str, FiringUnits] = {}
    for line, units in lines_now(side):
        for armed in shots(line, house):
            weapon = armed.weapon
            row = FiringUnits(armed.name, 0, weapon.atk, weapon.acc, weapon.strength, weapon.ap, weapon.dmg, weapon.rng)
            row = rows.get(armed.key, row)
            rows[armed.key] = replace(row, count=row.count + units // _soldiers(line, house))
    return [encode(row) for row in rows.values() or (FiringUnits("No ranged weapon", 0),)]


def fire_filled(own: Side) -> dict[str, Any]:
    """The fields of ``Fire`` from a squad."""
    return {"firing": firing_rows(own)} | ({} if own.deployed is None else {"broken": is_broken(own)})


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A question's row of equal units, and the units of the force that it stands for, most hurt first."""

    line: Member
    row: StandingUnits
    pieces: tuple[Piece, ...]

    @property
    def plain(self) -> dict[str, Any]:
        """The row as plain data."""
        plain: dict[str, Any] = encode(self.row)
        return plain

    @property
    def healths(self) -> list[int]:
        """The HP that the question gives the units, in the same order."""
        return [self.row.hp - self.row.hurt, *([self.row.hp] * (len(self.pieces) - 1))]


def standing_rows(side: Side, maximum: int = MAX_ROWS) -> list[StandingRow]:
    """A squad's standing units in at most ``maximum`` rows; all of its units if nobody stands.

    A row has at most one hurt unit, so every other one gets its own row; if there are too many rows, the least hurt
    count as unhurt.
    """
    pieces = sorted(pieces_of(side), key=damage_order)
    if not any(piece.hp > 0 for piece in pieces):
        pieces = [replace(piece, hp=piece.full) for piece in pieces]
    standing = [
        (line, [piece for piece in pieces if piece.line == place and piece.hp > 0])
        for place, line in enumerate(lines_of(side))
    ]
    standing = [(line, own) for line, own in standing if own][:maximum]
    spare = maximum - len(standing)
    rows: list[StandingRow] = []
    for line, own in standing:
        others = [piece for piece in own if piece.hp < piece.full][1 : 1 + spare]
        spare -= len(others)
        rows.append(_standing_row(line, [piece for piece in own if piece not in others], house_of(side.force)))
        rows += [_standing_row(line, [piece], house_of(side.force)) for piece in others]
    return rows


def _standing_row(line: Member, pieces: list[Piece], house: HouseRules) -> StandingRow:
    soldiers = _soldiers(line, house)
    whole = len(pieces) % soldiers == 0
    crew = tables.TEAM_CREW if line.profile.kind is UnitKind.TEAM and whole else 1
    count = len(pieces) // soldiers if whole else len(pieces)
    first = pieces[0]
    profile = line.profile
    row = StandingUnits(line.title, count, profile.t, profile.sav, profile.hp, first.full - first.hp, crew)
    return StandingRow(line, row, tuple(pieces))


def nobody_stands(own: Side, opposing: Side | None) -> Unsuited | None:
    """Why a squad cannot fill in a question; ``None`` if one of its units stands."""
    for side in (own, opposing):
        if side is not None and side.deployed is not None and not is_in_play(side):
            return Unsuited(f"Nobody in {side.group.name or 'this squad'} is standing. Choose another squad.")
    return None


def cover_of(side: Side) -> int:
    """The cover of a squad where it is now, as a number taken off ACC."""
    return -tables.COVER_ACC if COVER in side.state.keys(PLACE) else 0


def is_broken(side: Side) -> bool:
    """Whether a squad's morale is broken."""
    return side.state.count(BROKEN) > 0


def shooter_parts(broken: bool, bonus: int) -> tuple[tuple[str, int], ...]:
    """The modifiers to ACC that come from the shooters."""
    return (("modifier", bonus), ("broken", tables.BROKEN_ACC if broken else 0))


def shooters_assumed(parts: tuple[tuple[str, int], ...], whose: str = "") -> tuple[str, ...]:
    """The morale of those who fire or fight, and their other ACC modifiers, in short phrases."""
    modifiers = dict(parts)
    return phrases(
        f"{whose} morale {'broken' if modifiers['broken'] else 'unbroken'}".strip(),
        f"{signed(modifiers['modifier'])} ACC" * bool(modifiers["modifier"]),
    )


def cover_assumed(cover: int, whose: str = "target") -> str:
    """Cover in a short phrase."""
    return f"{whose} in cover {cover}" if cover else f"{whose} in the open"


def limit_note(total: int) -> tuple[str, ...]:
    """A reminder when modifiers go beyond the limit (FC-ACC-2)."""
    net = attacks.net_modifier(total)
    return () if net == total else (f"Modifiers of {signed(total)} together count as {signed(net)}.",)
